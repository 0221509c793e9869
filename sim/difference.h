#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>

#include "sim/field.h"
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
/// `same_value` says so: equal bits, or NaN in both. Differences are taken in the fields' type,
/// with denormals as the fields have them, and shown in float32; where one field is float64, both
/// are compared as float64.
struct FieldDifference {
    std::int64_t first_step = 0;  ///< of the first field
    std::int64_t second_step = 0;
    std::int64_t cells = 0;              ///< that differ
    std::optional<DifferingCell> where;  ///< the first of them; none: the fields are identical
    double largest = 0;                  ///< |second - first| over the cells where that is finite
    /// That the comparison took where it ran; the way of a field or a picture to the host is not
    /// counted.
    double seconds = 0;
    /// second - first over what was asked for, as a picture of the field is: 0 where the cells are
    /// the same, NaN where they differ and second - first is not finite. Where a texel is a block
    /// of cells, its `mean` is the difference of largest magnitude among them (of two alike the
    /// positive one; NaN where one is NaN), `minimum` and `maximum` are the finite extremes and
    /// `alternating` is 0, so that no cell hides. `step` is the second field's. Null where no
    /// picture was asked for.
    std::shared_ptr<const FieldPicture> picture;
};

/// Compares the fields of two simulations as they are once everything submitted to both so far has
/// run. Asynchronous, used from the thread that uses the simulations, which it must not outlive; it
/// may go while busy. Leaves both fields as they are. Each call may throw DeviceError.
class FieldComparer {
public:
    virtual ~FieldComparer() = default;
    FieldComparer(const FieldComparer&) = delete;
    FieldComparer& operator=(const FieldComparer&) = delete;

    /// Starts a comparison; `picture`: what the difference is to be shown of. Throws
    /// std::logic_error while busy, and InputError (argument "--grid") where the host has no memory
    /// for the fields.
    virtual void submit(const std::optional<PictureRequest>& picture) = 0;
    /// From `submit` until `poll` has returned the result or thrown.
    virtual bool busy() const = 0;
    /// The result of the comparison submitted last, once. It goes on only while this is called now
    /// and then. Throws as `submit` does; the comparison is then over.
    virtual std::optional<FieldDifference> poll() = 0;

protected:
    FieldComparer() = default;
};

/// Between simulations of any two backends, on the same grid. Two of one CUDA device that take
/// turns (CudaOptions::beside) are compared there and only a few scalars and the picture reach the
/// host; others are copied to the host and compared by a thread of the comparer's own, in the turn
/// of those that compute on this machine's cores. Throws InputError where the grids differ.
std::unique_ptr<FieldComparer> make_field_comparer(Simulation& first, Simulation& second);

/// The host's comparison, blocking: of fields of the same size, without the step numbers.
/// `picture`: one of that size as blank_picture makes it, to be drawn; or null. None where `stop`
/// was set meanwhile.
template <typename Real>
std::optional<FieldDifference> field_difference(const BasicField<Real>& first,
                                                const BasicField<Real>& second,
                                                std::shared_ptr<FieldPicture> picture,
                                                const std::atomic<bool>& stop);

}  // namespace heatlab
