#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "app/settings.h"

namespace heatlab {

// The values of options, read from the words that a user writes, and written in these words again.
// What cannot be read is refused with what is allowed.

/// "1024x512" or "512". Throws InputError (argument `argument`).
GridSize parse_size(const std::string& argument, const std::string& text);
/// The same for a grid of so many dimensions: "N" for all sides, or one number for each; three
/// where two are expected make it three. Throws InputError.
GridSize parse_grid(const std::string& argument, const std::string& text, int dimensions);
/// "auto", "symmetric" or "LO,HI". Throws InputError.
RangeSetting parse_range(const std::string& argument, const std::string& text);
/// "TOP,RIGHT,BOTTOM,LEFT". Throws InputError.
Walls parse_walls(const std::string& argument, const std::string& text);
/// "periodic", or one kind per side: "TOP,RIGHT,BOTTOM,LEFT". Throws InputError, also for pairs
/// that make no sense.
Boundaries parse_boundaries(const std::string& argument, const std::string& text);
/// Kernels after commas, each with "cpu:" or "cuda:" before it where it is to run there, and "@"
/// and a host-copy policy behind it where the field is to be copied. Throws InputError.
std::vector<ComparedView> parse_compared_views(const std::string& argument, const std::string& text,
                                               int dimensions = 2);
/// The name of a policy; every_n takes its n too: "every_n:20". Throws InputError.
HostCopySetting parse_host_copies(const std::string& argument, const std::string& text);
/// As `parse_host_copies` reads it.
std::string host_copies_text(const HostCopySetting& setting);
/// As `parse_compared_views` reads it.
std::string compared_views_text(const std::vector<ComparedView>& views);
/// "C" or "C,logarithmic": sets the view that is compared with A, and the scale. Throws InputError.
void parse_difference(const std::string& argument, const std::string& text,
                      ComparisonSetting& comparison);
std::string difference_text(const ComparisonSetting& comparison);
/// As `parse_walls` reads it.
std::string walls_text(const Walls& walls);
/// "fit" or "COL,ROW,PIXELS_PER_CELL". Throws InputError.
ViewSetting parse_view(const std::string& argument, const std::string& text);
/// "none", or what is to be observed, after commas. Throws InputError.
LaboratorySetting parse_observed(const std::string& argument, const std::string& text);
std::string observed_text(const LaboratorySetting& setting);
/// "x", "y", "z" or "z:12". Throws InputError.
SliceSetting parse_slice(const std::string& argument, const std::string& text);
std::string slice_text(const SliceSetting& slice);
/// "RADIUS,HEAT,COOL". Throws InputError.
BrushSetting parse_brush(const std::string& argument, const std::string& text);
/// "P", "P,Q" or "P,Q,S", as many as `dimensions`, each at least 1; the rest are 1. Throws
/// InputError.
std::array<int, 3> parse_mode(const std::string& argument, const std::string& text,
                              int dimensions = 2);
/// The name of a file; refuses an empty one. Throws InputError.
std::string parse_path(const std::string& argument, const std::string& text);
/// A finite number, nothing before or behind it. Throws InputError.
double parse_number(const std::string& argument, const std::string& text);
/// A whole number in [low, high]. Throws InputError.
std::int64_t parse_integer(const std::string& argument, const std::string& text, std::int64_t low,
                           std::int64_t high);

}  // namespace heatlab
