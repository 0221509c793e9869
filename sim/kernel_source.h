#pragma once

#include <string_view>

#include "sim/kernel_table.h"

namespace heatlab {

/// The source of a kernel as the compiler got it: built into the program from the same file, so
/// that no file at run time can be another one.
struct KernelSource {
    std::string_view file;  ///< relative to the project's root, "sim/cuda/kernels/tiled.cu"
    std::string_view text;  ///< byte by byte, UTF-8, lines end with \n
};

/// Null where the kernel is not compiled into this program: it does not run on that backend, or the
/// program was built without CUDA. A kernel of several files is shown by the one that computes its
/// rows.
const KernelSource* kernel_source(const KernelInfo& kernel, BackendKind backend);

}  // namespace heatlab
