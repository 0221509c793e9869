#pragma once

#include <cstddef>
#include <memory>
#include <new>

namespace heatlab {

/// Alignment of all that packs load and store: a cache line, and the widest pack.
inline constexpr std::align_val_t pack_alignment{64};

struct AlignedDelete {
    void operator()(void* memory) const { ::operator delete[](memory, pack_alignment); }
};

/// An array aligned to `pack_alignment`.
template <typename Value>
using AlignedArray = std::unique_ptr<Value[], AlignedDelete>;

/// Not initialised. Throws std::bad_alloc.
template <typename Value>
AlignedArray<Value> aligned_array(std::size_t count) {
    return AlignedArray<Value>(new (pack_alignment) Value[count]);
}

}  // namespace heatlab
