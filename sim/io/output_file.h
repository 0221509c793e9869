#pragma once

#include <cstddef>
#include <filesystem>

namespace heatlab {

/// A file that takes its name when it is complete: until then it is written beside it under a
/// temporary one, so that `path` is either as before or complete, whatever fails. The file that it
/// replaces passes its permissions on. Symbolic links are followed: what they point to is replaced,
/// they stay. A device or a pipe is written as it is. Nothing is forced out of the system's caches:
/// what is complete for other programs may still be lost with the machine's power.
class OutputFile {
public:
    /// Throws std::runtime_error: "PATH cannot be written: REASON of the system".
    explicit OutputFile(std::filesystem::path path);
    /// Removes what was not committed.
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    /// False once the system has refused a part; `commit` says why. For encoders that leave by
    /// other ways than an exception.
    bool write(const void* bytes, std::size_t count) noexcept;
    bool refused() const { return error_ != 0; }
    /// Gives the file its name. Throws std::runtime_error as the constructor, of the first refusal.
    void commit();

private:
    void open_temporary();
    [[noreturn]] void fail() const;

    std::filesystem::path path_;       ///< as it was named
    std::filesystem::path target_;     ///< behind links
    std::filesystem::path temporary_;  ///< empty: none, or renamed
    int descriptor_ = -1;
    int error_ = 0;  ///< the first of the system's
};

}  // namespace heatlab
