#include "sim/cpu/instruction_set.h"

#include <array>
#include <stdexcept>
#include <string>

#include "sim/cpu/kernel_list.h"

namespace heatlab {
namespace {

template <typename Real>
CpuSteppers<Real> steppers(const CpuKernelList<Real>& list) {
    return {{list.entries, list.count}, list.update_sides};
}

InstructionSet describe(std::string_view title, bool supported, const CpuKernelList<float>& list,
                        const CpuKernelList<double>& list64, const CpuReaderList& readers) {
    return {.title = title,
            .supported = supported,
            .float32 = steppers(list),
            .float64 = steppers(list64),
            .reduce = readers.reduce,
            .analyse = readers.analyse,
            .find_outside = readers.find_outside,
            .advance_strip = readers.advance_strip,
            .advance_tile_of = readers.advance_tile_of,
            .lanes = list.lanes};
}

}  // namespace

template <typename Real>
BasicCpuKernel<Real> InstructionSet::kernel(std::string_view name) const {
    for (const BasicCpuKernelEntry<Real>& entry : steppers<Real>().kernels) {
        if (entry.name == name)
            return entry.run;
    }
    throw std::logic_error("no source in sim/cpu/kernels/ for the kernel " + std::string(name) +
                           " with cells of " + std::string(to_string(cell_type_of<Real>())));
}

template BasicCpuKernel<float> InstructionSet::kernel(std::string_view) const;
template BasicCpuKernel<double> InstructionSet::kernel(std::string_view) const;

std::span<const InstructionSet> instruction_sets() {
    static const std::array<InstructionSet, 3> sets = {
        describe("AVX-512", __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("fma"),
                 avx512::kernel_list, avx512_float64::kernel_list, avx512::reader_list),
        describe("AVX2", __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"),
                 avx2::kernel_list, avx2_float64::kernel_list, avx2::reader_list),
        describe("x86-64", true, baseline::kernel_list, baseline_float64::kernel_list,
                 baseline::reader_list),
    };
    return sets;
}

const InstructionSet& best_instruction_set() {
    for (const InstructionSet& set : instruction_sets()) {
        if (set.supported)
            return set;
    }
    throw std::logic_error("no instruction set is supported");
}

}  // namespace heatlab
