#include "app/window/offscreen.h"

#include <algorithm>
#include <string>

#include "app/format.h"
#include "app/ui/field_view.h"
#include "app/ui/theme.h"
#include "app/window/frame_painter.h"
#include "app/window/interface_host.h"
#include "render/gl_info.h"
#include "sim/errors.h"
#include "sim/text.h"

namespace heatlab {
namespace {

/// Time between two frames of a picture, and how many it takes: layout needs three, the eased range
/// and everything that fades half a second.
constexpr double frame_seconds = 0.1;
constexpr int frames_to_settle = 16;

void require_size(GridSize size) {
    const int limit = query_gl_info().max_texture_size;
    const auto fits = [limit](int side) { return side >= 1 && side <= limit; };
    if (!fits(size.width) || !fits(size.height))
        throw InputError("--size", grid_text(size),
                         "both sides lie between 1 and " + std::to_string(limit) +
                             " pixels, the limit of OpenGL here");
}

/// All that was submitted has finished before each frame, so that a picture does not depend on how
/// fast the machine is.
void await_simulation(LiveSession& live) {
    live.session.simulation().wait();
}

Image draw_interface(LiveSession& live, const OffscreenOptions& options,
                     const ColorMapLibrary& colormaps) {
    InterfaceHost host(options.share.string(), colormaps);
    FramePainter painter(options.share, host, colormaps);
    RenderTarget target(GL_RGBA8);
    target.resize(options.size.width, options.size.height);
    ui::InterfaceState state;
    state.theme = options.theme;
    state.scale = static_cast<float>(options.scale);
    state.reduced_motion = true;
    const FramebufferScope scope;
    for (int frame = 0; frame < frames_to_settle; ++frame) {
        await_simulation(live);
        host.set_display(options.size.width, options.size.height,
                         static_cast<float>(frame_seconds));
        glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer());
        // No frame follows another one here: how long one lasts is not known.
        painter.draw(live, state, {.now = frame * frame_seconds, .frame_seconds = 0}, {});
    }
    check_gl("drawing the interface off screen");
    return read_framebuffer(target.framebuffer(), 0, 0, options.size.width, options.size.height,
                            RowOrder::bottom_first);
}

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

Image draw_field_alone(LiveSession& live, const OffscreenOptions& options,
                       const ColorMapLibrary& colormaps) {
    FieldRenderer renderer(options.share);
    const GridSize grid = live.session.snapshot().settings.grid;
    const int width = options.size.width;
    const int height = options.size.height;
    const ViewSetting view = live.session.snapshot().settings.view;
    const ViewTransform transform =
        view.fit ? fit_view(grid, width, height) : ui::transform_of(view);
    live.session.apply(command::SetPicture{
        ViewMapping(transform, width, height).visible_cells(grid), width, height});
    FieldTextureView field;
    for (int frame = 0; frame < frames_to_settle; ++frame) {
        await_simulation(live);
        live.begin_frame(frame * frame_seconds);
        field = live.display.views().front();
        live.session.end_frame({}, {});
    }
    renderer.render(field, transform,
                    field_style(live.session.snapshot(), colormaps, options.theme,
                                static_cast<float>(options.scale)),
                    width, height);
    Image image =
        read_framebuffer(renderer.framebuffer(), 0, 0, width, height, RowOrder::top_first);
    lay_on(image, ui::palette_of(options.theme).canvas);
    return image;
}

}  // namespace

OffscreenResult render_offscreen(LiveSession& session, const OffscreenOptions& options) {
    require_size(options.size);
    const ColorMapLibrary colormaps(options.share);
    session.session.finish();
    OffscreenResult result;
    result.image = options.with_interface ? draw_interface(session, options, colormaps)
                                          : draw_field_alone(session, options, colormaps);
    result.snapshot = session.session.snapshot();
    result.frames = frames_to_settle;
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
