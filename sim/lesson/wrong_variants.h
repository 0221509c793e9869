#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "sim/grid.h"
#include "sim/kernel_source.h"
#include "sim/kernel_table.h"
#include "sim/step_ratio.h"

// Ways to get the scheme wrong, on purpose: a lesson shows one beside the right field, on a copy of
// it. They are no kernels: not in the kernel table, and no option, panel or preset names them. A
// lesson asks for one through ComparedView::wrong.

namespace heatlab {

namespace lesson {
struct PlainGrid;
}

enum class WrongVariant {
    one_buffer_filled,
    in_place,
    no_load_guard,
    no_store_guard,
    barrier_in_guard
};

struct WrongVariantInfo {
    WrongVariant variant = WrongVariant::in_place;
    std::string_view title;  ///< "in place"
    /// Name and sentence as a kernel's card has them. Runs on no backend, so that no simulation
    /// takes it for one of its kernels. Fixed walls only.
    KernelInfo kernel;
    void (*step)(const lesson::PlainGrid& grid) = nullptr;
    bool fills_both = true;   ///< both arrays get the start
    bool two_buffers = true;  ///< a step writes another array than it reads
};

std::span<const WrongVariantInfo> wrong_variants();
const WrongVariantInfo& info_of(WrongVariant variant);
/// Throws InputError (argument "wrong") naming those that exist.
const WrongVariantInfo& find_wrong_variant(std::string_view name);
/// The text of the file with the wrong line.
const KernelSource& source_of(WrongVariant variant);
/// Of that the function with the wrong line, marked "// Wrong: ".
std::string_view wrong_function(WrongVariant variant);

/// A variant at work on arrays of its own: rows without padding, and around the cells room that is
/// nobody's, so that a wrong index does no harm. Used from one thread; denormals are flushed by
/// that thread.
class WrongRun {
public:
    /// Throws std::bad_alloc.
    WrongRun(WrongVariant variant, GridSize grid);

    const WrongVariantInfo& info() const { return info_; }
    /// From the start on: fills the arrays, or one of them. `row_of(row)` is where a row's cells
    /// are.
    template <typename RowOf>
    void start(const RowOf& row_of) {
        std::vector<float> cells(static_cast<std::size_t>(grid_.cells()));
        for (int row = 0; row < grid_.height; ++row)
            std::copy_n(row_of(row), grid_.width, cells.data() + std::ptrdiff_t{row} * grid_.width);
        fill(cells);
    }
    /// The current field's cells in `row`, to be read, or changed between steps.
    float* row(int row) { return cells(current_) + std::ptrdiff_t{row} * grid_.width; }
    /// Returns how many steps were taken before `stop`.
    std::int64_t advance(StepRatio r, std::int64_t steps, const std::atomic<bool>& stop);

private:
    float* cells(std::vector<float>& array) { return array.data() + room_; }
    void fill(const std::vector<float>& start);

    const WrongVariantInfo& info_;
    GridSize grid_;
    std::ptrdiff_t room_;  ///< floats before the first cell, and behind the last
    std::vector<float> current_;
    std::vector<float> other_;  ///< empty where there is one array
};

}  // namespace heatlab
