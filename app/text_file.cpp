#include "app/text_file.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <iostream>
#include <stdexcept>
#include <system_error>

#include "sim/errors.h"
#include "sim/io/output_file.h"

namespace heatlab {

void write_text_file(const std::filesystem::path& path, const std::string& text) {
    OutputFile file(path);
    file.write(text.data(), text.size());
    file.commit();
}

void require_writable(const std::string& argument, const std::filesystem::path& path) {
    namespace fs = std::filesystem;
    if (path == "-")
        return;
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (fs::is_directory(status))
        throw InputError(argument, path.string(), "is a folder; the name of a file is needed");
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    if (!fs::is_directory(folder, error))
        throw InputError(argument, path.string(),
                         "cannot be written: there is no folder " + folder.string());
    // A regular file is replaced by a new one in its folder; a device or a pipe is written itself.
    const bool replaced = !fs::exists(status) || fs::is_regular_file(status);
    if (::access((replaced ? folder : path).c_str(), replaced ? W_OK | X_OK : W_OK) != 0)
        throw InputError(argument, path.string(),
                         std::string("cannot be written: ") + std::strerror(errno));
}

void require_outputs(std::initializer_list<TextOutput> outputs) {
    const char* taken_by = nullptr;
    for (const auto& [argument, target] : outputs) {
        if (!target)
            continue;
        if (*target == "-" && taken_by != nullptr)
            throw InputError(argument, "-",
                             std::string("standard output is taken by ") + taken_by + " -");
        if (*target == "-")
            taken_by = argument;
        require_writable(argument, *target);
    }
}

void write_text(const std::string& target, const std::string& text) {
    if (target != "-")
        return write_text_file(target, text);
    std::cout << text << std::flush;
    if (!std::cout)
        throw std::runtime_error("standard output could not be written");
}

}  // namespace heatlab
