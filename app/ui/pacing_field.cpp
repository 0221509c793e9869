#include "app/ui/pacing_field.h"

#include <cmath>
#include <string>

#include "app/format.h"
#include "app/ui/widgets/number_field.h"

namespace heatlab::ui {
namespace {

constexpr std::array<const char*, 3> tooltips{"As many steps as the time budget of a frame allows",
                                              "So many steps in every frame",
                                              "So many steps in a second"};

std::string value_text(const PacingSetting& pacing) {
    switch (pacing.mode) {
        case PacingMode::time_budget:
            return pacing.budget_ms == std::floor(pacing.budget_ms)
                       ? format_fixed(pacing.budget_ms, 1)
                       : format_significant(pacing.budget_ms, 3);
        case PacingMode::steps_per_frame:
            return format_integer(pacing.steps_per_frame);
        case PacingMode::steps_per_second:
            break;
    }
    return shown_number(pacing.steps_per_second, 2, 6);
}

}  // namespace

void choose_pacing(const PanelContext& context, int mode) {
    PacingSetting pacing = context.snapshot.settings.pacing;
    pacing.mode = static_cast<PacingMode>(mode);
    context.emit(command::SetPacing{pacing});
}

void draw_pacing_value(const PanelContext& context, const char* id, const ImRect& area) {
    PacingSetting pacing = context.snapshot.settings.pacing;
    const bool budget = pacing.mode == PacingMode::time_budget;
    const bool whole = pacing.mode == PacingMode::steps_per_frame;
    const auto typed = number_field(context.look, id, area, value_text(pacing),
                                    {.unit = budget ? "ms" : "",
                                     .tooltip = tooltips[static_cast<std::size_t>(pacing.mode)],
                                     .numbers = whole ? Numbers::whole : Numbers::any});
    if (!typed)
        return;
    switch (pacing.mode) {
        case PacingMode::time_budget:
            pacing.budget_ms = *typed;
            break;
        case PacingMode::steps_per_frame:
            pacing.steps_per_frame = std::llround(*typed);
            break;
        case PacingMode::steps_per_second:
            pacing.steps_per_second = *typed;
            break;
    }
    context.emit(command::SetPacing{pacing});
}

}  // namespace heatlab::ui
