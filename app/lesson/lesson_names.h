#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "sim/ghost/zone.h"

namespace heatlab {

/// A name that a lesson may use, and what it stands for in words.
struct LessonName {
    std::string_view name;
    std::string_view meaning;
};

/// What a step can point at, besides "cell ROW,COL"; the meaning is the label beside it.
std::span<const LessonName> lesson_points();
/// Front tabs and rooms.
std::span<const LessonName> lesson_shows();
/// Controls of presenter's mode.
std::span<const LessonName> lesson_controls();
/// Updates that are wrong on purpose.
std::span<const LessonName> lesson_wrong_variants();
/// Numbers that the program measures or computes, besides "cell ROW,COL". A name that ends in
/// " KERNEL" takes the name of a kernel, one in " TILE K" a tile with a ghost zone: "32x32 4".
std::span<const LessonName> lesson_measures();

/// The tile and the zone of a measure that takes them.
struct MeasuredZone {
    ghost::Zone zone;
    int dimensions = 2;
};
/// None where a name has none, or the zone leaves no cell to be computed.
std::optional<MeasuredZone> zone_of(const std::string& name);

bool is_lesson_point(const std::string& name);
bool is_lesson_measure(const std::string& name);
/// The label of a point: "step ratio", "row 3, column 12".
std::string lesson_point_label(const std::string& name);
bool contains(std::span<const LessonName> names, std::string_view name);

}  // namespace heatlab
