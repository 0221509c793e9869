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

/// Narrow windows: one sheet with all panels as tabs that slides over the field from the right.
class Drawer {
public:
    /// `area`: where the field lies. Draws nothing once the sheet has slid away.
    void draw(const PanelContext& context, std::span<const DrawerPage> pages, const ImRect& area,
              ImGuiWindowFlags flags);

    /// What it covers of `area`'s width when it is in place, with the gap beside it; 0 when it is
    /// away or going away.
    float covered(const Look& look, const ImRect& area) const;

    /// Title of the front tab; empty before one was chosen or set.
    std::string front_tab() const { return front_; }
    /// A title that no page has stands for the first one.
    void set_front_tab(const std::string& title) { front_ = title; }

private:
    std::string front_;
    float opened_ = 0;  ///< 0 away, 1 in place
};

}  // namespace heatlab::ui
