#include "app/ui/panels/kernels.h"

#include <algorithm>
#include <string>

#include "app/format.h"
#include "app/ui/panels/host_copies.h"
#include "app/ui/panels/kernel_card.h"
#include "app/ui/panels/panel.h"
#include "app/ui/widgets/button.h"
#include "app/ui/widgets/marks.h"

namespace heatlab::ui {
namespace {

constexpr float row_height = 24;
constexpr float tight_row_height = 20;  ///< of a long list, so that the card keeps its room
constexpr std::size_t long_list = 7;
constexpr const char* unknown = "–";

/// Right edges of the figures, left and right edge of the bar; framebuffer pixels.
struct Columns {
    float name;
    float bar_left;
    float bar_right;
    float time;
    float bandwidth;
    float share;
};

/// One unit for a column, by its largest figure, so that rows compare at a glance.
struct ColumnUnits {
    double time = 1e-6;
    const char* time_name = "µs/step";
    double bandwidth = 1e12;
    const char* bandwidth_name = "TB/s";
};

Columns columns_in(const Look& look, const ImRect& area) {
    Columns c{};
    c.name = area.Min.x;
    c.share = area.Max.x;
    c.bandwidth = c.share - look.px(60);
    c.time = c.bandwidth - look.px(52);
    c.bar_left = area.Min.x + look.px(92);
    c.bar_right = std::max(c.bar_left + look.px(24), c.time - look.px(54));
    return c;
}

ColumnUnits units_for(const std::vector<KernelFigures>& rows) {
    ColumnUnits units;
    double slowest = 0;
    double fastest = 0;
    for (const KernelFigures& row : rows) {
        slowest = std::max(slowest, row.seconds_per_step.value_or(0));
        fastest = std::max(fastest, row.bytes_per_second.value_or(0));
    }
    if (slowest >= 0.01) {
        units.time = 1e-3;
        units.time_name = "ms/step";
    }
    if (fastest < 1e12) {
        units.bandwidth = 1e9;
        units.bandwidth_name = "GB/s";
    }
    return units;
}

std::string figure(std::optional<double> value, double unit) {
    if (!value) {
        return unknown;
    }
    const double scaled = *value / unit;
    return format_fixed(scaled, scaled >= 999.5    ? 0
                                : scaled >= 9.995  ? 1
                                : scaled >= 0.0995 ? 2
                                                   : 3);
}

void draw_header(const Look& look, const Columns& c, const ImRect& row, const ColumnUnits& units) {
    const ImU32 colour = look.colour.text3;
    const float y = row.GetCenter().y;
    draw_text(look, ImVec2(c.time, y), Role::caption, colour, units.time_name, anchor_middle_right);
    draw_text(look, ImVec2(c.bandwidth, y), Role::caption, colour, units.bandwidth_name,
              anchor_middle_right);
    draw_text(look, ImVec2(c.share, y), Role::caption, colour, "of copy", anchor_middle_right);
}

void draw_figures(const Look& look, const Columns& c, const ImRect& row,
                  const KernelFigures& figures, const ColumnUnits& units, bool chosen,
                  float shade) {
    const Palette& p = look.colour;
    const float y = row.GetCenter().y;
    const bool baseline = !figures.kernel->advances;
    const std::optional<double> share = baseline && figures.bytes_per_second
                                            ? std::optional<double>(1.0)
                                            : figures.fraction_of_copy;
    const ImU32 bar = chosen     ? p.accent
                      : baseline ? p.text3
                                 : mix(p.panel, p.text3, p.dark() ? 0.8f : 0.75f);
    const ImRect meter(c.bar_left, std::floor(y - look.px(2)), c.bar_right,
                       std::floor(y - look.px(2)) + look.px(4));
    draw_meter(look, meter, static_cast<float>(share.value_or(0)),
               fade(baseline ? p.text2 : bar, shade),
               chosen ? mix(p.accent_tint, p.accent, 0.25f) : p.control);
    const ImU32 ink = fade(chosen ? p.text : p.text2, shade);
    draw_text(look, ImVec2(c.time, y), chosen ? Role::title : Role::body, ink,
              figure(figures.seconds_per_step, units.time), anchor_middle_right);
    draw_text(look, ImVec2(c.bandwidth, y), Role::body, ink,
              figure(figures.bytes_per_second, units.bandwidth), anchor_middle_right);
    draw_text(look, ImVec2(c.share, y), Role::body, ink, share ? format_percent(*share) : unknown,
              anchor_middle_right);
}

/// Why a kernel cannot run here; empty where it can.
std::string_view reason_against(const PanelContext& context, const KernelInfo& kernel) {
    return kernel.supports(context.snapshot.settings.boundaries)
               ? std::string_view()
               : "Works with fixed edges only: fix all four, or choose another kernel";
}

std::string_view row_tooltip(const KernelInfo& kernel, bool chosen, std::string_view reason) {
    if (!reason.empty()) {
        return reason;
    }
    if (!kernel.advances) {
        return "The ceiling, measured here on this grid; click to measure again";
    }
    return chosen ? "Runs now" : "Go on with this kernel; field and step stay";
}

/// Returns whether the row is under the pointer or has the keyboard focus.
bool draw_row(const PanelContext& context, const Columns& c, const ImRect& row,
              const KernelFigures& figures, const ColumnUnits& units) {
    const Look& look = context.look;
    const Palette& p = look.colour;
    const KernelInfo& kernel = *figures.kernel;
    const bool chosen = kernel.name == context.snapshot.settings.kernel;
    ImRect box = row;
    box.Min.x -= look.px(8);
    box.Max.x += look.px(8);
    const std::string label(kernel.name);
    const Press press = press_area(label.c_str(), box);
    const bool focused = ImGui::IsItemFocused() && ImGui::GetIO().NavVisible;
    const std::string_view reason = reason_against(context, kernel);
    const float shade = reason.empty() ? 1.0f : 0.4f;
    item_tooltip(look, row_tooltip(kernel, chosen, reason));
    ImDrawList* list = ImGui::GetWindowDrawList();
    if (chosen) {
        list->AddRectFilled(box.Min, box.Max, p.accent_tint, look.px(6));
    } else if (reason.empty() && (press.hovered || press.held)) {
        list->AddRectFilled(box.Min, box.Max, press.held ? p.control_active : p.control,
                            look.px(6));
    }
    draw_text(look, ImVec2(c.name, row.GetCenter().y), Role::code, fade(p.text, shade), kernel.name,
              anchor_middle_left);
    draw_figures(look, c, row, figures, units, chosen, shade);
    if (press.pressed && !kernel.advances) {
        context.emit(command::MeasureCopy{});
    } else if (press.pressed && !chosen && reason.empty()) {
        context.emit(command::SetKernel{label});
    }
    return press.hovered || focused;
}

float tallest_card(const PanelContext& context, float width, float room) {
    float tallest = 0;
    for (const KernelFigures& figures : context.readings.kernels) {
        tallest = std::max(tallest, kernel_card_height(context, figures, width, room));
    }
    return tallest;
}

}  // namespace

void draw_kernels(const PanelContext& context) {
    const Look& look = context.look;
    const std::vector<KernelFigures>& kernels = context.readings.kernels;
    const ImRect area = panel_area(look);
    Rows rows(area);
    const Columns c = columns_in(look, area);
    const ColumnUnits units = units_for(kernels);
    const float row = look.px(kernels.size() < long_list ? row_height : tight_row_height);
    rows.skip(look.px(4));
    const ImRect header = rows.take(row);
    draw_header(look, c, header, units);
    const KernelFigures* shown = nullptr;
    const KernelFigures* pointed = nullptr;
    for (const KernelFigures& figures : kernels) {
        if (draw_row(context, c, rows.take(row), figures, units) && figures.kernel->advances) {
            pointed = &figures;
        }
        if (!figures.kernel->advances) {
            rows.skip(look.px(1));
            draw_rule(look, ImVec2(area.Min.x, rows.y()), area.GetWidth(), true, look.colour.line2);
            rows.skip(look.px(2));
        }
        if (figures.kernel->name == context.snapshot.settings.kernel) {
            shown = &figures;
        }
    }
    context.mark("kernels", ImRect(header.Min, ImVec2(area.Max.x, rows.y())));
    rows.skip(look.px(8));
    if (pointed != nullptr) {
        shown = pointed;
    }
    // At the foot where the tallest of the kernels' cards leaves room for it, so that it stays in
    // place while the pointer goes from kernel to kernel.
    const float copies = host_copies_card_height(look);
    const float left_over = rows.remaining() - copies - look.px(16);
    const bool beside = tallest_card(context, area.GetWidth(), left_over) <= left_over;
    const float room = beside ? left_over : rows.remaining() - panel_foot(look);
    // A lesson speaks of what copies cost: that is seen first, where there is no room for both.
    const bool instead =
        !beside && context.is_pointed_at("host-copies") && !context.is_pointed_at("kernel-card");
    if (shown != nullptr && !instead) {
        const float height = kernel_card_height(context, *shown, area.GetWidth(), room);
        const ImRect card = rows.take(height);
        context.mark("kernel-card", card);
        draw_kernel_card(context, *shown, card);
    }
    if (beside || instead) {
        ImRect card;
        if (instead) {
            card = rows.take(copies);
        } else {
            const float foot = area.Max.y - look.px(8);
            card = ImRect(area.Min.x, foot - copies, area.Max.x, foot);
        }
        context.mark("host-copies", card);
        draw_host_copies_card(context, card);
    } else {
        const float right = c.time - look.px(52);
        const ImRect opener(area.Min.x - look.px(10), header.Min.y, right, header.Max.y);
        context.mark("host-copies", opener);
        draw_host_copies_opener(context, opener);
    }
    finish_panel(look, rows);
}

}  // namespace heatlab::ui
