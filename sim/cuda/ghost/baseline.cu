// What times of zones are measured against: a launch that does nothing, and plain kernels that do
// nothing but move memory.

namespace {

constexpr int threads = 256;
constexpr int at_once = 4;  // loads of a thread before the first is used

/// value(i) of all i below `count`, at_once of them loaded before use(i, value) gets the first.
template <typename Load, typename Use>
__device__ __forceinline__ void for_all(size_t count, const Load& load, const Use& use) {
    const size_t stride = size_t(gridDim.x) * blockDim.x;
    size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
    for (; i + (at_once - 1) * stride < count; i += at_once * stride) {
        decltype(load(i)) loaded[at_once];
#pragma unroll
        for (int j = 0; j < at_once; ++j) {
            loaded[j] = load(i + j * stride);
        }
#pragma unroll
        for (int j = 0; j < at_once; ++j) {
            use(i + j * stride, loaded[j]);
        }
    }
    for (; i < count; i += stride) {
        use(i, load(i));
    }
}

}  // namespace

extern "C" __global__ void __launch_bounds__(threads) heatlab_zone_empty() {}

extern "C" __global__ void __launch_bounds__(threads)
    heatlab_zone_copy(const int4* first, const int4*, int4* to, size_t count) {
    for_all(
        count, [&](size_t i) { return first[i]; }, [&](size_t i, const int4& v) { to[i] = v; });
}

extern "C" __global__ void __launch_bounds__(threads)
    heatlab_zone_add(const int4* first, const int4* second, int4* to, size_t count) {
    for_all(
        count,
        [&](size_t i) {
            const int4 a = first[i];
            const int4 b = second[i];
            return int4{a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w};
        },
        [&](size_t i, const int4& v) { to[i] = v; });
}

/// Stores nothing unless all that a thread loads adds up to one number that it does not.
extern "C" __global__ void __launch_bounds__(threads)
    heatlab_zone_read(const int4* first, const int4*, int4* to, size_t count) {
    int sum = 0;
    for_all(
        count, [&](size_t i) { return first[i]; },
        [&](size_t, const int4& v) { sum |= v.x | v.y | v.z | v.w; });
    if (sum == -1) {
        to[0].x = sum;
    }
}

/// Cells that are 0 or 1, as int32 (`one` = 1) or float32 (the bits of 1.0f), in no order.
extern "C" __global__ void __launch_bounds__(threads)
    heatlab_zone_fill(int* cells, int one, size_t count) {
    const size_t stride = size_t(gridDim.x) * blockDim.x;
    for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < count; i += stride) {
        // Knuth's multiplicative hash; its high bits are the good ones.
        cells[i] = (unsigned(i) * 2654435761u) >> 31 ? one : 0;
    }
}
