// The pointer on a field in space.

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/ui/field_input.h"

namespace heatlab::ui {
namespace {

/// Half a turn for a drag across so many logical pixels.
constexpr float half_turn = 420;

}  // namespace

OrbitView FieldInput::camera(const PanelContext& context) const {
    return camera_.value_or(context.snapshot.settings.camera);
}

void FieldInput::set_camera(const PanelContext& context, const OrbitView& camera) {
    if (camera == this->camera(context))
        return;
    camera_ = camera;
    context.emit(command::SetCamera{camera});
}

void FieldInput::update_in_space(const PanelContext& context, const FieldCanvas& canvas,
                                 bool active) {
    const ImGuiIO& io = ImGui::GetIO();
    // A stroke or a zoom that was under way when the view changed.
    if (painting())
        context.emit(command::EndStroke{});
    if (drag_ != Drag::turn)
        drag_ = Drag::none;
    zoom_.reset();
    if (ImGui::IsItemActivated()) {
        drag_ = Drag::turn;
        begin_point_ = last_point_ = io.MousePos;
        moved_ = false;
    }
    if (!active)
        drag_ = Drag::none;
    if (drag_ == Drag::turn) {
        const ImVec2 moved = io.MousePos - last_point_;
        const ImVec2 far = io.MousePos - begin_point_;
        moved_ = moved_ || std::hypot(far.x, far.y) > context.look.px(3);
        if (moved_ && (moved.x != 0 || moved.y != 0)) {
            const double degrees = 180.0 / context.look.px(half_turn);
            set_camera(context, turned(camera(context), moved.x, moved.y, degrees));
            last_point_ = io.MousePos;
        }
    }
    if (hovered_ && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left))
        set_camera(context, OrbitView{});
    if (hovered_ && io.MouseWheel != 0)
        set_camera(context, orbit_zoomed(camera(context), io.MouseWheel));

    // The first pinned cell has no place of its own in space: the read-out follows the pointer.
    pinned_.reset();
    const bool reading = hovered_ && !(drag_ == Drag::turn && moved_);
    if (reading)
        pointer_in_space_ = io.MousePos;
    under_pointer_ = reading ? canvas.seen : std::nullopt;
    if (!reading || !canvas.slices)
        return;
    const ImVec2 at = io.MousePos - canvas.picture.Min;
    const GridSize grid = context.snapshot.settings.grid;
    if (const auto seen = pick_slice(*canvas.camera, canvas.extent, grid, *canvas.slices,
                                     at.x * canvas.pixel_ratio, at.y * canvas.pixel_ratio)) {
        under_pointer_ = seen->cell;
        plane_under_pointer_ = seen->plane;
    }
}

void FieldInput::draw_cell_in_space(const PanelContext& context, const FieldCanvas& canvas) const {
    if (!under_pointer_ || !plane_under_pointer_)
        return;
    const Look& look = context.look;
    std::array<ImVec2, 4> corners;
    std::ranges::transform(corners_of({*plane_under_pointer_, *under_pointer_}, canvas.extent,
                                      context.snapshot.settings.grid),
                           corners.begin(),
                           [&](const glm::dvec3& corner) { return canvas.to_screen(corner); });
    const ImVec2 across = corners[2] - corners[0];
    if (std::hypot(across.x, across.y) < look.px(7))
        return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(canvas.picture.Min, canvas.picture.Max, true);
    for (const auto& [colour, width] :
         {std::pair(rgb(0x000000, 140), 4.0f), std::pair(rgb(0xFFFFFF), 1.5f)})
        list.AddPolyline(corners.data(), 4, colour, look.px(width), ImDrawFlags_Closed);
    list.PopClipRect();
}

}  // namespace heatlab::ui
