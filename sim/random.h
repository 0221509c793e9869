#pragma once

#include <cstdint>

namespace heatlab {

/// Output `index` of SplitMix64 (Steele, Lea and Flood, 2014) started at `seed`: any of them at
/// once, so that data is the same on every machine and with any number of threads.
inline std::uint64_t splitmix64(std::uint64_t seed, std::uint64_t index) {
    std::uint64_t z = seed + (index + 1) * 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/// In [0, 1), a multiple of 2^-24: exact in float32. From the top 24 bits of that output.
inline float random_fraction(std::uint64_t seed, std::uint64_t index) {
    return static_cast<float>(splitmix64(seed, index) >> 40) * 0x1p-24f;
}

}  // namespace heatlab
