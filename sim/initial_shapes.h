#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/field.h"

namespace heatlab {

// Each fills the whole field, ring included, with values from 0 to `amplitude`, unless it says
// otherwise.

/// The default: a hot square, a ring, an S-shaped stroke with round ends and two soft spots,
/// composed for any aspect and size.
void draw_square_ring_stroke(Field& field, float amplitude);
/// A square of side min(width, height) / 4 (at least 1), its first cell at ((height - side) / 2,
/// (width - side) / 2); in one dimension a stretch, in three a cube, by the least of the extents.
void draw_hot_square(Field& field, float amplitude);
/// Centre ((height - 1) / 2, (width - 1) / 2), standard deviation min(width, height) / 10; likewise
/// in one and three dimensions.
void draw_gaussian(Field& field, float amplitude);
/// One cell, at (height / 2, width / 2), of slice depth / 2.
void draw_hot_pixel(Field& field, float amplitude);
/// Radius min(width, height) / 4, a tenth of min(width, height) thick; its rims are one cell soft.
void draw_ring(Field& field, float amplitude);
/// amplitude columns[col] rows[row]: one value per column and one per row of the grid's memory (for
/// a function of each of three axes: `product` of slices and rows). Takes both signs where they do.
void draw_product(Field& field, float amplitude, std::span<const double> columns,
                  std::span<const double> rows);
/// outer[i] inner[k] at i inner.size() + k.
std::vector<double> product(std::span<const double> outer, std::span<const double> inner);
/// Cell k (row by row) is amplitude * x / 2^24 with x the top 24 bits of output k of SplitMix64
/// started at `seed`: the same on every machine and with any number of threads.
void draw_random(Field& field, float amplitude, std::uint64_t seed);
/// (-1)^(slice + row + col) amplitude.
void draw_checkerboard(Field& field, float amplitude);

}  // namespace heatlab
