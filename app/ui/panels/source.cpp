#include "app/ui/panels/source.h"

#include <string_view>

#include "app/format.h"
#include "app/ui/panels/panel.h"
#include "app/ui/widgets/choice.h"
#include "sim/kernel_source.h"

namespace heatlab::ui {
namespace {

constexpr float bar_height = 30;

}  // namespace

SourcePage* SourcePanel::page_of(const KernelInfo& kernel, BackendKind backend) {
    const KernelSource* source = kernel_source(kernel, backend);
    if (source == nullptr) {
        return nullptr;
    }
    const std::string file(source->file);
    std::unique_ptr<SourcePage>& page = pages_[file];
    if (!page) {
        page = std::make_unique<SourcePage>(file, source->text);
    }
    return page.get();
}

/// The kernel to show: the one that runs, until another is chosen; then that one, until another
/// runs.
const KernelInfo* SourcePanel::choose_kernel(const PanelContext& context) {
    const std::string& running = context.snapshot.settings.kernel;
    if (running != runs_) {
        runs_ = running;
        chosen_.clear();
    }
    const KernelInfo* shown = nullptr;
    for (const KernelFigures& row : context.snapshot.kernels) {
        const std::string_view name = row.kernel->name;
        if (name == chosen_ || (shown == nullptr && name == running)) {
            shown = row.kernel;
        }
    }
    return shown;
}

void SourcePanel::draw_toolbar(const PanelContext& context, const KernelInfo& shown, Rows& rows) {
    const Look& look = context.look;
    const std::string& running = context.snapshot.settings.kernel;
    const ImRect row = rows.take(look.px(bar_height));
    ComboOptions options;
    options.role = Role::code;
    options.tooltip = "Read the source of any kernel; what runs stays";
    options.popup_width = 190;
    const ImRect combo(row.Min, ImVec2(row.Min.x + look.px(140), row.Max.y));
    if (begin_combo(look, "source of", combo, shown.name, options)) {
        for (const KernelFigures& figures : context.snapshot.kernels) {
            const std::string name(figures.kernel->name);
            MenuItemOptions item;
            item.selected = figures.kernel == &shown;
            item.right = name == running ? "runs now" : "";
            if (menu_item(look, name.c_str(), item)) {
                chosen_ = name == running ? std::string() : name;
            }
        }
        end_combo();
    }
    const float tools = reader_.draw_tools(look, row);
    const char* hint = context.state.source_focused ? "Esc gives the keys back" : "as compiled";
    draw_text_fitted(look, ImVec2(tools - look.px(8), row.GetCenter().y), Role::caption,
                     look.colour.text3, hint, tools - combo.Max.x - look.px(16),
                     anchor_middle_right);
}

void SourcePanel::draw(const PanelContext& context) {
    const Look& look = context.look;
    Rows rows(panel_area(look));
    context.mark("source", panel_area(look));
    rows.skip(look.px(6));
    const KernelInfo* shown = choose_kernel(context);
    if (shown == nullptr) {
        return;
    }
    draw_toolbar(context, *shown, rows);
    SourcePage* page = page_of(*shown, context.snapshot.backend.kind);
    if (page == nullptr) {
        rows.skip(look.px(10));
        draw_text(look, rows.take(look.px(18)).Min, Role::note, look.colour.text2,
                  "This program was built without its source.");
        return;
    }
    const KernelSource& source = *kernel_source(*shown, context.snapshot.backend.kind);
    reader_.draw(context, *page,
                 std::string(source.file) + ", " + format_integer(page->lines()) + " lines", rows);
}

}  // namespace heatlab::ui
