#pragma once

#include <filesystem>
#include <string>

namespace heatlab {

/// Writes a regular file under a temporary name beside `path` and renames it when complete, so that
/// `path` is either as before or complete; anything else (a device, a pipe) is written as it is.
/// Symbolic links are followed. Throws std::runtime_error naming the file and the system's reason.
void write_text_file(const std::filesystem::path& path, const std::string& text);

/// Refuses a file that cannot be written, before any work is done for it: a folder in its place, no
/// such folder, no permission. "-" passes. Throws InputError (argument `argument`).
void require_writable(const std::string& argument, const std::filesystem::path& path);

/// To standard output where `target` is "-", else as write_text_file. Throws std::runtime_error.
void write_text(const std::string& target, const std::string& text);

}  // namespace heatlab
