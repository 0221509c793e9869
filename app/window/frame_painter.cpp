#include "app/window/frame_painter.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "app/ui/curve_view.h"
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

CurveStyle curve_style(const FieldStyle& style, ui::ThemeKind theme) {
    const ui::CurveRange range(style.low, style.high);
    CurveStyle curve;
    curve.low = static_cast<float>(range.low);
    curve.high = static_cast<float>(range.high);
    curve.line = unpacked(ui::palette_of(theme).accent);
    curve.thickness *= style.scale;
    return curve;
}

FieldStyle difference_style(const Snapshot& snapshot, const ColorMapLibrary& colormaps,
                            ui::ThemeKind theme, float scale) {
    FieldStyle style;
    style.map = &colormaps.find(ui::signed_colormap(theme));
    style.high = static_cast<float>(snapshot.comparison.picture_range);
    style.low = -style.high;
    style.scale = scale;
    style.pending = unpacked(ui::palette_of(theme).card);
    return style;
}

SpaceStyle space_style(const FieldStyle& style, const OrbitView& camera, double margin,
                       ui::ThemeKind theme) {
    return {camera, margin, style.pending, unpacked(ui::palette_of(theme).line2)};
}

FramePainter::FramePainter(const std::filesystem::path& share, InterfaceHost& host,
                           const ColorMapLibrary& colormaps)
    : host_(host), colormaps_(colormaps), share_(share), first_(share), scene_(share) {}

double FramePainter::device_seconds(GpuTimer& timer, double& last) {
    while (const std::optional<double> seconds = timer.poll())
        last = *seconds;
    return last;
}

bool FramePainter::Canvas::is_drawn(const Drawn& wanted) const {
    return drawn && drawn->picture == wanted.picture &&
           drawn->field.texture == wanted.field.texture &&
           drawn->field.cells == wanted.field.cells && drawn->field.grid == wanted.field.grid &&
           drawn->request.width == wanted.request.width &&
           drawn->request.height == wanted.request.height &&
           drawn->request.curve_height == wanted.request.curve_height &&
           drawn->request.view == wanted.request.view &&
           drawn->request.show == wanted.request.show &&
           drawn->request.camera == wanted.request.camera &&
           drawn->request.margin == wanted.request.margin && drawn->style == wanted.style;
}

void FramePainter::Canvas::draw(const FieldTextureView& field,
                                std::shared_ptr<const FieldPicture> picture,
                                const FieldStyle& style, const Beside& beside) {
    image = {};
    const auto show = [this](const auto& drawer) {
        image.texture = drawer.texture();
        image.width = drawer.width();
        image.height = drawer.height();
    };
    if (request.width > 0 && request.height > 0 && shows_volume(request.show)) {
        drawn.reset();
        draw_volume(std::move(picture), style, beside);
        return;
    }
    if (request.width <= 0 || request.height <= 0 || field.empty()) {
        drawn.reset();
        return;
    }
    const Drawn wanted{std::move(picture), field, request, style};
    const bool in_space = is_in_space(request.show);
    // On a processor that draws for itself a field that stands still costs nothing.
    if (!wanted.picture || !is_drawn(wanted)) {
        if (in_space) {
            draw_in_space(field, style, beside.theme);
        } else {
            renderer.render(field, ui::transform_of(request.view), style, request.width,
                            request.height);
            draw_curve(beside.row, beside.curve);
        }
        drawn = wanted;
    }
    if (!in_space) {
        show(renderer);
        if (request.curve_height > 0 && curve) {
            image.curve = curve->texture();
            image.curve_height = curve->height();
        }
        return;
    }
    show(*surface);
    image.block = surface->block();
    if (request.pointer) {
        surface->ask_cell((*request.pointer)[0], (*request.pointer)[1]);
        image.seen = surface->seen_cell();
    }
}

void FramePainter::Canvas::draw_curve(const FieldTextureView& row, const CurveStyle& style) {
    if (request.curve_height <= 0)
        return;
    if (!curve)
        curve = std::make_unique<CurveRenderer>(share);
    const ViewMapping mapping(ui::transform_of(request.view), request.width, request.height);
    curve->render(row, mapping.col_of_x(0), 1 / mapping.pixels_per_cell(), style, request.width,
                  request.curve_height);
}

void FramePainter::Canvas::draw_volume(std::shared_ptr<const FieldPicture> picture,
                                       const FieldStyle& style, const Beside& beside) {
    if (beside.volume.empty())
        return;
    if (!volume)
        volume = std::make_unique<VolumePainter>(share);
    volume->draw({beside.volume, std::move(picture), style,
                  space_style(style, request.camera, request.margin, beside.theme), beside.cloud,
                  beside.places, request.show, request.width, request.height},
                 beside.in_time);
    image.texture = volume->texture();
    image.width = request.width;
    image.height = request.height;
    image.reduction = volume->reduction();
}

void FramePainter::Canvas::draw_in_space(const FieldTextureView& field, const FieldStyle& style,
                                         ui::ThemeKind theme) {
    if (!surface)
        surface = std::make_unique<SurfaceRenderer>(share);
    surface->render(field, style, space_style(style, request.camera, request.margin, theme),
                    request.width, request.height);
}

void FramePainter::draw_fields(LiveSession& live, const Snapshot& snapshot,
                               const ui::InterfaceState& state, bool in_time) {
    const std::vector<Simulation*> simulations = live.session.simulations();
    const std::vector<FieldTextureView>& views = live.display.views();
    const FieldStyle style = field_style(snapshot, colormaps_, state.theme, state.scale);
    field_timer_.begin();
    const std::vector<FieldTextureView>& fields = live.display.fields();
    const CurveStyle curve = curve_style(style, state.theme);
    const VolumeStyle cloud = volume_style(snapshot, style);
    const CrossingCell crossing = crossing_cell(snapshot.settings.crossing, snapshot.settings.grid);
    const auto beside = [&](std::size_t view) {
        return Beside{state.theme, fields[view],
                      curve,       live.display.volumes()[view],
                      cloud,       {crossing.col, crossing.row, crossing.slice},
                      in_time};
    };
    first_.draw(views.front(), simulations.front()->picture(), style, beside(0));
    others_.resize(views.size() - 1);
    for (std::size_t i = 0; i < others_.size(); ++i) {
        if (!others_[i])
            others_[i] = std::make_unique<Canvas>(share_);
        others_[i]->draw(views[i + 1], simulations[i + 1]->picture(), style, beside(i + 1));
    }
    if (others_.empty()) {
        difference_.reset();
    } else {
        if (!difference_)
            difference_ = std::make_unique<Canvas>(share_);
        difference_->draw(live.display.difference(), snapshot.comparison.picture,
                          difference_style(snapshot, colormaps_, state.theme, state.scale),
                          {.theme = state.theme});
    }
    scene_.draw(snapshot, colormaps_, state, in_time);
    field_timer_.end();
}

ui::FieldImages FramePainter::images() const {
    ui::FieldImages images;
    images.views.push_back(first_.image);
    for (const auto& other : others_)
        images.views.push_back(other->image);
    if (difference_)
        images.difference = difference_->image;
    images.scene = scene_.images();
    return images;
}

void FramePainter::take(ui::FieldImageRequests requests) {
    scene_.request(std::move(requests.scene));
    requests.views.resize(1 + others_.size());
    first_.request = requests.views.front();
    for (std::size_t i = 0; i < others_.size(); ++i)
        others_[i]->request = requests.views[i + 1];
    if (difference_)
        difference_->request = requests.difference;
}

bool FramePainter::draw(LiveSession& live, ui::InterfaceState& state, const Clock& clock,
                        const FramePace& pace) {
    live.begin_frame(clock.now);
    const Snapshot& snapshot = live.session.snapshot();
    const Stopwatch display_watch;
    draw_fields(live, snapshot, state, clock.frame_seconds > 0);
    // Whichever of the two processors was busy longer; both work on the same frame.
    FrameTimes times;
    times.display =
        live.display.seconds() +
        std::max(display_watch.seconds(), device_seconds(field_timer_, field_device_seconds_));

    const Stopwatch interface_watch;
    CommandList commands;
    host_.begin_frame(state);
    take(host_.interface().draw(snapshot, images(), state, commands));
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
