#pragma once

#include <string>
#include <utility>

#include "sim/errors.h"

namespace heatlab::ghost {

/// A generated kernel that the run-time compiler refused. The source is at hand: the window shows
/// it with the line marked.
class CompileError : public DeviceError {
public:
    /// `line`: of `source`, counted from 1; 0 where the compiler named none. `text`: the first
    /// error in the compiler's words, one line.
    CompileError(int line, const std::string& text, std::string source)
        : DeviceError((line > 0 ? "line " + std::to_string(line) + ": " : std::string()) + text),
          line_(line),
          text_(text),
          source_(std::move(source)) {}

    int line() const { return line_; }
    const std::string& text() const { return text_; }
    const std::string& source() const { return source_; }

private:
    int line_;
    std::string text_;
    std::string source_;
};

}  // namespace heatlab::ghost
