#include "sim/spectrum_lines.h"

#include <kiss_fft.h>
#include <kiss_fftr.h>

#include <algorithm>
#include <cmath>
#include <new>
#include <numbers>

namespace heatlab {
namespace {

constexpr double pi = std::numbers::pi;

std::size_t at(int i) {
    return static_cast<std::size_t>(i);
}

/// Real transforms halve the work, and need an even length. An odd periodic axis is transformed as
/// complex numbers.
bool real_transform(int length) {
    return length % 2 == 0;
}

}  // namespace

int AxisLine::length() const {
    switch (transform) {
        case AxisTransform::sines:
            return 2 * (count + 1);
        case AxisTransform::cosines:
            return 2 * count;
        case AxisTransform::quarter:
            return 4 * count + 2;
        case AxisTransform::exponentials:
            break;
    }
    return count;
}

int AxisLine::waves() const {
    return complex_out() ? count / 2 + 1 : count;
}

double AxisLine::angle(int k) const {
    switch (transform) {
        case AxisTransform::sines:
            return (k + 1.0) / (count + 1) * pi;
        case AxisTransform::cosines:
            return double(k) / count * pi;
        case AxisTransform::quarter:
            return (2.0 * k + 1) / (2 * count + 1) * pi;
        case AxisTransform::exponentials:
            break;
    }
    return 2.0 * k / count * pi;
}

double line_seconds(int length) {
    // Measured with kissfft 131.1 on one core of an AMD EPYC, within a factor of 2 from 256 x 256
    // to 1024 x 1024: about 2 ns a value for each factor 2, 3, 4 and 5, and 1.3 ns a value times
    // the factor for each larger one, which is summed directly. Complex numbers cost twice that.
    const bool real = real_transform(length);
    double per_value = 4;
    int rest = real ? length / 2 : length;
    for (const int factor : {4, 2, 3, 5}) {
        while (rest % factor == 0) {
            per_value += 2;
            rest /= factor;
        }
    }
    for (int factor = 7; rest > 1; factor += 2) {
        if (std::int64_t{factor} * factor > rest)
            factor = rest;
        while (rest % factor == 0) {
            per_value += 1.3 * factor;
            rest /= factor;
        }
    }
    return (real ? 1e-9 : 2e-9) * per_value * length;
}

struct LineTransform::Engine {
    explicit Engine(int length) {
        if (real_transform(length))
            real = kiss_fftr_alloc(length, 0, nullptr, nullptr);
        else
            whole = kiss_fft_alloc(length, 0, nullptr, nullptr);
        if (real == nullptr && whole == nullptr)
            throw std::bad_alloc();
        in.resize(real == nullptr ? at(length) : 0);
        out.resize(real == nullptr ? at(length) : at(length / 2 + 1));
    }
    ~Engine() {
        kiss_fftr_free(real);
        kiss_fft_free(whole);
    }
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    void run(std::span<const float> values) {
        if (real != nullptr) {
            kiss_fftr(real, values.data(), out.data());
            return;
        }
        for (std::size_t i = 0; i < values.size(); ++i)
            in[i] = {values[i], 0.0f};
        kiss_fft(whole, in.data(), out.data());
    }

    kiss_fftr_cfg real = nullptr;
    kiss_fft_cfg whole = nullptr;
    std::vector<kiss_fft_cpx> in;
    std::vector<kiss_fft_cpx> out;
};

LineTransform::LineTransform(const AxisLine& line)
    : line_(line),
      extended_(at(line.length()), 0.0f),
      engine_(std::make_unique<Engine>(line.length())) {
    const int count = line.count;
    double weight = count;  // sum of the taper
    if (line.tapered) {
        weight = 0;
        for (int i = 0; i < count; ++i) {
            // Periodic and half a cell off, so that it is symmetric and no cell gets nothing.
            const double w = 0.5 - 0.5 * std::cos(2 * pi * (i + 0.5) / count);
            taper_.push_back(static_cast<float>(w));
            weight += w;
        }
    }
    for (int k = 0; k < line.waves(); ++k) {
        // Waves of angle 0 and pi have no partner at the opposite angle.
        const bool alone = k == 0 || 2 * k == count;
        double scale = 1;
        std::complex<double> turn = 1;
        switch (line.transform) {
            case AxisTransform::sines:
                scale = 1.0 / (count + 1);
                turn = {0, 1};
                break;
            case AxisTransform::cosines:
                scale = (k == 0 ? 0.5 : 1.0) / count;
                turn = std::polar(1.0, -pi * k / (2.0 * count));
                break;
            case AxisTransform::quarter:
                scale = 1.0 / (count + 0.5) / 2;
                turn = {0, 1};
                break;
            case AxisTransform::exponentials:
                scale = (alone ? 1.0 : 2.0) / weight;
                break;
        }
        scale_.push_back(static_cast<float>(scale));
        twiddles_.emplace_back(turn);
    }
}

LineTransform::~LineTransform() = default;

void LineTransform::extend(std::span<const float> values) {
    const int count = line_.count;
    const int length = line_.length();
    const auto value = [&](int i) { return values[at(line_.reversed ? count - 1 - i : i)]; };
    for (int i = 0; i < count; ++i) {
        switch (line_.transform) {
            case AxisTransform::sines:  // odd about the wall before the first cell
                extended_[at(i + 1)] = value(i);
                extended_[at(length - 1 - i)] = -value(i);
                break;
            case AxisTransform::cosines:  // even about the side of the first cell
                extended_[at(i)] = value(i);
                extended_[at(length - 1 - i)] = value(i);
                break;
            case AxisTransform::quarter:  // even about the far side, then odd about the wall
                extended_[at(i + 1)] = value(i);
                extended_[at(length / 2 - 1 - i)] = value(i);
                extended_[at(length / 2 + 1 + i)] = -value(i);
                extended_[at(length - 1 - i)] = -value(i);
                break;
            case AxisTransform::exponentials:
                extended_[at(i)] = line_.tapered ? value(i) * taper_[at(i)] : value(i);
                break;
        }
    }
}

std::complex<float> LineTransform::wave(int k) const {
    switch (line_.transform) {
        case AxisTransform::sines: {
            const kiss_fft_cpx x = engine_->out[at(k + 1)];
            return {x.r, x.i};
        }
        case AxisTransform::quarter: {
            const kiss_fft_cpx x = engine_->out[at(2 * k + 1)];
            return {x.r, x.i};
        }
        default: {
            const kiss_fft_cpx x = engine_->out[at(k)];
            return {x.r, x.i};
        }
    }
}

void LineTransform::run(std::span<const float> values, std::span<std::complex<float>> out) {
    extend(values);
    engine_->run(extended_);
    const int waves = line_.waves();
    for (int k = 0; k < waves; ++k) {
        const std::complex<float> x = wave(k);
        if (line_.complex_out()) {
            out[at(k)] = x * scale_[at(k)];
            continue;
        }
        const std::complex<float> t = twiddles_[at(k)];
        out[at(k)] = scale_[at(k)] * (x.real() * t.real() - x.imag() * t.imag());
    }
}

}  // namespace heatlab
