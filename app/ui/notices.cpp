#include "app/ui/notices.h"

#include "app/ui/icons.h"
#include "app/ui/widgets/banner.h"

namespace heatlab::ui {
namespace {

constexpr float slide_seconds = 0.2f;

Banner banner_of(const Look& look, const Notice& notice) {
    Banner banner;
    banner.title = notice.title;
    banner.text = notice.text;
    banner.action = notice.action_label;
    switch (notice.kind) {
        case Notice::Kind::information:
        case Notice::Kind::fallback:
        case Notice::Kind::refused:
            banner.icon = icon::information;
            banner.colour = look.colour.accent;
            break;
        case Notice::Kind::done:
            banner.icon = icon::smooth;
            banner.colour = look.colour.accent;
            break;
        case Notice::Kind::unstable:
            banner.icon = icon::warning;
            banner.colour = look.colour.unstable;
            break;
        case Notice::Kind::not_finite:
            banner.icon = icon::cross_disc;
            banner.colour = look.colour.not_finite;
            break;
    }
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

}  // namespace

float draw_notice(const PanelContext& context, const ImRect& area) {
    if (!context.snapshot.notice) {
        return 0;
    }
    const Look& look = context.look;
    const Notice& notice = *context.snapshot.notice;
    const Banner what = banner_of(look, notice);
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

}  // namespace heatlab::ui
