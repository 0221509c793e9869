#include "app/ui/zones/zone_files_popup.h"

#include <string>

#include "app/format.h"
#include "app/ui/icons.h"
#include "app/ui/panels/popup_form.h"
#include "app/ui/widgets/button.h"
#include "app/ui/widgets/grid_sides.h"
#include "app/ui/widgets/number_field.h"

namespace heatlab::ui {
namespace {

constexpr float button_height = 28;
constexpr float field_height = 30;

/// The path of a role's file, and back to the application's own.
void draw_role(const PanelContext& context, PopupForm& form, std::size_t role) {
    const Look& look = context.look;
    const ZoneSetting& setting = context.snapshot.settings.zones;
    const ghost::Application& application = setting.chosen_application();
    const ZoneFileRole& its = zone_file_roles[role];
    const std::string name(application.*its.name);
    const std::string file = (setting.files.*its.file).string();
    const ImVec2 at = form.block("Path of a " + name + " file");
    ImRect field(at, at + ImVec2(form.width(), look.px(field_height)));
    if (!file.empty()) {
        ImRect own = field;
        own.Min.x = own.Max.x - look.px(field_height);
        field.Max.x = own.Min.x - look.px(6);
        ButtonOptions options;
        options.kind = ButtonKind::ghost;
        options.tooltip = "Back to " + std::string(application.title) + "'s own " + name;
        if (icon_button(look, ("Own " + name).c_str(), icon::cross, own, options))
            context.emit(command::LoadZoneFile{role, {}});
    }
    const std::string hint = "its own " + name;
    if (const auto path = text_field(look, name.c_str(), field, file, hint))
        context.emit(command::LoadZoneFile{role, *path});
}

void draw_save(const PanelContext& context, PopupForm& form) {
    const Look& look = context.look;
    const Snapshot& snapshot = context.snapshot;
    const ghost::Application& application = snapshot.settings.zones.chosen_application();
    const std::string label = "Save the " + std::string(application.cells_name);
    const ZoneState* state = snapshot.zones.get();
    ButtonOptions options;
    options.icon = icon::file;
    if (state == nullptr || !state->scene)
        options.disabled_reason = "There is nothing to be seen yet";
    else if (state->work == ZoneWork::measuring)
        options.disabled_reason = "The scene waits while all is measured";
    ImRect area = form.row(12);
    area.Max.x = area.Min.x + button_width(look, label.c_str(), options);
    if (button(look, label.c_str(), area, options)) {
        context.state.share_wish = ShareWish::save_cells;
        ImGui::CloseCurrentPopup();
    }
    form.note("All " + sides_text(snapshot.settings.zones.chosen_grid()) +
              " cells as they are now, a number a line" +
              (context.state.share_folder.empty()
                   ? "."
                   : ", in " + context.state.share_folder.string() + "."));
}

}  // namespace

float draw_zone_files(const PanelContext& context, const ImRect& row, bool& open) {
    const Look& look = context.look;
    const ZoneSetting& setting = context.snapshot.settings.zones;
    const ghost::Application& application = setting.chosen_application();
    ButtonOptions options;
    options.kind = ButtonKind::ghost;
    options.icon = icon::file;
    options.role = Role::note;
    options.selected = setting.files.any();
    const std::string cells(application.cells_name);
    const std::string tooltip = application.text_files ? "Load " + cells + " and " +
                                                             std::string(application.source_name) +
                                                             " from text files, save the " + cells
                                                       : "Save the " + cells + " as a text file";
    options.tooltip = tooltip;
    const float width = button_width(look, "Files", options);
    const float top = std::floor(row.GetCenter().y - look.px(button_height) / 2);
    const ImRect box(row.Max.x - width, top, row.Max.x, top + look.px(button_height));
    if (button(look, "Files", box, options))
        open = true;
    if (begin_popup(look, "zone files", open, box)) {
        PopupForm form(look);
        if (application.text_files) {
            for (std::size_t role = 0; role < zone_file_roles.size(); ++role)
                draw_role(context, form, role);
            form.note("A number a line, row by row: " + sides_text(setting.chosen_grid()) +
                      " of them, or as many as a square grid has, which is taken then. Files "
                      "dropped on the window are loaded, too.");
            form.separate();
        }
        draw_save(context, form);
        form.finish();
        ImGui::EndPopup();
    }
    return width;
}

}  // namespace heatlab::ui
