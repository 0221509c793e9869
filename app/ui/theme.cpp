#include "app/ui/theme.h"

#include <implot.h>

#include <cfloat>
#include <cmath>

#include "app/ui/icons.h"

namespace heatlab::ui {
namespace {

Palette make_dark() {
    Palette p;
    p.kind = ThemeKind::dark;
    p.canvas = rgb(0x0B0D10);
    p.panel = rgb(0x15181D);
    p.card = rgb(0x1C2027);
    p.control = rgb(0x262B34);
    p.control_hover = rgb(0x303743);
    p.control_active = rgb(0x3A4452);
    p.line = rgb(0x272D36);
    p.line2 = rgb(0x3D4653);
    p.text = rgb(0xE8ECF2);
    p.text2 = rgb(0xAEB7C4);
    p.text3 = rgb(0x8C96A4);
    p.accent = rgb(0x78AEFF);
    p.accent_ink = rgb(0x0A1426);
    p.accent_tint = rgb(0x1D2F4D);
    p.series = {rgb(0x78AEFF), rgb(0xC3B1FF), rgb(0x7FD6D0), rgb(0xF0A8BC)};
    p.stable = rgb(0x45C4A0);
    p.damped = rgb(0xF2DC8C);
    p.unstable = rgb(0xF0713A);
    p.not_finite = rgb(0xE38BD0);
    p.source_type = rgb(0x7FD6D0);
    p.source_function = rgb(0xC3B1FF);
    p.source_number = rgb(0xE8B98A);
    p.segment = p.control_active;
    p.segment_track = p.card;
    p.sheet_outline = p.line;
    return p;
}

Palette make_light() {
    Palette p;
    p.kind = ThemeKind::light;
    p.canvas = rgb(0xD9DDE4);
    p.panel = rgb(0xF6F7F9);
    p.card = rgb(0xFFFFFF);
    p.control = rgb(0xE6E9EE);
    p.control_hover = rgb(0xDADFE7);
    p.control_active = rgb(0xCCD3DE);
    p.line = rgb(0xD8DDE5);
    p.line2 = rgb(0xA9B2BF);
    p.text = rgb(0x151A21);
    p.text2 = rgb(0x444E5C);
    p.text3 = rgb(0x566170);
    p.accent = rgb(0x1B5FC9);
    p.accent_ink = rgb(0xFFFFFF);
    p.accent_tint = rgb(0xD9E6FB);
    p.series = {rgb(0x1B5FC9), rgb(0x6A4CC4), rgb(0x0B7F88), rgb(0xA8385C)};
    p.stable = rgb(0x0A7357);
    p.damped = rgb(0x8A6B00);
    p.unstable = rgb(0x86200A);
    p.not_finite = rgb(0x94309A);
    p.source_type = rgb(0x0B6B74);
    p.source_function = rgb(0x5B3FB8);
    p.source_number = rgb(0x9A4A08);
    p.segment = p.card;
    p.segment_track = p.control;
    p.sheet_outline = mix(p.canvas, p.line2, 0.45f);
    return p;
}

/// What lies on the field looks the same in both themes.
Palette on_field(Palette p) {
    p.scrim = rgb(0x0B0D10, 205);
    p.on_scrim = rgb(0xE8ECF2);
    p.heat_tool = rgb(0xFF9A5C);
    p.cool_tool = rgb(0x7FC4FF);
    return p;
}

ImVec4 as_floats(ImU32 colour) {
    return ImGui::ColorConvertU32ToFloat4(colour);
}

void set_metrics(ImGuiStyle& style, float scale) {
    style.FontSizeBase = 16;
    style.FontScaleDpi = scale;
    style.WindowPadding = {0, 0};
    style.WindowRounding = 8;
    style.WindowBorderSize = 0;
    style.WindowMinSize = {16, 16};
    style.ChildRounding = 8;
    style.ChildBorderSize = 0;
    style.PopupRounding = 8;
    style.PopupBorderSize = 1;
    style.FramePadding = {8, 11};
    style.FrameRounding = 6;
    style.FrameBorderSize = 0;
    style.ItemSpacing = {8, 8};
    style.ItemInnerSpacing = {8, 4};
    style.CellPadding = {8, 4};
    style.ScrollbarSize = 10;
    style.ScrollbarRounding = 5;
    style.ScrollbarPadding = 2;
    style.GrabMinSize = 12;
    style.GrabRounding = 6;
    style.TabRounding = 6;
    style.TabBarBorderSize = 0;
    style.TabBarOverlineSize = 0;
    style.TabBorderSize = 0;
    style.TabCloseButtonMinWidthSelected = FLT_MAX;
    style.TabCloseButtonMinWidthUnselected = FLT_MAX;
    style.WindowMenuButtonPosition = ImGuiDir_None;
    style.DockingNodeHasCloseButton = false;
    style.DisabledAlpha = 0.4f;
    style.DockingSeparatorSize = 8;
    style.SeparatorSize = 1;
    style.CircleTessellationMaxError = 0.2f;
    style.AntiAliasedLineEnds = true;
    style.ScaleAllSizes(scale);
    style.PopupBorderSize = scale < 1.5f ? 1.0f : 2.0f;
}

void set_window_colours(ImGuiStyle& style, const Palette& p) {
    const auto set = [&](ImGuiCol index, ImU32 colour) { style.Colors[index] = as_floats(colour); };
    set(ImGuiCol_Text, p.text);
    set(ImGuiCol_TextDisabled, p.text3);
    set(ImGuiCol_WindowBg, p.panel);
    set(ImGuiCol_ChildBg, 0);
    set(ImGuiCol_PopupBg, p.card);
    // Dock splitters are drawn in these colours: the gap between sheets, not a bar.
    set(ImGuiCol_Border, p.dark() ? p.line2 : p.line);
    set(ImGuiCol_BorderShadow, 0);
    set(ImGuiCol_TitleBg, p.panel);
    set(ImGuiCol_TitleBgActive, p.panel);
    set(ImGuiCol_TitleBgCollapsed, p.panel);
    set(ImGuiCol_MenuBarBg, p.panel);
    set(ImGuiCol_ScrollbarBg, 0);
    set(ImGuiCol_ScrollbarGrab, p.control_hover);
    set(ImGuiCol_ScrollbarGrabHovered, p.control_active);
    set(ImGuiCol_ScrollbarGrabActive, p.line2);
    set(ImGuiCol_Separator, p.canvas);
    set(ImGuiCol_SeparatorHovered, fade(p.accent, 0.6f));
    set(ImGuiCol_SeparatorActive, p.accent);
    set(ImGuiCol_ResizeGrip, 0);
    set(ImGuiCol_ResizeGripHovered, 0);
    set(ImGuiCol_ResizeGripActive, 0);
    set(ImGuiCol_Tab, p.panel);
    set(ImGuiCol_TabHovered, p.control_hover);
    set(ImGuiCol_TabSelected, p.panel);
    set(ImGuiCol_TabSelectedOverline, 0);
    set(ImGuiCol_TabDimmed, p.panel);
    set(ImGuiCol_TabDimmedSelected, p.panel);
    set(ImGuiCol_TabDimmedSelectedOverline, 0);
    set(ImGuiCol_DockingPreview, fade(p.accent, 0.35f));
    set(ImGuiCol_DockingEmptyBg, p.canvas);
    set(ImGuiCol_ModalWindowDimBg, rgb(0x000000, 120));
    set(ImGuiCol_NavWindowingDimBg, 0);
    set(ImGuiCol_NavWindowingHighlight, 0);
}

void set_item_colours(ImGuiStyle& style, const Palette& p) {
    const auto set = [&](ImGuiCol index, ImU32 colour) { style.Colors[index] = as_floats(colour); };
    set(ImGuiCol_FrameBg, p.control);
    set(ImGuiCol_FrameBgHovered, p.control_hover);
    set(ImGuiCol_FrameBgActive, p.control_active);
    set(ImGuiCol_CheckMark, p.accent);
    set(ImGuiCol_SliderGrab, p.accent);
    set(ImGuiCol_SliderGrabActive, p.text);
    set(ImGuiCol_Button, p.control);
    set(ImGuiCol_ButtonHovered, p.control_hover);
    set(ImGuiCol_ButtonActive, p.control_active);
    set(ImGuiCol_Header, p.accent_tint);
    set(ImGuiCol_HeaderHovered, p.control_hover);
    set(ImGuiCol_HeaderActive, p.control_active);
    set(ImGuiCol_TextSelectedBg, fade(p.accent, 0.35f));
    set(ImGuiCol_InputTextCursor, p.text);
    set(ImGuiCol_NavCursor, p.accent);
    set(ImGuiCol_TextLink, p.accent);
}

void set_plot_style(const Palette& p, float scale) {
    const auto px = [scale](float logical) { return std::floor(logical * scale + 0.5f); };
    ImPlotStyle& style = ImPlot::GetStyle();
    style = ImPlotStyle();
    style.PlotPadding = {px(4), px(6)};
    style.LabelPadding = {px(6), px(4)};
    style.PlotBorderSize = 0;
    style.MajorTickLen = {0, 0};
    style.MinorTickLen = {0, 0};
    style.MinorAlpha = 0;
    style.LegendPadding = {px(8), px(6)};
    style.LegendInnerPadding = {px(6), px(4)};
    style.LegendSpacing = {px(8), px(2)};
    style.AnnotationPadding = {px(4), px(2)};
    style.PlotMinSize = {px(60), px(32)};
    const auto set = [&](int index, ImU32 colour) { style.Colors[index] = as_floats(colour); };
    set(ImPlotCol_FrameBg, 0);
    set(ImPlotCol_PlotBg, 0);
    set(ImPlotCol_PlotBorder, 0);
    set(ImPlotCol_LegendBg, fade(p.panel, 0.85f));
    set(ImPlotCol_LegendBorder, 0);
    set(ImPlotCol_LegendText, p.text2);
    set(ImPlotCol_TitleText, p.text);
    set(ImPlotCol_InlayText, p.text2);
    set(ImPlotCol_AxisText, p.text3);
    set(ImPlotCol_AxisGrid, p.line);
    set(ImPlotCol_AxisTick, p.line2);
    set(ImPlotCol_AxisBg, 0);
    set(ImPlotCol_AxisBgHovered, 0);
    set(ImPlotCol_AxisBgActive, 0);
    set(ImPlotCol_Crosshairs, p.text3);
    set(ImPlotCol_Selection, p.accent);
}

}  // namespace

ImU32 fade(ImU32 colour, float factor) {
    const auto alpha = static_cast<float>((colour >> IM_COL32_A_SHIFT) & 255) * factor;
    return (colour & ~IM_COL32_A_MASK) | (static_cast<ImU32>(alpha + 0.5f) << IM_COL32_A_SHIFT);
}

ImU32 mix(ImU32 a, ImU32 b, float t) {
    const auto channel = [&](int shift) {
        const auto from = static_cast<float>((a >> shift) & 255);
        const auto to = static_cast<float>((b >> shift) & 255);
        return static_cast<ImU32>(from * (1 - t) + to * t + 0.5f) << shift;
    };
    return channel(0) | channel(8) | channel(16) | channel(24);
}

ImU32 ink_on(ImU32 background) {
    // Relative luminance after WCAG 2; black and white have equal contrast at 0.179.
    const auto linear = [&](int shift) {
        const float c = static_cast<float>((background >> shift) & 255) / 255.0f;
        return c <= 0.04045f ? c / 12.92f : std::pow((c + 0.055f) / 1.055f, 2.4f);
    };
    const float luminance = 0.2126f * linear(IM_COL32_R_SHIFT) +
                            0.7152f * linear(IM_COL32_G_SHIFT) + 0.0722f * linear(IM_COL32_B_SHIFT);
    return luminance > 0.179f ? rgb(0x10131A) : rgb(0xFFFFFF);
}

const char* signed_colormap(ThemeKind kind) {
    return kind == ThemeKind::dark ? "berlin" : "vik";
}

const Palette& palette_of(ThemeKind kind) {
    static const Palette dark = on_field(make_dark());
    static const Palette light = on_field(make_light());
    return kind == ThemeKind::dark ? dark : light;
}

ImU32 state_colour(const Palette& palette, FieldState state) {
    switch (state) {
        case FieldState::monotone:
            return palette.stable;
        case FieldState::alternating:
        case FieldState::overshooting:
            return palette.damped;
        case FieldState::unstable:
            return palette.unstable;
        case FieldState::not_finite:
            break;
    }
    return palette.not_finite;
}

const char* state_icon(FieldState state) {
    switch (state) {
        case FieldState::monotone:
            return icon::smooth;
        case FieldState::alternating:
        case FieldState::overshooting:
            return icon::square_wave;
        case FieldState::unstable:
            return icon::warning;
        case FieldState::not_finite:
            break;
    }
    return icon::cross_disc;
}

bool is_alarming(FieldState state) {
    return state == FieldState::unstable || state == FieldState::not_finite;
}

FieldState field_state(const Snapshot& snapshot) {
    return describe_stability(snapshot).state;
}

void apply_theme(const Palette& palette, float scale) {
    ImGuiStyle& style = ImGui::GetStyle();
    style = ImGuiStyle();
    set_metrics(style, scale);
    set_window_colours(style, palette);
    set_item_colours(style, palette);
    set_plot_style(palette, scale);
}

}  // namespace heatlab::ui
