#include "sim/cuda/ghost/image_cache.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <functional>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "sim/io/output_file.h"

namespace heatlab::cuda {
namespace {

namespace fs = std::filesystem;

/// At the start of a file; then key and image follow each other.
struct Header {
    std::array<char, 16> magic;
    std::uint64_t checksum;  ///< fnv1a of key and image
    std::uint64_t key_bytes;
    std::uint64_t image_bytes;
};
constexpr std::array<char, 16> expected_magic{'h', 'e', 'a', 't', 'l', 'a', 'b', ' ',
                                              'i', 'm', 'a', 'g', 'e', ' ', '1', '\n'};

std::string_view as_text(const std::vector<unsigned char>& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// None where the file cannot be read; `there` says whether there is one.
std::optional<std::string> read_file(const fs::path& file, bool& there) {
    std::ifstream stream(file, std::ios::binary);
    there = stream.is_open();
    std::string bytes{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    return there && !stream.bad() ? std::optional(std::move(bytes)) : std::nullopt;
}

/// Key and image behind each other, of a file that is whole; none of a damaged one.
std::optional<std::string_view> content_of(const std::string& bytes, Header& header) {
    if (bytes.size() < sizeof header)
        return std::nullopt;
    std::memcpy(&header, bytes.data(), sizeof header);
    const std::string_view content = std::string_view(bytes).substr(sizeof header);
    const bool whole = header.magic == expected_magic && header.key_bytes <= content.size() &&
                       header.image_bytes == content.size() - header.key_bytes &&
                       header.checksum == fnv1a(content);
    return whole ? std::optional(content) : std::nullopt;
}

}  // namespace

std::uint64_t fnv1a(std::string_view bytes, std::uint64_t hash) {
    for (const char byte : bytes)
        hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3u;
    return hash;
}

fs::path ImageCache::file_of(const std::string& name, const std::string& key) const {
    std::array<char, 17> digits{};
    std::snprintf(digits.data(), digits.size(), "%016llx",
                  static_cast<unsigned long long>(fnv1a(key)));
    return folder_.value_or(fs::path()) / (name + "-" + digits.data() + ".image");
}

std::optional<std::vector<unsigned char>> ImageCache::find(const std::string& name,
                                                           const std::string& key) {
    if (!folder_)
        return std::nullopt;
    const fs::path file = file_of(name, key);
    bool there = false;
    const std::optional<std::string> bytes = read_file(file, there);
    if (!there)
        return std::nullopt;
    Header header{};
    const auto content = bytes ? content_of(*bytes, header) : std::nullopt;
    if (!content) {
        set_aside_file(file);
        return std::nullopt;
    }
    // Of another key with the same hash: no damage, and replaced by what is wanted now.
    if (content->substr(0, header.key_bytes) != key)
        return std::nullopt;
    const std::string_view image = content->substr(header.key_bytes);
    return std::vector<unsigned char>(image.begin(), image.end());
}

void ImageCache::keep(const std::string& name, const std::string& key,
                      const std::vector<unsigned char>& image) {
    if (!folder_)
        return;
    Header header{expected_magic, fnv1a(as_text(image), fnv1a(key)), key.size(), image.size()};
    try {
        std::error_code error;
        fs::create_directories(*folder_, error);
        OutputFile file(file_of(name, key));
        file.write(&header, sizeof header);
        file.write(key.data(), key.size());
        file.write(image.data(), image.size());
        file.commit();
        drop_oldest(name);
    } catch (const std::runtime_error& problem) {
        const std::scoped_lock lock(notices_mutex_);
        if (!std::exchange(told_of_writing_, true))
            notices_.push_back("Compiled kernels are not kept for the next start: " +
                               std::string(problem.what()));
    }
}

void ImageCache::drop_oldest(const std::string& name) const {
    std::error_code error;
    std::vector<std::pair<fs::file_time_type, fs::path>> files;
    for (fs::directory_iterator entry(*folder_, error), end; !error && entry != end;
         entry.increment(error)) {
        const std::string file = entry->path().filename().string();
        std::error_code gone;  // by another process
        const fs::file_time_type written = entry->last_write_time(gone);
        if (!gone && file.starts_with(name + "-") && file.ends_with(".image"))
            files.emplace_back(written, entry->path());
    }
    std::ranges::sort(files, std::greater());
    for (std::size_t i = most_of_a_name; i < files.size(); ++i)
        fs::remove(files[i].second, error);
}

void ImageCache::set_aside(const std::string& name, const std::string& key) {
    if (folder_)
        set_aside_file(file_of(name, key));
}

void ImageCache::set_aside_file(const fs::path& file) {
    fs::path aside = file;
    aside += ".damaged";
    std::error_code error;
    fs::rename(file, aside, error);
    const std::scoped_lock lock(notices_mutex_);
    notices_.push_back(
        "A damaged file in the folder of compiled kernels was set aside" +
        (error ? " in vain (" + error.message() + "): " + file.string() : " as " + aside.string()) +
        "; its kernel is compiled anew.");
}

std::vector<std::string> ImageCache::take_notices() {
    const std::scoped_lock lock(notices_mutex_);
    return std::exchange(notices_, {});
}

}  // namespace heatlab::cuda
