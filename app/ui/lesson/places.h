#pragma once

#include <imgui.h>
#include <imgui_internal.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/grid.h"

namespace heatlab::ui {

/// Where the things that a lesson points at were drawn in this frame. Panels tell it, by the names
/// of lesson_points().
class Places {
public:
    struct Place {
        std::string name;
        ImRect rect;  ///< what is to be seen of it, screen coordinates
    };

    /// Forgets the last frame. `wanted`: what is pointed at. `scroll`: windows that scroll bring it
    /// into view.
    void begin_frame(std::span<const std::string> wanted, bool scroll);
    /// Notes what the current window draws at `rect`, cut to what the window shows.
    void mark(std::string_view name, const ImRect& rect);

    bool wants(std::string_view name) const;
    /// Cells that are pointed at.
    const std::vector<Cell>& cells() const { return cells_; }
    static std::string name_of(Cell cell);

    /// Those that are pointed at and to be seen, in the order in which they were drawn.
    const std::vector<Place>& seen() const { return seen_; }

private:
    std::vector<std::string> wanted_;
    std::vector<Cell> cells_;
    std::vector<Place> seen_;
    bool scroll_ = false;
};

}  // namespace heatlab::ui
