#include "app/ui/panels/host_copies.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "app/format.h"
#include "app/ui/widgets/choice.h"
#include "app/ui/widgets/marks.h"
#include "app/ui/widgets/number_field.h"

namespace heatlab::ui {
namespace {

constexpr const char* unknown = "–";
constexpr float padding = 14;
constexpr float title_height = 28;
constexpr float segments_height = 30;
constexpr float gap = 10;
constexpr float popup_width = 380;
/// In the order of HostCopyPolicy.
constexpr std::array<const char*, 4> words{"Never", "Every n", "Every step", "Overlapped"};

HostCopySetting setting_of(const PanelContext& context) {
    return context.snapshot.settings.host_copies;
}

const HostCopyInfo& info_of(const PanelContext& context) {
    return host_copy_policies()[static_cast<std::size_t>(setting_of(context).policy)];
}

void draw_title(const PanelContext& context, const ImRect& row) {
    const Look& look = context.look;
    draw_text(look, ImVec2(row.Min.x, row.GetCenter().y), Role::title, look.colour.text,
              "Copies to the host", anchor_middle_left);
    HostCopySetting setting = setting_of(context);
    if (setting.policy != HostCopyPolicy::every_n) {
        return;
    }
    const ImRect field(row.Max.x - look.px(112), row.Min.y, row.Max.x, row.Max.y);
    const auto typed = number_field(
        look, "copy every", field, format_integer(setting.interval),
        {.unit = "steps", .tooltip = "n: steps from copy to copy", .numbers = Numbers::whole});
    if (typed) {
        setting.interval = std::llround(*typed);
        context.emit(command::SetHostCopies{setting});
    }
}

void draw_segments(const PanelContext& context, const ImRect& row) {
    const Look& look = context.look;
    // As wide as the row lets the words be.
    const float bare = segmented_width(look, words, 0);
    const float room = (row.GetWidth() - bare) / (2 * words.size()) / look.scale;
    HostCopySetting setting = setting_of(context);
    const auto chosen =
        segmented(look, "copy policy", row.Min, words, static_cast<int>(setting.policy),
                  row.GetHeight(), std::clamp(std::floor(room), 2.0f, 12.0f));
    if (chosen) {
        setting.policy = static_cast<HostCopyPolicy>(*chosen);
        context.emit(command::SetHostCopies{setting});
    }
}

void draw_figures(const PanelContext& context, const ImRect& row) {
    const Look& look = context.look;
    const HostCopyFigures& figures = context.readings.host_copies;
    const bool bus = context.snapshot.backend.kind == BackendKind::cuda;
    const bool copies = setting_of(context).active();
    Quantity moved{unknown, ""};
    if (!copies) {
        moved = {"0", "B/s"};
    } else if (figures.bytes_per_second) {
        moved = format_bandwidth(*figures.bytes_per_second);
    }
    const auto rate = [](const std::optional<double>& steps) {
        return steps ? format_step_rate(*steps).value : std::string(unknown);
    };
    const std::string now = rate(figures.steps_per_second);
    const std::string without = rate(figures.steps_per_second_without);
    const std::array<Metric, 3> metrics{
        {{bus ? "over the bus" : "in memory", moved.value, moved.unit},
         {"steps/s now", now},
         {"without copies", without}}};
    for (int i = 0; i < 3; ++i) {
        draw_metric(look, column_of(row, i, 3, look.px(8)).Min,
                    metrics[static_cast<std::size_t>(i)]);
    }
}

std::string cost_text(const PanelContext& context) {
    const bool bus = context.snapshot.backend.kind == BackendKind::cuda;
    if (!setting_of(context).active()) {
        return std::string(info_of(context).sentence);
    }
    const std::string drop = host_copies_drop(context.readings.host_copies);
    return (bus ? "Each copy crosses the bus: " : "No bus to cross, a copy in memory: ") + drop;
}

float height_of_card(const Look& look) {
    return look.px(8) + look.px(title_height) + look.px(6) + look.px(segments_height) +
           look.px(gap) + metric_height(look) + look.px(6) + 2 * look.line_height(Role::note) +
           look.px(10);
}

/// Everything of the card, in its rectangle without the padding at the sides.
void draw_rows(const PanelContext& context, Rows rows) {
    const Look& look = context.look;
    draw_title(context, rows.take(look.px(title_height)));
    rows.skip(look.px(6));
    draw_segments(context, rows.take(look.px(segments_height)));
    rows.skip(look.px(gap));
    draw_figures(context, rows.take(metric_height(look)));
    rows.skip(look.px(6));
    draw_text(look, ImVec2(rows.left(), rows.y()), Role::note, look.colour.text2,
              cost_text(context), {}, rows.width());
}

}  // namespace

std::string host_copies_words(const HostCopySetting& setting) {
    if (setting.policy == HostCopyPolicy::every_n) {
        return setting.interval == 1 ? "every step"
                                     : "every " + format_integer(setting.interval) + " steps";
    }
    return std::string(host_copy_policies()[static_cast<std::size_t>(setting.policy)].title);
}

std::string host_copies_drop(const HostCopyFigures& figures) {
    if (!figures.steps_per_second) {
        return "the cost appears after the first steps";
    }
    if (!figures.slowdown) {
        return "choose Never for a moment to measure a step without copies";
    }
    const double factor = *figures.slowdown;
    if (factor < 1.05) {
        return "as many steps/s as without copies";
    }
    return format_fixed(factor, factor < 9.95 ? 1 : 0) + " times fewer steps/s than without copies";
}

float host_copies_card_height(const Look& look) {
    return std::ceil(height_of_card(look));
}

void draw_host_copies_card(const PanelContext& context, const ImRect& area) {
    const Look& look = context.look;
    draw_card(look, area);
    draw_rows(context, Rows(ImRect(area.Min.x + look.px(padding), area.Min.y + look.px(8),
                                   area.Max.x - look.px(padding), area.Max.y)));
}

void draw_host_copies_opener(const PanelContext& context, const ImRect& area) {
    const Look& look = context.look;
    const HostCopySetting setting = setting_of(context);
    const std::string shown = !setting.active() ? "no copies"
                              : setting.policy == HostCopyPolicy::overlapped
                                  ? "copies: overlapped"
                                  : "copies: " + host_copies_words(setting);
    ComboOptions options;
    options.borderless = true;
    options.role = Role::caption;
    options.popup_width = popup_width;
    options.tooltip = "Copies of the field to the host, and what they cost";
    if (!begin_combo(look, "copies", area, shown, options)) {
        return;
    }
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    Rows rows(ImRect(at.x + look.px(10), at.y + look.px(4), at.x + width - look.px(10),
                     at.y + host_copies_card_height(look)));
    draw_rows(context, rows);
    rows.skip(host_copies_card_height(look) - look.px(8));
    // The longest sentence has three lines: the list does not jump from policy to policy.
    const ImRect sentence = rows.take(3 * look.line_height(Role::note));
    if (setting.active()) {
        draw_text(look, sentence.Min, Role::note, look.colour.text3, info_of(context).sentence, {},
                  sentence.GetWidth());
    }
    ImGui::SetCursorScreenPos(at);
    ImGui::Dummy(ImVec2(width, sentence.Max.y + look.px(6) - at.y));
    end_combo();
}

}  // namespace heatlab::ui
