#pragma once

#include "sim/cell_type.h"

namespace heatlab {

/// The step ratio r = alpha dt / h^2 of the explicit scheme, in [0, 1].
///
/// In d dimensions the centre weight is m = 1 - 2 d r. r is rounded to a multiple of 2^-26 (two
/// dimensions) or 2^-25 (one and three) and then to float32; m is computed from that value. It is
/// exact for every r in [0, 1] in one and two dimensions, and in three up to r = 1/3; beyond it is
/// rounded once. So within the bound 1 / (2 d) a constant field stays constant to the bit in one
/// and two dimensions; in three it may move by a last bit, as 6u is rounded. For float64 fields the
/// multiples are those of 2^-55 and 2^-54, and the rounding is to float64.
class StepRatio {
public:
    /// Throws InputError (argument "--r") for NaN, values outside [0, 1], and a non-zero value that
    /// would become 0. `dimensions`: 1 to 3. `type`: of the field that is stepped.
    static StepRatio from(double r, int dimensions = 2, CellType type = CellType::float32);

    StepRatio() = default;

    /// As float32: of a ratio for float32 fields, exactly.
    float value() const { return static_cast<float>(r_); }
    /// 1 - 2 d r, in [1 - 2 d, 1].
    float centre_weight() const { return static_cast<float>(centre_weight_); }
    /// As the cells of either type take it; float64's exactly.
    template <typename Real>
    Real value_as() const {
        return static_cast<Real>(r_);
    }
    template <typename Real>
    Real centre_weight_as() const {
        return static_cast<Real>(centre_weight_);
    }
    /// Neighbours that are weighted with r: 2 d.
    int neighbours() const { return neighbours_; }

    friend bool operator==(const StepRatio&, const StepRatio&) = default;

private:
    StepRatio(double r, double centre_weight, int neighbours)
        : r_(r), centre_weight_(centre_weight), neighbours_(neighbours) {}

    double r_ = 0;
    double centre_weight_ = 1;
    int neighbours_ = 4;
};

}  // namespace heatlab
