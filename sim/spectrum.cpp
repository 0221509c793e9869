#include "sim/spectrum.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cmath>
#include <limits>
#include <numbers>

#include "sim/spectrum_lines.h"

namespace heatlab {
namespace {

/// Amplitudes along the columns' axis, transposed: wave after wave, each with one value per row.
struct HalfTransformed {
    std::vector<float> real;
    std::vector<float> imaginary;  ///< empty where there is none
};

/// Values are divided by `scale` on the way, so that float32 holds every sum.
HalfTransformed transform_rows(LineTransform& line, const CellBlock& changes, double scale) {
    const auto width = static_cast<std::size_t>(changes.cells.width);
    const auto height = static_cast<std::size_t>(changes.cells.height);
    const auto waves = static_cast<std::size_t>(line.line().waves());
    HalfTransformed half;
    half.real.resize(waves * height);
    half.imaginary.resize(line.line().complex_out() ? waves * height : 0);
    std::vector<float> values(width);
    std::vector<std::complex<float>> out(waves);
    for (std::size_t row = 0; row < height; ++row) {
        for (std::size_t col = 0; col < width; ++col)
            values[col] = static_cast<float>(changes.values[row * width + col] / scale);
        line.run(values, out);
        for (std::size_t k = 0; k < waves; ++k) {
            half.real[k * height + row] = out[k].real();
            if (!half.imaginary.empty())
                half.imaginary[k * height + row] = out[k].imag();
        }
    }
    return half;
}

/// Largest amplitudes per bin, in units of the scaled values.
void gather(LineTransform& rows, const AxisLine& columns, const HalfTransformed& half,
            std::vector<float>& amplitude) {
    const auto height = static_cast<std::size_t>(rows.line().count);
    const auto waves = static_cast<std::size_t>(rows.line().waves());
    std::vector<std::size_t> row_bins;
    for (int k = 0; k < rows.line().waves(); ++k)
        row_bins.push_back(static_cast<std::size_t>(Spectrum::bin_of(rows.line().angle(k))));
    std::vector<std::complex<float>> real(waves);
    std::vector<std::complex<float>> imaginary(waves);
    for (int kx = 0; kx < columns.waves(); ++kx) {
        const std::size_t begin = static_cast<std::size_t>(kx) * height;
        rows.run(std::span(half.real).subspan(begin, height), real);
        if (!half.imaginary.empty())
            rows.run(std::span(half.imaginary).subspan(begin, height), imaginary);
        const auto column_bin = static_cast<std::size_t>(Spectrum::bin_of(columns.angle(kx)));
        for (std::size_t ky = 0; ky < waves; ++ky) {
            // The products of cosines and sines along both axes, as the legs of one amplitude.
            const float value = std::sqrt(std::norm(real[ky]) + std::norm(imaginary[ky]));
            float& most = amplitude[row_bins[ky] * Spectrum::bins + column_bin];
            most = std::max(most, value);
        }
    }
}

void transform_finite(const SpectrumPlan& plan, const CellBlock& changes, double largest,
                      std::vector<float>& amplitude) {
    LineTransform columns(
        {plan.columns, plan.cells.width, plan.columns_tapered, plan.columns_reversed});
    LineTransform rows({plan.rows, plan.cells.height, plan.rows_tapered, plan.rows_reversed});
    const HalfTransformed half = transform_rows(columns, changes, largest);
    gather(rows, columns.line(), half, amplitude);
    for (float& value : amplitude)
        value = static_cast<float>(
            std::min<double>(value * largest, std::numeric_limits<float>::max()));
}

}  // namespace

int Spectrum::bin_of(double angle) {
    return std::clamp(static_cast<int>(angle / std::numbers::pi * bins), 0, bins - 1);
}

Spectrum transform_changes(const SpectrumPlan& plan, const CellBlock& changes) {
    assert(changes.cells == plan.cells);
    const auto start = std::chrono::steady_clock::now();
    Spectrum spectrum;
    spectrum.plan = plan;
    spectrum.step = changes.step;
    spectrum.amplitude.assign(std::size_t{Spectrum::bins} * Spectrum::bins, 0.0f);
    float largest = 0;
    bool finite = true;
    for (const float value : changes.values) {
        finite = finite && std::isfinite(value);
        largest = std::max(largest, std::abs(value));
    }
    if (!finite)
        std::ranges::fill(spectrum.amplitude, std::numeric_limits<float>::quiet_NaN());
    else if (largest > 0 && !plan.empty())
        transform_finite(plan, changes, largest, spectrum.amplitude);
    spectrum.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return spectrum;
}

}  // namespace heatlab
