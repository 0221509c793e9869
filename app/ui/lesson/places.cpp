#include "app/ui/lesson/places.h"

#include <algorithm>

#include "app/lesson/lesson.h"

namespace heatlab::ui {

void Places::begin_frame(std::span<const std::string> wanted, bool scroll) {
    wanted_.assign(wanted.begin(), wanted.end());
    scroll_ = scroll;
    seen_.clear();
    cells_.clear();
    for (const std::string& name : wanted_) {
        if (const std::optional<Cell> cell = cell_of(name)) {
            cells_.push_back(*cell);
        }
    }
}

bool Places::wants(std::string_view name) const {
    return std::ranges::find(wanted_, name) != wanted_.end();
}

void Places::mark(std::string_view name, const ImRect& rect) {
    if (!wants(name)) {
        return;
    }
    ImGuiWindow* window = ImGui::GetCurrentWindowRead();
    if (window->SkipItems || window->Hidden) {
        return;
    }
    if (scroll_ && window->ScrollMax.y > 0 && !window->InnerRect.Contains(rect)) {
        ImGui::ScrollToRect(window, rect, ImGuiScrollFlags_KeepVisibleEdgeY);
    }
    ImRect shown = rect;
    shown.ClipWith(window->OuterRectClipped);
    if (shown.GetWidth() >= 1 && shown.GetHeight() >= 1) {
        seen_.push_back({std::string(name), shown});
    }
}

std::string Places::name_of(Cell cell) {
    return "cell " + std::to_string(cell.row) + "," + std::to_string(cell.col);
}

}  // namespace heatlab::ui
