#include "app/ui/zones/zone_scene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "app/format.h"
#include "app/ui/colour_bar.h"
#include "app/ui/field_numbers.h"
#include "app/ui/field_pane.h"
#include "app/ui/field_view.h"
#include "app/ui/icons.h"
#include "app/ui/widgets/banner.h"
#include "app/ui/widgets/button.h"
#include "app/ui/widgets/grid_sides.h"
#include "app/ui/widgets/sheet.h"
#include "app/ui/zones/scene_colours.h"
#include "app/ui/zones/zone_files_popup.h"
#include "app/ui/zones/zone_words.h"
#include "render/orbit_camera.h"

namespace heatlab::ui {
namespace {

constexpr float header_height = 40;
constexpr float caption_row = 22;
constexpr float gutter = plain_bar_gutter;
constexpr float bar_gap = 8;  ///< between picture and bar
constexpr float axes_margin = 20;
constexpr float half_turn = 420;  ///< for a drag across so many logical pixels

struct PixelSize {
    int width;
    int height;
};

PixelSize pixels_of(const ImRect& area) {
    const float ratio = framebuffer_ratio();
    return {std::max(0, static_cast<int>(std::lround(area.GetWidth() * ratio))),
            std::max(0, static_cast<int>(std::lround(area.GetHeight() * ratio)))};
}

/// Where a flat picture lies in `area`, whole.
struct Placed {
    PlacedView view;
    ImRect rect;
};

Placed place(const ScenePicture& picture, const ImRect& area) {
    const PixelSize size = pixels_of(area);
    Placed placed{place_view(picture.picture->grid, {}, size.width, size.height), {}};
    const float ratio = framebuffer_ratio();
    const ImVec2 low(area.Min.x + static_cast<float>(placed.view.x) / ratio,
                     area.Min.y + static_cast<float>(placed.view.y) / ratio);
    placed.rect = ImRect(low, low + ImVec2(static_cast<float>(placed.view.width) / ratio,
                                           static_cast<float>(placed.view.height) / ratio));
    return placed;
}

FieldImageRequest request_of(const Placed& placed) {
    FieldImageRequest request;
    request.width = placed.view.width;
    request.height = placed.view.height;
    request.view = setting_of(placed.view.view);
    return request;
}

/// The part of the image from `from` to `to` of its height.
void draw_image(const Look& look, const FieldImage& image, const ImRect& rect, float from = 0,
                float to = 1) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float top = rect.Min.y + std::floor(rect.GetHeight() * from);
    const float bottom = rect.Min.y + std::floor(rect.GetHeight() * to);
    if (bottom <= top)
        return;
    if (image.texture == 0) {
        list.AddRectFilled(ImVec2(rect.Min.x, top), ImVec2(rect.Max.x, bottom), look.colour.card);
        return;
    }
    const ImGuiPlatformIO& platform = ImGui::GetPlatformIO();
    if (image.reduction == 1 && platform.DrawCallback_SetSamplerNearest != nullptr)
        list.AddCallback(platform.DrawCallback_SetSamplerNearest, nullptr);
    const float height = rect.GetHeight();
    list.AddImage(static_cast<ImTextureID>(image.texture), ImVec2(rect.Min.x, top),
                  ImVec2(rect.Max.x, bottom), ImVec2(0, (top - rect.Min.y) / height),
                  ImVec2(1, (bottom - rect.Min.y) / height));
    if (platform.DrawCallback_SetSamplerLinear != nullptr)
        list.AddCallback(platform.DrawCallback_SetSamplerLinear, nullptr);
}

void frame_picture(const Look& look, const ImRect& rect) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    mask_corners(list, rect, look.px(4), look.colour.panel);
    list.AddRect(rect.Min, rect.Max, look.colour.line, look.px(4), look.hairline());
}

/// The colour bar right of a picture.
void draw_bar(const PanelContext& context, const ScenePicture& picture, const ImRect& beside) {
    const Look& look = context.look;
    const ColorMap& map = scene_map(picture.colours, context.colormaps,
                                    context.snapshot.settings.colormap, look.colour.kind);
    const float left = beside.Max.x + look.px(bar_gap);
    draw_plain_bar(look, ImRect(left, beside.Min.y, beside.Max.x + look.px(gutter), beside.Max.y),
                   map, picture.low, picture.high);
}

std::string title_of(const ScenePicture& picture) {
    return picture.unit.empty() ? picture.title : picture.title + ", " + picture.unit;
}

/// The value under the pointer, as a tooltip.
void read_out(const Look& look, const ScenePicture& picture, const ImRect& rect) {
    const ImVec2 at = ImGui::GetIO().MousePos;
    const FieldPicture& cells = *picture.picture;
    const auto texel = [](float part, int count) {
        return std::clamp(static_cast<int>(part * static_cast<float>(count)), 0, count - 1);
    };
    const int col = texel((at.x - rect.Min.x) / rect.GetWidth(), cells.width);
    const int row = texel((at.y - rect.Min.y) / rect.GetHeight(), cells.height);
    const std::size_t index =
        (static_cast<std::size_t>(row) * static_cast<std::size_t>(cells.width) +
         static_cast<std::size_t>(col)) *
        static_cast<std::size_t>(cells.channels());
    const std::string value = read_out_number(cells.texels[index], picture.low, picture.high);
    const std::string unit = picture.unit.empty() ? "" : " " + picture.unit;
    const std::string mean = cells.block > 1 ? ", mean of " + format_integer(cells.block) + " × " +
                                                   format_integer(cells.block) + " cells"
                                             : "";
    item_tooltip(look, picture.title + " " + value + unit + mean);
}

/// Above a picture: what it is.
void draw_caption(const Look& look, const std::string& text, const ImRect& row) {
    draw_text_fitted(look, {row.Min.x, row.GetCenter().y}, Role::note, look.colour.text2, text,
                     row.GetWidth(), anchor_middle_left);
}

/// What it computes, or from which files.
std::string about_text(const ZoneSetting& setting) {
    const ghost::Application& application = setting.chosen_application();
    std::string text;
    for (const ZoneFileRole& role : zone_file_roles)
        if (const auto& file = setting.files.*role.file; !file.empty())
            text += (text.empty() ? "" : ", ") + std::string(application.*role.name) + " from " +
                    file.filename().string();
    return text.empty() ? std::string(application.sentence) : text;
}

/// Answers the height taken.
float draw_instability(const PanelContext& context, const ZoneState& state, const ImRect& area) {
    if (state.time_division >= state.stable_time_division)
        return 0;
    const Look& look = context.look;
    const std::string action = "Divide it by " + format_integer(state.stable_time_division);
    const std::string title = "Unstable on " + sides_text(state.grid);
    const Banner what{.icon = icon::warning,
                      .colour = look.colour.unstable,
                      .title = title,
                      .text =
                          "These cells are too small for the time step: a wave grows without "
                          "bound.",
                      .action = action,
                      .closable = false};
    const float height = banner_height(look, what, area.GetWidth());
    const ImRect box(area.Min, ImVec2(area.Max.x, area.Min.y + height));
    if (banner(look, "unstable", box, what) == BannerAnswer::action) {
        ZoneSetting next = context.snapshot.settings.zones;
        next.time_division = state.stable_time_division;
        context.emit(command::SetZones{next});
    }
    return height + look.px(8);
}

}  // namespace

FieldImageRequest ZoneSceneSheet::draw_volume(const PanelContext& context,
                                              const ScenePicture& picture, const ImRect& area,
                                              const FieldImage& image) {
    const Look& look = context.look;
    const ImGuiIO& io = ImGui::GetIO();
    draw_image(look, image, area);
    frame_picture(look, area);
    const Press press = press_area("Scene", area);
    OrbitView camera = context.snapshot.settings.camera;
    if (ImGui::IsItemActivated())
        dragged_from_ = io.MousePos;
    const ImVec2 moved = io.MousePos - dragged_from_;
    if (press.held && (moved.x != 0 || moved.y != 0)) {
        camera = turned(camera, moved.x, moved.y, 180.0 / look.px(half_turn));
        dragged_from_ = io.MousePos;
    }
    if (press.hovered && io.MouseWheel != 0)
        camera = orbit_zoomed(camera, io.MouseWheel);
    if (press.hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left))
        camera = {};
    if (camera != context.snapshot.settings.camera)
        context.emit(command::SetCamera{camera});
    if (!press.held)
        item_tooltip(look, picture.title + ": drag to turn, wheel to zoom");
    const PixelSize size = pixels_of(area);
    FieldImageRequest request;
    request.width = size.width;
    request.height = size.height;
    request.show = ShowMode::volume;
    request.camera = camera;
    request.margin = look.px(axes_margin);
    return request;
}

FieldImageRequest ZoneSceneSheet::draw_picture(const PanelContext& context,
                                               const ScenePicture& picture, const ImRect& area,
                                               const FieldImage& image) {
    const Look& look = context.look;
    Rows rows(area);
    const ZoneState& state = *context.snapshot.zones;
    draw_caption(look, title_of(picture) + (state.grid.dimensions == 1 ? ", steps downwards" : ""),
                 rows.take(look.px(caption_row)));
    const ImRect room(ImVec2(area.Min.x, rows.y()),
                      ImVec2(area.Max.x - look.px(gutter), area.Max.y));
    if (room.GetWidth() < 8 || room.GetHeight() < 8)
        return {};
    ImGui::PushID(picture.title.c_str());
    FieldImageRequest request;
    ImRect rect = room;
    if (picture.picture->slices > 0) {
        request = draw_volume(context, picture, room, image);
    } else {
        const Placed placed = place(picture, room);
        rect = placed.rect;
        draw_image(look, image, rect);
        frame_picture(look, rect);
        press_area("Scene", rect);
        read_out(look, picture, rect);
        request = request_of(placed);
    }
    ImGui::PopID();
    draw_bar(context, picture, rect);
    return request;
}

std::vector<FieldImageRequest> ZoneSceneSheet::draw_wall(const PanelContext& context,
                                                         const ZoneScene& scene, const ImRect& area,
                                                         const std::vector<FieldImage>& images) {
    const Look& look = context.look;
    const ScenePicture& costs = scene.pictures[0];
    const ScenePicture& ahead = scene.pictures[1];
    Rows rows(area);
    const ImRect caption = rows.take(look.px(caption_row));
    const ImRect room(ImVec2(area.Min.x, rows.y()),
                      ImVec2(area.Max.x - look.px(gutter), area.Max.y));
    if (room.GetWidth() < 8 || room.GetHeight() < 8)
        return {};
    const Placed placed = place(costs, room);
    const ImRect& rect = placed.rect;
    const float front =
        static_cast<float>(*scene.front) / static_cast<float>(std::max(1, costs.picture->height));
    const auto image = [&](std::size_t i) { return i < images.size() ? images[i] : FieldImage{}; };
    draw_image(look, image(0), rect, 0, front);
    draw_image(look, image(1), rect, front, 1);
    const float y = rect.Min.y + std::floor(rect.GetHeight() * front);
    frame_picture(look, rect);
    if (front > 0 && front < 1)
        ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(rect.Min.x, y - look.px(1)),
                                                  ImVec2(rect.Max.x, y + look.px(1)),
                                                  look.colour.text);
    press_area("Scene", rect);
    const bool behind = ImGui::GetIO().MousePos.y < y;
    read_out(look, behind ? costs : ahead, rect);
    draw_text_fitted(look, {caption.Min.x, caption.GetCenter().y}, Role::note, look.colour.text2,
                     costs.title + " above the least of its row; below the front the " +
                         ahead.title + ", row " + format_integer(*scene.front) + " of " +
                         format_integer(costs.picture->height),
                     caption.GetWidth(), anchor_middle_left);
    draw_bar(context, costs, rect);
    return {request_of(placed), request_of(placed)};
}

std::vector<FieldImageRequest> ZoneSceneSheet::draw(const PanelContext& context, const ImRect& area,
                                                    const std::vector<FieldImage>& images) {
    const Look& look = context.look;
    const Palette& p = look.colour;
    context.mark("zone-scene", area);
    const float pad = look.px(16);
    Rows rows(ImRect(area.Min.x + pad, area.Min.y, area.Max.x - pad, area.Max.y - look.px(12)));
    const ImRect title = rows.take(look.px(header_height));
    const ghost::Application& application = context.snapshot.settings.zones.chosen_application();
    const float used = draw_text(look, {title.Min.x, title.GetCenter().y}, Role::title, p.text,
                                 application.title, anchor_middle_left)
                           .x;
    const float files = draw_zone_files(context, title, files_open_);
    draw_text_fitted(look, {title.Min.x + used + look.px(12), title.GetCenter().y}, Role::note,
                     p.text2, about_text(context.snapshot.settings.zones),
                     title.GetWidth() - used - files - look.px(20), anchor_middle_left);
    const ZoneState* state = context.snapshot.zones.get();
    if (state == nullptr)
        return {};
    ImRect rest(ImVec2(rows.left(), rows.y()), ImVec2(rows.right(), area.Max.y - look.px(12)));
    rest.Min.y += draw_instability(context, *state, rest);
    if (!state->scene || state->scene->pictures.empty()) {
        draw_text(look, rest.GetCenter(), Role::note, p.text3,
                  state->problem.empty() ? "appears once the model is calibrated"
                                         : "there is nothing to be seen",
                  anchor_middle);
        return {};
    }
    const ZoneScene& scene = *state->scene;
    if (scene.front && scene.pictures.size() == 2)
        return draw_wall(context, scene, rest, images);
    std::vector<FieldImageRequest> requests;
    const int count = static_cast<int>(scene.pictures.size());
    for (int i = 0; i < count; ++i) {
        const auto index = static_cast<std::size_t>(i);
        const FieldImage image = index < images.size() ? images[index] : FieldImage{};
        requests.push_back(draw_picture(context, scene.pictures[index],
                                        column_of(rest, i, count, look.px(12)), image));
    }
    return requests;
}

}  // namespace heatlab::ui
