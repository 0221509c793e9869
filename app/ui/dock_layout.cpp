#include "app/ui/dock_layout.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <string_view>

#include "app/ui/widgets/sheet.h"

namespace heatlab::ui {
namespace {

constexpr std::array<const char*, 10> sheet_names{
    field_window,    physics_window,  kernels_window,    timings_window, growth_window,
    extremes_window, spectrum_window, laboratory_window, source_window,  sizes_window};
/// So many of them have no room for a tab in a compact window: they are pages of another sheet.
constexpr std::size_t wide_only = 2;

std::span<const char* const> sheets_of(WidthClass width_class) {
    const std::span<const char* const> all = sheet_names;
    return width_class == WidthClass::wide ? all : all.first(all.size() - wide_only);
}

// The first line of a remembered layout; Dear ImGui skips it.
constexpr std::string_view scale_line = "; scale ";

/// Sizes of the look in logical pixels.
struct Proportions {
    float right;        ///< width of the right column
    float below;        ///< height of the row below the field
    float kernels;      ///< share of the right column; 0: a tab beside Physics
    bool titled_below;  ///< the row below has a tab bar
};

/// A sheet of the row below the field, and its share of that row.
struct Share {
    const char* window;
    float part;
};
constexpr std::array<Share, 4> wide_row{{{growth_window, 0.27f},
                                         {extremes_window, 0.21f},
                                         {spectrum_window, 0.26f},
                                         {timings_window, 0.26f}}};
constexpr std::array<Share, 3> compact_row{
    {{growth_window, 0.36f}, {extremes_window, 0.29f}, {timings_window, 0.35f}}};

Proportions proportions_of(WidthClass width_class) {
    return width_class == WidthClass::wide ? Proportions{404, 202, 0.4f, true}
                                           : Proportions{356, 112, 0.0f, false};
}

float scale_of(std::string_view text) {
    float scale = 1;
    if (text.starts_with(scale_line)) {
        std::from_chars(text.data() + scale_line.size(), text.data() + text.size(), scale);
    }
    return scale >= 1 && scale <= 2 ? scale : 1.0f;
}

/// Whether a remembered layout knows every sheet: one of an earlier version does not.
bool names_all_sheets(std::string_view text, WidthClass width_class) {
    const std::span<const char* const> sheets = sheets_of(width_class);
    return std::all_of(sheets.begin(), sheets.end(), [text](const char* name) {
        return text.find("[Window][" + std::string(name) + "]") != std::string_view::npos;
    });
}

void rescale_nodes(float ratio) {
    for (const ImGuiStoragePair& entry : ImGui::GetCurrentContext()->DockContext.Nodes.Data) {
        if (auto* node = static_cast<ImGuiDockNode*>(entry.val_p)) {
            node->SizeRef =
                ImVec2(std::floor(node->SizeRef.x * ratio), std::floor(node->SizeRef.y * ratio));
        }
    }
}

ImGuiID split(ImGuiID& node, ImGuiDir side, float size, float whole) {
    ImGuiID rest = 0;
    const ImGuiID part = ImGui::DockBuilderSplitNode(node, side, size / whole, nullptr, &rest);
    ImGuiDockNode* made = ImGui::DockBuilderGetNode(part);
    (side == ImGuiDir_Down ? made->SizeRef.y : made->SizeRef.x) = size;
    node = rest;
    return part;
}

void hide_tab_bar(ImGuiID node) {
    ImGui::DockBuilderGetNode(node)->SetLocalFlags(ImGui::DockBuilderGetNode(node)->LocalFlags |
                                                   ImGuiDockNodeFlags_NoTabBar);
}

void underline_front_tab(const Look& look, const ImGuiWindow& window) {
    const ImGuiDockNode* node = window.DockNode;
    if (node == nullptr || node->TabBar == nullptr || node->TabBar->Tabs.Size < 2) {
        return;
    }
    const ImGuiTabBar& bar = *node->TabBar;
    for (const ImGuiTabItem& tab : bar.Tabs) {
        if (tab.ID != bar.VisibleTabId) {
            continue;
        }
        const float inset = ImGui::GetStyle().FramePadding.x;
        const float left = std::floor(bar.BarRect.Min.x + tab.Offset - bar.ScrollingAnim + inset);
        const float right = std::floor(left + tab.Width - 2 * inset);
        const float top = std::floor(bar.BarRect.Max.y - look.px(1));
        window.DrawList->PushClipRectFullScreen();
        window.DrawList->AddRectFilled(ImVec2(left, top), ImVec2(right, top + look.px(2)),
                                       look.colour.accent);
        window.DrawList->PopClipRect();
    }
}

}  // namespace

const char* name_of(WidthClass width_class) {
    switch (width_class) {
        case WidthClass::wide:
            return "wide";
        case WidthClass::compact:
            return "compact";
        case WidthClass::narrow:
            break;
    }
    return "narrow";
}

void DockLayout::prepare(float scale) {
    if (scale_ > 0 && scale != scale_) {
        rescale_nodes(scale / scale_);
    }
    scale_ = scale;
    if (!pending_.empty()) {
        ImGui::LoadIniSettingsFromMemory(pending_.data(), pending_.size());
        rescale_nodes(scale / scale_of(pending_));
        pending_.clear();
    }
}

void DockLayout::draw(const Look& look, WidthClass width_class, const ImRect& area) {
    root_ = ImGui::GetID("sheets");
    const std::string wanted = name_of(width_class);
    if (active_ != wanted) {
        if (!active_.empty()) {
            remembered_[active_] = current_text();
        }
        build(look, width_class, area);
        active_ = wanted;
        const auto known = remembered_.find(wanted);
        const bool usable =
            known != remembered_.end() && names_all_sheets(known->second, width_class);
        pending_ = usable ? known->second : std::string();
    } else if (!complete(width_class)) {
        build(look, width_class, area);
    }
    // Splitters are the gap between sheets: nothing is drawn until one is taken.
    ImGui::PushStyleColor(ImGuiCol_Border, look.colour.canvas);
    ImGui::PushStyleColor(ImGuiCol_ResizeGripHovered,
                          mix(look.colour.canvas, look.colour.accent, 0.35f));
    ImGui::PushStyleColor(ImGuiCol_ResizeGripActive,
                          mix(look.colour.canvas, look.colour.accent, 0.55f));
    ImGui::SetCursorScreenPos(area.Min);
    ImGui::DockSpace(root_, area.GetSize(),
                     ImGuiDockNodeFlags_NoUndocking | ImGuiDockNodeFlags_NoDockingSplit);
    ImGui::PopStyleColor(3);
}

void DockLayout::keep() {
    if (!active_.empty()) {
        ImGui::DockSpace(root_, ImVec2(), ImGuiDockNodeFlags_KeepAliveOnly);
    }
}

void DockLayout::build(const Look& look, WidthClass width_class, const ImRect& area) const {
    const Proportions sizes = proportions_of(width_class);
    const ImVec2 size = area.GetSize();
    ImGui::DockBuilderRemoveNode(root_);
    ImGui::DockBuilderAddNode(root_, ImGuiDockNodeFlags_DockSpace);
    ImGui::DockBuilderSetNodePos(root_, area.Min);
    ImGui::DockBuilderSetNodeSize(root_, size);
    ImGuiID field = root_;
    ImGuiID right = split(field, ImGuiDir_Right, look.px(sizes.right), size.x);
    const ImGuiID below = split(field, ImGuiDir_Down, look.px(sizes.below), size.y);
    ImGuiID kernels = right;
    if (sizes.kernels > 0) {
        kernels = split(right, ImGuiDir_Down, std::floor(size.y * sizes.kernels), size.y);
        ImGui::DockBuilderGetNode(right)->SizeRef.y = std::floor(size.y * (1 - sizes.kernels));
    }
    hide_tab_bar(field);
    dock_sheets(width_class, field, below, right, kernels);
    ImGui::DockBuilderFinish(root_);
}

void DockLayout::dock_sheets(WidthClass width_class, ImGuiID field, ImGuiID below, ImGuiID right,
                             ImGuiID kernels) const {
    const bool wide = width_class == WidthClass::wide;
    const std::span<const Share> row =
        wide ? std::span<const Share>(wide_row) : std::span<const Share>(compact_row);
    const float whole = ImGui::DockBuilderGetNode(below)->Size.x;
    float rest = whole;
    ImGuiID node = below;
    for (std::size_t i = 0; i < row.size(); ++i) {
        ImGuiID sheet = node;
        if (i + 1 < row.size()) {
            const float width = std::floor(whole * row[i].part);
            sheet = split(node, ImGuiDir_Left, width, rest);
            rest -= width;
        }
        if (!proportions_of(width_class).titled_below) {
            hide_tab_bar(sheet);
        }
        ImGui::DockBuilderDockWindow(row[i].window, sheet);
    }
    ImGui::DockBuilderDockWindow(field_window, field);
    ImGui::DockBuilderDockWindow(physics_window, right);
    ImGui::DockBuilderDockWindow(kernels_window, kernels);
    if (wide) {
        ImGui::DockBuilderDockWindow(source_window, kernels);
        ImGui::DockBuilderDockWindow(sizes_window, kernels);
    } else {
        ImGui::DockBuilderDockWindow(spectrum_window, right);
    }
    ImGui::DockBuilderDockWindow(laboratory_window, kernels);
}

bool DockLayout::complete(WidthClass width_class) const {
    const ImGuiDockNode* root = ImGui::DockBuilderGetNode(root_);
    if (root == nullptr || !root->IsSplitNode()) {
        return false;
    }
    for (const char* name : sheets_of(width_class)) {
        const ImGuiWindow* window = ImGui::FindWindowByName(name);
        // A window that has not been begun yet is docked by its settings.
        if (window == nullptr) {
            continue;
        }
        const ImGuiDockNode* node =
            window->DockId != 0 ? ImGui::DockBuilderGetNode(window->DockId) : nullptr;
        if (node == nullptr ||
            ImGui::DockNodeGetRootNode(const_cast<ImGuiDockNode*>(node)) != root) {
            return false;
        }
    }
    return true;
}

std::string DockLayout::current_text() const {
    std::size_t size = 0;
    const char* text = ImGui::SaveIniSettingsToMemory(&size);
    return std::string(scale_line) + std::to_string(scale_) + "\n" + std::string(text, size);
}

std::map<std::string, std::string> DockLayout::save() const {
    std::map<std::string, std::string> layouts = remembered_;
    if (!active_.empty()) {
        layouts[active_] = current_text();
    }
    return layouts;
}

void DockLayout::restore(std::map<std::string, std::string> layouts) {
    remembered_ = std::move(layouts);
    active_.clear();
}

void select_tab(const char* name) {
    ImGuiWindow* window = ImGui::FindWindowByName(name);
    if (window != nullptr && window->DockNode != nullptr && window->DockNode->TabBar != nullptr) {
        window->DockNode->TabBar->NextSelectedTabId = window->TabId;
    }
}

bool begin_sheet(const Look& look, const char* name, ImGuiWindowFlags flags) {
    const ImGuiWindow* before = ImGui::FindWindowByName(name);
    const bool front = before == nullptr || before->DockTabIsVisible;
    // Tabs take the text colour that is in force here.
    ImGui::PushStyleColor(ImGuiCol_Text, front ? look.colour.text : look.colour.text2);
    const bool visible = ImGui::Begin(name, nullptr, flags | ImGuiWindowFlags_NoCollapse);
    ImGui::PopStyleColor();
    return visible;
}

void end_sheet(const Look& look) {
    ImGuiWindow* window = ImGui::GetCurrentWindow();
    if (!window->SkipItems && !window->Hidden) {
        underline_front_tab(look, *window);
        round_sheet(look, window);
    }
    ImGui::End();
}

}  // namespace heatlab::ui
