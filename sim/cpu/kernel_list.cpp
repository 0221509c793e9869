#include "sim/cpu/kernel_list.h"

#include "sim/cpu/simd.h"

namespace heatlab::HEATLAB_ISA {

// The generated list has one HEATLAB_CPU_KERNEL(name) per file in sim/cpu/kernels/ that is compiled
// for this type of cells.
#define HEATLAB_CPU_KERNEL(name) void name(const Launch&, int, int);
#include "cpu_kernels.inc"
#undef HEATLAB_CPU_KERNEL

void update_sides(const Launch&, const GridEnds&, int, int);

namespace {

constexpr BasicCpuKernelEntry<Real> entries[] = {
#define HEATLAB_CPU_KERNEL(name) {#name, name},
#include "cpu_kernels.inc"
#undef HEATLAB_CPU_KERNEL
};

}  // namespace

extern const CpuKernelList<Real> kernel_list = {entries, sizeof entries / sizeof entries[0],
                                                update_sides, lanes};

}  // namespace heatlab::HEATLAB_ISA
