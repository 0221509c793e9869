#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "app/command.h"
#include "app/snapshot.h"
#include "app/ui/interface_state.h"
#include "app/ui/lesson/places.h"
#include "app/ui/look.h"
#include "render/colormap.h"

namespace heatlab::ui {

/// How wide the window is, in logical pixels: wide from 1600, compact from 1200, narrow below.
enum class WidthClass { wide, compact, narrow };

inline WidthClass width_class_of(float logical_width) {
    constexpr float wide_from = 1600;
    constexpr float compact_from = 1200;
    return logical_width >= wide_from      ? WidthClass::wide
           : logical_width >= compact_from ? WidthClass::compact
                                           : WidthClass::narrow;
}

/// What lies between app bar and status bar, but for presenter's mode.
enum class Room { explore, compare, zones };

inline Room room_of(const Snapshot& snapshot) {
    if (snapshot.settings.zones.open)
        return Room::zones;
    return snapshot.settings.comparison.open ? Room::compare : Room::explore;
}

/// Figures that are shown as text. They follow the snapshot four times a second, so that digits can
/// be read.
struct Readings {
    Timings timings;  ///< without the history, which is drawn every frame
    std::vector<KernelFigures> kernels;
    std::vector<ComparedViewState> views;  ///< of Compare, likewise without histories
    HostCopyFigures host_copies;
};

/// What every panel is a function of. Panels change nothing but `state` and add to `commands`.
struct PanelContext {
    const Look& look;
    const Snapshot& snapshot;
    const Readings& readings;
    const ColorMapLibrary& colormaps;
    WidthClass width_class;
    InterfaceState& state;
    CommandList& commands;
    Places* places = nullptr;  ///< null: nobody asks where things are
    bool in_lesson = false;    ///< one is given, which says what to do next

    void emit(Command command) const { commands.push_back(std::move(command)); }
    /// A lesson points at it: it is to be seen.
    bool is_pointed_at(std::string_view name) const {
        return places != nullptr && places->wants(name);
    }
    /// What a lesson may point at was drawn at `rect` in the current window: see lesson_points().
    void mark(std::string_view name, const ImRect& rect) const {
        if (places != nullptr) {
            places->mark(name, rect);
        }
    }
};

}  // namespace heatlab::ui
