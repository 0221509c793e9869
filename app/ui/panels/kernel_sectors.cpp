#include "app/ui/panels/kernel_sectors.h"

#include <cmath>
#include <initializer_list>

#include "app/format.h"
#include "app/ui/icons.h"
#include "app/ui/widgets/button.h"
#include "app/ui/widgets/marks.h"

namespace heatlab::ui {
namespace {

using State = KernelSectors::State;

constexpr const char* unknown = "–";
constexpr const char* count_button = "Count##sectors";
constexpr const char* stop_button = "Stop##sectors";
constexpr const char* as_issued =
    "As issued, before any cache: neither L2 traffic nor bytes of device memory.";
constexpr float rule_gap = 8;  ///< above the row, with the rule in its middle
constexpr float note_gap = 4;

std::string rate_text(std::optional<double> rate) {
    if (!rate) {
        return unknown;
    }
    return *rate == 0 ? "0" : *rate < 1e-3 ? format_significant(*rate, 2) : format_fixed(*rate, 3);
}

/// A sentence of what may be the middle of one.
std::string sentence(std::string text) {
    if (!text.empty() && text.back() != '.') {
        text += '.';
    }
    return text;
}

std::string numbers_text(const KernelSectors& sectors) {
    const SectorCount& count = *sectors.counted;
    const auto expected = expected_sectors(sectors.source, count);
    return format_integer(count.sectors) + " counted" +
           (expected ? ", " + format_integer(*expected) + " by the source" : "") + ", in " +
           (count.launches == 1 ? "one launch" : format_integer(count.launches) + " launches") +
           " of " + format_integer(count.steps) + (count.steps == 1 ? " step" : " steps") + " on " +
           format_grid(sectors.grid) + " cells.";
}

std::string difference_note(const KernelSectors& sectors) {
    const std::string& why = sectors.source.explanation;
    return numbers_text(sectors) + " " +
           (why.empty() ? "The compiled kernel asks for others than its source lets expect." : why);
}

std::string note_of(const KernelSectors& sectors) {
    if (sectors.state != State::idle) {
        return "Counting, in a process of its own. A run waits, and nothing is timed.";
    }
    if (!sectors.problem.empty()) {
        return "Not counted: " + sentence(sectors.problem) +
               (sectors.source.sectors ? " Shown is what the source says." : "");
    }
    return sectors.differs() ? difference_note(sectors) : sectors.source.explanation;
}

const KernelSectors* sectors_of(const PanelContext& context, const KernelInfo& kernel) {
    const auto& table = context.snapshot.sectors;
    return table && table->countable ? table->find(kernel) : nullptr;
}

/// Another kernel whose sectors are being counted; null: none.
const KernelInfo* counted_now(const SectorTable& table) {
    for (const KernelSectors& row : table.kernels) {
        if (row.state != State::idle) {
            return row.kernel;
        }
    }
    return nullptr;
}

/// At the right end of the row; returns where it begins.
float draw_button(const PanelContext& context, const KernelSectors& sectors, const ImRect& row) {
    const Look& look = context.look;
    const bool counting = sectors.state != State::idle;
    if (sectors.counted) {
        return row.Max.x;
    }
    const char* label = counting ? stop_button : count_button;
    ButtonOptions options;
    options.role = Role::note;
    options.tooltip = counting ? "End the process that counts"
                               : "Have the GPU count the sectors of one launch, in a process of "
                                 "its own; a run waits for it";
    const KernelInfo* busy = counted_now(*context.snapshot.sectors);
    std::string reason;
    if (!counting && busy != nullptr) {
        reason = "Those of " + std::string(busy->name) + " are being counted";
        options.disabled_reason = reason;
    }
    const float left = row.Max.x - button_width(look, label, options);
    if (button(look, label, ImRect(left, row.Min.y, row.Max.x, row.Max.y), options)) {
        counting ? context.emit(command::CancelSectors{})
                 : context.emit(command::CountSectors{std::string(sectors.kernel->name)});
    }
    return left - look.px(10);
}

/// "0.811 counted", right-aligned; returns where it begins.
float draw_rate(const Look& look, ImVec2 right_middle, const std::string& value, const char* name) {
    float x = right_middle.x;
    x -= draw_text(look, {x, right_middle.y}, Role::note, look.colour.text3, name,
                   anchor_middle_right)
             .x;
    x -= look.px(4);
    x -= draw_text(look, {x, right_middle.y}, Role::title, look.colour.text, value,
                   anchor_middle_right)
             .x;
    return x - look.px(12);
}

/// What stands below the row; empty: nothing.
std::string text_below(const SectorWords& words, SectorLines lines) {
    const bool shown = lines == SectorLines::all ? !words.note.empty() : words.presses;
    const std::string note =
        shown ? (words.warns ? icon::warning + std::string("  ") : "") + words.note : "";
    if (lines == SectorLines::note) {
        return note;
    }
    return note.empty() ? std::string(as_issued) : note + "\n" + as_issued;
}

std::string longest_fitting(const Look& look, std::initializer_list<const char*> names,
                            float width) {
    for (const char* name : names) {
        if (text_size(look, Role::note, name).x <= width) {
            return name;
        }
    }
    return fitted_text(look, Role::note, *(names.end() - 1), width);
}

float row_height(const Look& look, SectorLines lines) {
    return look.px(lines == SectorLines::all ? 24 : 22);
}

}  // namespace

SectorWords sector_words(const KernelSectors& sectors) {
    SectorWords words;
    words.counted = sectors.state == State::idle ? rate_text(sectors.counted_rate()) : "…";
    words.by_source = rate_text(sectors.source_rate());
    words.note = note_of(sectors);
    words.warns = sectors.state == State::idle && (!sectors.problem.empty() || sectors.differs());
    words.presses =
        words.warns || sectors.state != State::idle || (sectors.counted && !sectors.source.sectors);
    words.meaning =
        "A sector is 32 bytes of global memory that a load or store of a warp touches; here per "
        "cell and step. " +
        std::string(as_issued);
    if (sectors.counted) {
        words.meaning += " " + numbers_text(sectors);
    }
    return words;
}

SectorsPart kernel_sectors_part(const PanelContext& context, const KernelInfo& kernel, float width,
                                SectorLines lines) {
    const KernelSectors* sectors = sectors_of(context, kernel);
    if (sectors == nullptr) {
        return {};
    }
    const Look& look = context.look;
    const float row = look.px(rule_gap) + row_height(look, lines);
    const std::string text = text_below(sector_words(*sectors), lines);
    if (text.empty()) {
        return {row, false};
    }
    const float below = lines == SectorLines::all ? text_size(look, Role::caption, text, width).y
                                                  : look.line_height(Role::caption);
    return {row + look.px(note_gap) + below, true};
}

void draw_kernel_sectors(const PanelContext& context, const KernelInfo& kernel, const ImRect& area,
                         SectorLines lines) {
    const KernelSectors* sectors = sectors_of(context, kernel);
    if (sectors == nullptr) {
        return;
    }
    const Look& look = context.look;
    const SectorWords words = sector_words(*sectors);
    Rows rows(area);
    rows.skip(look.px(rule_gap / 2));
    draw_rule(look, ImVec2(rows.left(), rows.y()), rows.width(), true, look.colour.line);
    rows.skip(look.px(rule_gap) - look.px(rule_gap / 2));
    const ImRect row = rows.take(row_height(look, lines));
    const float middle = row.GetCenter().y;
    float right = draw_button(context, *sectors, row);
    ImGui::SetCursorScreenPos(area.Min);
    ImGui::Dummy(ImVec2(right - area.Min.x, area.GetHeight()));
    item_tooltip(look, words.note.empty() ? words.meaning : words.note + "\n" + words.meaning);
    right = draw_rate(look, {right, middle}, words.by_source, "source");
    if (sectors->state != State::idle) {
        right = draw_rate(look, {right, middle}, words.counted, "counting");
    } else if (sectors->counted) {
        right = draw_rate(look, {right, middle}, words.counted, "counted");
    }
    const float room = right - row.Min.x;
    const std::string name = longest_fitting(
        look, {"sectors per cell and step, as issued", "sectors/cell as issued", "sectors/cell"},
        room);
    draw_text(look, {row.Min.x, middle}, Role::note, look.colour.text2, name, anchor_middle_left);
    const std::string text = text_below(words, lines);
    const bool whole = lines == SectorLines::all;
    rows.skip(look.px(note_gap));
    draw_text(look, {rows.left(), rows.y()}, Role::caption,
              words.warns ? look.colour.text2 : look.colour.text3,
              whole ? text : fitted_text(look, Role::caption, text, rows.width()), {},
              whole ? rows.width() : 0);
}

}  // namespace heatlab::ui
