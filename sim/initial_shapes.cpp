#include "sim/initial_shapes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "sim/capsule.h"
#include "sim/parallel.h"
#include "sim/random.h"

namespace heatlab {
namespace {

/// Of the axes that the grid has.
int short_side(const Field& field) {
    const GridSize size = field.size();
    int least = size.width;
    if (size.dimensions > 1)
        least = std::min(least, size.height);
    if (size.dimensions > 2)
        least = std::min(least, size.depth);
    return least;
}

/// 1 inside a shape, 0 outside, one cell of slope across its rim. `depth`: distance from the rim in
/// cells, positive inside.
float coverage(float depth) {
    return std::clamp(depth + 0.5f, 0.0f, 1.0f);
}

/// Raises the cells of rows [first, last) that lie within `reach` of a box to `value(x, y)`.
template <typename Value>
void raise(Field& field, int first, int last, const Capsule& box, float reach, Value value) {
    const auto begin = [reach](float low, int least) {
        return std::max(least, static_cast<int>(std::floor(low - reach)));
    };
    const auto end = [reach](float high, int most) {
        return std::min(most, static_cast<int>(std::ceil(high + reach)) + 1);
    };
    const int first_col = begin(std::min(box.x0, box.x1), 0);
    const int last_col = end(std::max(box.x0, box.x1), field.size().width);
    first = begin(std::min(box.y0, box.y1), first);
    last = end(std::max(box.y0, box.y1), last);
    for (int row = first; row < last; ++row) {
        for (int col = first_col; col < last_col; ++col) {
            float& cell = field.at(row, col);
            cell = std::max(cell, value(static_cast<float>(col), static_cast<float>(row)));
        }
    }
}

template <typename Draw>
void draw_rows(Field& field, Draw draw) {
    parallel_ranges(field.size().rows(), field.size().width, draw);
}

template <typename Value>
void fill_cells(Field& field, Value value) {
    draw_rows(field, [&](int first, int last) {
        for (int row = first; row < last; ++row) {
            const auto cells = field.row(row);
            for (std::size_t col = 0; col < cells.size(); ++col) {
                cells[col] = value(row, static_cast<int>(col));
            }
        }
    });
}

void scale_cells(Field& field, float amplitude) {
    if (amplitude == 1.0f)
        return;
    for (float& cell : field.cells())
        cell *= amplitude;
}

/// Where the shapes of the default field lie. Positions follow the grid's sides, sizes its shorter
/// one, so that nothing overlaps and nothing is stretched.
class Composition {
public:
    explicit Composition(GridSize size)
        : width_(static_cast<float>(size.width)),
          height_(static_cast<float>(size.height)),
          unit_(std::min(0.55f * width_, height_)) {}

    void draw(Field& field, int first, int last) const {
        draw_square(field, first, last);
        draw_round(field, first, last, at(0.567f, 0.362f), 0.158f * unit_, 0.052f * unit_, 0.8f);
        draw_stroke(field, first, last);
        draw_spot(field, first, last, at(0.118f, 0.816f), 0.050f * unit_, 0.75f);
        draw_spot(field, first, last, at(0.453f, 0.808f), 0.042f * unit_, 0.45f);
    }

private:
    /// The point at these fractions of width and height.
    Capsule at(float x, float y) const {
        return {x * (width_ - 1), y * (height_ - 1), x * (width_ - 1), y * (height_ - 1)};
    }

    void draw_square(Field& field, int first, int last) const {
        const Capsule centre = at(0.262f, 0.458f);
        const float half = 0.165f * unit_;
        raise(field, first, last, centre, half + 1, [&](float x, float y) {
            return coverage(half - std::abs(x - centre.x0)) *
                   coverage(half - std::abs(y - centre.y0));
        });
    }

    static void draw_round(Field& field, int first, int last, const Capsule& centre, float radius,
                           float half_thickness, float value) {
        raise(field, first, last, centre, radius + half_thickness + 1, [&](float x, float y) {
            return value * coverage(half_thickness - std::abs(centre.distance(x, y) - radius));
        });
    }

    static void draw_spot(Field& field, int first, int last, const Capsule& centre, float sigma,
                          float value) {
        raise(field, first, last, centre, 5 * sigma, [&](float x, float y) {
            const float d = centre.distance(x, y) / std::max(sigma, 0.5f);
            return value * std::exp(-0.5f * d * d);
        });
    }

    void draw_stroke(Field& field, int first, int last) const {
        constexpr int pieces = 48;
        const float radius = 0.054f * unit_;
        const Capsule centre = at(0.797f, 0.715f);
        Capsule piece{};
        for (int i = 0; i <= pieces; ++i) {
            piece.x0 = piece.x1;
            piece.y0 = piece.y1;
            const float t = static_cast<float>(i) / pieces;
            piece.x1 = centre.x0 + unit_ * cubic({-0.265f, -0.090f, 0.070f, 0.265f}, t);
            piece.y1 = centre.y0 + unit_ * cubic({-0.010f, -0.500f, 0.520f, 0.010f}, t);
            if (i == 0)
                continue;
            raise(field, first, last, piece, radius + 1, [&](float x, float y) {
                return 0.78f * coverage(radius - piece.distance(x, y));
            });
        }
    }

    /// A Bezier cubic.
    static float cubic(const std::array<float, 4>& points, float t) {
        const float s = 1 - t;
        return s * s * s * points[0] + 3 * s * s * t * points[1] + 3 * s * t * t * points[2] +
               t * t * t * points[3];
    }

    float width_;
    float height_;
    float unit_;
};

}  // namespace

void draw_square_ring_stroke(Field& field, float amplitude) {
    const Composition composition(field.size());
    draw_rows(field, [&](int first, int last) { composition.draw(field, first, last); });
    scale_cells(field, amplitude);
}

void draw_hot_square(Field& field, float amplitude) {
    const GridSize size = field.size();
    const int side = std::max(1, short_side(field) / 4);
    // An axis that the grid does not have is one cell, which is in.
    const auto first = [side](int cells) { return (std::max(cells, side) - side) / 2; };
    const auto end = [side, first](int cells) { return std::min(cells, first(cells) + side); };
    for (int slice = first(size.depth); slice < end(size.depth); ++slice) {
        for (int row = first(size.height); row < end(size.height); ++row) {
            for (int col = first(size.width); col < end(size.width); ++col)
                field.at(slice * size.height + row, col) = amplitude;
        }
    }
}

void draw_gaussian(Field& field, float amplitude) {
    const GridSize size = field.size();
    const double sigma = short_side(field) / 10.0;
    const auto axis = [sigma](int cells) {
        const double centre = (cells - 1) / 2.0;
        std::vector<double> values(static_cast<std::size_t>(cells));
        for (int k = 0; k < cells; ++k) {
            const double d = (k - centre) / sigma;
            values[static_cast<std::size_t>(k)] = std::exp(-0.5 * d * d);
        }
        return values;
    };
    draw_product(field, amplitude, axis(size.width), product(axis(size.depth), axis(size.height)));
}

void draw_product(Field& field, float amplitude, std::span<const double> columns,
                  std::span<const double> rows) {
    fill_cells(field, [&](int row, int col) {
        return static_cast<float>(amplitude * rows[static_cast<std::size_t>(row)] *
                                  columns[static_cast<std::size_t>(col)]);
    });
}

std::vector<double> product(std::span<const double> outer, std::span<const double> inner) {
    std::vector<double> values;
    values.reserve(outer.size() * inner.size());
    for (const double factor : outer)
        for (const double value : inner)
            values.push_back(factor * value);
    return values;
}

void draw_hot_pixel(Field& field, float amplitude) {
    const GridSize size = field.size();
    field.at(size.depth / 2 * size.height + size.height / 2, size.width / 2) = amplitude;
}

void draw_ring(Field& field, float amplitude) {
    const float x = static_cast<float>(field.size().width - 1) / 2;
    const float y = static_cast<float>(field.size().height - 1) / 2;
    const Capsule centre{x, y, x, y};
    const auto unit = static_cast<float>(short_side(field));
    const float radius = unit / 4;
    const float half_thickness = unit / 20;
    draw_rows(field, [&](int first, int last) {
        raise(field, first, last, centre, radius + half_thickness + 1, [&](float cx, float cy) {
            return coverage(half_thickness - std::abs(centre.distance(cx, cy) - radius));
        });
    });
    scale_cells(field, amplitude);
}

void draw_random(Field& field, float amplitude, std::uint64_t seed) {
    const auto width = static_cast<std::uint64_t>(field.size().width);
    fill_cells(field, [&](int row, int col) {
        const std::uint64_t cell =
            static_cast<std::uint64_t>(row) * width + static_cast<std::uint64_t>(col);
        return amplitude * random_fraction(seed, cell);
    });
}

void draw_checkerboard(Field& field, float amplitude) {
    fill_cells(field, [&, height = field.size().height](int row, int col) {
        const int sum = row / height + row % height + col;
        return sum % 2 == 0 ? amplitude : -amplitude;
    });
}

}  // namespace heatlab
