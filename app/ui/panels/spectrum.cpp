#include "app/ui/panels/spectrum.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "app/format.h"
#include "app/ui/laboratory_words.h"
#include "app/ui/panels/panel.h"
#include "app/ui/widgets/button.h"
#include "app/ui/widgets/choice.h"
#include "sim/waves.h"

namespace heatlab::ui {
namespace {

constexpr double pi = std::numbers::pi;
constexpr float axis_left = 20;  ///< room for the axes' words, logical pixels
constexpr float axis_below = 18;

const ColorMap& colours_of(const PanelContext& context) {
    return context.colormaps.find("berlin");
}

std::string wavelength_text(double angle) {
    return angle < 1e-6 ? "∞" : format_significant(2 * pi / angle, 3);
}

/// What lies under the pointer.
std::string wave_text(const PanelContext& context, double kx, double ky) {
    const double g = amplification_factor(context.snapshot.settings.r, kx, ky);
    const bool line = context.snapshot.settings.grid.dimensions == 1;
    std::string text =
        "kx " + format_fixed(kx, 2) + (line ? std::string() : ", ky " + format_fixed(ky, 2)) +
        " rad per cell\nwavelength " + wavelength_text(kx) +
        (line ? std::string() : " × " + wavelength_text(ky)) + " cells\ng " + format_fixed(g, 3) +
        (std::abs(g) > 1 ? ": grows, the sign flips"
         : g < 0         ? ": fades, the sign flips"
                         : ": fades");
    const Spectrum* spectrum = context.snapshot.laboratory.spectrum.get();
    if (spectrum != nullptr && context.snapshot.settings.laboratory.spectrum) {
        const auto bin = [](double angle) {
            return static_cast<std::size_t>(
                std::clamp(static_cast<int>(angle / pi * Spectrum::bins), 0, Spectrum::bins - 1));
        };
        const std::size_t index = bin(ky) * Spectrum::bins + bin(kx);
        if (index < spectrum->amplitude.size()) {
            text += "\namplitude " +
                    format_significant(static_cast<double>(spectrum->amplitude[index]), 2);
        }
    }
    return text;
}

/// `line`: of a grid of one dimension, which has no ky.
void draw_axes(const Look& look, const ImRect& box, bool line) {
    const ImU32 ink = look.colour.text3;
    const float left = box.Min.x - look.px(6);
    const float below = box.Max.y + look.px(1);
    const float half = look.line_height(Role::caption) / 2;
    if (!line) {
        draw_text(look, ImVec2(left, box.Min.y + half), Role::caption, ink, "π",
                  anchor_middle_right);
        draw_text(look, ImVec2(left, box.GetCenter().y), Role::caption, ink, "ky",
                  anchor_middle_right);
    }
    draw_text(look, ImVec2(box.Min.x, below), Role::caption, ink, "0");
    draw_text(look, ImVec2(box.GetCenter().x, below), Role::caption, ink, "kx", anchor_top);
    draw_text(look, ImVec2(box.Max.x, below), Role::caption, ink, "π", anchor_right);
}

/// The colours of g with their numbers; ends below them.
void draw_scale(const PanelContext& context, Rows& rows) {
    const Look& look = context.look;
    draw_text(look, rows.take(look.px(18)).Min, Role::caption, look.colour.text2,
              "factor g per step");
    const ImRect bar = rows.take(look.px(8));
    const ColorMap& colours = colours_of(context);
    constexpr int parts = 24;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto colour = [&colours](int i) {
        const Rgb c = colours.sample(static_cast<float>(i) / parts);
        return IM_COL32(c.r, c.g, c.b, 255);
    };
    for (int i = 0; i < parts; ++i) {
        const float a = bar.Min.x + bar.GetWidth() * static_cast<float>(i) / parts;
        const float b = bar.Min.x + bar.GetWidth() * static_cast<float>(i + 1) / parts;
        list.AddRectFilledMultiColor(ImVec2(std::floor(a), bar.Min.y),
                                     ImVec2(std::floor(b), bar.Max.y), colour(i), colour(i + 1),
                                     colour(i + 1), colour(i));
    }
    rows.skip(look.px(1));
    const ImRect labels = rows.take(look.px(17));
    const ImU32 ink = look.colour.text3;
    draw_text(look, labels.Min, Role::caption, ink, std::string(true_minus) + "1");
    draw_text(look, ImVec2(labels.GetCenter().x, labels.Min.y), Role::caption, ink, "0",
              anchor_top);
    draw_text(look, ImVec2(labels.Max.x, labels.Min.y), Role::caption, ink, "1", anchor_right);
}

void draw_switch(const PanelContext& context, Rows& rows) {
    const Look& look = context.look;
    const Snapshot& snapshot = context.snapshot;
    const bool on = snapshot.settings.laboratory.spectrum;
    const ImRect row = rows.take(look.px(28));
    if (toggle(look, "Live waves", row, on)) {
        LaboratorySetting setting = snapshot.settings.laboratory;
        setting.spectrum = !on;
        context.emit(command::SetLaboratory{setting});
    }
    item_tooltip(look,
                 "White dots: how much of each wave one step changes, by the logarithm; at "
                 "most twice a second, off the interface's thread");
    const double seconds = snapshot.laboratory.spectrum_seconds;
    if (on && seconds > 0) {
        const float left = row.Min.x + look.px(42) + text_size(look, Role::body, "Live waves").x;
        const std::string cost = format_duration(seconds).text();
        if (left + look.px(8) + text_size(look, Role::caption, cost).x <= row.Max.x) {
            draw_text(look, ImVec2(row.Max.x, row.GetCenter().y), Role::caption, look.colour.text3,
                      cost, anchor_middle_right);
        }
    }
}

void draw_words(const PanelContext& context, Rows& rows) {
    const Look& look = context.look;
    const Palette& p = look.colour;
    const Snapshot& snapshot = context.snapshot;
    const float wrap = rows.width();
    const auto say = [&](std::string_view text, ImU32 ink) {
        const ImVec2 size = text_size(look, Role::caption, text, wrap);
        draw_text(look, ImVec2(rows.left(), rows.y()), Role::caption, ink, text, {}, wrap);
        rows.skip(size.y + look.px(2));
    };
    if (!snapshot.stability.bound) {
        say("no wave: nothing is updated", p.text2);
    } else if (grows(snapshot)) {
        say("past the white line, |g| = 1, waves grow", p.unstable);
    } else if (snapshot.stability.r > textbook_bound(snapshot.stability.dimensions)) {
        say(snapshot.settings.grid.dimensions == 1 ? "this rod has no wave where |g| > 1"
                                                   : "this grid has no wave where |g| > 1",
            p.text2);
    } else {
        say("|g| ≤ 1: every wave fades", p.text2);
    }
    if (!snapshot.settings.laboratory.spectrum) {
        return;
    }
    const Spectrum* spectrum = snapshot.laboratory.spectrum.get();
    say(spectrum == nullptr ? std::string("appears within a second")
                            : spectrum_region_text(spectrum->plan, snapshot.settings.grid),
        p.text3);
}

}  // namespace

void SpectrumPanel::draw_map(const PanelContext& context, const ImRect& box) {
    const Look& look = context.look;
    const Palette& p = look.colour;
    const Snapshot& snapshot = context.snapshot;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool live = snapshot.settings.laboratory.spectrum;
    const int dimensions = snapshot.settings.grid.dimensions;
    map_.draw(list, box, colours_of(context),
              {snapshot.settings.r, dimensions, live ? snapshot.laboratory.spectrum : nullptr,
               p.kind, look.scale});
    list.AddRect(box.Min, box.Max, p.line, 0, look.hairline());
    draw_axes(look, box, dimensions == 1);
    const bool known = snapshot.laboratory.angle_x > 0 || snapshot.laboratory.angle_y > 0;
    if (snapshot.stability.bound && known) {
        // The wave that grows first, kept whole inside the map.
        const float radius = look.px(4.5f);
        const auto part = [](double angle) { return static_cast<float>(angle / pi); };
        const float edge = radius + look.px(2);
        const ImVec2 at(std::clamp(box.Min.x + part(snapshot.laboratory.angle_x) * box.GetWidth(),
                                   box.Min.x + edge, box.Max.x - edge),
                        std::clamp(box.Max.y - part(snapshot.laboratory.angle_y) * box.GetHeight(),
                                   box.Min.y + edge, box.Max.y - edge));
        list.AddCircle(at, radius, rgb(0x000000, 200), 0, look.px(3.5f));
        list.AddCircle(at, radius, rgb(0xFFFFFF), 0, look.px(1.5f));
    }
    const Press press = press_area("Factor map", box);
    if (press.hovered) {
        const ImVec2 pointer = ImGui::GetIO().MousePos;
        const double kx =
            pi *
            std::clamp(static_cast<double>((pointer.x - box.Min.x) / box.GetWidth()), 0.0, 1.0);
        const double part_up =
            std::clamp(static_cast<double>((box.Max.y - pointer.y) / box.GetHeight()), 0.0, 1.0);
        const double ky = dimensions == 1 ? 0.0 : pi * part_up;
        item_tooltip(look, wave_text(context, kx, ky));
    }
}

void SpectrumPanel::draw(const PanelContext& context) {
    const Look& look = context.look;
    ImRect area = panel_area(look);
    area.Min.y += look.px(2);
    area.Max.y -= look.px(8);
    const bool beside = area.GetHeight() < look.px(260);
    const float side = std::floor(
        beside ? std::min(area.GetHeight() - look.px(axis_below), area.GetWidth() * 0.5f)
               : std::min(area.GetWidth() - look.px(axis_left),
                          std::max(look.px(120), area.GetHeight() - look.px(axis_below + 170))));
    const ImVec2 corner(area.Min.x + look.px(axis_left), area.Min.y + (beside ? 0 : look.px(6)));
    const ImRect box(corner, corner + ImVec2(side, side));
    context.mark("spectrum", area);
    if (context.snapshot.settings.grid.dimensions == 3) {
        draw_text(look, area.GetCenter(), Role::note, look.colour.text3,
                  "spectra are of rods and plates", anchor_middle);
        return;
    }
    draw_map(context, box);
    const ImRect words =
        beside ? ImRect(ImVec2(box.Max.x + look.px(16), area.Min.y), area.Max)
               : ImRect(ImVec2(area.Min.x, box.Max.y + look.px(axis_below + 10)), area.Max);
    Rows rows(words);
    draw_scale(context, rows);
    rows.skip(look.px(beside ? 0.0f : 6.0f));
    draw_switch(context, rows);
    rows.skip(look.px(4));
    draw_words(context, rows);
}

}  // namespace heatlab::ui
