#include "app/ui/notices.h"

#include "app/ui/icons.h"
#include "app/ui/widgets/banner.h"

namespace heatlab::ui {
namespace {

constexpr float slide_seconds = 0.2f;

/// Of a banner's text, 16 high, to the marks of presenter's mode.
constexpr float lecture_scale = 2.25f;

const char* icon_of(Notice::Kind kind) {
    switch (kind) {
        case Notice::Kind::done:
            return icon::smooth;
        case Notice::Kind::unstable:
            return icon::warning;
        case Notice::Kind::not_finite:
            return icon::cross_disc;
        default:
            return icon::information;
    }
}

Banner banner_of(const Look& look, const Notice& notice) {
    Banner banner;
    banner.title = notice.title;
    banner.text = notice.text;
    banner.action = notice.action_label;
    banner.icon = icon_of(notice.kind);
    banner.colour = notice_colour(look.colour, notice.kind);
    return banner;
}

/// Grows from 0 when a notice first shows.
float opened(const Look& look, std::uint64_t notice) {
    const ImGuiID id =
        ImGui::GetID(reinterpret_cast<const void*>(static_cast<std::uintptr_t>(notice)));
    float& value = *ImGui::GetStateStorage()->GetFloatRef(id, 0.0f);
    value = look.reduced_motion ? 1.0f
                                : std::min(1.0f, value + ImGui::GetIO().DeltaTime / slide_seconds);
    const float rest = 1 - value;
    return 1 - rest * rest;
}

float draw(const PanelContext& context, const Look& look, const ImRect& area, bool strong) {
    if (!context.snapshot.notice) {
        return 0;
    }
    const Notice& notice = *context.snapshot.notice;
    Banner what = banner_of(look, notice);
    what.strong = strong;
    const float height = banner_height(look, what, area.GetWidth());
    const float shown = std::floor(height * opened(look, notice.id));
    ImGui::PushClipRect(area.Min, ImVec2(area.Max.x, area.Min.y + shown), true);
    const ImRect box(area.Min.x, area.Min.y + shown - height, area.Max.x, area.Min.y + shown);
    const BannerAnswer answer = banner(look, "notice", box, what);
    ImGui::PopClipRect();
    if (answer == BannerAnswer::action) {
        context.commands.insert(context.commands.end(), notice.action.begin(), notice.action.end());
    }
    if (answer == BannerAnswer::action || answer == BannerAnswer::close) {
        context.emit(command::DismissNotice{notice.id});
    }
    return shown;
}

}  // namespace

ImU32 notice_colour(const Palette& palette, Notice::Kind kind) {
    switch (kind) {
        case Notice::Kind::unstable:
            return palette.unstable;
        case Notice::Kind::not_finite:
            return palette.not_finite;
        default:
            return palette.accent;
    }
}

float draw_notice(const PanelContext& context, const ImRect& area) {
    return draw(context, context.look, area, false);
}

float draw_lecture_notice(const PanelContext& context, const ImRect& area) {
    Look look = context.look;
    look.scale *= lecture_scale;
    return draw(context, look, area, true);
}

}  // namespace heatlab::ui
