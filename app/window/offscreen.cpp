#include "app/window/offscreen.h"

#include <algorithm>
#include <optional>
#include <string>

#include "app/format.h"
#include "app/ui/field_view.h"
#include "app/ui/theme.h"
#include "app/window/frame_painter.h"
#include "app/window/interface_host.h"
#include "render/gl_info.h"
#include "render/surface_renderer.h"
#include "sim/errors.h"
#include "sim/text.h"

namespace heatlab {
namespace {

/// Time between two frames of a picture, and how many it takes: layout needs three, the eased range
/// and everything that fades half a second.
constexpr double frame_seconds = 0.1;
constexpr int frames_to_settle = 16;
/// Round a box that is drawn without its axes' words.
constexpr double edge_margin = 24;
/// After more steps: what they brought, and with it the panels.
constexpr int frames_to_follow = 3;

void require_size(GridSize size) {
    const int limit = query_gl_info().max_texture_size;
    const auto fits = [limit](int side) { return side >= 1 && side <= limit; };
    if (!fits(size.width) || !fits(size.height))
        throw InputError("--size", grid_text(size),
                         "both sides lie between 1 and " + std::to_string(limit) +
                             " pixels, the limit of OpenGL here");
}

}  // namespace

/// What draws; one for each kind of picture.
class OffscreenPainter::Impl {
public:
    Impl(LiveSession& live, const OffscreenOptions& options) : live_(live), options_(options) {}
    virtual ~Impl() = default;
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;

    Image picture(int frames) {
        for (int i = 0; i < frames; ++i) {
            for (Simulation* each : live_.session.simulations())
                each->wait();
            frame(frames_drawn_++ * frame_seconds);
        }
        return read();
    }

protected:
    virtual void frame(double now) = 0;
    virtual Image read() = 0;

    LiveSession& live_;
    OffscreenOptions options_;

private:
    int frames_drawn_ = 0;
};

namespace {

/// The whole window.
class InterfacePicture final : public OffscreenPainter::Impl {
public:
    InterfacePicture(LiveSession& live, const OffscreenOptions& options,
                     const ColorMapLibrary& colormaps)
        : Impl(live, options),
          host_(options.share.string(), colormaps),
          painter_(options.share, host_, colormaps),
          target_(GL_RGBA8) {
        target_.resize(options.size.width, options.size.height);
        if (options.lesson)
            host_.interface().adopt_lesson(options.lesson, options.place,
                                           live.session.snapshot().settings);
        state_.presenting = options.presenting;
        state_.theme = options.theme;
        state_.scale = static_cast<float>(options.scale);
        state_.reduced_motion = true;
    }

private:
    void frame(double now) override {
        const FramebufferScope scope;
        host_.set_display(options_.size.width, options_.size.height,
                          static_cast<float>(frame_seconds));
        glBindFramebuffer(GL_FRAMEBUFFER, target_.framebuffer());
        // No frame follows another one here: how long one lasts is not known.
        painter_.draw(live_, state_, {.now = now, .frame_seconds = 0}, {});
        check_gl("drawing the interface off screen");
    }
    Image read() override {
        return read_framebuffer(target_.framebuffer(), 0, 0, options_.size.width,
                                options_.size.height, RowOrder::bottom_first);
    }

    InterfaceHost host_;
    FramePainter painter_;
    RenderTarget target_;
    ui::InterfaceState state_;
};

/// The field is transparent outside the grid; a picture of it is not.
void lay_on(Image& image, ImU32 background) {
    for (std::size_t i = 0; i < image.rgba.size(); i += 4) {
        const unsigned alpha = image.rgba[i + 3];
        for (std::size_t channel = 0; channel < 3; ++channel) {
            const unsigned under = (background >> (8 * channel)) & 255;
            const unsigned value = image.rgba[i + channel] + under * (255 - alpha) / 255;
            image.rgba[i + channel] = static_cast<std::uint8_t>(std::min(255U, value));
        }
        image.rgba[i + 3] = 255;
    }
}

/// The field alone.
class FieldOnlyPicture final : public OffscreenPainter::Impl {
public:
    FieldOnlyPicture(LiveSession& live, const OffscreenOptions& options,
                     const ColorMapLibrary& colormaps)
        : Impl(live, options), colormaps_(colormaps), renderer_(options.share) {
        const Settings& settings = live.session.snapshot().settings;
        const int width = options.size.width;
        const int height = options.size.height;
        // Held where the window would hold it: a view that is asked for may show no cell at all.
        const GridSize seen = settings.shown_grid();
        transform_ = ui::place_view(seen, settings.view, width, height).area_view;
        if (shows_volume(settings.show))
            volume_.emplace(options.share);
        if (settings.show == ShowMode::surface) {
            surface_.emplace(options.share);
            live.session.apply(command::SetPicture{
                {0, 0, seen.width, seen.height}, most_surface_texels / 2, most_surface_texels / 2});
            return;
        }
        const CellRect visible =
            ViewMapping(transform_, width, height).visible_cells(settings.shown_grid());
        live.session.apply(command::SetPicture{visible, width, height});
    }

private:
    void frame(double now) override {
        live_.begin_frame(now);
        field_ = live_.display.views().front();
        live_.session.end_frame({}, {});
    }
    Image read() override {
        const int width = options_.size.width;
        const int height = options_.size.height;
        const FieldStyle style = field_style(live_.session.snapshot(), colormaps_, options_.theme,
                                             static_cast<float>(options_.scale));
        const Snapshot& snapshot = live_.session.snapshot();
        const SpaceStyle space = space_style(style, snapshot.settings.camera,
                                             edge_margin * options_.scale, options_.theme);
        const VolumeView& cells = live_.display.volumes().front();
        if (volume_ && !cells.empty()) {
            const CrossingCell at =
                crossing_cell(snapshot.settings.crossing, snapshot.settings.grid);
            volume_->draw({cells,
                           live_.session.simulation().picture(),
                           style,
                           space,
                           volume_style(snapshot, style),
                           {at.col, at.row, at.slice},
                           snapshot.settings.show,
                           width,
                           height},
                          false);
            return read_framebuffer(volume_->framebuffer(), 0, 0, width, height,
                                    RowOrder::top_first);
        }
        if (surface_) {
            surface_->render(field_, style, space, width, height);
            return read_framebuffer(surface_->framebuffer(), 0, 0, width, height,
                                    RowOrder::top_first);
        }
        renderer_.render(field_, transform_, style, width, height);
        Image image =
            read_framebuffer(renderer_.framebuffer(), 0, 0, width, height, RowOrder::top_first);
        lay_on(image, ui::palette_of(options_.theme).canvas);
        return image;
    }

    const ColorMapLibrary& colormaps_;
    FieldRenderer renderer_;
    std::optional<SurfaceRenderer> surface_;
    std::optional<VolumePainter> volume_;
    ViewTransform transform_;
    FieldTextureView field_;
};

}  // namespace

OffscreenPainter::OffscreenPainter(LiveSession& session, const OffscreenOptions& options)
    : session_(session), colormaps_(options.share) {
    require_size(options.size);
    finish();
    if (options.with_interface)
        impl_ = std::make_unique<InterfacePicture>(session, options, colormaps_);
    else
        impl_ = std::make_unique<FieldOnlyPicture>(session, options, colormaps_);
}

OffscreenPainter::~OffscreenPainter() = default;

Image OffscreenPainter::draw() {
    Image image = impl_->picture(settled_ ? frames_to_follow : frames_to_settle);
    settled_ = true;
    return image;
}

Image OffscreenPainter::advance(std::int64_t steps) {
    session_.session.apply(command::RunSteps{steps});
    finish();
    return draw();
}

void OffscreenPainter::finish() {
    const bool space_and_time = session_.session.snapshot().settings.grid.dimensions == 1;
    if (!space_and_time)
        return session_.session.finish();
    session_.display.update(session_.session);
    session_.session.finish([this] { session_.display.update(session_.session); });
}

OffscreenResult render_offscreen(LiveSession& session, const OffscreenOptions& options) {
    OffscreenPainter painter(session, options);
    OffscreenResult result;
    result.image = painter.draw();
    result.snapshot = session.session.snapshot();
    return result;
}

std::vector<std::pair<std::string, std::string>> timing_table(const Snapshot& snapshot) {
    std::vector<std::pair<std::string, std::string>> rows;
    const Timings& timings = snapshot.timings;
    rows.emplace_back("device", snapshot.backend.device);
    rows.emplace_back("kernel", snapshot.settings.kernel);
    rows.emplace_back("grid", format_grid(snapshot.settings.grid));
    rows.emplace_back("steps", format_integer(snapshot.step));
    const auto add = [&rows](const char* name, const std::optional<double>& value, auto format) {
        rows.emplace_back(name, value ? format(*value) : std::string("not measured"));
    };
    const auto quantity = [](auto format) {
        return [format](double value) { return format(value).text(); };
    };
    add("time per step", timings.seconds_per_step, quantity(format_duration));
    add("cells per second", timings.cells_per_second, quantity(format_cell_rate));
    add("bandwidth", timings.bytes_per_second, quantity(format_bandwidth));
    add("copy on this grid", timings.copy_bytes_per_second, quantity(format_bandwidth));
    if (timings.launch_bound)
        rows.emplace_back("of copy", "launch-bound: too small to compare kernels");
    else
        add("of copy", timings.fraction_of_copy,
            [](double value) { return format_percent(value); });
    rows.emplace_back("drawing the field", format_duration(timings.display_seconds).text());
    if (timings.interface_seconds > 0)
        rows.emplace_back("drawing the interface",
                          format_duration(timings.interface_seconds).text());
    rows.emplace_back("field copied to the host",
                      format_bytes(static_cast<double>(timings.field_bytes_to_host)));
    return rows;
}

}  // namespace heatlab
