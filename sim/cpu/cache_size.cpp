#include "sim/cpu/cache_size.h"

#include <charconv>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace heatlab {
namespace {

namespace fs = std::filesystem;

std::string first_line(const fs::path& path) {
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line;
}

/// "3", "32768K", "2M".
std::uint64_t number(const std::string& text) {
    std::uint64_t value = 0;
    const char* const end = text.data() + text.size();
    const char* const unit = std::from_chars(text.data(), end, value).ptr;
    if (unit == end)
        return value;
    return *unit == 'K' ? value << 10 : *unit == 'M' ? value << 20 : value;
}

/// The folders `prefix` + number.
std::vector<fs::path> numbered(const fs::path& folder, const std::string& prefix) {
    std::vector<fs::path> found;
    std::error_code missing;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, missing)) {
        const std::string name = entry.path().filename().string();
        const bool digits = name.find_first_not_of("0123456789", prefix.size()) == name.npos;
        if (name.size() > prefix.size() && name.starts_with(prefix) && digits)
            found.push_back(entry.path());
    }
    return found;
}

}  // namespace

std::uint64_t last_cache_bytes(const fs::path& processors) {
    std::uint64_t last = 0;
    // Of the level `last`, by the processors that share it: each counts once.
    std::map<std::string, std::uint64_t> caches;
    for (const fs::path& processor : numbered(processors, "cpu")) {
        for (const fs::path& cache : numbered(processor / "cache", "index")) {
            const std::uint64_t level = number(first_line(cache / "level"));
            if (level < last || first_line(cache / "type") == "Instruction")
                continue;
            if (level > last)
                caches.clear();
            last = level;
            caches[first_line(cache / "shared_cpu_list")] = number(first_line(cache / "size"));
        }
    }
    std::uint64_t bytes = 0;
    for (const auto& [sharing, size] : caches)
        bytes += size;
    return bytes;
}

}  // namespace heatlab
