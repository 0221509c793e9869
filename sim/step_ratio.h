#pragma once

namespace heatlab {

/// The step ratio r = alpha dt / h^2 of the explicit scheme, in [0, 1].
///
/// r is rounded to a multiple of 2^-26 and then to float32; the centre weight m = 1 - 4r is
/// computed from that value, and is exact for every r in [0, 1]. So at r <= 1/4 a constant field
/// stays constant to the bit.
class StepRatio {
public:
    /// Throws InputError (argument "--r") for NaN, values outside [0, 1], and a non-zero value that
    /// would become 0.
    static StepRatio from(double r);

    StepRatio() = default;

    float value() const { return r_; }
    /// 1 - 4r, in [-3, 1].
    float centre_weight() const { return centre_weight_; }

    friend bool operator==(const StepRatio&, const StepRatio&) = default;

private:
    StepRatio(float r, float centre_weight) : r_(r), centre_weight_(centre_weight) {}

    float r_ = 0.0f;
    float centre_weight_ = 1.0f;
};

}  // namespace heatlab
