#include "tests/cuda/field_comparison.h"

#include <xmmintrin.h>

#include <bit>
#include <cmath>
#include <random>
#include <sstream>
#include <utility>

namespace heatlab::testing {
namespace {

/// Flushes denormals on this thread, results and inputs, as every backend does.
class DenormalScope {
public:
    DenormalScope() : before_(_mm_getcsr()) { _mm_setcsr(before_ | 0x8040u); }
    ~DenormalScope() { _mm_setcsr(before_); }
    DenormalScope(const DenormalScope&) = delete;
    DenormalScope& operator=(const DenormalScope&) = delete;

private:
    unsigned before_;
};

bool same(float a, float b) {
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b) ||
           (std::isnan(a) && std::isnan(b));
}

bool same(double a, double b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) ||
           (std::isnan(a) && std::isnan(b));
}

template <typename Real>
void step_of_plate(const BasicField<Real>& now, BasicField<Real>& next, Real r,
                   Real centre_weight) {
    for (int row = 1; row < now.size().height - 1; ++row) {
        for (int col = 1; col < now.size().width - 1; ++col) {
            const Real north_east = now.at(row - 1, col) + now.at(row, col + 1);
            const Real west_south = now.at(row, col - 1) + now.at(row + 1, col);
            next.at(row, col) =
                std::fma(r, north_east + west_south, centre_weight * now.at(row, col));
        }
    }
}

template <typename Real>
std::optional<std::string> first_difference_text(const BasicField<Real>& expected,
                                                 const BasicField<Real>& actual) {
    if (expected.size() != actual.size()) {
        return "sizes differ";
    }
    for (int row = 0; row < expected.size().rows(); ++row) {
        for (int col = 0; col < expected.size().width; ++col) {
            if (!same(expected.at(row, col), actual.at(row, col))) {
                std::ostringstream text;
                text << "row " << row << ", column " << col << ": expected " << std::hexfloat
                     << expected.at(row, col) << ", got " << actual.at(row, col);
                return text.str();
            }
        }
    }
    return std::nullopt;
}

void step_of_line(const Field& now, Field& next, StepRatio r) {
    for (int col = 1; col < now.size().width - 1; ++col) {
        const float sum = now.at(0, col - 1) + now.at(0, col + 1);
        next.at(0, col) = std::fma(r.value(), sum, r.centre_weight() * now.at(0, col));
    }
}

void step_of_box(const Field& now, Field& next, StepRatio r) {
    const GridSize grid = now.size();
    for (int slice = 1; slice < grid.depth - 1; ++slice) {
        for (int y = 1; y < grid.height - 1; ++y) {
            const int row = slice * grid.height + y;
            for (int col = 1; col < grid.width - 1; ++col) {
                const float north_east = now.at(row - 1, col) + now.at(row, col + 1);
                const float west_south = now.at(row, col - 1) + now.at(row + 1, col);
                const float up_down =
                    now.at(row - grid.height, col) + now.at(row + grid.height, col);
                next.at(row, col) = std::fma(r.value(), (north_east + west_south) + up_down,
                                             r.centre_weight() * now.at(row, col));
            }
        }
    }
}

}  // namespace

Field reference_steps(const Field& initial, StepRatio r, std::int64_t steps) {
    const DenormalScope flush;
    const GridSize grid = initial.size();
    Field now = initial.clone();
    Field next = initial.clone();
    for (std::int64_t step = 0; step < steps; ++step) {
        if (grid.dimensions == 1) {
            step_of_line(now, next, r);
        } else if (grid.dimensions == 3) {
            step_of_box(now, next, r);
        } else {
            step_of_plate(now, next, r.value(), r.centre_weight());
        }
        std::swap(now, next);
    }
    return now;
}

Field64 reference_steps(const Field64& initial, StepRatio r, std::int64_t steps) {
    Field64 now = initial.clone();
    Field64 next = initial.clone();
    for (std::int64_t step = 0; step < steps; ++step) {
        step_of_plate(now, next, r.value_as<double>(), r.centre_weight_as<double>());
        std::swap(now, next);
    }
    return now;
}

Field noise_field(GridSize grid, std::uint64_t seed) {
    Field field(grid);
    std::mt19937_64 random(seed);
    std::uniform_real_distribution<float> values(0.0f, 1.0f);
    for (float& cell : field.cells()) {
        cell = values(random);
    }
    // On the ring too: what is held there must come through with its bits.
    for (std::size_t i = 0; i < field.cells().size(); i += 37) {
        field.cells()[i] = 0x1p-140f * static_cast<float>(1 + i % 5);
    }
    return field;
}

Field64 noise_field64(GridSize grid, std::uint64_t seed) {
    Field64 field(grid);
    std::mt19937_64 random(seed);
    std::uniform_real_distribution<double> values(0.0, 1.0);
    for (double& cell : field.cells()) {
        cell = values(random);
    }
    for (std::size_t i = 0; i < field.cells().size(); i += 37) {
        field.cells()[i] = 0x1p-1060 * static_cast<double>(1 + i % 5);
    }
    return field;
}

std::optional<std::string> difference_text(const Field& expected, const Field& actual) {
    return first_difference_text(expected, actual);
}

std::optional<std::string> difference_text(const Field64& expected, const Field64& actual) {
    return first_difference_text(expected, actual);
}

std::optional<std::string> difference_text(const Field& expected, const FieldPicture& actual) {
    const CellRect whole{0, 0, expected.size().width, expected.size().height};
    if (actual.block != 1 || actual.cells != whole) {
        return "the picture does not show every cell";
    }
    Field field(expected.size());
    std::copy(actual.texels.begin(), actual.texels.end(), field.cells().begin());
    return difference_text(expected, field);
}

}  // namespace heatlab::testing
