#include "app/ui/widgets/ratio_slider.h"

#include <algorithm>
#include <array>

#include "app/ui/widgets/button.h"
#include "sim/stability.h"

namespace heatlab::ui {
namespace {

constexpr float margin_above = 3;

struct Band {
    float from;
    float to;
    ImU32 colour;
    ImDrawFlags corners;
    bool hatched;
};

struct Tick {
    float at;
    const char* label;
    bool strong;
};

/// By dimensions.
constexpr std::array<std::array<Tick, 7>, 3> ticks{{{{{0.0f, "0", false},
                                                      {0.25f, "1/4", false},
                                                      {0.5f, "1/2", true},
                                                      {0.6f, "0.6", false},
                                                      {0.75f, "3/4", false},
                                                      {1.0f, "1", false},
                                                      {2.0f, "", false}}},
                                                    {{{0.0f, "0", false},
                                                      {0.125f, "1/8", false},
                                                      {0.25f, "1/4", true},
                                                      {0.3f, "0.3", false},
                                                      {0.5f, "1/2", false},
                                                      {0.75f, "3/4", false},
                                                      {1.0f, "1", false}}},
                                                    {{{0.0f, "0", false},
                                                      {1.0f / 12, "1/12", false},
                                                      {1.0f / 6, "1/6", true},
                                                      {0.2f, "0.2", false},
                                                      {0.5f, "1/2", false},
                                                      {0.75f, "3/4", false},
                                                      {1.0f, "1", false}}}}};

/// On the whole range the end of the short one would stand too close to the bound.
bool is_shown(const Tick& tick, const RatioSliderOptions& options) {
    const bool end_of_short = tick.at == static_cast<float>(short_ratio_range(options.dimensions));
    return tick.at <= options.high && (!end_of_short || options.high < 1);
}

/// Where things lie: r in [0, high] to x, the middle of the track.
struct Geometry {
    float left;
    float width;
    float middle;
    float half_track;
    float half_knob;
    float high;
    float monotone;  ///< ends of the calm bands
    float bound;

    float x(float r) const { return std::floor(left + width * std::min(r / high, 1.0f) + 0.5f); }
    float r_at(float x) const { return (x - left) / width * high; }
};

/// What the names above the bands take.
float names_height(const Look& look, const RatioSliderOptions& options) {
    return options.band_names ? look.line_height(options.mark) + look.px(options.label_gap) : 0.0f;
}

Geometry geometry_of(const Look& look, const ImRect& area, const RatioSliderOptions& options) {
    Geometry g{};
    g.high = options.high;
    g.monotone = static_cast<float>(monotone_bound(options.dimensions));
    g.bound = static_cast<float>(textbook_bound(options.dimensions));
    g.half_knob = look.px(options.knob) / 2;
    g.half_track = look.px(options.track) / 2;
    g.left = area.Min.x + g.half_knob;
    g.width = area.GetWidth() - 2 * g.half_knob;
    g.middle = area.Min.y + names_height(look, options) + look.px(margin_above) + g.half_knob;
    return g;
}

/// One band: dim, hatched past 1/4, in full colour as far as `r` reaches.
void draw_band(const Look& look, const Geometry& g, const Band& band, float r) {
    const Palette& p = look.colour;
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float gap = look.px(1.5f);
    const float first = g.x(band.from) + (band.from > 0 ? gap : -g.half_track);
    const float last = g.x(band.to) - (band.to < g.high ? gap : -g.half_track);
    if (band.from >= g.high || last <= first) {
        return;
    }
    const ImRect box(first, g.middle - g.half_track, last, g.middle + g.half_track);
    const float rounding = band.corners == ImDrawFlags_RoundNone ? 0.0f : g.half_track;
    list->AddRectFilled(box.Min, box.Max, mix(p.panel, band.colour, p.dark() ? 0.34f : 0.30f),
                        rounding, band.corners);
    if (band.hatched) {
        const float end =
            box.Max.x - (band.corners == ImDrawFlags_RoundRight ? g.half_track : 0.0f);
        draw_hatch(look, *list, ImRect(box.Min, ImVec2(end, box.Max.y)),
                   mix(p.panel, band.colour, p.dark() ? 0.62f : 0.55f), 8, 1.4f);
    }
    if (r <= band.from) {
        return;
    }
    const bool whole = r >= band.to;
    const float end = whole ? box.Max.x : std::max(box.Min.x, g.x(r));
    const bool left =
        (band.corners & ImDrawFlags_RoundTopLeft) != 0 && band.corners != ImDrawFlags_RoundNone;
    const ImDrawFlags corners = whole  ? band.corners
                                : left ? ImDrawFlags_RoundLeft
                                       : ImDrawFlags_RoundNone;
    list->AddRectFilled(box.Min, ImVec2(end, box.Max.y), band.colour,
                        corners == ImDrawFlags_RoundNone ? 0.0f : rounding, corners);
}

/// Past 1/4 the band keeps the colour of `damped` up to this grid's own bound, and to the end where
/// there is none.
void draw_track(const Look& look, const Geometry& g, float r, std::optional<double> bound) {
    const Palette& p = look.colour;
    const float own = std::clamp(static_cast<float>(bound.value_or(1.0)), g.bound, 1.0f);
    const bool apart = own < 1 && g.x(own) - g.x(g.bound) >= look.px(6);
    draw_band(look, g, {0.0f, g.monotone, p.stable, ImDrawFlags_RoundLeft, false}, r);
    draw_band(look, g, {g.monotone, g.bound, p.damped, ImDrawFlags_RoundNone, false}, r);
    if (own >= 1) {
        draw_band(look, g, {g.bound, 1.0f, p.damped, ImDrawFlags_RoundRight, true}, r);
    } else {
        const float start = apart ? own : g.bound;
        if (apart) {
            draw_band(look, g, {g.bound, own, p.damped, ImDrawFlags_RoundNone, true}, r);
        }
        draw_band(look, g, {start, 1.0f, p.unstable, ImDrawFlags_RoundRight, true}, r);
    }
}

void draw_ticks(const Look& look, const Geometry& g, const RatioSliderOptions& options) {
    const Palette& p = look.colour;
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float tick_y = g.middle + g.half_knob + look.px(options.label_gap);
    for (const Tick& tick : ticks.at(static_cast<std::size_t>(options.dimensions) - 1)) {
        if (!is_shown(tick, options)) {
            continue;
        }
        const float x = g.x(tick.at);
        const float half = tick.strong ? look.px(1) : 0.0f;
        const float top = tick.strong ? g.middle - g.half_knob - look.px(2) : tick_y - look.px(3);
        list->AddRectFilled(ImVec2(x - half, top), ImVec2(x + look.px(1), tick_y + look.px(3)),
                            tick.strong ? p.text : p.line2);
        const ImU32 quiet = options.mark == Role::caption ? p.text3 : p.text2;
        draw_text(look, ImVec2(x + look.px(1) / 2, tick_y + look.px(options.label_gap)),
                  tick.strong ? options.strong_mark : options.mark, tick.strong ? p.text : quiet,
                  tick.label, anchor_top);
    }
}

/// What r does, above the middle of each band where it fits; that of the knob in the text colour.
void draw_band_names(const Look& look, const Geometry& g, float top, float r,
                     const RatioSliderOptions& options) {
    const float own = std::clamp(static_cast<float>(options.bound.value_or(1.0)), g.bound, 1.0f);
    const bool grows = own < g.high;
    struct Name {
        float from;
        float to;
        const char* words;
        const char* brief;
    };
    const std::array<Name, 3> names{
        {{0, g.monotone, "smooth", "smooth"},
         {g.monotone, g.bound, "flips, fades", "flips"},
         {g.bound, g.high, grows ? "grows without limit" : "may overshoot, cannot grow",
          grows ? "grows" : "overshoots"}}};
    for (const Name& name : names) {
        if (name.from >= g.high) {
            continue;
        }
        const float left = g.x(name.from);
        const float room = g.x(std::min(name.to, g.high)) - left - look.px(8);
        const bool here = r > name.from && (r <= name.to || name.to >= g.high);
        const bool first = name.from == 0 && r <= name.to;
        const Role role = here || first ? options.strong_mark : options.mark;
        const bool whole = text_size(look, role, name.words).x <= room;
        draw_text(look, ImVec2(left + look.px(4) + room / 2, top), role,
                  here || first ? look.colour.text : look.colour.text2,
                  whole ? name.words : name.brief, anchor_top);
    }
}

void draw_knob(const Look& look, const Geometry& g, float r, ImU32 ring, bool grown) {
    const Palette& p = look.colour;
    ImDrawList* list = ImGui::GetWindowDrawList();
    const ImVec2 centre(g.x(r), g.middle);
    const float radius = g.half_knob + (grown ? look.px(1) : 0);
    const float ring_width = std::max(look.px(3), std::floor(2 * g.half_knob * 0.16f));
    list->AddCircleFilled(centre, radius + look.px(2), p.panel);
    list->AddCircleFilled(centre, radius, ring);
    list->AddCircleFilled(centre, radius - ring_width, p.dark() ? rgb(0xF4F6FA) : rgb(0xFFFFFF));
}

double rounded(double r, double unit, double high) {
    return std::round(std::clamp(r, 0.0, high) / unit) * unit;
}

/// Follows the mouse from where the knob was taken; the unrounded position is kept between frames,
/// so that slow moves add up.
std::optional<double> dragged(const Geometry& g, ImGuiID id, double r) {
    const ImGuiIO& io = ImGui::GetIO();
    float& position = *ImGui::GetStateStorage()->GetFloatRef(id + 1, static_cast<float>(r));
    if (ImGui::IsItemActivated()) {
        const bool on_knob =
            std::fabs(io.MousePos.x - g.x(static_cast<float>(r))) <= g.half_knob + 2;
        position = on_knob ? static_cast<float>(r) : g.r_at(io.MousePos.x);
        position = std::clamp(position, 0.0f, g.high);
        return on_knob ? std::nullopt
                       : std::optional<double>(rounded(static_cast<double>(position), 1e-3,
                                                       static_cast<double>(g.high)));
    }
    if (io.MouseDelta.x == 0) {
        return std::nullopt;
    }
    const float fine = io.KeyShift ? 0.1f : 1.0f;
    position = std::clamp(position + io.MouseDelta.x / g.width * g.high * fine, 0.0f, g.high);
    return rounded(static_cast<double>(position), io.KeyShift ? 1e-4 : 1e-3,
                   static_cast<double>(g.high));
}

/// Left and Right while the keyboard focus is on the slider.
std::optional<double> nudged(ImGuiID id, double r) {
    std::optional<double> result;
    for (const ImGuiKey key : {ImGuiKey_LeftArrow, ImGuiKey_RightArrow}) {
        ImGui::SetKeyOwner(key, id);
        if (ImGui::IsKeyPressed(key, ImGuiInputFlags_Repeat, id)) {
            const double unit = ImGui::GetIO().KeyShift ? 1e-4 : 1e-3;
            result = std::clamp(r + (key == ImGuiKey_LeftArrow ? -unit : unit), 0.0, 1.0);
        }
    }
    return result;
}

}  // namespace

std::optional<double> ratio_slider(const Look& look, const char* id, const ImRect& area, double r,
                                   const RatioSliderOptions& options) {
    const Geometry g = geometry_of(look, area, options);
    const ImRect grip(area.Min.x, g.middle - g.half_knob - look.px(margin_above), area.Max.x,
                      g.middle + g.half_knob + look.px(margin_above));
    const Press press = press_area(id, grip);
    std::optional<double> result;
    if (press.held && ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
        result = dragged(g, press.id, r);
    } else if (ImGui::GetIO().NavVisible && ImGui::IsItemFocused()) {
        result = nudged(press.id, r);
    }
    const auto shown = static_cast<float>(std::clamp(result.value_or(r), 0.0, 1.0));
    draw_track(look, g, shown, options.bound);
    draw_ticks(look, g, options);
    if (options.band_names) {
        draw_band_names(look, g, area.Min.y, shown, options);
    }
    draw_knob(look, g, shown, state_colour(look.colour, options.state),
              press.held || press.hovered);
    if (result && *result == r) {
        return std::nullopt;
    }
    return result;
}

float ratio_slider_height(const Look& look, const RatioSliderOptions& options) {
    return names_height(look, options) + look.px(margin_above) + look.px(options.knob) +
           2 * look.px(options.label_gap) + look.line_height(options.mark);
}

void draw_hatch(const Look& look, ImDrawList& list, const ImRect& area, ImU32 colour, float every,
                float thickness) {
    if (area.GetWidth() <= 0 || area.GetHeight() <= 0) {
        return;
    }
    list.PushClipRect(area.Min, area.Max, true);
    const float height = area.GetHeight();
    const float step = look.px(every);
    // Anchored to the screen, so that neighbouring areas continue each other's lines.
    float x = std::floor((area.Min.x - height) / step) * step;
    for (; x < area.Max.x; x += step) {
        list.AddLine(ImVec2(x, area.Max.y), ImVec2(x + height, area.Min.y), colour,
                     thickness * look.scale);
    }
    list.PopClipRect();
}

}  // namespace heatlab::ui
