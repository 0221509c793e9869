#include "app/ui/panels/kernel_card.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/format.h"
#include "app/ui/panels/kernel_facts.h"
#include "app/ui/panels/kernel_patch.h"
#include "app/ui/panels/kernel_sectors.h"
#include "app/ui/widgets/marks.h"

namespace heatlab::ui {
namespace {

constexpr float padding = 14;
constexpr float fact_height = 24;
constexpr float tight_fact_height = 20;  ///< beside the tile
constexpr float gap = 10;

void draw_fact(const Look& look, const ImRect& row, const KernelFact& fact) {
    const float y = row.GetCenter().y;
    const float used = text_size(look, Role::title, fact.value).x + look.px(4);
    std::string name = fact.name;
    const float left_over = row.GetWidth() - used;
    if (text_size(look, Role::note, name).x > left_over) {
        name.resize(std::min(name.size(), name.find('/')));  // "steps/launch": the first says most
        name = fitted_text(look, Role::note, name, left_over);
    }
    draw_text(look, ImVec2(row.Min.x, y), Role::note, look.colour.text2, name, anchor_middle_left);
    draw_text(look, ImVec2(row.Max.x, y), Role::title, look.colour.text, fact.value,
              anchor_middle_right);
}

/// What the facts mean, where the pointer rests on the card.
void tell_resources(const Look& look, const KernelFigures& figures, BackendKind backend,
                    const ImRect& area) {
    const std::string text = resources_sentence(figures, backend);
    if (text.empty()) {
        return;
    }
    ImGui::SetCursorScreenPos(area.Min);
    ImGui::Dummy(area.GetSize());
    item_tooltip(look, text);
}

std::string sentence_of(const PanelContext& context, const KernelFigures& figures) {
    std::string sentence(figures.kernel->sentence);
    const bool runs = figures.kernel->name == context.snapshot.settings.kernel;
    if (!figures.seconds_per_step && !runs) {
        sentence += " Runs when chosen.";
    }
    return sentence;
}

/// How the card's parts stand: with room enough one above the other; else the facts beside the
/// tile; and where sectors need a row too, small beside the tile in two columns.
enum class Form { stacked, beside, tight };

/// How the card is laid out; all in framebuffer pixels.
struct Layout {
    Form form;
    float border;  ///< above and below
    float space;   ///< between the parts
    float sentence;
    float pitch;
    float patch_height;
    float patch_width;
    float legend;
    SectorsPart sectors;
    SectorLines lines;
    float height;
    std::vector<KernelFact> facts;  ///< as many as there is room for
};

int fact_columns(Form form) {
    return form == Form::beside ? 1 : 2;
}

float fact_row(const Look& look, Form form) {
    return look.px(form == Form::stacked ? fact_height : tight_fact_height);
}

float facts_height(const Look& look, const Layout& layout) {
    const auto columns = static_cast<std::size_t>(fact_columns(layout.form));
    const auto rows = (layout.facts.size() + columns - 1) / columns;
    return static_cast<float>(rows) * fact_row(look, layout.form);
}

std::vector<KernelFact> facts_of(const PanelContext& context, const KernelFigures& figures) {
    const auto& table = context.snapshot.sectors;
    return kernel_facts(figures, context.snapshot.backend, context.snapshot.settings.type,
                        table ? table->find(*figures.kernel) : nullptr);
}

Layout layout_in(const PanelContext& context, const KernelFigures& figures, float width, Form form,
                 SectorLines lines, std::size_t most_facts) {
    const Look& look = context.look;
    const KernelPatch patch = patch_of(*figures.kernel, context.snapshot.backend.kind);
    const float inner = width - 2 * look.px(padding);
    Layout layout{};
    layout.form = form;
    layout.lines = lines;
    layout.border = look.px(form == Form::tight ? 9 : 12);
    layout.space = look.px(form == Form::tight ? 7 : gap);
    layout.sentence = text_size(look, Role::body, sentence_of(context, figures), inner).y;
    layout.facts = facts_of(context, figures);
    layout.facts.resize(std::min(layout.facts.size(), most_facts));
    layout.sectors = kernel_sectors_part(context, *figures.kernel, inner, lines);
    const float facts = facts_height(look, layout);
    const float share = form == Form::stacked ? 1.0f : form == Form::beside ? 0.62f : 0.30f;
    const float patch_room = form == Form::stacked  ? look.px(110)
                             : form == Form::beside ? look.px(80)
                                                    : facts;
    layout.pitch = cell_pitch(patch, inner * share, patch_room);
    layout.patch_width =
        patch.line ? inner * share : layout.pitch * static_cast<float>(patch.columns());
    layout.patch_height = patch_height(look, patch, layout.pitch);
    // Where there is no room for both, a note stands in the legend's place.
    layout.legend = form == Form::tight && layout.sectors.has_note
                        ? 0
                        : look.px(8) + look.line_height(Role::caption);
    const float drawn = layout.patch_height + layout.legend;
    const float parts = form == Form::stacked ? drawn + layout.space + facts
                        : form == Form::beside
                            ? std::max(drawn, facts)
                            : std::max(layout.patch_height, facts) + layout.legend;
    layout.height =
        2 * layout.border + layout.sentence + layout.space + parts + layout.sectors.height;
    return layout;
}

/// The most telling layout that `room` is enough for.
Layout layout_of(const PanelContext& context, const KernelFigures& figures, float width,
                 float room) {
    constexpr std::size_t all = 100;
    constexpr std::size_t least = 4;
    Layout layout = layout_in(context, figures, width, Form::stacked, SectorLines::all, all);
    if (layout.height <= room) {
        return layout;
    }
    const std::size_t most = std::max(layout.facts.size(), least);
    for (const SectorLines lines : {SectorLines::all, SectorLines::note}) {
        for (std::size_t facts = most; facts >= least; --facts) {
            layout = layout_in(context, figures, width, Form::beside, lines, facts);
            if (layout.height <= room) {
                return layout;
            }
        }
    }
    return layout.sectors.height > 0
               ? layout_in(context, figures, width, Form::tight, SectorLines::note, least)
               : layout;
}

void draw_facts(const Look& look, const Layout& layout, const ImRect& area) {
    const int columns = fact_columns(layout.form);
    const float height = fact_row(look, layout.form);
    const float between = look.px(layout.form == Form::tight ? 10 : 20);
    for (std::size_t i = 0; i < layout.facts.size(); ++i) {
        const int at = static_cast<int>(i);
        const float top = area.Min.y + static_cast<float>(at / columns) * height;
        const ImRect row(area.Min.x, top, area.Max.x, top + height);
        draw_fact(look, column_of(row, at % columns, columns, between), layout.facts[i]);
    }
}

}  // namespace

float kernel_card_height(const PanelContext& context, const KernelFigures& figures, float width,
                         float room) {
    return std::ceil(layout_of(context, figures, width, room).height);
}

void draw_kernel_card(const PanelContext& context, const KernelFigures& figures,
                      const ImRect& area) {
    const Look& look = context.look;
    const KernelInfo& kernel = *figures.kernel;
    const Layout layout = layout_of(context, figures, area.GetWidth(), area.GetHeight());
    draw_card(look, area);
    const float left = area.Min.x + look.px(padding);
    const float right = area.Max.x - look.px(padding);
    float y = area.Min.y + layout.border;
    draw_text(look, ImVec2(left, y), Role::body, look.colour.text2, sentence_of(context, figures),
              {}, right - left);
    y = std::floor(y + layout.sentence + layout.space);
    const float foot = area.Max.y - layout.border - layout.sectors.height;
    const BackendKind backend = context.snapshot.backend.kind;
    const KernelPatch patch = patch_of(kernel, backend);
    draw_patch(look, kernel, patch, ImVec2(left, y), layout.pitch);
    const bool tight = layout.form == Form::tight;
    const float drawn =
        tight ? std::max(layout.patch_height, facts_height(look, layout)) : layout.patch_height;
    const float legend_y = y + drawn + look.px(8);
    const float facts_left = layout.form == Form::stacked ? left
                             : tight                      ? left + layout.patch_width + look.px(8)
                                                          : left + (right - left) * 0.64f;
    if (layout.legend > 0) {
        draw_legend_row(look, kernel, backend, patch, ImVec2(left, legend_y),
                        layout.form == Form::beside ? facts_left - look.px(gap) : right);
    }
    tell_resources(look, figures, backend, ImRect(area.Min, ImVec2(area.Max.x, foot)));
    const float facts_top = layout.form == Form::stacked
                                ? legend_y + look.line_height(Role::caption) + layout.space
                                : y;
    draw_facts(look, layout, ImRect(facts_left, facts_top, right, foot));
    draw_kernel_sectors(context, kernel, ImRect(left, foot, right, foot + layout.sectors.height),
                        layout.lines);
}

}  // namespace heatlab::ui
