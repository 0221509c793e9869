#include "app/window/frame_painter.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "app/ui/field_overlays.h"
#include "app/ui/field_view.h"
#include "app/ui/theme.h"

namespace heatlab {
namespace {

class Stopwatch {
public:
    double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
    }

private:
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

Rgb unpacked(ImU32 colour) {
    return {static_cast<std::uint8_t>(colour & 255), static_cast<std::uint8_t>((colour >> 8) & 255),
            static_cast<std::uint8_t>((colour >> 16) & 255)};
}

}  // namespace

FieldStyle field_style(const Snapshot& snapshot, const ColorMapLibrary& colormaps,
                       ui::ThemeKind theme, float scale) {
    const Settings& settings = snapshot.settings;
    FieldStyle style;
    style.map = &colormaps.find(settings.colormap);
    style.low = static_cast<float>(snapshot.range_low);
    style.high = static_cast<float>(snapshot.range_high);
    style.mark_out_of_range = settings.range.mode == RangeMode::locked;
    style.filter = settings.linear_filter ? FieldFilter::linear : FieldFilter::nearest;
    // Over a checkerboard they would be fragments that follow its cells.
    style.isotherms = settings.isotherms && !ui::checkerboard_stands_out(snapshot);
    style.cell_lines = settings.cell_lines;
    style.scale = scale;
    style.pending = unpacked(ui::palette_of(theme).card);
    return style;
}

FramePainter::FramePainter(const std::filesystem::path& share, InterfaceHost& host,
                           const ColorMapLibrary& colormaps)
    : host_(host), colormaps_(colormaps), renderer_(share) {}

double FramePainter::device_seconds(GpuTimer& timer, double& last) {
    while (const std::optional<double> seconds = timer.poll())
        last = *seconds;
    return last;
}

bool FramePainter::is_drawn(const Drawn& wanted) const {
    return drawn_ && drawn_->picture == wanted.picture &&
           drawn_->field.texture == wanted.field.texture &&
           drawn_->field.cells == wanted.field.cells && drawn_->field.grid == wanted.field.grid &&
           drawn_->request.width == wanted.request.width &&
           drawn_->request.height == wanted.request.height &&
           drawn_->request.view == wanted.request.view && drawn_->style == wanted.style;
}

void FramePainter::draw_field(LiveSession& live, const FieldTextureView& field,
                              const Snapshot& snapshot, const ui::InterfaceState& state) {
    image_ = {};
    if (request_.width <= 0 || request_.height <= 0 || field.empty()) {
        drawn_.reset();
        return;
    }
    const FieldStyle style = field_style(snapshot, colormaps_, state.theme, state.scale);
    const std::shared_ptr<const FieldPicture> picture = live.session.simulation().picture();
    const Drawn wanted{picture, field, request_, style};
    // On a processor that draws for itself a field that stands still costs nothing.
    if (!picture || !is_drawn(wanted)) {
        field_timer_.begin();
        renderer_.render(field, ui::transform_of(request_.view), style, request_.width,
                         request_.height);
        field_timer_.end();
        drawn_ = wanted;
    }
    image_ = {renderer_.texture(), renderer_.width(), renderer_.height()};
}

bool FramePainter::draw(LiveSession& live, ui::InterfaceState& state, const Clock& clock,
                        const FramePace& pace) {
    const FieldTextureView& field = live.begin_frame(clock.now);
    const Snapshot& snapshot = live.session.snapshot();
    const Stopwatch display_watch;
    draw_field(live, field, snapshot, state);
    // Whichever of the two processors was busy longer; both work on the same frame.
    FrameTimes times;
    times.display =
        live.display.seconds() +
        std::max(display_watch.seconds(), device_seconds(field_timer_, field_device_seconds_));

    const Stopwatch interface_watch;
    CommandList commands;
    host_.begin_frame(state);
    request_ = host_.interface().draw(snapshot, {{image_}, {}}, state, commands).views.front();
    interface_timer_.begin();
    host_.end_frame(ui::palette_of(state.theme).canvas);
    interface_timer_.end();
    times.interface = std::max(interface_watch.seconds(),
                               device_seconds(interface_timer_, interface_device_seconds_));
    times.frame = clock.frame_seconds;

    const bool asked = !commands.empty();
    live.session.apply(commands);
    live.session.end_frame(times, pace);
    return asked;
}

}  // namespace heatlab
