#include "app/text_file.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <system_error>

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

void write_text(const std::string& target, const std::string& text) {
    if (target != "-")
        return write_text_file(target, text);
    std::cout << text << std::flush;
    if (!std::cout)
        throw std::runtime_error("standard output could not be written");
}

}  // namespace heatlab
