#include "sim/reference.h"

#include <utility>

#include "sim/cpu/denormals.h"
#include "sim/update.h"

namespace heatlab {

ReferenceField::ReferenceField(const Field& initial)
    : size_(initial.size()), cells_(initial.cells().begin(), initial.cells().end()) {}

void ReferenceField::advance(StepRatio r, std::int64_t steps) {
    const double ratio = r.value();
    std::vector<double> next = cells_;
    for (std::int64_t step = 0; step < steps; ++step) {
        for (int row = 1; row < size_.height - 1; ++row) {
            const double* here = &cells_[index(row, 0)];
            const double* above = &cells_[index(row - 1, 0)];
            const double* below = &cells_[index(row + 1, 0)];
            double* out = &next[index(row, 0)];
            for (int col = 1; col < size_.width - 1; ++col) {
                const double sum = above[col] + below[col] + here[col - 1] + here[col + 1];
                out[col] = here[col] + ratio * (sum - 4.0 * here[col]);
            }
        }
        std::swap(cells_, next);
    }
}

double reference_tolerance(std::int64_t steps, double max_abs) {
    return static_cast<double>(steps) * (4.0 * 0x1p-24 * max_abs + 8.0 * 0x1p-126);
}

Field advance_cell_by_cell(const Field& field, StepRatio r, std::int64_t steps) {
    const FlushDenormals flush;
    Field now = field.clone();
    Field next = field.clone();
    const GridSize size = field.size();
    for (std::int64_t step = 0; step < steps; ++step) {
        for (int row = 1; row < size.height - 1; ++row) {
            for (int col = 1; col < size.width - 1; ++col) {
                next.at(row, col) = updated_cell(now.at(row - 1, col), now.at(row, col + 1),
                                                 now.at(row + 1, col), now.at(row, col - 1),
                                                 now.at(row, col), r.value(), r.centre_weight());
            }
        }
        std::swap(now, next);
    }
    return now;
}

}  // namespace heatlab
