#include "app/ui/panels/kernel_patch.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "app/format.h"
#include "app/ui/panels/kernel_facts.h"
#include "app/ui/widgets/marks.h"

namespace heatlab::ui {
namespace {

constexpr int slanted_strip = 8;  // columns

/// Steps that a rim cell lies away from the tile, moving along rows and columns.
int distance_to_tile(const KernelPatch& patch, int row, int col) {
    const auto outside = [](int at, int first, int count) {
        return std::max({first - at, at - (first + count - 1), 0});
    };
    return outside(row, patch.halo, patch.height) + outside(col, patch.halo, patch.width);
}

/// The five-point stencil of `reach` steps around the lit cell.
bool in_stencil(const KernelPatch& patch, int row, int col, int reach) {
    const int centre_row = patch.line ? 0 : patch.rows / 2 - 1;
    const int centre_col = patch.columns() * 2 / 5;
    return std::abs(row - centre_row) + std::abs(col - centre_col) <= reach;
}

/// Columns across, steps upward: strips that move one column to the left with each step. The one in
/// the middle is being computed; it needs two cells a step of the one before it.
ImU32 slanted_colour(const Palette& p, const KernelPatch& patch, int row, int col) {
    const int step = patch.rows - 1 - row;
    const int along = col + step - slanted_strip;
    if (along < 0) {
        return along >= -2 ? p.series[2] : mix(p.card, p.accent, 0.30f);
    }
    return mix(p.card, p.accent, along < slanted_strip ? 0.62f : 0.12f);
}

/// The same where strips do not move: one loses a column to each of its neighbours with each step,
/// so its outer columns are computed by two.
ImU32 overlapping_colour(const Palette& p, const KernelPatch& patch, int row, int col) {
    constexpr int margin = 2;  // columns beside the strip
    const int step = patch.rows - 1 - row;
    const int inside = std::min(col - margin, patch.columns() - 1 - margin - col);
    if (inside < 0) {
        return mix(p.card, p.accent, 0.12f);
    }
    return inside < step ? p.series[2] : mix(p.card, p.accent, 0.62f);
}

/// A tile that stays in registers, in a frame of cells that its neighbours keep.
ImU32 framed_colour(const Palette& p, const KernelPatch& patch, int row, int col) {
    const int from_side = std::min({row, patch.rows - 1 - row, col - 2, patch.columns() - 3 - col});
    return from_side < 0   ? mix(p.card, p.accent, 0.12f)
           : from_side < 2 ? p.series[2]
                           : mix(p.card, p.accent, 0.62f);
}

ImU32 planned_colour(const Palette& p, const KernelPatch& patch, int row, int col) {
    switch (patch.parts) {
        case KernelPatch::Parts::slanted:
            return slanted_colour(p, patch, row, col);
        case KernelPatch::Parts::overlapping:
            return overlapping_colour(p, patch, row, col);
        case KernelPatch::Parts::tiles:
            break;
    }
    return framed_colour(p, patch, row, col);
}

ImU32 cell_colour(const Look& look, const KernelPatch& patch, const KernelInfo& kernel, int row,
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
void draw_line(const Look& look, const KernelInfo& kernel, const KernelPatch& patch, ImVec2 at,
               float pitch) {
    const Palette& p = look.colour;
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float bottom = at.y + look.px(patch_line_height);
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

}  // namespace

KernelPatch patch_of(const KernelInfo& kernel, BackendKind backend) {
    if (kernel.plans_batches) {
        return KernelPatch{3 * slanted_strip,
                           7,
                           0,
                           7,
                           false,
                           backend == BackendKind::cpu ? KernelPatch::Parts::slanted
                           : kernel.name == "resident" ? KernelPatch::Parts::tiles
                                                       : KernelPatch::Parts::overlapping};
    }
    const std::optional<KernelTile> tile = kernel_tile(kernel);
    const bool line = kernel.dimensions == 1;
    const int height = line ? 1 : kernel.in_texture ? 6 : 5;
    KernelPatch patch = tile ? KernelPatch{tile->width, tile->height, tile->halo, tile->rows, true}
                             : KernelPatch{kernel.in_texture ? 16 : 24, height, 0, height, false};
    patch.line = line;
    return patch;
}

float cell_pitch(const KernelPatch& patch, float width, float height) {
    if (patch.line)  // the many cells of its tile are not drawn one by one
        return width / static_cast<float>(patch.columns());
    return std::max(2.0f, std::floor(std::min(width / static_cast<float>(patch.columns()),
                                              height / static_cast<float>(patch.rows))));
}

float patch_height(const Look& look, const KernelPatch& patch, float pitch) {
    return patch.line ? look.px(patch_line_height) : pitch * static_cast<float>(patch.rows);
}

void draw_patch(const Look& look, const KernelInfo& kernel, const KernelPatch& patch, ImVec2 at,
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

void draw_legend_row(const Look& look, const KernelInfo& kernel, BackendKind backend,
                     const KernelPatch& patch, ImVec2 at, float right) {
    const Palette& p = look.colour;
    const auto size = [](int width, int height) {
        return std::to_string(width) + "\u2009×\u2009" + std::to_string(height);
    };
    if (kernel.plans_batches) {
        const bool tiles = patch.parts == KernelPatch::Parts::tiles;
        at.x +=
            draw_legend(look, at, mix(p.card, p.accent, 0.62f), tiles ? "tile" : "strip, steps up");
        at.x += look.px(10);
        draw_legend(look, at, p.series[2],
                    tiles                                            ? "frame, exchanged"
                    : patch.parts == KernelPatch::Parts::overlapping ? "done twice"
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

}  // namespace heatlab::ui
