#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heatlab::cuda {

/// FNV-1a with 64 bits (Fowler, Noll, Vo; offset basis 0xcbf29ce484222325, prime 0x100000001b3).
std::uint64_t fnv1a(std::string_view bytes, std::uint64_t hash = 0xcbf29ce484222325u);

/// Compiled images kept in a folder between runs. Several threads and processes may use one folder:
/// a file takes its name when it is complete.
///
/// A file holds its whole key beside the image, and a checksum of both, so that what is found is
/// what was kept under that very key. One that is damaged is set aside as NAME.damaged.
class ImageCache {
public:
    /// `folder`: made when it is first needed; none: nothing is kept.
    explicit ImageCache(std::optional<std::filesystem::path> folder) : folder_(std::move(folder)) {}

    /// `key`: all that the image depends on; `name`: for the file, which also has the key's hash.
    std::optional<std::vector<unsigned char>> find(const std::string& name, const std::string& key);
    /// Of one name the newest few are kept: for several devices, not of all versions of the program
    /// that there ever were. Where nothing can be written it says so once, and goes on.
    void keep(const std::string& name, const std::string& key,
              const std::vector<unsigned char>& image);
    /// What was found does not work.
    void set_aside(const std::string& name, const std::string& key);

    /// What the user should know, each said once.
    std::vector<std::string> take_notices();

    std::filesystem::path file_of(const std::string& name, const std::string& key) const;

    static constexpr std::size_t most_of_a_name = 8;

private:
    void drop_oldest(const std::string& name) const;
    void set_aside_file(const std::filesystem::path& file);

    std::optional<std::filesystem::path> folder_;
    std::mutex notices_mutex_;
    std::vector<std::string> notices_;
    bool told_of_writing_ = false;
};

}  // namespace heatlab::cuda
