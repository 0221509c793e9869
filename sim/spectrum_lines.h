#pragma once

#include <complex>
#include <memory>
#include <span>
#include <vector>

#include "sim/spectrum.h"

namespace heatlab {

/// One axis of a spectrum: how many values go in, what comes out, and at which angles.
struct AxisLine {
    AxisTransform transform = AxisTransform::exponentials;
    int count = 0;          ///< values along the axis
    bool tapered = false;   ///< with a Hann window
    bool reversed = false;  ///< quarter: the insulated end comes first

    /// Length of the transform that carries it out.
    int length() const;
    /// Waves that come out: `count`, or count / 2 + 1 of exponentials.
    int waves() const;
    /// Radians per cell, ascending with k, from 0 to pi.
    double angle(int k) const;
    bool complex_out() const { return transform == AxisTransform::exponentials; }
};

/// Seconds that a transform of this length takes, by the factors kissfft splits it into.
double line_seconds(int length);

/// Carries out transforms along one axis. The amplitude of wave k comes out as it is: `count`
/// values of a cos(theta (i + shift)) give a, and with exponentials a complex number of magnitude
/// a.
class LineTransform {
public:
    explicit LineTransform(const AxisLine& line);
    ~LineTransform();
    LineTransform(const LineTransform&) = delete;
    LineTransform& operator=(const LineTransform&) = delete;

    const AxisLine& line() const { return line_; }
    /// `values`: line().count of them; `out`: line().waves() of them, real where not complex_out().
    void run(std::span<const float> values, std::span<std::complex<float>> out);

private:
    struct Engine;

    void extend(std::span<const float> values);
    std::complex<float> wave(int k) const;

    AxisLine line_;
    std::vector<float> taper_;
    std::vector<float> extended_;
    std::vector<std::complex<float>> twiddles_;
    std::vector<float> scale_;
    std::unique_ptr<Engine> engine_;
};

}  // namespace heatlab
