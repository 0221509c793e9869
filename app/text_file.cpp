#include "app/text_file.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <system_error>

#include "sim/errors.h"

namespace heatlab {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path, int error) {
    throw std::runtime_error(path.string() + " was not written: " +
                             (error != 0 ? std::strerror(error) : "unknown reason"));
}

void write_stream(const std::filesystem::path& named, const std::filesystem::path& path,
                  const std::string& text) {
    errno = 0;
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    if (!file)
        fail(named, errno);
    file << text << std::flush;
    file.close();
    if (!file)
        fail(named, errno);
}

}  // namespace

void write_text_file(const std::filesystem::path& path, const std::string& text) {
    namespace fs = std::filesystem;
    std::error_code error;
    const fs::file_status status = fs::status(path, error);  // of what a link points to
    if (fs::exists(status) && !fs::is_regular_file(status)) {
        if (fs::is_directory(status))
            fail(path, EISDIR);
        write_stream(path, path, text);
        return;
    }
    const fs::path target = fs::is_symlink(path, error) ? fs::weakly_canonical(path, error) : path;
    const fs::path temporary = target.string() + ".tmp-" + std::to_string(::getpid());
    try {
        write_stream(path, temporary, text);
        fs::rename(temporary, target);
    } catch (const fs::filesystem_error& failure) {
        fs::remove(temporary, error);
        fail(path, failure.code().value());
    } catch (const std::runtime_error&) {
        fs::remove(temporary, error);
        throw;
    }
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

void write_text(const std::string& target, const std::string& text) {
    if (target != "-")
        return write_text_file(target, text);
    std::cout << text << std::flush;
    if (!std::cout)
        throw std::runtime_error("standard output could not be written");
}

}  // namespace heatlab
