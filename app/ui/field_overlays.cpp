#include "app/ui/field_overlays.h"

#include <array>
#include <cmath>
#include <string>

#include "app/dimension_words.h"
#include "app/format.h"
#include "app/stability_text.h"
#include "app/ui/field_numbers.h"
#include "app/ui/icons.h"
#include "app/ui/keys.h"
#include "app/ui/panels/host_copies.h"
#include "app/ui/widgets/button.h"
#include "app/ui/widgets/marks.h"
#include "sim/stability.h"

namespace heatlab::ui {
namespace {

constexpr float inset = 12;
constexpr float growth_pill_height = 40;  ///< as of any pill with an action
constexpr const char* guard_popup = "Flash guard choice";

/// Lays pills in rows from the top left.
class PillRows {
public:
    PillRows(const Look& look, const FieldCanvas& canvas)
        : look_(look),
          left_(canvas.overlay.Min.x + look.px(inset)),
          right_(canvas.overlay.Max.x - look.px(inset)),
          at_(left_, canvas.overlay.Min.y + look.px(inset)) {}

    PillResult add(const char* id, const Pill& what) {
        const float width = pill_width(look_, what);
        if (at_.x > left_ && at_.x + width > right_)
            at_ = {left_, bottom_ + look_.px(8)};
        const PillResult result = pill(look_, id, at_, what);
        bottom_ = at_.y + pill_height(look_, what);
        at_.x += width + look_.px(8);
        return result;
    }
    float bottom() const { return bottom_; }

private:
    const Look& look_;
    float left_;
    float right_;
    ImVec2 at_;
    float bottom_ = at_.y;  ///< of nothing: where the first row would begin
};

void draw_rung_pill(const PanelContext& context, PillRows& rows) {
    const DisplayStatus& display = context.snapshot.display;
    const Palette& dark = palette_of(ThemeKind::dark);  // the scrim is dark in both themes
    const bool best = display.rung == DisplayRung::interop;
    const RungWords words = rung_words(display);
    rows.add("Display rung", {best ? icon::bolt : icon::copy, best ? dark.stable : dark.damped,
                              words.name, words.cost, words.why});
}

void draw_host_copies_pill(const PanelContext& context, PillRows& rows) {
    const HostCopySetting& setting = context.snapshot.settings.host_copies;
    if (!setting.active())
        return;
    const HostCopyFigures& figures = context.readings.host_copies;
    const std::string word = "copied " + host_copies_words(setting);
    const std::string detail = figures.bytes_per_second
                                   ? format_bandwidth(*figures.bytes_per_second).text()
                                   : std::string();
    const std::string tooltip =
        "The field is copied to the host: " + host_copies_drop(figures) + ". Chosen in Kernels";
    rows.add("Host copies",
             {icon::copy, palette_of(ThemeKind::dark).damped, word, detail, tooltip});
}

/// In space, where a vertex stands for more than a cell.
void draw_block_pill(const PanelContext& context, const FieldCanvas& canvas, PillRows& rows) {
    const std::string cells = std::to_string(canvas.block) + "\u2009×\u2009" +
                              std::to_string(canvas.block) + " cells a vertex";
    rows.add("Mesh", {icon::surface, context.look.colour.on_scrim, "mesh", cells,
                      "Each vertex stands at the mean of its cells; a checkerboard and a single "
                      "cell keep their extremes"});
}

/// A cloud that moves, where a processor draws it.
void draw_reduction_pill(const PanelContext& context, const FieldCanvas& canvas, PillRows& rows) {
    rows.add("Reduction", {icon::eye, context.look.colour.on_scrim, "coarse",
                           "1/" + std::to_string(canvas.reduction) + " while it moves",
                           "Software OpenGL draws the cloud coarser until it rests"});
}

bool sign_flips(const Snapshot& snapshot) {
    return snapshot.stability.r > monotone_bound(snapshot.stability.dimensions);
}

void draw_guard_popup(const PanelContext& context) {
    const Look& look = context.look;
    const bool guarded = context.snapshot.settings.flash_guard == FlashGuardMode::even_steps;
    const ImVec2 size{look.px(312), look.px(136)};
    ImGui::SetNextWindowSize(size);
    if (!ImGui::BeginPopup(guard_popup, ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoScrollbar))
        return;
    const ImVec2 origin = ImGui::GetWindowPos();
    const float pad = look.px(16);
    draw_text(look, {origin.x + pad, origin.y + look.px(14)}, Role::title, look.colour.text,
              guarded ? "Only even steps are drawn" : "Every step is drawn");
    const DimensionWords& words = words_of(context.snapshot.stability.dimensions);
    const std::string wave = words.fastest_wave;
    draw_text(look, {origin.x + pad, origin.y + look.px(38)}, Role::note, look.colour.text2,
              guarded ? std::string("Past ") + words.monotone + " the " + wave +
                            " flips sign each step. Drawing every step may flash up to 30 times a "
                            "second."
                      : "The " + wave +
                            " may flash up to 30 times a second. Drawing even steps only holds it "
                            "still; the simulation is not touched.",
              {}, size.x - 2 * pad);
    const char* label = guarded ? "Draw every step" : "Draw even steps only";
    const float width = button_width(look, label);
    const float y = origin.y + size.y - look.px(14 + 30);
    if (button(look, label, {origin.x + pad, y, origin.x + pad + width, y + look.px(30)})) {
        context.emit(command::SetFlashGuard{guarded ? FlashGuardMode::every_step
                                                    : FlashGuardMode::even_steps});
        ImGui::CloseCurrentPopup();
    }
    ImGui::EndPopup();
}

void draw_guard_pill(const PanelContext& context, PillRows& rows) {
    const Snapshot& snapshot = context.snapshot;
    const Palette& dark = palette_of(ThemeKind::dark);
    const bool every = snapshot.settings.flash_guard == FlashGuardMode::every_step &&
                       sign_flips(snapshot) && snapshot.statistics &&
                       snapshot.statistics->alternating_cells > 0;
    if (snapshot.guard_active)
        rows.add("Flash guard", {icon::eye, dark.on_scrim, "even steps shown",
                                 "the sign flips every step", "Click to choose what is drawn"});
    else if (every)
        rows.add("Flash guard", {icon::eye, dark.damped, "every step shown", "it may flash",
                                 "Click to choose what is drawn"});
    else
        return;
    if (ImGui::IsItemClicked())
        ImGui::OpenPopup(guard_popup);
    draw_guard_popup(context);
}

/// Where a pill at the bottom left lies: above the scale bar where it would reach it, beside the
/// tools where it would cover them.
ImVec2 action_pill_corner(const Look& look, const FieldCanvas& canvas, ImVec2 size,
                          const ImRect& tools, const ImRect& scale_bar) {
    const float gap = look.px(8);
    ImVec2 at{canvas.overlay.Min.x + look.px(inset),
              canvas.overlay.Max.y - look.px(inset) - size.y};
    if (at.x + size.x + gap > scale_bar.Min.x)
        at.y = scale_bar.Min.y - gap - size.y;
    if (tools.Max.y + gap > at.y)
        at.x = tools.Max.x + gap;
    return at;
}

/// Where the card in the middle lies: clear of the scale bar, of the tools, and of the growth pill
/// where there is one.
ImRect start_card_box(const Look& look, const FieldCanvas& canvas, ImVec2 size, const ImRect& tools,
                      const ImRect& scale_bar, bool unstable) {
    const float gap = look.px(8);
    ImVec2 at{std::floor(canvas.overlay.GetCenter().x - size.x / 2),
              canvas.overlay.Max.y - look.px(inset) - size.y};
    if (at.x + size.x + gap > scale_bar.Min.x)
        at.y = scale_bar.Min.y - gap - size.y;
    // The pill may lie above the scale bar itself.
    if (unstable)
        at.y = scale_bar.Min.y - gap - look.px(growth_pill_height) - gap - size.y;
    if (at.y < tools.Max.y + gap)
        at.x = std::max(at.x, tools.Max.x + gap);
    return {at, at + size};
}

/// The largest 1, 2 or 5 times a power of ten of cells, and parts of a cell, that fit `length`.
double round_cells(float length, float cell) {
    double scale = 1;
    while (length * scale < cell)
        scale *= 10;
    return round_count(length * scale / cell) / scale;
}

std::string cell_count_text(double cells) {
    if (cells < 1)
        return format_significant(cells, 1) + " cells";
    return cells == 1 ? "1 cell" : format_integer(std::llround(cells)) + " cells";
}

}  // namespace

bool checkerboard_stands_out(const Snapshot& snapshot) {
    constexpr double stairs = 0.11;
    return snapshot.statistics && snapshot.statistics->alternating_maximum >
                                      stairs * (snapshot.range_high - snapshot.range_low);
}

RungWords rung_words(const DisplayStatus& display) {
    RungWords words{"upload", format_bytes(display.bytes_per_frame) + "/frame", display.reason};
    if (!display.remedy.empty())
        words.why += (words.why.empty() ? "" : "\n") + display.remedy;
    if (display.rung == DisplayRung::interop) {
        words.name = "interop";
        words.cost += " to host";
        if (words.why.empty())
            words.why = "The field is drawn where it is computed";
    } else if (display.rung == DisplayRung::staged) {
        words.name = "staged copy";
    } else if (words.why.empty()) {
        words.why = "The picture goes from memory to OpenGL each frame";
    }
    return words;
}

float draw_field_pills(const PanelContext& context, const FieldCanvas& canvas, Pills which) {
    PillRows rows(context.look, canvas);
    if (which == Pills::all) {
        draw_rung_pill(context, rows);
        draw_host_copies_pill(context, rows);
    }
    draw_guard_pill(context, rows);
    if (which == Pills::all && canvas.block > 1)
        draw_block_pill(context, canvas, rows);
    if (which == Pills::all && canvas.reduction > 1)
        draw_reduction_pill(context, canvas, rows);
    const bool hidden = canvas.in_space() ? canvas.block > 1 : context.snapshot.checkerboard_hidden;
    if (hidden && checkerboard_stands_out(context.snapshot)) {
        const std::string amplitude =
            (canvas.in_space() ? "finer than the mesh: amplitude "
                               : "finer than a pixel: amplitude ") +
            format_significant(context.snapshot.statistics->alternating_maximum, 2);
        rows.add("Hidden checkerboard",
                 {icon::square_wave, palette_of(ThemeKind::dark).damped,
                  words_of(context.snapshot.stability.dimensions).fastest_wave, amplitude,
                  canvas.in_space()
                      ? "Neighbouring cells alternate below what this mesh can show; it goes up "
                        "and down "
                        "between their extremes there"
                      : "Neighbouring cells alternate below what this zoom can show; checkers mark "
                        "where"});
    }
    return rows.bottom();
}

ImRect draw_scale_bar(const PanelContext& context, const FieldCanvas& canvas) {
    const Look& look = context.look;
    const float cell = canvas.cell_size();
    const double cells =
        std::min(round_cells(look.px(130), cell), static_cast<double>(canvas.grid.width));
    const float length = std::max(2.0f, std::round(static_cast<float>(cells) * cell));
    const std::string text =
        cell_count_text(cells) + "  " + length_text(cells * context.snapshot.settings.cell_size);
    const float width = text_size(look, Role::note, text).x;
    const ImVec2 size{std::ceil(std::max(width, length)) + look.px(24), look.px(34)};
    const ImVec2 high{canvas.overlay.Max.x - look.px(inset), canvas.overlay.Max.y - look.px(inset)};
    const ImRect box(high.x - size.x, high.y - size.y, high.x, high.y);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 ink = look.colour.on_scrim;
    list.AddRectFilled(box.Min, box.Max, look.colour.scrim, look.px(8));
    draw_text(look, {box.GetCenter().x, box.Min.y + look.px(12)}, Role::note, ink, text,
              anchor_middle);
    const float x = std::floor(box.GetCenter().x - length / 2);
    const float y = box.Max.y - look.px(10);
    const float line = look.px(1.5f);
    list.AddRectFilled({x, y}, {x + length, y + line}, ink);
    list.AddRectFilled({x, y - look.px(4)}, {x + line, y}, ink);
    list.AddRectFilled({x + length - line, y - look.px(4)}, {x + length, y}, ink);
    return box;
}

void draw_growth_pill(const PanelContext& context, const FieldCanvas& canvas, const ImRect& tools,
                      const ImRect& scale_bar) {
    const Snapshot& snapshot = context.snapshot;
    if (field_state(snapshot) != FieldState::unstable)
        return;
    const Look& look = context.look;
    // As many words as the picture is wide.
    const std::array<std::string, 3> texts{describe_growth(snapshot.stability),
                                           describe_growth_briefly(snapshot.stability), ""};
    const float right = canvas.overlay.Max.x - look.px(inset);
    const double safe = safe_step_ratio(snapshot.stability.dimensions);
    const std::string action = "Back to r = " + format_fixed(safe, 2);
    Pill what{.icon = icon::warning,
              .icon_colour = palette_of(ThemeKind::dark).unstable,
              .word = "",
              .action = action.c_str()};
    ImVec2 at;
    for (const std::string& text : texts) {
        what.detail = text;
        if (text != texts.front())
            what.tooltip = texts.front();
        const ImVec2 size{pill_width(look, what), pill_height(look, what)};
        at = action_pill_corner(look, canvas, size, tools, scale_bar);
        if (at.x + size.x <= right)
            break;
    }
    if (pill(look, "Growth", at, what).action)
        context.emit(command::SetStepRatio{safe});
}

void draw_start_card(const PanelContext& context, const FieldCanvas& canvas, const ImRect& tools,
                     const ImRect& scale_bar) {
    const Snapshot& snapshot = context.snapshot;
    if (context.in_lesson || snapshot.running || snapshot.anything_ran || snapshot.step != 0)
        return;
    const Look& look = context.look;
    const Palette& colour = look.colour;
    const char* title = "starts the heat";
    const char* hint = canvas.in_space() ? "S takes one step. Drag turns the box."
                                         : "S takes one step. Drag paints more.";
    const bool unstable = field_state(snapshot) == FieldState::unstable;
    const auto box_of = [&](float text_width) {
        const ImVec2 size{std::ceil(text_width) + look.px(20 + 96 + 18 + 24), look.px(76)};
        return start_card_box(look, canvas, size, tools, scale_bar, unstable);
    };
    const float title_width = text_size(look, Role::counter, title).x;
    ImRect box = box_of(std::max(title_width, text_size(look, Role::note, hint).x));
    const bool hinted = box.Max.x <= canvas.overlay.Max.x - look.px(inset);
    if (!hinted)
        box = box_of(title_width);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ImGui::SetNextItemAllowOverlap();
    ImGui::SetCursorScreenPos(box.Min);
    ImGui::PushItemFlag(ImGuiItemFlags_NoNav, true);
    ImGui::InvisibleButton("##start card", box.GetSize());
    ImGui::PopItemFlag();
    list.AddRectFilled(box.Min, box.Max, colour.scrim, look.px(8));
    list.AddRect(box.Min, box.Max, fade(colour.on_scrim, 0.28f), look.px(8), look.hairline());

    const ImRect cap(box.Min.x + look.px(20), box.Min.y + look.px(15), box.Min.x + look.px(20 + 96),
                     box.Min.y + look.px(15 + 46));
    const Press press = press_area("Space", cap);
    list.AddRectFilled(cap.Min, cap.Max, rgb(0x5A6675), look.px(6));
    list.AddRectFilled(cap.Min, {cap.Max.x, cap.Max.y - look.px(4)},
                       press.hovered ? rgb(0x3A4452) : rgb(0x303743), look.px(6));
    draw_text(look, {cap.GetCenter().x, cap.GetCenter().y - look.px(2)}, Role::body_strong,
              colour.on_scrim, "Space", anchor_middle);
    if (press.pressed)
        context.emit(command::Play{});
    const float x = cap.Max.x + look.px(18);
    draw_text(look, {x, hinted ? box.Min.y + look.px(25) : box.GetCenter().y}, Role::card_title,
              colour.on_scrim, title, anchor_middle_left);
    if (hinted)
        draw_text(look, {x, box.Min.y + look.px(51)}, Role::note, fade(colour.on_scrim, 0.82f),
                  hint, anchor_middle_left);
}

void draw_state_frame(const PanelContext& context, const ImRect& picture) {
    const Look& look = context.look;
    const FieldState state = field_state(context.snapshot);
    const float shown =
        animate(look, ImGui::GetID("state frame"), is_alarming(state) ? 1.0f : 0.0f, 0.18f);
    if (shown <= 0)
        return;
    // While it fades out the state is calm again; the frame keeps the colour that it had.
    const FieldState drawn = is_alarming(state) ? state : FieldState::unstable;
    const float line = look.px(2);
    const float out = look.px(1) + line / 2;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRect({picture.Min.x - out, picture.Min.y - out},
                 {picture.Max.x + out, picture.Max.y + out},
                 fade(state_colour(look.colour, drawn), shown), look.px(5), line);
}

}  // namespace heatlab::ui
