#include "sim/reference.h"

#include <algorithm>
#include <span>
#include <utility>

#include "sim/cpu/denormals.h"
#include "sim/update.h"

namespace heatlab {
namespace {

/// A field with a ghost cell beyond each end of its rows and columns. Those beyond a fixed side are
/// never read.
template <typename Value>
class GhostedField {
public:
    GhostedField(GridSize size, const Boundaries& boundaries)
        : size_(size),
          boundaries_(boundaries),
          pitch_(static_cast<std::size_t>(size.width) + 2),
          cells_(pitch_ * (static_cast<std::size_t>(size.height) + 2)) {}

    /// Cell (0, 0) of the grid is at 0; the row before is `pitch` cells before it.
    Value* row(int row) { return &cells_[pitch_ * (static_cast<std::size_t>(row) + 1) + 1]; }
    std::ptrdiff_t pitch() const { return static_cast<std::ptrdiff_t>(pitch_); }

    void fill_ghosts() {
        const auto source = [](BoundaryKind kind, int own, int opposite) {
            return kind == BoundaryKind::periodic ? opposite : own;
        };
        const int last_row = size_.height - 1;
        const int last_col = size_.width - 1;
        std::copy_n(row(source(boundaries_.top, 0, last_row)), size_.width, row(-1));
        std::copy_n(row(source(boundaries_.bottom, last_row, 0)), size_.width, row(last_row + 1));
        for (int i = 0; i < size_.height; ++i) {
            Value* cells = row(i);
            cells[-1] = cells[source(boundaries_.left, 0, last_col)];
            cells[last_col + 1] = cells[source(boundaries_.right, last_col, 0)];
        }
    }

private:
    GridSize size_;
    Boundaries boundaries_;
    std::size_t pitch_;
    std::vector<Value> cells_;
};

/// `steps` times `cells` = update(north, east, south, west, centre) where the boundaries let them
/// change.
template <typename Value, typename Update>
void advance_ghosted(std::span<Value> cells, GridSize size, const Boundaries& boundaries,
                     std::int64_t steps, const Update& update) {
    GhostedField<Value> ghosted(size, boundaries);
    const CellRect changing = updated_cells(size, boundaries);
    const auto dense_row = [&](int row) {
        return cells.data() + static_cast<std::ptrdiff_t>(row) * size.width;
    };
    for (std::int64_t step = 0; step < steps; ++step) {
        for (int row = 0; row < size.height; ++row)
            std::copy_n(dense_row(row), size.width, ghosted.row(row));
        ghosted.fill_ghosts();
        for (int row = changing.row; row < changing.row + changing.height; ++row) {
            const Value* here = ghosted.row(row);
            const Value* above = here - ghosted.pitch();
            const Value* below = here + ghosted.pitch();
            Value* out = dense_row(row);
            for (int col = changing.col; col < changing.col + changing.width; ++col)
                out[col] = update(above[col], here[col + 1], below[col], here[col - 1], here[col]);
        }
    }
}

/// The same in three dimensions, where all faces are fixed: `cells` = update(north, east, south,
/// west, up, down, centre).
template <typename Value, typename Update>
void advance_box(std::span<Value> cells, GridSize size, std::int64_t steps, const Update& update) {
    const CellRect changing = updated_cells(size, {});
    const std::ptrdiff_t to_south = size.width;
    const std::ptrdiff_t to_down = to_south * size.height;
    std::vector<Value> before;
    for (std::int64_t step = 0; step < steps; ++step) {
        before.assign(cells.begin(), cells.end());
        for (int row = 0; row < size.rows(); ++row) {
            if (!is_updated_row(size, changing, row))
                continue;
            for (int col = changing.col; col < changing.col + changing.width; ++col) {
                const Value* u = before.data() + row * to_south + col;
                cells[static_cast<std::size_t>(row * to_south + col)] =
                    update(u[-to_south], u[1], u[to_south], u[-1], u[-to_down], u[to_down], *u);
            }
        }
    }
}

}  // namespace

template <typename Value>
BasicReferenceField<Value>::BasicReferenceField(const BasicField<Real>& initial,
                                                const Boundaries& boundaries)
    : size_(initial.size()),
      boundaries_(fitted(boundaries, initial.size().dimensions)),
      cells_(initial.cells().begin(), initial.cells().end()) {}

template <typename Value>
void BasicReferenceField<Value>::advance(StepRatio r, std::int64_t steps) {
    const Value ratio = r.value_as<Real>();
    if (size_.dimensions == 3) {
        advance_box<Value>(cells_, size_, steps,
                           [ratio](Value north, Value east, Value south, Value west, Value up,
                                   Value down, Value centre) {
                               const Value sum = north + south + west + east + up + down;
                               return centre + ratio * (sum - 6 * centre);
                           });
        return;
    }
    // In one dimension the row's insulated sides give its cells themselves twice.
    advance_ghosted<Value>(cells_, size_, boundaries_, steps,
                           [ratio](Value north, Value east, Value south, Value west, Value centre) {
                               return centre + ratio * (north + south + west + east - 4 * centre);
                           });
}

double reference_tolerance(std::int64_t steps, double max_abs, CellType type) {
    const double of_a_step = type == CellType::float64 ? 5 * 0x1p-53 * max_abs + 8 * 0x1p-1074
                                                       : 4 * 0x1p-24 * max_abs + 8 * 0x1p-126;
    return static_cast<double>(steps) * of_a_step;
}

template <typename Real>
BasicField<Real> advance_cell_by_cell(const BasicField<Real>& field, StepRatio r,
                                      std::int64_t steps, const Boundaries& boundaries) {
    const DenormalMode denormals(cell_type_of<Real>());
    BasicField<Real> advanced = field.clone();
    const Real ratio = r.value_as<Real>();
    const Real centre_weight = r.centre_weight_as<Real>();
    const int dimensions = field.size().dimensions;
    if (dimensions == 3) {
        advance_box<Real>(
            advanced.cells(), field.size(), steps,
            [=](Real north, Real east, Real south, Real west, Real up, Real down, Real centre) {
                return updated_box_cell(north, east, south, west, up, down, centre, ratio,
                                        centre_weight);
            });
    } else if (dimensions == 1) {
        advance_ghosted<Real>(advanced.cells(), field.size(), fitted(boundaries, 1), steps,
                              [=](Real, Real east, Real, Real west, Real centre) {
                                  return updated_line_cell(west, east, centre, ratio,
                                                           centre_weight);
                              });
    } else {
        advance_ghosted<Real>(advanced.cells(), field.size(), boundaries, steps,
                              [=](Real north, Real east, Real south, Real west, Real centre) {
                                  return updated_cell(north, east, south, west, centre, ratio,
                                                      centre_weight);
                              });
    }
    return advanced;
}

template class BasicReferenceField<double>;
template class BasicReferenceField<long double>;
template Field advance_cell_by_cell(const Field&, StepRatio, std::int64_t, const Boundaries&);
template Field64 advance_cell_by_cell(const Field64&, StepRatio, std::int64_t, const Boundaries&);

}  // namespace heatlab
