#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <map>
#include <string>

#include "sim/cuda/kernels/field_layout.h"
#include "sim/cuda/loader.h"
#include "sim/kernel_table.h"
#include "sim/step_ratio.h"

namespace heatlab::cuda {

/// Blocks of `threads` (x, y) that cover `width` x `height` when each covers `cells_x` x `cells_y`;
/// tall grids go on along z (see block_row in kernels/device_grid.cuh).
LaunchShape cover(std::int64_t width, std::int64_t height, dim3 threads, int cells_x, int cells_y);

/// How a kernel of the table that does not plan its batches is launched over a field. One that
/// walks through slices has its blocks along x, and those along y and the slices, in this order,
/// where a tall grid has rows of blocks.
LaunchShape launch_shape(const KernelInfo& info, const FieldLayout& layout,
                         CellType type = CellType::float32);

/// Of the whole launch, those included that have nothing to do.
std::int64_t warps_of(const LaunchShape& shape);

/// A kernel of the table, ready to be launched on one grid.
struct StepKernel {
    Kernel advance;
    Kernel advance_to_texture;  ///< of two dimensions, but for `copy`, `texture` and planners
    LaunchShape shape;
    int steps_per_launch = 1;
    bool advances = true;
};

/// The images of one simulation, each loaded when first used.
class KernelSet {
public:
    explicit KernelSet(const FieldLayout& layout, CellType type = CellType::float32)
        : layout_(layout), type_(type) {}

    CellType cell_type() const { return type_; }

    /// Throws DeviceError.
    const StepKernel& step_kernel(const KernelInfo& info);
    /// An entry point of a helper image: entry("readings", "scan_field").
    Kernel entry(const std::string& image, const std::string& name);
    /// The same of an image that exists for each type of cells: that for this field's.
    Kernel entry_for_cells(const std::string& image, const std::string& name) {
        return entry(image_for_cells(image), name);
    }

private:
    const KernelLibrary& library(const std::string& image);
    std::string image_for_cells(const std::string& image) const {
        return type_ == CellType::float32 ? image : image + "_" + std::string(to_string(type_));
    }

    FieldLayout layout_;
    CellType type_;
    std::map<std::string, KernelLibrary> libraries_;
    std::map<std::string, StepKernel, std::less<>> step_kernels_;
    std::map<std::string, Kernel> entries_;
};

}  // namespace heatlab::cuda
