#include "app/ui/panels/edges.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "app/format.h"
#include "app/ui/widgets/button.h"
#include "app/ui/widgets/choice.h"
#include "app/ui/widgets/number_field.h"

namespace heatlab::ui {
namespace {

constexpr float field_height = 30;
constexpr float mark_width = 26;

struct KindWords {
    const char* name;   ///< in the choice for all sides
    const char* title;  ///< in the menu of a side
    const char* note;
    const char* word;  ///< in a side's box
};
constexpr std::array<KindWords, 3> kinds{
    {{"Fixed", "Fixed", "The edge keeps its temperature", ""},
     {"Insulated", "Insulated", "No heat passes through the edge", "no flow"},
     {"Periodic", "Periodic, with the side across",
      "What leaves here comes in at the opposite side", "wraps"}}};

struct Side {
    const char* id;      ///< of the value
    const char* choice;  ///< of the kind
    const char* tooltip;
    double Walls::*value;
    BoundaryKind Boundaries::*kind;
};
constexpr std::array<Side, 4> sides{
    {{"wall top", "Upper edge", "Upper edge, with its corners", &Walls::top, &Boundaries::top},
     {"wall right", "Right edge", "Right edge", &Walls::right, &Boundaries::right},
     {"wall bottom", "Lower edge", "Lower edge, with its corners", &Walls::bottom,
      &Boundaries::bottom},
     {"wall left", "Left edge", "Left edge", &Walls::left, &Boundaries::left}}};

const KindWords& words_of(BoundaryKind kind) {
    return kinds[static_cast<std::size_t>(kind)];
}

/// A side that is always fixed: the ends of a rod, the faces of a block.
struct Face {
    const char* id;
    const char* tooltip;
    double Walls::*value;
};
constexpr std::array<Face, 6> faces{{{"wall left", "Left end", &Walls::left},
                                     {"wall right", "Right end", &Walls::right},
                                     {"wall top", "Top face", &Walls::top},
                                     {"wall bottom", "Bottom face", &Walls::bottom},
                                     {"wall front", "Front face, slice 0", &Walls::front},
                                     {"wall back", "Back face, the last slice", &Walls::back}}};

/// A square with one side strong: which wall a box belongs to. Insulated sides are drawn double,
/// periodic ones together with the side across.
void draw_mark(const Look& look, ImVec2 at, std::size_t side, BoundaryKind kind) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float size = look.px(12);
    const float top = std::floor(at.y - size / 2);
    const ImRect box(at.x, top, at.x + size, top + size);
    list.AddRect(box.Min, box.Max, look.colour.line2, 0, look.hairline());
    const auto strip = [&](std::size_t which, float inset, float thick) {
        const std::array<ImRect, 4> strips{
            {ImRect(box.Min.x, box.Min.y + inset, box.Max.x, box.Min.y + inset + thick),
             ImRect(box.Max.x - inset - thick, box.Min.y, box.Max.x - inset, box.Max.y),
             ImRect(box.Min.x, box.Max.y - inset - thick, box.Max.x, box.Max.y - inset),
             ImRect(box.Min.x + inset, box.Min.y, box.Min.x + inset + thick, box.Max.y)}};
        list.AddRectFilled(strips[which].Min, strips[which].Max, look.colour.text);
    };
    if (kind == BoundaryKind::insulated) {
        strip(side, 0, look.px(1));
        strip(side, look.px(3), look.px(1));
        return;
    }
    strip(side, 0, look.px(2));
    if (kind == BoundaryKind::periodic) {
        strip((side + 2) % 4, 0, look.px(2));
    }
}

/// The kinds as a menu below `box`; returns what was chosen.
std::optional<BoundaryKind> kind_menu(const Look& look, const ImRect& box, BoundaryKind current) {
    const float width = look.px(330);
    const ImVec2 display = ImGui::GetMainViewport()->Size;
    const float gap = look.px(4);
    // Three rows with a note each; upwards where they would leave the screen.
    const bool downwards = box.Max.y + gap + look.px(190) <= display.y;
    ImGui::SetNextWindowPos(ImVec2(std::min(box.Min.x, display.x - width - look.px(8)),
                                   downwards ? box.Max.y + gap : box.Min.y - gap),
                            0, ImVec2(0, downwards ? 0.0f : 1.0f));
    ImGui::SetNextWindowSizeConstraints(ImVec2(width, 0), ImVec2(width, display.y));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(look.px(6), look.px(6)));
    const bool open = ImGui::BeginPopup("kinds");
    ImGui::PopStyleVar();
    std::optional<BoundaryKind> chosen;
    if (!open) {
        return chosen;
    }
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        MenuItemOptions item;
        item.selected = static_cast<std::size_t>(current) == i;
        item.note = kinds[i].note;
        if (menu_item(look, kinds[i].title, item)) {
            chosen = static_cast<BoundaryKind>(i);
        }
    }
    ImGui::EndPopup();
    return chosen;
}

/// The box that opens a side's menu: mark alone beside a value, mark and word else.
void draw_side_kind(const PanelContext& context, std::size_t index, const ImRect& box) {
    const Look& look = context.look;
    const Palette& p = look.colour;
    const Side& side = sides[index];
    const Boundaries& boundaries = context.snapshot.settings.boundaries;
    const BoundaryKind kind = boundaries.*side.kind;
    const Press press = press_area(side.choice, box);
    item_tooltip(look, std::string(side.choice) + ": fixed, insulated or periodic");
    const ImU32 fill = press.held ? p.control_active : press.hovered ? p.control_hover : p.control;
    const bool alone = kind == BoundaryKind::dirichlet;
    ImGui::GetWindowDrawList()->AddRectFilled(box.Min, box.Max, fill, look.px(6),
                                              alone ? ImDrawFlags_RoundLeft : ImDrawFlags_RoundAll);
    const float middle = box.GetCenter().y;
    draw_mark(look, ImVec2(box.Min.x + look.px(8), middle), index, kind);
    if (!alone) {
        draw_text(look, ImVec2(box.Max.x - look.px(6), middle), Role::caption, p.text2,
                  words_of(kind).word, anchor_middle_right);
    }
    ImGui::PushID(static_cast<int>(index));
    if (press.pressed) {
        ImGui::OpenPopup("kinds");
    }
    if (const auto chosen = kind_menu(look, box, kind); chosen && *chosen != kind) {
        context.emit(
            command::SetBoundaries{with_side(boundaries, static_cast<int>(index), *chosen)});
    }
    ImGui::PopID();
}

/// Two decimals where they say it all, else as many figures as there is room for.
std::string shown_wall(double value) {
    const bool short_form = std::abs(std::round(value * 100) - value * 100) < 1e-4;
    return short_form && std::abs(value) < 100 ? format_fixed(value, 2) : shown_number(value, 2, 3);
}

void draw_all_sides(const PanelContext& context, const ImRect& row) {
    const Look& look = context.look;
    const Boundaries& boundaries = context.snapshot.settings.boundaries;
    constexpr std::array<const char*, 3> words{kinds[0].name, kinds[1].name, kinds[2].name};
    constexpr float padding = 8;
    int current = -1;
    for (int i = 0; i < 3; ++i) {
        current = boundaries == Boundaries::all(static_cast<BoundaryKind>(i)) ? i : current;
    }
    const float width = segmented_width(look, words, padding);
    if (const auto chosen = segmented(look, "All edges", ImVec2(row.Max.x - width, row.Min.y),
                                      words, current, row.GetHeight(), padding)) {
        context.emit(command::SetBoundaries{Boundaries::all(static_cast<BoundaryKind>(*chosen))});
    }
}

std::optional<double> draw_wall(const Look& look, const char* id, const char* tooltip,
                                const ImRect& box, double value) {
    NumberFieldOptions options;
    options.align_right = true;
    options.tooltip = tooltip;
    options.padding = 6;
    return number_field(look, id, box, shown_wall(value), options);
}

/// Temperatures alone, where every side is fixed.
void draw_faces(const PanelContext& context, const ImRect& title, const ImRect& row) {
    const Look& look = context.look;
    const bool line = context.snapshot.settings.grid.dimensions == 1;
    const std::size_t count = line ? 2 : faces.size();
    draw_text(look, ImVec2(title.Max.x, title.GetCenter().y), Role::caption, look.colour.text3,
              line ? "held at: left, right" : "held at: left, right, top, bottom, front, back",
              anchor_middle_right);
    Walls walls = context.snapshot.walls;
    for (std::size_t i = 0; i < count; ++i) {
        const Face& face = faces[i];
        const ImRect box =
            column_of(row, static_cast<int>(i), static_cast<int>(count), look.px(line ? 8 : 4));
        if (const auto typed = draw_wall(look, face.id, face.tooltip, box, walls.*face.value)) {
            walls.*face.value = *typed;
            context.emit(command::SetWalls{walls});
        }
    }
}

}  // namespace

Boundaries with_side(const Boundaries& boundaries, int side, BoundaryKind kind) {
    Boundaries changed = boundaries;
    const auto across = static_cast<std::size_t>((side + 2) % 4);
    const auto here = static_cast<std::size_t>(side);
    const bool pair =
        kind == BoundaryKind::periodic || boundaries.*sides[here].kind == BoundaryKind::periodic;
    changed.*sides[here].kind = kind;
    if (pair) {
        changed.*sides[across].kind = kind;
    }
    return changed;
}

void draw_edges(const PanelContext& context, Rows& rows) {
    const Look& look = context.look;
    const ImRect title = rows.take(look.px(28));
    draw_text(look, ImVec2(title.Min.x, title.GetCenter().y), Role::title, look.colour.text,
              "Edges", anchor_middle_left);
    rows.skip(look.px(6));
    const ImRect row = rows.take(look.px(field_height));
    if (context.snapshot.settings.grid.dimensions != 2)
        return draw_faces(context, title, row);
    draw_all_sides(context, title);
    Walls walls = context.snapshot.walls;
    bool changed = false;
    for (std::size_t i = 0; i < sides.size(); ++i) {
        const Side& side = sides[i];
        const ImRect cell = column_of(row, static_cast<int>(i), 4, look.px(8));
        if (context.snapshot.settings.boundaries.*side.kind != BoundaryKind::dirichlet) {
            draw_side_kind(context, i, cell);
            continue;
        }
        const float split = cell.Min.x + look.px(mark_width);
        draw_side_kind(context, i, ImRect(cell.Min, ImVec2(split, cell.Max.y)));
        const ImRect box(ImVec2(split + look.hairline(), cell.Min.y), cell.Max);
        if (const auto typed = draw_wall(look, side.id, side.tooltip, box, walls.*side.value)) {
            walls.*side.value = *typed;
            changed = true;
        }
    }
    if (changed) {
        context.emit(command::SetWalls{walls});
    }
}

}  // namespace heatlab::ui
