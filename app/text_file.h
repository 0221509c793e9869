#pragma once

#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>

namespace heatlab {

/// Written and refused as OutputFile: `path` is either as before or complete.
void write_text_file(const std::filesystem::path& path, const std::string& text);

/// Refuses a file that cannot be written, before any work is done for it: a folder in its place, no
/// such folder, no permission. "-" passes. Throws InputError (argument `argument`).
void require_writable(const std::string& argument, const std::filesystem::path& path);

/// An option and the file that it asks for; none: it was not given.
struct TextOutput {
    const char* argument;
    const std::optional<std::string>& target;
};
/// Each as `require_writable`, and only one of them "-". Throws InputError.
void require_outputs(std::initializer_list<TextOutput> outputs);

/// To standard output where `target` is "-", else as write_text_file. Throws std::runtime_error.
void write_text(const std::string& target, const std::string& text);

}  // namespace heatlab
