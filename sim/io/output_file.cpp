#include "sim/io/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

namespace heatlab {
namespace {

namespace fs = std::filesystem;

/// As Linux follows at most.
constexpr int most_links = 40;
/// Of temporary names: what an earlier process of the same number left does not stop this one.
constexpr int most_attempts = 16;

/// What `path` names behind symbolic links, whether that exists or not; a link where they lead in
/// a circle.
fs::path behind_links(fs::path path) {
    std::error_code error;
    for (int i = 0; i < most_links && fs::is_symlink(path, error); ++i) {
        const fs::path next = fs::read_symlink(path, error);
        if (error)
            break;
        path = path.parent_path() / next;  // an absolute one stands for itself
    }
    return path;
}

}  // namespace

OutputFile::OutputFile(fs::path path) : path_(std::move(path)), target_(behind_links(path_)) {
    std::error_code error;
    if (fs::is_symlink(target_, error)) {
        error_ = ELOOP;
        fail();
    }
    const fs::file_status status = fs::status(target_, error);
    if (fs::exists(status) && !fs::is_regular_file(status))
        descriptor_ = ::open(target_.c_str(), O_WRONLY | O_CLOEXEC);
    else
        open_temporary();
    if (descriptor_ < 0) {
        error_ = errno;
        fail();
    }
}

void OutputFile::open_temporary() {
    const std::string name = target_.string() + ".partial-" + std::to_string(::getpid());
    for (int i = 0; i < most_attempts && descriptor_ < 0; ++i) {
        temporary_ = name + (i == 0 ? "" : "-" + std::to_string(i));
        descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor_ < 0 && errno != EEXIST)
            break;
    }
    if (descriptor_ < 0) {
        temporary_.clear();  // not this one's to remove
        return;
    }
    struct stat before {};
    // Where the permissions cannot be set the new file has those of any new file.
    if (::stat(target_.c_str(), &before) == 0)
        static_cast<void>(::fchmod(descriptor_, before.st_mode & 07777));
}

OutputFile::~OutputFile() {
    if (descriptor_ >= 0)
        ::close(descriptor_);
    if (!temporary_.empty())
        ::unlink(temporary_.c_str());
}

bool OutputFile::write(const void* bytes, std::size_t count) noexcept {
    constexpr std::size_t at_once = std::size_t{1} << 26;
    const char* next = static_cast<const char*>(bytes);
    while (count > 0 && error_ == 0) {
        const ssize_t written = ::write(descriptor_, next, std::min(count, at_once));
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0) {
            error_ = written < 0 ? errno : EIO;
            break;
        }
        next += written;
        count -= static_cast<std::size_t>(written);
    }
    return error_ == 0;
}

void OutputFile::commit() {
    if (error_ != 0)
        fail();
    // Some file systems report a full disk only here.
    if (::close(std::exchange(descriptor_, -1)) != 0 ||
        (!temporary_.empty() && ::rename(temporary_.c_str(), target_.c_str()) != 0)) {
        error_ = errno;
        fail();
    }
    temporary_.clear();
}

void OutputFile::fail() const {
    throw std::runtime_error(path_.string() + " cannot be written: " + std::strerror(error_));
}

}  // namespace heatlab
