#pragma once

#include "sim/lesson/plain_grid.h"

// One step of each wrong variant, and what one of them does at the start: see the file of that
// name.

namespace heatlab::lesson {

void one_buffer_filled(const PlainGrid& grid);
void in_place(const PlainGrid& grid);
void no_load_guard(const PlainGrid& grid);
void no_store_guard(const PlainGrid& grid);
void barrier_in_guard(const PlainGrid& grid);

/// The start of one_buffer_filled: `u` gets the cells of `start`. `grid.next` is the other array.
void fill_one_buffer(const PlainGrid& grid, const float* start, float* u);

}  // namespace heatlab::lesson
