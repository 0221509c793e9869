#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <utility>

#include "render/gl_objects.h"

namespace heatlab {

/// A program in the variants that its defines choose, each compiled when first needed.
class ProgramVariants {
public:
    /// `parts`: GLSL that goes behind the defines, see colours_part.
    ProgramVariants(std::filesystem::path vertex, std::filesystem::path fragment, std::string parts)
        : vertex_(std::move(vertex)), fragment_(std::move(fragment)), parts_(std::move(parts)) {}

    /// Throws GraphicsError where it does not compile.
    const Program& get(const std::string& defines) {
        Program& entry = programs_[defines];
        if (!entry)
            entry = Program(vertex_, fragment_, defines + parts_);
        return entry;
    }

private:
    std::filesystem::path vertex_;
    std::filesystem::path fragment_;
    std::string parts_;
    std::map<std::string, Program> programs_;
};

}  // namespace heatlab
