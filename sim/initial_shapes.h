#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/field.h"

namespace heatlab {

// Each fills the whole field, ring included, with values from 0 to `amplitude`, unless it says
// otherwise. In both types of cells: soft rims, and random numbers, are those of float32, so that
// both start from the same picture; waves, Gaussians and amplitudes are as exact as the cells.

/// The default: a hot square, a ring, an S-shaped stroke with round ends and two soft spots,
/// composed for any aspect and size.
template <typename Real>
void draw_square_ring_stroke(BasicField<Real>& field, Real amplitude);
/// A square of side min(width, height) / 4 (at least 1), its first cell at ((height - side) / 2,
/// (width - side) / 2); in one dimension a stretch, in three a cube, by the least of the extents.
template <typename Real>
void draw_hot_square(BasicField<Real>& field, Real amplitude);
/// Centre ((height - 1) / 2, (width - 1) / 2), standard deviation min(width, height) / 10; likewise
/// in one and three dimensions.
template <typename Real>
void draw_gaussian(BasicField<Real>& field, Real amplitude);
/// One cell, at (height / 2, width / 2), of slice depth / 2.
template <typename Real>
void draw_hot_pixel(BasicField<Real>& field, Real amplitude);
/// Radius min(width, height) / 4, a tenth of min(width, height) thick; its rims are one cell soft.
template <typename Real>
void draw_ring(BasicField<Real>& field, Real amplitude);
/// amplitude columns[col] rows[row]: one value per column and one per row of the grid's memory (for
/// a function of each of three axes: `product` of slices and rows). Takes both signs where they do.
template <typename Real>
void draw_product(BasicField<Real>& field, Real amplitude, std::span<const double> columns,
                  std::span<const double> rows);
/// outer[i] inner[k] at i inner.size() + k.
std::vector<double> product(std::span<const double> outer, std::span<const double> inner);
/// Cell k (row by row) is amplitude * x / 2^24 with x the top 24 bits of output k of SplitMix64
/// started at `seed`: the same on every machine and with any number of threads.
template <typename Real>
void draw_random(BasicField<Real>& field, Real amplitude, std::uint64_t seed);
/// (-1)^(slice + row + col) amplitude.
template <typename Real>
void draw_checkerboard(BasicField<Real>& field, Real amplitude);

}  // namespace heatlab
