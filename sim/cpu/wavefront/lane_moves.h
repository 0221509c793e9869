#pragma once

#include <cstddef>
#include <utility>

#include "sim/cpu/simd.h"

// Moves between lanes, for any number of them. The numbers of a shuffle are computed from lane
// numbers: 0 to lanes - 1 name the first operand, from `lanes` on the second.

namespace heatlab::HEATLAB_ISA {

typedef float Quad __attribute__((vector_size(16)));
typedef float UnalignedQuad __attribute__((vector_size(16), aligned(4)));

/// `From` says for each lane of the result where it comes from.
template <typename From>
inline Pack shuffled(Pack a, Pack b, From) {
    return {[&]<int... Lane>(std::integer_sequence<int, Lane...>){
        return __builtin_shufflevector(a.v, b.v, From{}(Lane)...);
}
(std::make_integer_sequence<int, lanes>{})
};  // namespace heatlab::HEATLAB_ISA
}

/// Lane k holds lane k - 1 of `pack`, lane 0 holds `first`.
inline Pack shift_in(Pack pack, float first) {
    struct From {
        constexpr int operator()(int lane) const { return lane == 0 ? lanes : lane - 1; }
    };
    return shuffled(pack, Pack::broadcast(first), From{});
}

/// `lanes` / 4 groups of four floats, `apart` floats from one to the next.
template <int Quads = lanes / 4>
inline auto load_quads(const float* at, std::ptrdiff_t apart) {
    if constexpr (Quads == 1) {
        return static_cast<Quad>(*reinterpret_cast<const UnalignedQuad*>(at));
    } else {
        return [&]<int... Lane>(std::integer_sequence<int, Lane...>) {
            return __builtin_shufflevector(load_quads<Quads / 2>(at, apart),
                                           load_quads<Quads / 2>(at + Quads / 2 * apart, apart),
                                           Lane...);
        }
        (std::make_integer_sequence<int, Quads * 4>{});
    }
}

/// In each group of four lanes, transposes the four packs as a 4 x 4 matrix.
inline void transpose_in_quads(Pack& a, Pack& b, Pack& c, Pack& d) {
    struct Low {  // a0 b0 a1 b1
        constexpr int operator()(int lane) const {
            return lane / 4 * 4 + lane % 4 / 2 + (lane % 2) * lanes;
        }
    };
    struct High {  // a2 b2 a3 b3
        constexpr int operator()(int lane) const { return Low{}(lane) + 2; }
    };
    struct LowPair {  // a0 a1 b0 b1
        constexpr int operator()(int lane) const {
            return lane / 4 * 4 + lane % 2 + (lane % 4 / 2) * lanes;
        }
    };
    struct HighPair {  // a2 a3 b2 b3
        constexpr int operator()(int lane) const { return LowPair{}(lane) + 2; }
    };
    const Pack ab_low = shuffled(a, b, Low{});
    const Pack ab_high = shuffled(a, b, High{});
    const Pack cd_low = shuffled(c, d, Low{});
    const Pack cd_high = shuffled(c, d, High{});
    a = shuffled(ab_low, cd_low, LowPair{});
    b = shuffled(ab_low, cd_low, HighPair{});
    c = shuffled(ab_high, cd_high, LowPair{});
    d = shuffled(ab_high, cd_high, HighPair{});
}

/// Exchanges the odd blocks of `Width` lanes of `a` with the even ones of `b`: a step of a
/// transposition.
template <int Width>
inline void exchange_blocks(Pack& a, Pack& b) {
    struct Even {
        constexpr int operator()(int lane) const {
            return lane / Width % 2 == 0 ? lane : lanes + lane - Width;
        }
    };
    struct Odd {
        constexpr int operator()(int lane) const {
            return lane / Width % 2 == 0 ? lane + Width : lanes + lane;
        }
    };
    const Pack even = shuffled(a, b, Even{});
    b = shuffled(a, b, Odd{});
    a = even;
}

}  // namespace heatlab::HEATLAB_ISA
