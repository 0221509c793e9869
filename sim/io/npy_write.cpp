#include <fcntl.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>

#include "sim/io/npy.h"

namespace heatlab {
namespace {

static_assert(std::endian::native == std::endian::little, "values are written as they lie");

/// Magic, version 1.0, length and dictionary, padded so that the values start at a multiple of 64.
std::string npy_preamble(GridSize grid) {
    std::string dictionary = "{'descr': '<f4', 'fortran_order': False, 'shape': (" +
                             std::to_string(grid.height) + ", " + std::to_string(grid.width) +
                             "), }";
    constexpr std::size_t before_dictionary = 10;
    const std::size_t unpadded = before_dictionary + dictionary.size() + 1;
    dictionary.append((64 - unpadded % 64) % 64, ' ');
    dictionary += '\n';
    std::string preamble("\x93NUMPY\x01\x00", 8);
    preamble += static_cast<char>(dictionary.size() & 0xff);
    preamble += static_cast<char>(dictionary.size() >> 8);
    return preamble + dictionary;
}

/// An open file that is removed again unless it was kept.
class OutputFile {
public:
    OutputFile(std::filesystem::path path, int flags) : path_(std::move(path)) {
        descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC | flags, 0666);
    }
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;
    ~OutputFile() {
        if (descriptor_ >= 0)
            ::close(descriptor_);
        if (!remove_.empty())
            ::unlink(remove_.c_str());
    }

    bool is_open() const { return descriptor_ >= 0; }
    void remove_unless_kept() { remove_ = path_; }
    void keep() { remove_.clear(); }

    bool write(const char* bytes, std::size_t count) {
        constexpr std::size_t at_once = std::size_t{1} << 26;
        while (count > 0) {
            const ssize_t written = ::write(descriptor_, bytes, std::min(count, at_once));
            if (written < 0 && errno == EINTR)
                continue;
            if (written <= 0)
                return false;
            bytes += written;
            count -= static_cast<std::size_t>(written);
        }
        return true;
    }

    /// Some file systems report a full disk only here.
    bool close() {
        const int result = ::close(descriptor_);
        descriptor_ = -1;
        return result == 0;
    }

private:
    std::filesystem::path path_;
    std::filesystem::path remove_;
    int descriptor_ = -1;
};

[[noreturn]] void fail(const std::filesystem::path& path, int error) {
    throw std::runtime_error(path.string() + " cannot be written: " + std::strerror(error));
}

}  // namespace

void write_npy(const std::filesystem::path& path, const Field& field) {
    // A device or a pipe must not be replaced by a file.
    std::error_code ignored;
    const bool replace =
        !std::filesystem::exists(path, ignored) || std::filesystem::is_regular_file(path, ignored);
    std::filesystem::path target = path;
    if (replace)
        target += ".partial-" + std::to_string(::getpid());

    OutputFile file(target, replace ? O_CREAT | O_EXCL : 0);
    if (!file.is_open())
        fail(path, errno);
    if (replace)
        file.remove_unless_kept();
    const std::string preamble = npy_preamble(field.size());
    const auto cells = field.cells();
    if (!file.write(preamble.data(), preamble.size()) ||
        !file.write(reinterpret_cast<const char*>(cells.data()), cells.size_bytes()) ||
        !file.close()) {
        fail(path, errno);
    }
    if (!replace)
        return;
    if (::rename(target.c_str(), path.c_str()) != 0)
        fail(path, errno);
    file.keep();
}

}  // namespace heatlab
