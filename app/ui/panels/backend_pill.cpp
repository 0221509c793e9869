#include "app/ui/panels/backend_pill.h"

#include <algorithm>
#include <cmath>

#include "app/format.h"
#include "app/ui/icons.h"
#include "app/ui/widgets/marks.h"

namespace heatlab::ui {
namespace {

constexpr float pill_padding = 12;
constexpr float pill_chip = 24;     ///< with the space to the words
constexpr float least_detail = 40;  ///< that is worth beginning
constexpr float chip_alone = 16;    ///< the icon without words

std::string backend_tooltip(const Snapshot& snapshot) {
    const BackendInfo& backend = snapshot.backend;
    std::string text = backend.device + ", " + backend.instruction_set;
    if (!backend.driver.empty()) {
        text += backend.kind == BackendKind::cuda ? ", driver " + backend.driver
                                                  : ", Linux " + backend.driver;
    }
    if (backend.memory_bytes > 0) {
        text += ", " + format_bytes(static_cast<double>(backend.memory_bytes)) + " of memory";
    }
    return text;
}

}  // namespace

BackendWords backend_words(const Snapshot& snapshot) {
    const BackendInfo& backend = snapshot.backend;
    if (backend.kind == BackendKind::cuda) {
        return {"CUDA", backend.device};
    }
    std::string detail =
        std::to_string(backend.threads) + (backend.threads == 1 ? " thread" : " threads");
    if (!snapshot.backend_reason.empty()) {
        detail += ": " + snapshot.backend_reason;
    }
    return {"CPU", detail};
}

float backend_width(const Look& look, const BackendWords& words, PillWords form) {
    const float ends = 2 * look.px(pill_padding);
    if (form == PillWords::none) {
        return ends + look.px(chip_alone);
    }
    const float strong =
        ends + look.px(pill_chip) + std::ceil(text_size(look, Role::title, words.strong).x);
    const float detail = std::ceil(text_size(look, Role::body, words.detail).x);
    switch (form) {
        case PillWords::whole:
            return strong + look.px(8) + detail;
        case PillWords::fitted:
            return strong + look.px(8) + std::min(detail, look.px(least_detail));
        default:
            return strong;
    }
}

void draw_backend(const PanelContext& context, float right, float middle, float width,
                  PillWords form) {
    const Look& look = context.look;
    const Palette& p = look.colour;
    const BackendWords words = backend_words(context.snapshot);
    const bool cuda = context.snapshot.backend.kind == BackendKind::cuda;
    const float height = look.px(28);
    const ImRect box(right - width, std::floor(middle - height / 2), right,
                     std::floor(middle - height / 2) + height);
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled(box.Min, box.Max, p.dark() ? p.panel : p.card, height / 2);
    list->AddRect(box.Min, box.Max, p.dark() ? p.line2 : p.line, height / 2, look.hairline());
    ImGui::SetCursorScreenPos(box.Min);
    ImGui::InvisibleButton("backend", box.GetSize());
    const std::string unsaid = form == PillWords::whole || form == PillWords::fitted
                                   ? ""
                                   : words.strong + (cuda ? "" : ", " + words.detail) + ": ";
    item_tooltip(look, unsaid + backend_tooltip(context.snapshot));
    float x = box.Min.x + look.px(pill_padding);
    const bool fallback = !cuda && !context.snapshot.backend_reason.empty() &&
                          context.snapshot.settings.backend == BackendChoice::automatic;
    const ImU32 chip = cuda ? p.stable : fallback ? p.damped : p.text2;
    if (form == PillWords::none) {
        draw_text(look, box.GetCenter(), Role::body, chip, icon::chip, anchor_middle);
        return;
    }
    draw_text(look, ImVec2(x, middle), Role::body, chip, icon::chip, anchor_middle_left);
    x += look.px(pill_chip);
    x +=
        draw_text(look, ImVec2(x, middle), Role::title, p.text, words.strong, anchor_middle_left).x;
    if (form != PillWords::strong) {
        x = std::ceil(x) + look.px(8);
        draw_text_fitted(look, ImVec2(x, middle), Role::body, p.text2, words.detail,
                         box.Max.x - look.px(pill_padding) - x + 1, anchor_middle_left);
    }
}

}  // namespace heatlab::ui
