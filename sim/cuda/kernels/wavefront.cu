// Many steps per pass over memory. A block is a chain of warps that works its way down a strip of
// the field; each warp takes a few steps (four here) and hands rows on to the next:
//
//     field -> warp 0 -> warp 1 -> ... -> last warp -> field
//              1 - 4     5 - 8            to 4 n steps
//
// A lane keeps its columns of those levels in registers (row_body.cuh). Rows travel between warps
// through rings of slots in shared memory (rings.cuh, bulk_hand_off.cuh). The outermost columns of
// a strip go wrong, by one a step, so strips overlap; so do a strip's parts, the segments, in rows.
// The planner on the host deals segments to chains such that all have the same to do
// (sim/cuda/wavefront/).

#include "sim/cuda/kernels/real.h"
#include "sim/cuda/kernels/wavefront/hand_off.cuh"
#include "sim/cuda/kernels/wavefront/row_body.cuh"

using namespace heatlab::cuda;
using namespace heatlab::cuda::wavefront;

using Compiled = Variants<Real>;

namespace {

/// Bounds of the slots of a segment in which a warp does one thing, as the first source row of the
/// slot: rows reach warp w `lag` = 4 w rows late.
template <typename Shape>
struct WarpRows {
    int end;
    int needed;        ///< before: nothing that the segment's cells depend on
    int top_end;       ///< before: the grid's first row may be among the rows
    int bottom_begin;  ///< from here on: its last row may be among them

    __device__ __forceinline__ WarpRows(const Segment& segment,
                                        const Chain<typename Shape::Real>& chain) {
        const int begin = segment.first_source_row;
        const int lag = chain.warp * Shape::levels;
        const int steps = chain.warps * Shape::levels;
        end = begin + segment.slots * rows_per_slot;
        // What has come to level n is right n rows further down only.
        needed = max(begin + lag, segment.first_row - steps + 2 * lag) - rows_per_slot + 1;
        top_end = begin == 0 ? lag + Shape::levels + 1 : begin;
        bottom_begin = min(end, chain.layout.height + 1 + lag - rows_per_slot);
    }
};

template <typename Shape, int arriving_lanes>
__device__ __forceinline__ void advance_segment(const Chain<Real>& chain, const Segment& segment,
                                                HandOff<Shape, arriving_lanes>& hand_off,
                                                LaneState<Shape>& state, Real r,
                                                Real centre_weight) {
    TargetRows<Shape> target(chain, segment);
    const WarpRows<Shape> rows(segment, chain);
    const bool sides = segment.left_wall != 0 || segment.right_wall_col >= 0;
    LaneWalls walls;
    walls.left = segment.left_wall != 0 && chain.lane == 0;
    walls.right_col = chain.lane == 31 ? segment.right_wall_col : -1;
    walls.last_row = chain.layout.height - 1;
    const unsigned own = chain.lane * Shape::lane_bytes;
    const int lag = chain.warp * Shape::levels;

    int row = segment.first_source_row;
    const auto pass_slot = [&](const auto& advance) {
        hand_off.wait_for_slots();
        advance();
        hand_off.pass_on(target);
        row += rows_per_slot;
    };
    const auto advance_with = [&](auto with) {
        walls.row = row - lag - 1;
        advance_slot<Shape, with.walls>(state, hand_off.input() + own, hand_off.output() + own, r,
                                        centre_weight, walls);
    };
#pragma unroll 1
    while (row < rows.needed && row < rows.end) {
        pass_slot([] {});
    }
    // With the grid's first row, without, with its last row, and then nothing is left: two rounds
    // through one copy of the code.
#pragma unroll 1
    for (int round = 0; round < 2; ++round) {
        const int walls_end = round == 0 ? min(rows.top_end, rows.end) : rows.end;
#pragma unroll 1
        while (row < walls_end) {
            pass_slot([&] { advance_with(With<Walls::all>{}); });
        }
        if (round > 0) {
            break;
        }
        if (sides) {
#pragma unroll 1
            while (row < rows.bottom_begin) {
                pass_slot([&] { advance_with(With<Walls::sides>{}); });
            }
        } else {
#pragma unroll 1
            while (row < rows.bottom_begin) {
                pass_slot([&] { advance_with(With<Walls::none>{}); });
            }
        }
    }
}

template <typename Shape, int arriving_lanes = 1>
__device__ __forceinline__ void advance_chain(Chain<Real> chain, const int* first_segment, Real r,
                                              Real centre_weight) {
    extern __shared__ __align__(128) unsigned char rings[];
    chain.shared = static_cast<unsigned>(__cvta_generic_to_shared(rings));
    // Opaque, or the compiler would compute each slot's address anew.
    asm volatile("" : "+r"(chain.shared));
    chain.lane = threadIdx.x % 32;
    chain.warps = blockDim.x / 32;
    // By a shuffle, so that the compiler knows it to be equal in all lanes.
    chain.warp = __shfl_sync(0xffffffffu, threadIdx.x / 32, 0);
    HandOff<Shape, arriving_lanes>::set_up(chain);
    chain.end = chain.segments + first_segment[blockIdx.x + 1];
    chain.segments += first_segment[blockIdx.x];
    if (chain.segments == chain.end) {
        return;
    }
    LaneState<Shape> state{};
    HandOff<Shape, arriving_lanes> hand_off(chain);
#pragma unroll 1
    for (const Segment* segment = chain.segments; segment != chain.end; ++segment) {
        advance_segment(chain, *segment, hand_off, state, r, centre_weight);
    }
    hand_off.finish();
}

}  // namespace

/// One block a chain, in the first of two variants. Chain b does the segments from first_segment[b]
/// to the one before first_segment[b + 1].
extern "C" __global__ void __launch_bounds__(32 * Compiled::most_first_warps,
                                             Compiled::first_blocks)
    heatlab_wavefront(const Real* __restrict__ u, Real* __restrict__ next, FieldLayout layout,
                      Real r, Real centre_weight, const Segment* __restrict__ segments,
                      const int* __restrict__ first_segment) {
    advance_chain<Compiled::First>({u, next, layout, segments}, first_segment, r, centre_weight);
}

/// The same in the second variant, see chain_layout.h.
extern "C" __global__ void __launch_bounds__(32 * Compiled::most_second_warps, 1)
    heatlab_wavefront_second(const Real* __restrict__ u, Real* __restrict__ next,
                             FieldLayout layout, Real r, Real centre_weight,
                             const Segment* __restrict__ segments,
                             const int* __restrict__ first_segment) {
    advance_chain<Compiled::Second>({u, next, layout, segments}, first_segment, r, centre_weight);
}

/// The first one again, for tools that follow single threads: see sim/cuda/wavefront/passes.h.
extern "C" __global__ void __launch_bounds__(32 * Compiled::most_first_warps,
                                             Compiled::first_blocks)
    heatlab_wavefront_every_lane(const Real* __restrict__ u, Real* __restrict__ next,
                                 FieldLayout layout, Real r, Real centre_weight,
                                 const Segment* __restrict__ segments,
                                 const int* __restrict__ first_segment) {
    advance_chain<Compiled::First, 32>({u, next, layout, segments}, first_segment, r,
                                       centre_weight);
}
