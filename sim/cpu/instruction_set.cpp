#include "sim/cpu/instruction_set.h"

#include <array>
#include <stdexcept>
#include <string>

#include "sim/cpu/kernel_list.h"

namespace heatlab {
namespace {

InstructionSet describe(std::string_view title, bool supported, const CpuKernelList& list) {
    return {.title = title,
            .supported = supported,
            .kernels = {list.entries, list.count},
            .reduce = list.reduce,
            .update_sides = list.update_sides,
            .analyse = list.analyse,
            .find_outside = list.find_outside,
            .advance_strip = list.advance_strip,
            .advance_tile_of = list.advance_tile_of,
            .lanes = list.lanes};
}

}  // namespace

CpuKernel InstructionSet::kernel(std::string_view name) const {
    for (const CpuKernelEntry& entry : kernels) {
        if (entry.name == name)
            return entry.run;
    }
    throw std::logic_error("no source in sim/cpu/kernels/ for the kernel " + std::string(name));
}

std::span<const InstructionSet> instruction_sets() {
    static const std::array<InstructionSet, 3> sets = {
        describe("AVX-512", __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("fma"),
                 avx512::kernel_list),
        describe("AVX2", __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"),
                 avx2::kernel_list),
        describe("x86-64", true, baseline::kernel_list),
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
