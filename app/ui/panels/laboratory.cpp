#include "app/ui/panels/laboratory.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "app/dimension_words.h"
#include "app/format.h"
#include "app/ui/icons.h"
#include "app/ui/keys.h"
#include "app/ui/laboratory_words.h"
#include "app/ui/panels/panel.h"
#include "app/ui/stability_formulas.h"
#include "app/ui/widgets/button.h"
#include "app/ui/widgets/choice.h"
#include "app/ui/widgets/marks.h"

namespace heatlab::ui {
namespace {

constexpr std::array<const char*, 4> pages{"Equations", "Exact mode", "Sweep", "Switches"};

/// A sentence, wrapped; moves on below it.
void say(const Look& look, Rows& rows, std::string_view text, ImU32 ink, Role role = Role::note) {
    const ImVec2 size = text_size(look, role, text, rows.width());
    draw_text(look, ImVec2(rows.left(), rows.y()), role, ink, text, {}, rows.width());
    rows.skip(size.y);
}

void heading(const Look& look, Rows& rows, std::string_view text) {
    draw_text(look, rows.take(look.px(24)).Min, Role::title, look.colour.text, text);
}

/// The formula of the shortest wave that these sides have; one per kind that occurs.
std::vector<StabilityFormula> wave_formulas(const Boundaries& boundaries, int dimensions) {
    std::vector<StabilityFormula> formulas;
    std::vector<BoundaryKind> sides{boundaries.right, boundaries.left};
    if (dimensions > 1) {
        sides.insert(sides.end(), {boundaries.top, boundaries.bottom});
    }
    if (dimensions > 2) {
        sides.push_back(BoundaryKind::dirichlet);  // front and back
    }
    const auto has = [&sides](BoundaryKind kind) {
        return std::find(sides.begin(), sides.end(), kind) != sides.end();
    };
    if (has(BoundaryKind::dirichlet)) {
        formulas.push_back(StabilityFormula::walls_wave);
    }
    if (has(BoundaryKind::insulated)) {
        formulas.push_back(StabilityFormula::insulated_wave);
    }
    if (has(BoundaryKind::periodic)) {
        formulas.push_back(StabilityFormula::periodic_wave);
    }
    return formulas;
}

constexpr float formula_caption = 17;
constexpr float formula_gap = 8;

float formula_height(const Look& look, const FormulaText& text, float width) {
    return look.px(formula_caption) + formula_size(look, text, 16, width).y + look.px(formula_gap);
}

void draw_formula(const Look& look, Rows& rows, const FormulaText& text) {
    draw_text(look, ImVec2(rows.left(), rows.y()), Role::caption, look.colour.text3, text.name);
    rows.skip(look.px(formula_caption));
    ImGui::SetCursorScreenPos(ImVec2(rows.left(), rows.y()));
    const ImVec2 size = formula_size(look, text, 16, rows.width());
    formula(look, text, 16, rows.width());
    rows.skip(size.y + look.px(formula_gap));
}

struct FactorColumn {
    const char* caption;
    std::string value;
    const char* tooltip;
};

std::string signed_factor(double factor) {
    return format_fixed(factor, std::abs(std::abs(factor) - 1) < 1e-3 ? 7 : 5);
}

void draw_mode_table(const PanelContext& context, Rows& rows, const ExactMode& mode) {
    const Look& look = context.look;
    const bool line = context.snapshot.settings.grid.dimensions == 1;
    const std::array<FactorColumn, 3> columns{
        {{"measured", mode.measured ? signed_factor(*mode.measured) : "–",
          "Factor per step of this wave in the field, by projection"},
         {"discrete g", signed_factor(mode.discrete),
          line ? "What the scheme multiplies this wave by: 1 − 4r sin²"
               : "What the scheme multiplies this wave by: 1 − 4r (sin² + sin²)"},
         {"exp(−λ dt)", signed_factor(mode.continuous),
          "What the heat equation itself multiplies it by in one time step"}}};
    const ImRect row = rows.take(metric_height(look));
    for (int i = 0; i < 3; ++i) {
        const FactorColumn& column = columns[static_cast<std::size_t>(i)];
        const ImRect cell = column_of(row, i, 3, look.px(8));
        ImGui::SetCursorScreenPos(cell.Min);
        ImGui::InvisibleButton(column.caption, cell.GetSize());
        item_tooltip(look, column.tooltip);
        draw_metric(look, cell.Min, Metric{column.caption, column.value});
    }
}

std::string mode_comparison(const ExactMode& mode) {
    std::string text;
    if (mode.measured) {
        const double apart = std::abs(*mode.measured - mode.discrete);
        text = apart < 1e-6
                   ? "Measured and discrete agree to a millionth. "
                   : "Measured and discrete differ by " + format_significant(apart, 2) + ". ";
    }
    const double error = mode.discrete - mode.continuous;
    text += "The scheme differs from the heat equation by " +
            format_significant(std::abs(error), 2) + " per step.";
    return text;
}

struct Switch {
    const char* label;
    bool LaboratorySetting::*member;
    std::string cost;
    std::string meaning;
};

std::string per_frame(double seconds) {
    return seconds > 0 ? format_duration(seconds).text() + " per frame" : std::string();
}

}  // namespace

std::size_t draw_equations(const PanelContext& context, Rows& rows, std::size_t first) {
    const Look& look = context.look;
    std::vector<StabilityFormula> all{StabilityFormula::scheme, StabilityFormula::step_ratio,
                                      StabilityFormula::amplification, StabilityFormula::bound};
    const int dimensions = context.snapshot.settings.grid.dimensions;
    for (const StabilityFormula wave :
         wave_formulas(context.snapshot.settings.boundaries, dimensions)) {
        all.push_back(wave);
    }
    all.push_back(StabilityFormula::growth);
    all.push_back(StabilityFormula::overflow_steps);
    first = first < all.size() ? first : 0;
    const float turn = look.px(34);
    std::size_t next = first;
    while (next < all.size()) {
        const float height =
            formula_height(look, stability_formula(all[next], dimensions), rows.width());
        const float kept = next + 1 < all.size() || first > 0 ? turn : 0;
        if (next > first && height + kept > rows.remaining()) {
            break;
        }
        draw_formula(look, rows, stability_formula(all[next], dimensions));
        ++next;
    }
    if (first == 0 && next == all.size()) {
        return 0;
    }
    const ImRect row = rows.take(look.px(28));
    ButtonOptions options;
    options.kind = ButtonKind::ghost;
    options.role = Role::note;
    const char* label = next < all.size() ? "More equations" : "First equations";
    const float width = button_width(look, label, options);
    const bool turned =
        button(look, label, ImRect(ImVec2(row.Max.x - width, row.Min.y), row.Max), options);
    return turned ? next % all.size() : first;
}

void draw_exact_mode(const PanelContext& context, Rows& rows) {
    const Look& look = context.look;
    const std::optional<ExactMode>& mode = context.snapshot.laboratory.exact;
    const int dimensions = context.snapshot.settings.grid.dimensions;
    heading(look, rows, "One wave, three factors per step");
    if (dimensions == 3) {
        say(look, rows, "A wave is measured on rods and plates, not on blocks.", look.colour.text2);
        return;
    }
    if (!mode) {
        say(look, rows,
            "A single sine mode stays one: its decay compares with the scheme's g and with the "
            "heat "
            "equation's.",
            look.colour.text2);
        rows.skip(look.px(10));
        const char* label = "Start from a sine mode";
        const ImRect row = rows.take(look.px(30));
        ButtonOptions options;
        options.tooltip = dimensions == 1
                              ? "Restarts from step 0; waves along the rod under Start from"
                              : "Restarts from step 0; waves across and down under Start from";
        if (button(
                look, label,
                ImRect(row.Min, ImVec2(row.Min.x + button_width(look, label, options), row.Max.y)),
                options)) {
            InitialFieldSpec spec = context.snapshot.settings.init;
            spec.name = "sine";
            context.emit(command::SetInitialField{spec});
        }
        return;
    }
    const std::string which =
        "mode " + format_integer(mode->p) +
        (dimensions == 1 ? std::string() : " across, " + format_integer(mode->q) + " down") +
        (mode->amplitude ? ", amplitude " + format_significant(*mode->amplitude, 3)
                         : std::string());
    say(look, rows, which, look.colour.text3, Role::caption);
    rows.skip(look.px(6));
    draw_mode_table(context, rows, *mode);
    rows.skip(look.px(8));
    say(look, rows, mode_comparison(*mode), look.colour.text2);
}

void draw_refinement(const PanelContext& context, Rows& rows) {
    const Look& look = context.look;
    const Palette& p = look.colour;
    const Refinement& refinement = context.snapshot.laboratory.refinement;
    const Settings& settings = context.snapshot.settings;
    const int dimensions = settings.grid.dimensions;
    const std::string along = dimensions == 1   ? ""
                              : dimensions == 2 ? " across and down"
                                                : " along each axis";
    heading(look, rows, "Half the cell size");
    const std::string dt = format_duration(refinement.stable_time_step).text();
    say(look, rows,
        "At this time step r goes up fourfold, from " + format_fixed(settings.r, 3) + " to " +
            format_fixed(refinement.r, 3) + ". To stay stable, dt must be at most " + dt + ".",
        refinement.r > textbook_bound(dimensions) ? p.text : p.text2);
    rows.skip(look.px(10));
    const ImRect row = rows.take(look.px(30));
    ButtonOptions options;
    const std::string finer_tooltip =
        "Twice the cells" + along + "; the field is interpolated, dt stays";
    options.tooltip = finer_tooltip;
    std::string reason;
    if (!refinement.allowed) {
        reason = "r would be " + format_fixed(refinement.r, 3) + ", more than 1: lower dt first";
    } else if (!refinement.grid) {
        reason = "The finer grid is larger than what is allowed here";
    }
    options.disabled_reason = reason;
    const char* finer = "Halve cells";
    const float width = button_width(look, finer, options);
    if (button(look, finer, ImRect(row.Min, ImVec2(row.Min.x + width, row.Max.y)), options)) {
        context.emit(command::RefineGrid{2});
    }
    ButtonOptions coarser;
    const std::string coarser_tooltip =
        "Half the cells" + along + " at the same dt: r falls to a quarter";
    coarser.tooltip = coarser_tooltip;
    const char* back = "Double cells";
    const float left = row.Min.x + width + look.px(8);
    if (button(look, back,
               ImRect(ImVec2(left, row.Min.y),
                      ImVec2(left + button_width(look, back, coarser), row.Max.y)),
               coarser)) {
        context.emit(command::RefineGrid{0.5});
    }
    if (refinement.grid) {
        draw_text(look, ImVec2(row.Max.x, row.GetCenter().y), Role::caption, p.text3,
                  "to " + format_grid(*refinement.grid), anchor_middle_right);
    }
}

void draw_switches(const PanelContext& context, Rows& rows) {
    const Look& look = context.look;
    const Palette& p = look.colour;
    const Laboratory& laboratory = context.snapshot.laboratory;
    const LaboratorySetting setting = context.snapshot.settings.laboratory;
    const int dimensions = context.snapshot.settings.grid.dimensions;
    const bool block = dimensions == 3;
    const std::string transform =
        laboratory.spectrum_seconds > 0
            ? format_duration(laboratory.spectrum_seconds).text() + " each"
            : std::string();
    const std::array<Switch, 3> switches{
        {{"Traces", &LaboratorySetting::traces,
          setting.traces ? per_frame(laboratory.analysis_seconds_per_frame) : "",
          block ? "The extremes, one more pass over the field"
                : "Fastest wave, extremes and energy, one more pass over the field"},
         {"Live waves", &LaboratorySetting::spectrum, setting.spectrum ? transform : "",
          block ? "Of rods and plates: a block has no spectrum here"
                : "A transform twice a second, on a thread of its own"},
         {"Watch every step", &LaboratorySetting::watch,
          laboratory.principle.watching ? "half as much again" : "",
          std::string("Past r = ") + words_of(dimensions).bound +
              ", until a value leaves the initial range"}}};
    for (const Switch& item : switches) {
        const ImRect row = rows.take(look.px(28));
        const bool on = setting.*item.member;
        if (toggle(look, item.label, row, on)) {
            LaboratorySetting wanted = setting;
            wanted.*item.member = !on;
            context.emit(command::SetLaboratory{wanted});
        }
        draw_text(look, ImVec2(row.Max.x, row.GetCenter().y), Role::caption, p.text2, item.cost,
                  anchor_middle_right);
        rows.skip(look.px(1));
        say(look, rows, item.meaning, p.text3, Role::caption);
        rows.skip(look.px(10));
    }
    const ImRect row = rows.take(look.px(28));
    if (toggle(look, "Loupe", row, context.state.loupe)) {
        context.state.loupe = !context.state.loupe;
    }
    draw_key_cap(look, ImVec2(row.Max.x - key_cap_width(look, "M"), row.Min.y + look.px(4)),
                 key_of(KeyBinding::Action::loupe));
    rows.skip(look.px(1));
    say(look, rows,
        "9 × 9 cells with their numbers beside the pointer; a click with the hand tool pins them",
        p.text3, Role::caption);
}

void LaboratorySheet::draw(const PanelContext& context) {
    const Look& look = context.look;
    const ImRect area = panel_area(look);
    Rows rows(area);
    rows.skip(look.px(6));
    constexpr float padding = 7;
    if (const auto chosen = segmented(look, "Page", rows.take(look.px(30)).Min, pages, page_,
                                      look.px(30), padding)) {
        page_ = *chosen;
    }
    rows.skip(look.px(12));
    if (page_ == 0) {
        first_equation_ = draw_equations(context, rows, first_equation_);
    } else if (page_ == 1) {
        context.mark("decay", ImRect(rows.left(), rows.y(), rows.right(), area.Max.y));
        draw_exact_mode(context, rows);
        rows.skip(look.px(16));
        draw_refinement(context, rows);
    } else if (page_ == 2) {
        context.mark("sweep", ImRect(rows.left(), rows.y(), rows.right(), area.Max.y));
        sweep_.draw(context, rows);
    } else {
        draw_switches(context, rows);
    }
    finish_panel(look, rows);
}

}  // namespace heatlab::ui
