#include "sim/memory.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>
#include <string>

#include "sim/cpu/cpu_memory.h"
#include "sim/errors.h"
#include "sim/simulation.h"
#include "sim/text.h"

namespace heatlab {
namespace {

namespace fs = std::filesystem;

std::uint64_t meminfo_bytes(const std::string& key) {
    std::ifstream file("/proc/meminfo");
    std::uint64_t kibibytes = 0;
    for (std::string line; std::getline(file, line);) {
        if (line.rfind(key + ":", 0) != 0)
            continue;
        const char* digits = line.data() + line.find_first_of("0123456789");
        std::from_chars(digits, line.data() + line.size(), kibibytes);
        return kibibytes * 1024;
    }
    return std::numeric_limits<std::uint64_t>::max() / 4;  // unknown: let the allocation decide
}

/// The number in a one-line file; none where it is missing or says "max".
std::optional<std::uint64_t> number_in(const fs::path& path) {
    std::ifstream file(path);
    std::uint64_t value = 0;
    if (file >> value)
        return value;
    return std::nullopt;
}

/// Page cache that the kernel gives up before it refuses memory.
std::uint64_t reclaimable_in(const fs::path& group) {
    std::ifstream file(group / "memory.stat");
    std::string name;
    for (std::uint64_t value = 0; file >> name >> value;) {
        if (name == "inactive_file")
            return value;
    }
    return 0;
}

/// What one control group leaves; the files are named differently in versions 1 and 2.
std::uint64_t left_in_group(const fs::path& group, const char* limit_name, const char* used_name) {
    const auto limit = number_in(group / limit_name);
    const auto used = number_in(group / used_name);
    if (!limit || !used)
        return std::numeric_limits<std::uint64_t>::max();
    const std::uint64_t firmly_used = *used - std::min(*used, reclaimable_in(group));
    return *limit - std::min(*limit, firmly_used);
}

/// Smallest of what this process's control group and all those above it leave.
std::uint64_t left_in_control_groups() {
    std::uint64_t left = std::numeric_limits<std::uint64_t>::max();
    std::ifstream file("/proc/self/cgroup");
    for (std::string line; std::getline(file, line);) {
        // "0::/path" is version 2, "7:memory:/path" version 1.
        const auto first = line.find(':');
        const auto second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos)
            continue;
        const std::string controllers = line.substr(first + 1, second - first - 1);
        const bool version2 = controllers.empty();
        if (!version2 && controllers != "memory")
            continue;
        const fs::path root = version2 ? "/sys/fs/cgroup" : "/sys/fs/cgroup/memory";
        const char* limit = version2 ? "memory.max" : "memory.limit_in_bytes";
        const char* used = version2 ? "memory.current" : "memory.usage_in_bytes";
        fs::path inside = fs::path(line.substr(second + 1)).relative_path();
        while (true) {
            left = std::min(left, left_in_group(root / inside, limit, used));
            if (inside.empty())
                break;
            inside = inside.parent_path();
        }
    }
    return left;
}

}  // namespace

std::uint64_t saturating_product(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
    std::uint64_t product = 0;
    if (__builtin_mul_overflow(a, b, &product) || __builtin_mul_overflow(product, c, &product)) {
        return std::numeric_limits<std::uint64_t>::max();
    }
    return product;
}

std::uint64_t saturating_sum(std::uint64_t a, std::uint64_t b) {
    return a + std::min(b, std::numeric_limits<std::uint64_t>::max() - a);
}

std::uint64_t field_bytes(GridSize grid, CellType type) {
    return static_cast<std::uint64_t>(grid.cells()) * bytes_of(type);
}

std::uint64_t available_host_memory() {
    return std::min(meminfo_bytes("MemAvailable"), left_in_control_groups());
}

std::uint64_t total_host_memory() {
    return meminfo_bytes("MemTotal");
}

std::uint64_t simulation_bytes(GridSize grid, BackendKind backend, CellType type) {
    if (grid.width < 1 || grid.height < 1 || grid.depth < 1)
        return 0;
    // Two buffers of cells; and, of float64, one of what is seen of them in float32.
    const bool wide = type == CellType::float64;
    if (backend == BackendKind::cpu)
        return saturating_sum(saturating_product(cpu_buffer_bytes(grid, type), 2, 1),
                              wide ? cpu_buffer_bytes(grid, CellType::float32) : 0);
    // Rows on lines of 128 bytes, as sim/cuda/layout.h has them.
    const auto pitch = (static_cast<std::uint64_t>(grid.width) + 31) / 32 * 32;
    const std::uint64_t bytes_of_a_cell = 2 * bytes_of(type) + (wide ? sizeof(float) : 0);
    return saturating_product(bytes_of_a_cell, pitch, static_cast<std::uint64_t>(grid.rows()));
}

void require_memory(GridSize grid, std::uint64_t needed, std::uint64_t available,
                    const char* where) {
    if (grid.width < 1 || grid.height < 1 || grid.depth < 1) {
        throw InputError("--grid", grid_text(grid), "each side is at least 1 cell");
    }
    if (needed > available) {
        throw InputError("--grid", grid_text(grid),
                         "needs " + bytes_text(needed) + ", and " + where + " has " +
                             bytes_text(available) + " left; choose a smaller grid");
    }
}

}  // namespace heatlab
