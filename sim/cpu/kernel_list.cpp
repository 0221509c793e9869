#include "sim/cpu/kernel_list.h"

#include "sim/cpu/simd.h"

namespace heatlab::HEATLAB_ISA {

// The generated list has one HEATLAB_CPU_KERNEL(name) per file in sim/cpu/kernels/.
#define HEATLAB_CPU_KERNEL(name) void name(const CpuLaunch&, int, int);
#include "cpu_kernels.inc"
#undef HEATLAB_CPU_KERNEL

void reduce(const ReduceJob&, int, int, float*, PartialStatistics&);
void analyse(const AnalyseJob&, int, int, float*, PartialAnalysis&);
bool find_outside(const float*, std::ptrdiff_t, int, int, int, float, float);
void update_sides(const CpuLaunch&, const GridEnds&, int, int);
void advance_strip(const StripTask&);
ghost::RunTile advance_tile_of(std::size_t);

namespace {

constexpr CpuKernelEntry entries[] = {
#define HEATLAB_CPU_KERNEL(name) {#name, name},
#include "cpu_kernels.inc"
#undef HEATLAB_CPU_KERNEL
};

}  // namespace

extern const CpuKernelList kernel_list = {
    entries,       sizeof entries / sizeof entries[0], reduce, update_sides, analyse, find_outside,
    advance_strip, advance_tile_of,     lanes};

}  // namespace heatlab::HEATLAB_ISA
