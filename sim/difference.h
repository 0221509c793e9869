#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "sim/grid.h"
#include "sim/picture.h"

namespace heatlab {

class Simulation;

/// The first cell, row by row, in which two fields differ.
struct DifferingCell {
    Cell cell;
    float first = 0;   ///< value in the first field
    float second = 0;  ///< value in the second
};

/// Two fields of the same grid compared cell by cell, where they live. Cells are the same where
/// `same_value` says so: equal bits, or NaN in both.
struct FieldDifference {
    std::int64_t first_step = 0;  ///< of the first field
    std::int64_t second_step = 0;
    std::int64_t cells = 0;              ///< that differ
    std::optional<DifferingCell> where;  ///< the first of them; none: the fields are identical
    double largest = 0;                  ///< |second - first| over the cells where that is finite
    double seconds = 0;                  ///< that the comparison took where it ran
    /// second - first over what was asked for, as a picture of the field is. Where a texel is a
    /// block of cells, its `mean` is the difference of largest magnitude among them (NaN where one
    /// that differs is not finite) and `alternating` is 0, so that no cell hides. Null where no
    /// picture was asked for.
    std::shared_ptr<const FieldPicture> picture;
};

/// Compares the fields of two simulations as they are once everything submitted to both so far has
/// run. Asynchronous, used from the thread that uses the simulations, which it must not outlive.
class FieldComparer {
public:
    virtual ~FieldComparer() = default;
    FieldComparer(const FieldComparer&) = delete;
    FieldComparer& operator=(const FieldComparer&) = delete;

    /// Starts a comparison; `picture`: what the difference is to be shown of. Not while busy.
    virtual void submit(const std::optional<PictureRequest>& picture) = 0;
    virtual bool busy() const = 0;
    /// The result of the comparison submitted last, once.
    virtual std::optional<FieldDifference> poll() = 0;

protected:
    FieldComparer() = default;
};

/// Between simulations of any two backends, on the same grid. Two of one CUDA device that take
/// turns (see make_cuda_simulation) are compared there and only a few scalars and the picture reach
/// the host; others are copied to the host and compared by a thread of the comparer's own. Throws
/// InputError where the grids differ.
std::unique_ptr<FieldComparer> make_field_comparer(Simulation& first, Simulation& second);

}  // namespace heatlab
