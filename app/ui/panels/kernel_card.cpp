#include "app/ui/panels/kernel_card.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/format.h"
#include "app/ui/panels/kernel_facts.h"
#include "app/ui/widgets/marks.h"

namespace heatlab::ui {
namespace {

constexpr float padding = 14;
constexpr float fact_height = 24;
constexpr float tight_fact_height = 20;  ///< beside the tile
constexpr float gap = 10;

/// The patch of cells that is drawn: a tile with its rim, or a few cells around one stencil.
struct Patch {
    int width;
    int height;
    int halo;
    int rows;  ///< those of the halo too
    bool tile;
    /// How a kernel that plans its batches divides the field.
    enum class Parts { slanted, overlapping, tiles } parts = Parts::slanted;
    bool line = false;  ///< of a grid of one dimension

    int columns() const { return width + 2 * halo; }
};
constexpr float line_height = 22;  ///< of a cell in one dimension

constexpr int slanted_strip = 8;  // columns

Patch patch_of(const KernelInfo& kernel, BackendKind backend) {
    if (kernel.plans_batches) {
        return Patch{3 * slanted_strip,
                     7,
                     0,
                     7,
                     false,
                     backend == BackendKind::cpu ? Patch::Parts::slanted
                     : kernel.name == "resident" ? Patch::Parts::tiles
                                                 : Patch::Parts::overlapping};
    }
    const std::optional<KernelTile> tile = kernel_tile(kernel);
    const bool line = kernel.dimensions == 1;
    const int height = line ? 1 : kernel.in_texture ? 6 : 5;
    Patch patch = tile ? Patch{tile->width, tile->height, tile->halo, tile->rows, true}
                       : Patch{kernel.in_texture ? 16 : 24, height, 0, height, false};
    patch.line = line;
    return patch;
}

float cell_pitch(const Patch& patch, float width, float height) {
    if (patch.line)  // the many cells of its tile are not drawn one by one
        return width / static_cast<float>(patch.columns());
    return std::max(2.0f, std::floor(std::min(width / static_cast<float>(patch.columns()),
                                              height / static_cast<float>(patch.rows))));
}

/// Steps that a rim cell lies away from the tile, moving along rows and columns.
int distance_to_tile(const Patch& patch, int row, int col) {
    const auto outside = [](int at, int first, int count) {
        return std::max({first - at, at - (first + count - 1), 0});
    };
    return outside(row, patch.halo, patch.height) + outside(col, patch.halo, patch.width);
}

/// The five-point stencil of `reach` steps around the lit cell.
bool in_stencil(const Patch& patch, int row, int col, int reach) {
    const int centre_row = patch.line ? 0 : patch.rows / 2 - 1;
    const int centre_col = patch.columns() * 2 / 5;
    return std::abs(row - centre_row) + std::abs(col - centre_col) <= reach;
}

/// Columns across, steps upward: strips that move one column to the left with each step. The one in
/// the middle is being computed; it needs two cells a step of the one before it.
ImU32 slanted_colour(const Palette& p, const Patch& patch, int row, int col) {
    const int step = patch.rows - 1 - row;
    const int along = col + step - slanted_strip;
    if (along < 0) {
        return along >= -2 ? p.series[2] : mix(p.card, p.accent, 0.30f);
    }
    return mix(p.card, p.accent, along < slanted_strip ? 0.62f : 0.12f);
}

/// The same where strips do not move: one loses a column to each of its neighbours with each step,
/// so its outer columns are computed by two.
ImU32 overlapping_colour(const Palette& p, const Patch& patch, int row, int col) {
    constexpr int margin = 2;  // columns beside the strip
    const int step = patch.rows - 1 - row;
    const int inside = std::min(col - margin, patch.columns() - 1 - margin - col);
    if (inside < 0) {
        return mix(p.card, p.accent, 0.12f);
    }
    return inside < step ? p.series[2] : mix(p.card, p.accent, 0.62f);
}

/// A tile that stays in registers, in a frame of cells that its neighbours keep.
ImU32 framed_colour(const Palette& p, const Patch& patch, int row, int col) {
    const int from_side = std::min({row, patch.rows - 1 - row, col - 2, patch.columns() - 3 - col});
    return from_side < 0   ? mix(p.card, p.accent, 0.12f)
           : from_side < 2 ? p.series[2]
                           : mix(p.card, p.accent, 0.62f);
}

ImU32 planned_colour(const Palette& p, const Patch& patch, int row, int col) {
    switch (patch.parts) {
        case Patch::Parts::slanted:
            return slanted_colour(p, patch, row, col);
        case Patch::Parts::overlapping:
            return overlapping_colour(p, patch, row, col);
        case Patch::Parts::tiles:
            break;
    }
    return framed_colour(p, patch, row, col);
}

ImU32 cell_colour(const Look& look, const Patch& patch, const KernelInfo& kernel, int row,
                  int col) {
    const Palette& p = look.colour;
    if (kernel.plans_batches) {
        return planned_colour(p, patch, row, col);
    }
    const bool centre = in_stencil(patch, row, col, 0);
    if (in_stencil(patch, row, col, kernel.steps_per_launch)) {
        const ImU32 ink = p.dark() ? rgb(0xFFFFFF) : rgb(0x0A1426);
        return centre ? ink : mix(ink, p.accent, p.dark() ? 0.30f : 0.45f);
    }
    if (!patch.tile) {
        return mix(p.card, p.accent, 0.30f);
    }
    return distance_to_tile(patch, row, col) == 0 ? mix(p.card, p.accent, 0.62f) : p.series[2];
}

/// Cells of one dimension: those of a tile as one stretch, with its halo and one stencil.
void draw_line(const Look& look, const KernelInfo& kernel, const Patch& patch, ImVec2 at,
               float pitch) {
    const Palette& p = look.colour;
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float bottom = at.y + look.px(line_height);
    const auto stretch = [&](float first, float last, ImU32 colour) {
        const float left = std::floor(at.x + first * pitch);
        const float right = std::max(left + look.px(2), std::floor(at.x + last * pitch));
        list->AddRectFilled(ImVec2(left, at.y), ImVec2(right, bottom), colour);
    };
    if (!patch.tile) {
        for (int col = 0; col < patch.columns(); ++col) {
            const float left = std::floor(at.x + static_cast<float>(col) * pitch);
            list->AddRectFilled(ImVec2(left, at.y),
                                ImVec2(left + std::floor(pitch) - look.hairline(), bottom),
                                cell_colour(look, patch, kernel, 0, col));
        }
        return;
    }
    const auto halo = static_cast<float>(patch.halo);
    const auto all = static_cast<float>(patch.columns());
    stretch(halo, all - halo, mix(p.card, p.accent, 0.62f));
    stretch(0, halo, p.series[2]);
    stretch(all - halo, all, p.series[2]);
    const auto centre = static_cast<float>(patch.columns() * 2 / 5);
    stretch(centre - 1, centre + 2, p.dark() ? rgb(0xFFFFFF) : rgb(0x0A1426));
}

void draw_patch(const Look& look, const KernelInfo& kernel, const Patch& patch, ImVec2 at,
                float pitch) {
    if (patch.line)
        return draw_line(look, kernel, patch, at, pitch);
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float space = pitch >= 4 ? look.hairline() : 0.0f;
    for (int row = 0; row < patch.rows; ++row) {
        for (int col = 0; col < patch.columns(); ++col) {
            const ImVec2 corner =
                at + ImVec2(static_cast<float>(col) * pitch, static_cast<float>(row) * pitch);
            const ImVec2 end = corner + ImVec2(pitch - space, pitch - space);
            if (patch.tile && distance_to_tile(patch, row, col) > kernel.halo) {
                list->AddRect(corner, end, look.colour.line2, 0, look.hairline());
            } else {
                list->AddRectFilled(corner, end, cell_colour(look, patch, kernel, row, col));
            }
        }
    }
}

/// `backend`: on the CPU a tile is said to be a GPU's.
void draw_legend_row(const Look& look, const KernelInfo& kernel, BackendKind backend,
                     const Patch& patch, ImVec2 at, float right) {
    const Palette& p = look.colour;
    const auto size = [](int width, int height) {
        return std::to_string(width) + "\u2009×\u2009" + std::to_string(height);
    };
    if (kernel.plans_batches) {
        const bool tiles = patch.parts == Patch::Parts::tiles;
        at.x +=
            draw_legend(look, at, mix(p.card, p.accent, 0.62f), tiles ? "tile" : "strip, steps up");
        at.x += look.px(10);
        draw_legend(look, at, p.series[2],
                    tiles                                      ? "frame, exchanged"
                    : patch.parts == Patch::Parts::overlapping ? "done twice"
                                                               : "handed on");
        return;
    }
    if (!patch.tile) {
        draw_legend(look, at, p.dark() ? rgb(0xFFFFFF) : rgb(0x0A1426),
                    "one cell and what it reads");
        return;
    }
    at.x += draw_legend(
        look, at, mix(p.card, p.accent, 0.62f),
        (backend == BackendKind::cpu ? "GPU tile " : "tile ") + size(patch.width, patch.height));
    at.x += look.px(14);
    at.x += draw_legend(look, at, p.series[2],
                        patch.line ? "halo" : "rim " + size(patch.columns(), patch.rows));
    const std::string loads = format_integer(kernel_tile(kernel)->loads) + " loads for " +
                              format_integer(std::int64_t{patch.width} * patch.height);
    if (at.x + look.px(14) + text_size(look, Role::caption, loads).x <= right) {
        draw_text(look, ImVec2(right, at.y), Role::caption, p.text3, loads, anchor_right);
    }
}

void draw_fact(const Look& look, const ImRect& row, const KernelFact& fact) {
    const float y = row.GetCenter().y;
    const float used = text_size(look, Role::title, fact.value).x + look.px(6);
    std::string name = fact.name;
    if (text_size(look, Role::note, name).x + used > row.GetWidth()) {
        name.resize(std::min(name.size(), name.find('/')));  // "steps/launch": the first says most
    }
    draw_text(look, ImVec2(row.Min.x, y), Role::note, look.colour.text2, name, anchor_middle_left);
    draw_text(look, ImVec2(row.Max.x, y), Role::title, look.colour.text, fact.value,
              anchor_middle_right);
}

/// What the facts mean, where the pointer rests on the card.
void tell_resources(const Look& look, const KernelFigures& figures, BackendKind backend,
                    const ImRect& area) {
    const std::string text = resources_sentence(figures, backend);
    if (text.empty()) {
        return;
    }
    ImGui::SetCursorScreenPos(area.Min);
    ImGui::Dummy(area.GetSize());
    item_tooltip(look, text);
}

std::string sentence_of(const PanelContext& context, const KernelFigures& figures) {
    std::string sentence(figures.kernel->sentence);
    const bool runs = figures.kernel->name == context.snapshot.settings.kernel;
    if (!figures.seconds_per_step && !runs) {
        sentence += " Runs when chosen.";
    }
    return sentence;
}

/// How the card is laid out; all in framebuffer pixels.
struct Layout {
    bool side_by_side;
    float sentence;
    float pitch;
    float patch_height;
    float height;
    std::vector<KernelFact> facts;  ///< as many as there is room for
};

Layout layout_of(const PanelContext& context, const KernelFigures& figures, float width,
                 float room) {
    const Look& look = context.look;
    const Patch patch = patch_of(*figures.kernel, context.snapshot.backend.kind);
    const float inner = width - 2 * look.px(padding);
    Layout layout{};
    layout.sentence = text_size(look, Role::body, sentence_of(context, figures), inner).y;
    const float legend = look.px(8) + look.line_height(Role::caption);
    const auto finish = [&](bool side_by_side, float patch_width, float patch_room, float facts) {
        layout.side_by_side = side_by_side;
        layout.pitch = cell_pitch(patch, patch_width, patch_room);
        layout.patch_height =
            patch.line ? look.px(line_height) : layout.pitch * static_cast<float>(patch.rows);
        const float drawn = layout.patch_height + legend;
        layout.height = look.px(12) + layout.sentence + look.px(gap) +
                        (side_by_side ? std::max(drawn, facts) : drawn + look.px(gap) + facts) +
                        look.px(12);
    };
    layout.facts = kernel_facts(figures, context.snapshot.backend);
    const auto fact_rows = static_cast<float>((layout.facts.size() + 1) / 2);
    finish(false, inner, look.px(110), fact_rows * look.px(fact_height));
    if (layout.height > room) {
        const float row = look.px(tight_fact_height);
        const float rest = room - layout.sentence - look.px(gap) - 2 * look.px(12);
        const auto most = static_cast<std::size_t>(std::max(4.0f, std::floor(rest / row)));
        layout.facts.resize(std::min(layout.facts.size(), most));
        finish(true, inner * 0.62f, look.px(80), static_cast<float>(layout.facts.size()) * row);
    }
    return layout;
}

}  // namespace

float kernel_card_height(const PanelContext& context, const KernelFigures& figures, float width,
                         float room) {
    return std::ceil(layout_of(context, figures, width, room).height);
}

void draw_kernel_card(const PanelContext& context, const KernelFigures& figures,
                      const ImRect& area) {
    const Look& look = context.look;
    const KernelInfo& kernel = *figures.kernel;
    const Layout layout = layout_of(context, figures, area.GetWidth(), area.GetHeight());
    draw_card(look, area);
    const float left = area.Min.x + look.px(padding);
    const float right = area.Max.x - look.px(padding);
    float y = area.Min.y + look.px(12);
    draw_text(look, ImVec2(left, y), Role::body, look.colour.text2, sentence_of(context, figures),
              {}, right - left);
    y = std::floor(y + layout.sentence + look.px(gap));
    const BackendKind backend = context.snapshot.backend.kind;
    const Patch patch = patch_of(kernel, backend);
    draw_patch(look, kernel, patch, ImVec2(left, y), layout.pitch);
    const float legend_y = y + layout.patch_height + look.px(8);
    const float facts_left = left + (right - left) * 0.68f;
    draw_legend_row(look, kernel, backend, patch, ImVec2(left, legend_y),
                    layout.side_by_side ? facts_left - look.px(gap) : right);
    const std::vector<KernelFact>& facts = layout.facts;
    tell_resources(look, figures, backend, area);
    if (layout.side_by_side) {
        for (std::size_t i = 0; i < facts.size(); ++i) {
            const float top = y + static_cast<float>(i) * look.px(tight_fact_height);
            draw_fact(look, ImRect(facts_left, top, right, top + look.px(tight_fact_height)),
                      facts[i]);
        }
        return;
    }
    const float facts_top = legend_y + look.line_height(Role::caption) + look.px(gap);
    for (std::size_t i = 0; i < facts.size(); ++i) {
        const float top = facts_top + static_cast<float>(i / 2) * look.px(fact_height);
        const ImRect row(left, top, right, top + look.px(fact_height));
        draw_fact(look, column_of(row, static_cast<int>(i % 2), 2, look.px(20)), facts[i]);
    }
}

}  // namespace heatlab::ui
