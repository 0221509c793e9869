#include "app/ui/field_input.h"

#include <algorithm>
#include <variant>

namespace heatlab::ui {
namespace {

/// Pointer travel from which a press is a drag, logical pixels.
constexpr float drag_threshold = 4;
constexpr double zoom_seconds = 0.14;

struct AreaPixels {
    int width = 0;
    int height = 0;
};

AreaPixels pixels_of(const FieldCanvas& canvas) {
    return {static_cast<int>(std::lround(canvas.area.GetWidth() * canvas.pixel_ratio)),
            static_cast<int>(std::lround(canvas.area.GetHeight() * canvas.pixel_ratio))};
}

ImVec2 in_area(const FieldCanvas& canvas, ImVec2 point) {
    return {(point.x - canvas.area.Min.x) * canvas.pixel_ratio,
            (point.y - canvas.area.Min.y) * canvas.pixel_ratio};
}

void set_view(const PanelContext& context, ViewSetting& view, const ViewSetting& wanted) {
    if (wanted == view)
        return;
    view = wanted;
    context.emit(command::SetView{wanted});
}

void zoom_at(const PanelContext& context, const FieldCanvas& canvas, ViewSetting& view,
             ImVec2 point, double pixels_per_cell) {
    const AreaPixels size = pixels_of(canvas);
    const ImVec2 at = in_area(canvas, point);
    set_view(
        context, view,
        zoomed(canvas.grid, canvas.placed, size.width, size.height, at.x, at.y, pixels_per_cell));
}

float distance(ImVec2 a, ImVec2 b) {
    return std::hypot(a.x - b.x, a.y - b.y);
}

}  // namespace

void zoom_about_middle(const PanelContext& context, const FieldCanvas& canvas, ViewSetting& view,
                       double pixels_per_cell) {
    zoom_at(context, canvas, view, canvas.area.GetCenter(), pixels_per_cell);
}

void FieldInput::update(const PanelContext& context, const FieldCanvas& canvas, ViewSetting& view) {
    // What lies over the picture (tools, pills with a button) is submitted later and takes the
    // pointer from it.
    ImGui::SetNextItemAllowOverlap();
    ImGui::SetCursorScreenPos(canvas.picture.Min);
    ImGui::PushItemFlag(ImGuiItemFlags_NoNav, true);
    ImGui::InvisibleButton("Field", canvas.picture.GetSize(),
                           ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight |
                               ImGuiButtonFlags_MouseButtonMiddle);
    ImGui::PopItemFlag();
    hovered_ = ImGui::IsItemHovered();
    const bool active = ImGui::IsItemActive();
    camera_.reset();
    pointer_in_space_.reset();
    plane_under_pointer_.reset();
    if (canvas.in_space()) {
        update_in_space(context, canvas, active);
        return;
    }
    if (drag_ == Drag::turn)
        drag_ = Drag::none;
    if (ImGui::IsItemActivated())
        begin(context, canvas);
    if (drag_ != Drag::none && active)
        follow(context, canvas, view);
    if (drag_ != Drag::none && !active)
        end(context, canvas, view);
    turn_wheel(context, canvas, view);

    const ImVec2 pointer = ImGui::GetIO().MousePos;
    under_pointer_ = hovered_ && !painting() ? canvas.cell_at(pointer) : std::nullopt;
    if (pinned_ && (pinned_->row >= canvas.grid.height || pinned_->col >= canvas.grid.width))
        pinned_.reset();
}

void FieldInput::release(const PanelContext& context) {
    if (painting())
        context.emit(command::EndStroke{});
    drag_ = Drag::none;
    hovered_ = false;
    camera_.reset();
    pointer_in_space_.reset();
    under_pointer_.reset();
    plane_under_pointer_.reset();
    zoom_.reset();
}

void FieldInput::begin(const PanelContext& context, const FieldCanvas& canvas) {
    const ImGuiIO& io = ImGui::GetIO();
    const bool left = ImGui::IsMouseDown(ImGuiMouseButton_Left);
    const bool right = ImGui::IsMouseDown(ImGuiMouseButton_Right);
    if (!left && !right)
        drag_ = Drag::pan;  // the middle button
    else if (right || io.KeyShift)
        drag_ = Drag::cool;
    else
        switch (context.state.tool) {
            case Tool::pan:
                drag_ = Drag::pan;
                break;
            case Tool::zoom:
                drag_ = Drag::box;
                break;
            case Tool::heat:
                drag_ = Drag::heat;
                break;
            case Tool::cool:
                drag_ = Drag::cool;
                break;
        }
    // Where the button went down: the pointer may have moved on within a slow frame.
    const ImVec2 at = io.MouseClickedPos[left ? 0 : right ? 1 : 2];
    begin_point_ = last_point_ = at;
    moved_ = false;
    if (painting()) {
        context.emit(command::BeginStroke{});
        last_row_ = canvas.row_at(at) - 0.5;
        last_col_ = canvas.col_at(at) - 0.5;
        paint_to(context, canvas, at);
    }
}

void FieldInput::follow(const PanelContext& context, const FieldCanvas& canvas, ViewSetting& view) {
    const ImVec2 pointer = ImGui::GetIO().MousePos;
    const bool at_rest = pointer.x == last_point_.x && pointer.y == last_point_.y;
    moved_ = moved_ || distance(pointer, begin_point_) > context.look.px(drag_threshold);
    if (painting()) {
        // A brush held still goes on heating a field that runs, as a flame does.
        if (!at_rest || (context.snapshot.running && !ImGui::IsItemActivated()))
            paint_to(context, canvas, pointer);
    } else if (drag_ == Drag::pan && moved_ && !at_rest) {
        const double dx = (pointer.x - last_point_.x) * canvas.pixel_ratio;
        const double dy = (pointer.y - last_point_.y) * canvas.pixel_ratio;
        set_view(context, view, panned(canvas.grid, canvas.placed, dx, dy));
    }
    last_point_ = pointer;
}

void FieldInput::end(const PanelContext& context, const FieldCanvas& canvas, ViewSetting& view) {
    if (painting())
        context.emit(command::EndStroke{});
    if (drag_ == Drag::box && !moved_)
        zoom_at(context, canvas, view, begin_point_, 2 * canvas.placed.view.pixels_per_cell);
    if (drag_ == Drag::box && moved_) {
        const AreaPixels size = pixels_of(canvas);
        const ImVec2 a = in_area(canvas, begin_point_);
        const ImVec2 b = in_area(canvas, last_point_);
        set_view(
            context, view,
            zoomed_to(canvas.grid, canvas.placed, size.width, size.height, a.x, a.y, b.x, b.y));
    }
    if (drag_ == Drag::pan && !moved_ && hovered_) {
        const std::optional<Cell> cell = canvas.cell_at(begin_point_);
        pinned_ = pinned_ && pinned_ == cell ? std::nullopt : cell;
    }
    drag_ = Drag::none;
}

void FieldInput::turn_wheel(const PanelContext& context, const FieldCanvas& canvas,
                            ViewSetting& view) {
    const bool viewed_otherwise = std::any_of(
        context.commands.begin(), context.commands.end(),
        [](const Command& command) { return std::holds_alternative<command::SetView>(command); });
    if (zoom_ && (viewed_otherwise || view != zoom_->view))
        zoom_.reset();
    const float wheel = ImGui::GetIO().MouseWheel;
    if (hovered_ && wheel != 0 && drag_ != Drag::box) {
        const double now = canvas.placed.view.pixels_per_cell;
        // Further notches add to where it is going.
        const double target = zoom_after(zoom_ ? zoom_->to : now, wheel);
        zoom_ = Zoom{.at = ImGui::GetIO().MousePos, .from = now, .to = target, .view = view};
    }
    if (zoom_)
        move_zoom(context, canvas, view);
}

void FieldInput::move_zoom(const PanelContext& context, const FieldCanvas& canvas,
                           ViewSetting& view) {
    zoom_->seconds += ImGui::GetIO().DeltaTime;
    const double part =
        context.look.reduced_motion ? 1 : std::min(1.0, zoom_->seconds / zoom_seconds);
    const double rest = (1 - part) * (1 - part);
    zoom_at(context, canvas, view, zoom_->at,
            part < 1 ? zoom_->to * std::pow(zoom_->from / zoom_->to, rest) : zoom_->to);
    zoom_->view = view;
    if (part >= 1)
        zoom_.reset();
}

void FieldInput::paint_to(const PanelContext& context, const FieldCanvas& canvas, ImVec2 point) {
    const BrushSetting& brush = context.snapshot.settings.brush;
    const double row = canvas.row_at(point) - 0.5;
    const double col = canvas.col_at(point) - 0.5;
    context.emit(command::Paint{
        {.row0 = static_cast<float>(last_row_),
         .col0 = static_cast<float>(last_col_),
         .row1 = static_cast<float>(row),
         .col1 = static_cast<float>(col),
         .radius = static_cast<float>(brush.radius),
         .value = static_cast<float>(drag_ == Drag::cool ? brush.cool : brush.heat)}});
    last_row_ = row;
    last_col_ = col;
}

void FieldInput::draw_pointer(const PanelContext& context, const FieldCanvas& canvas) const {
    const Look& look = context.look;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 pointer = ImGui::GetIO().MousePos;
    const ImU32 ink = rgb(0xFFFFFF);
    const ImU32 shade = rgb(0x000000, 140);
    const float line = look.px(1.5f);
    if (canvas.in_space())
        return draw_cell_in_space(context, canvas);
    list.PushClipRect(canvas.picture.Min, canvas.picture.Max, true);
    if (const std::optional<Cell> cell = probed(); cell && canvas.cell_size() >= look.px(5)) {
        const ImVec2 low = canvas.to_screen(cell->row, cell->col);
        const ImVec2 high = canvas.to_screen(cell->row + 1, cell->col + 1);
        list.AddRect({low.x - line, low.y - line}, {high.x + line, high.y + line}, shade, 0, line);
        list.AddRect(low, high, ink, 0, line);
    } else if (pinned_) {
        const ImVec2 at = canvas.to_screen(pinned_->row + 0.5, pinned_->col + 0.5);
        list.AddCircle(at, look.px(5) + line, shade, 0, line);
        list.AddCircle(at, look.px(5), ink, 0, line);
    }
    if (drag_ == Drag::box && moved_) {
        const ImVec2 low{std::min(begin_point_.x, last_point_.x),
                         std::min(begin_point_.y, last_point_.y)};
        const ImVec2 high{std::max(begin_point_.x, last_point_.x),
                          std::max(begin_point_.y, last_point_.y)};
        list.AddRectFilled(low, high, rgb(0xFFFFFF, 28));
        list.AddRect(low, high, ink, 0, line);
    }
    const bool brush =
        painting() ||
        (hovered_ && (context.state.tool == Tool::heat || context.state.tool == Tool::cool));
    if (brush) {
        const float radius =
            std::max(look.px(3), static_cast<float>(context.snapshot.settings.brush.radius) *
                                     canvas.cell_size());
        list.AddCircle(pointer, radius + line, shade, 0, line);
        list.AddCircle(pointer, radius, ink, 0, line);
        if (radius > look.px(10)) {
            const float arm = look.px(5);
            list.AddLine({pointer.x - arm, pointer.y}, {pointer.x + arm, pointer.y}, ink, line);
            list.AddLine({pointer.x, pointer.y - arm}, {pointer.x, pointer.y + arm}, ink, line);
        }
    }
    list.PopClipRect();
}

}  // namespace heatlab::ui
