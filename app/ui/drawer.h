#pragma once

#include <functional>
#include <span>
#include <string>

#include "app/ui/panel_context.h"

namespace heatlab::ui {

inline constexpr const char* drawer_window = "Panels";

/// A tab of the drawer. `draw`: into the current window, which scrolls.
struct DrawerPage {
    const char* title;
    std::function<void()> draw;
};

/// From where the sheet comes: over the whole height, or, where that would leave too little of the
/// field's width, along the foot at a bounded height.
enum class DrawerSide { right, foot };

/// Narrow windows: one sheet with all panels as tabs that slides over the field.
class Drawer {
public:
    /// `area`: where the field lies. Draws nothing once the sheet has slid away.
    void draw(const PanelContext& context, std::span<const DrawerPage> pages, const ImRect& area,
              DrawerSide side, ImGuiWindowFlags flags);

    /// Where it lies when it is in place.
    static ImRect place(const Look& look, const ImRect& area, DrawerSide side);
    /// What it then leaves of `area`, with a gap between; all of it when it is away or going away.
    ImRect rest(const Look& look, const ImRect& area, DrawerSide side) const;

    /// Title of the front tab; empty before one was chosen or set.
    std::string front_tab() const { return front_; }
    /// A title that no page has stands for the first one.
    void set_front_tab(const std::string& title) { front_ = title; }

private:
    std::string front_;
    float opened_ = 0;  ///< 0 away, 1 in place
};

}  // namespace heatlab::ui
