#include "sim/cuda/field_analyser.h"

#include <algorithm>
#include <limits>
#include <string>

#include "sim/cuda/device_memory.h"
#include "sim/cuda/grid_ends.h"

namespace heatlab::cuda {
namespace {

static_assert(most_analysis_weights == most_projections);

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

Cell cell_of(CellKey key) {
    return {static_cast<int>(key >> 32), static_cast<int>(key & 0xffffffffu)};
}

ExtremeCell extreme_of(const LargestValue& largest, float sign) {
    if (largest.cell == no_cell) {
        return {not_a_number, {}};
    }
    return {sign * largest.value, cell_of(largest.cell)};
}

}  // namespace

int analysis_blocks(const FieldLayout& layout) {
    const auto strips = [](int cells, int each) { return (std::int64_t{cells} + each - 1) / each; };
    return static_cast<int>(std::min<std::int64_t>(
        strips(layout.width, analysis_columns) * strips(layout.height, analysis_rows),
        most_analysis_blocks));
}

LaunchShape analysis_shape(const FieldLayout& layout) {
    return {dim3(static_cast<unsigned>(analysis_blocks(layout))), dim3(analysis_threads)};
}

void FieldAnalyser::set_projections(const std::vector<SeparableWeight>& weights,
                                    cudaStream_t stream) {
    constexpr std::size_t entry_points[] = {0, 1, 2, 4, 8};
    const std::size_t slots = *std::ranges::lower_bound(entry_points, weights.size());
    // Weights that are not there are zero.
    const auto pitch = static_cast<std::size_t>(layout_.pitch);
    std::vector<float> columns(slots * pitch);
    std::vector<float> rows(slots * static_cast<std::size_t>(layout_.height));
    for (std::size_t w = 0; w < weights.size(); ++w) {
        std::ranges::copy(weights[w].columns,
                          columns.begin() + static_cast<std::ptrdiff_t>(w * pitch));
        for (std::size_t row = 0; row < weights[w].rows.size(); ++row) {
            rows[row * slots + w] = weights[w].rows[row];
        }
    }
    projections_ = 0;
    slots_ = 0;
    if (slots > 0) {
        // Freeing the former ones waits for what still reads them.
        columns_ = copied_to_device(columns, stream);
        rows_ = copied_to_device(rows, stream);
    }
    projections_ = weights.size();
    slots_ = slots;
}

void FieldAnalyser::enqueue(const float* field, const Boundaries& boundaries, KernelSet& kernels,
                            AnalysisRecord* destination, cudaStream_t stream) {
    const int blocks = analysis_blocks(layout_);
    if (!records_) {
        records_ =
            make_device_memory(static_cast<std::size_t>(blocks + 1) * sizeof(AnalysisRecord));
    }
    AnalysisRecord* const records = static_cast<AnalysisRecord*>(records_.get());
    AnalysisRecord* const result = records + blocks;
    const ProjectionWeights projection{static_cast<const float*>(columns_.get()),
                                       static_cast<const float*>(rows_.get())};
    kernels.entry("analysis", "analyse_field_" + std::to_string(slots_))
        .launch(analysis_shape(layout_), stream, field, layout_, grid_ends(boundaries), projection,
                records);
    const AnalysisRecord* const found = records;
    kernels.entry("analysis", "finish_analysis")
        .launch({dim3(1), dim3(analysis_threads)}, stream, found, blocks, result);
    HEATLAB_CUDA_CHECK(cudaMemcpyAsync(destination, result, sizeof(AnalysisRecord),
                                       cudaMemcpyDeviceToHost, stream));
}

FieldAnalysis FieldAnalyser::analysis(const AnalysisRecord& record, std::size_t projections,
                                      GridSize grid, const Boundaries& boundaries,
                                      std::int64_t step) {
    FieldAnalysis analysis;
    analysis.step = step;
    analysis.minimum = extreme_of(record.negated_minimum, -1.0f);
    analysis.maximum = extreme_of(record.maximum, 1.0f);
    const auto non_finite = static_cast<std::int64_t>(record.non_finite_cells);
    const std::int64_t finite = grid.cells() - non_finite;
    analysis.mean_square =
        finite > 0 ? record.squares / static_cast<double>(finite) : double{not_a_number};
    // In three dimensions a cell has other neighbours than those that were looked at.
    if (record.change.cell == no_cell || grid.dimensions == 3) {
        const CellRect updated = updated_cells(grid, boundaries);
        analysis.largest_change = {0, {updated.row, updated.col}};
    } else {
        analysis.largest_change = extreme_of(record.change, 1.0f);
    }
    // A fixed cell that is not finite may be nobody's neighbour.
    for (std::size_t w = 0; w < projections; ++w) {
        analysis.projections[w] = non_finite > 0 ? double{not_a_number} : record.projections[w];
    }
    return analysis;
}

}  // namespace heatlab::cuda
