#include "tests/ui/preview_scenes.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/format.h"
#include "sim/initial_field.h"
#include "sim/kernel_table.h"
#include "sim/update.h"
#include "tests/ui/preview_comparison.h"
#include "tests/ui/preview_kernels.h"
#include "tests/ui/preview_laboratory.h"
#include "tests/ui/preview_zones.h"

namespace heatlab {
namespace {

constexpr double copy_bandwidth_cuda = 4.06e12;
constexpr double copy_bandwidth_cpu = 2.41e10;

void set_ratio(Snapshot& snapshot, double r) {
    snapshot.settings.r = r;
    snapshot.stability =
        assess_stability(snapshot.settings.grid, snapshot.settings.boundaries, StepRatio::from(r));
}

void set_backend(Snapshot& snapshot, BackendKind kind) {
    const bool cuda = kind == BackendKind::cuda;
    snapshot.backend =
        cuda ? BackendInfo{kind, "NVIDIA H200", "13.0", "sm_90", 0, 0, 150'000'000'000}
             : BackendInfo{kind,          "Intel Xeon Platinum 8480+", "6.1.0", "AVX-512", 0, 8,
                           32'000'000'000};
    snapshot.backend_reason = cuda ? "" : "no CUDA device";
    snapshot.display.rung = cuda ? DisplayRung::interop : DisplayRung::upload;
    snapshot.display.bytes_per_frame = cuda ? 0 : 2.1e6;
}

void set_kernels(Snapshot& snapshot, bool measured) {
    const double ceiling =
        snapshot.backend.kind == BackendKind::cuda ? copy_bandwidth_cuda : copy_bandwidth_cpu;
    const double bytes = 8.0 * static_cast<double>(snapshot.settings.grid.cells());
    double share = 1.0;
    snapshot.kernels.clear();
    for (const KernelInfo& kernel : kernel_table()) {
        if (!kernel.runs_on(snapshot.backend.kind) || !kernel.suits(2)) {
            continue;
        }
        KernelFigures figures;
        figures.kernel = &kernel;
        const bool known = !kernel.advances || measured;
        if (known && !(measured && kernel.name == "texture")) {
            figures.bytes_per_second = ceiling * share;
            figures.fraction_of_copy = share;
            figures.seconds_per_step = bytes / (ceiling * share) / kernel.steps_per_launch;
        }
        share -= 0.07;
        snapshot.kernels.push_back(figures);
    }
}

void set_timings(Snapshot& snapshot) {
    Timings& t = snapshot.timings;
    for (const KernelFigures& figures : snapshot.kernels) {
        if (figures.kernel->name == snapshot.settings.kernel) {
            t.seconds_per_step = figures.seconds_per_step;
            t.bytes_per_second = figures.bytes_per_second;
            t.fraction_of_copy = figures.fraction_of_copy;
        }
    }
    const double step = t.seconds_per_step.value_or(1e-5);
    t.cells_per_second = static_cast<double>(snapshot.settings.grid.cells()) / step;
    t.copy_bytes_per_second = copy_bandwidth_cuda;
    t.simulation_seconds = 8.0e-3;
    t.display_seconds = 0.4e-3;
    t.interface_seconds = 1.3e-3;
    t.frame_seconds = 1.0 / 60;
    t.steps_per_frame = std::floor(8e-3 / step);
    t.steps_per_second = 60 * t.steps_per_frame;
    t.history_us_per_step.clear();
    for (int i = 0; i < 240; ++i) {
        const double noise = 0.01 * std::sin(i * 1.7) + 0.006 * std::sin(i * 0.37);
        const double spike = i % 83 == 11 ? 0.07 : 0.0;
        t.history_us_per_step.push_back(static_cast<float>(1e6 * step * (1 + noise + spike)));
    }
}

/// A run in progress on a GPU, as most pictures of the look show it.
PreviewScene running(const std::string& name, int width, int height, float scale = 1) {
    PreviewScene scene;
    scene.name = name;
    scene.width = width;
    scene.height = height;
    scene.state.scale = scale;
    Snapshot& s = scene.snapshot;
    s.settings.grid = {4096, 2048};
    set_backend(s, BackendKind::cuda);
    set_ratio(s, 0.2);
    s.walls = s.settings.effective_walls();
    s.running = true;
    s.anything_ran = true;
    s.step = 16384;
    s.shown_step = 16384;
    s.simulated_seconds = 32.768;
    s.memory_bytes = 2ull * 4096 * 2048 * 4;
    s.pace = {60, true, 60};
    set_kernels(s, true);
    set_timings(s);
    s.can_undo = true;
    FieldStatistics statistics;
    statistics.step = s.step;
    statistics.maximum = 0.95f;
    for (int i = 0; i < histogram_bins; ++i) {
        statistics.histogram[static_cast<std::size_t>(i)] =
            static_cast<std::uint32_t>(40000 / (1 + i) + (i == 40 ? 900 : 0));
    }
    s.statistics = statistics;
    make_up_run(s, {{{0.2, 49}}, 0.2, 2e-9});
    s.step = s.shown_step = 16384;
    scene.field_steps = 400;
    return scene;
}

PreviewScene start(const std::string& name, int width, int height) {
    PreviewScene scene = running(name, width, height);
    Snapshot& s = scene.snapshot;
    s.settings.grid = {1024, 512};
    s.settings.init.name = "hot-square";
    set_backend(s, BackendKind::cpu);
    set_ratio(s, 0.2);
    s.walls = s.settings.effective_walls();
    s.running = false;
    s.anything_ran = false;
    s.step = s.shown_step = 0;
    s.simulated_seconds = 0;
    s.memory_bytes = 2ull * 1024 * 512 * 4;
    s.timings = {};
    s.laboratory = {};
    s.can_undo = false;
    set_kernels(s, false);
    scene.field_steps = 0;
    return scene;
}

PreviewScene small_grid(const std::string& name, double r, int width, int height) {
    PreviewScene scene = running(name, width, height);
    Snapshot& s = scene.snapshot;
    s.settings.grid = {128, 64};
    set_ratio(s, r);
    make_up_run(s, {{{0.2, 26}, {r, 206}}, 0.02, 2e-9});
    make_up_spectrum(s, true);
    s.simulated_seconds = 0.6;
    s.memory_bytes = 2ull * 128 * 64 * 4;
    s.settings.pacing.mode = PacingMode::steps_per_frame;
    s.settings.pacing.steps_per_frame = 2;
    set_kernels(s, true);
    set_timings(s);
    s.timings.launch_bound = true;
    s.timings.simulation_seconds = 0.1e-3;
    s.guard_active = r > 0.125;
    scene.field_steps = 60;
    return scene;
}

PreviewScene not_finite(const std::string& name, int width, int height) {
    PreviewScene scene = small_grid(name, 0.26, width, height);
    Snapshot& s = scene.snapshot;
    make_up_run(s, {{{0.2, 20}, {0.26, 3000}}, 0.02, 2e-9});
    s.running = false;
    Notice notice;
    notice.id = 3;
    notice.kind = Notice::Kind::not_finite;
    notice.title =
        "Paused at step " + format_integer(s.step) + ": the numbers left the range of float32";
    notice.text =
        "At r = 0.26 the checkerboard doubled every 9 steps until the sum of four neighbours "
        "overflowed. Striped cells are not numbers.";
    notice.action_label = "Start again at r = 0.20";
    notice.action = {command::SetStepRatio{0.2}, command::Reset{}};
    s.notice = notice;
    return scene;
}

PreviewScene fallback(const std::string& name, int width, int height) {
    PreviewScene scene = running(name, width, height);
    Snapshot& s = scene.snapshot;
    s.display.rung = DisplayRung::staged;
    s.display.bytes_per_frame = 33.6e6;
    s.timings.field_bytes_to_host = 41'300'000'000;
    Notice notice;
    notice.id = 2;
    notice.kind = Notice::Kind::fallback;
    notice.title = "The picture is copied each frame";
    notice.text =
        "OpenGL draws on another device here, so 33.6 MB per frame pass through pinned memory. "
        "Steps are as fast as before; the picture may lag by one frame.";
    s.notice = notice;
    return scene;
}

PreviewScene with_theme(PreviewScene scene, ui::ThemeKind theme) {
    scene.state.theme = theme;
    return scene;
}

PreviewScene with_input(PreviewScene scene, std::vector<std::string> input) {
    scene.input = std::move(input);
    return scene;
}

/// The loupe's cells of the shown field.
void add_loupe(PreviewScene& scene, Cell centre) {
    const Field field = preview_field(scene);
    auto block = std::make_shared<CellBlock>();
    block->cells = {centre.col - 4, centre.row - 4, 9, 9};
    block->step = scene.snapshot.step;
    for (int row = 0; row < 9; ++row) {
        for (int col = 0; col < 9; ++col) {
            block->values.push_back(field.at(block->cells.row + row, block->cells.col + col));
        }
    }
    scene.snapshot.laboratory.loupe = block;
    ProbeReading reading;
    reading.cell = centre;
    reading.centre = field.at(centre.row, centre.col);
    scene.snapshot.probe = reading;
    scene.snapshot.probe_next = reading.centre;
}

/// The stability laboratory's pages and states.
std::vector<PreviewScene> laboratory_scenes() {
    std::vector<PreviewScene> scenes;
    PreviewScene moved = small_grid("moved-1920", 0.26, 1920, 1080);
    make_up_run(moved.snapshot, {{{0.2, 400}, {0.26, 260}, {0.24, 300}}, 0.05, 2e-9});
    make_up_spectrum(moved.snapshot, true);
    scenes.push_back(moved);
    PreviewScene growing = running("growing-1280", 1280, 720);
    growing.snapshot.settings.grid = {256, 256};
    make_up_run(growing.snapshot, {{{0.26, 40}}, 1e-3, 2e-9});
    make_up_spectrum(growing.snapshot, false);
    make_up_sweep(growing.snapshot, 23);
    make_up_exact_mode(growing.snapshot);
    scenes.push_back(growing);
    const auto page = [&growing](const char* name, const char* tab, const char* segment) {
        PreviewScene scene = growing;
        scene.name = name;
        scene.input = {tab};
        if (segment != nullptr) {
            scene.input.emplace_back(segment);
        }
        return scene;
    };
    PreviewScene edges = growing;
    edges.name = "edges-1280";
    edges.snapshot.settings.boundaries = {BoundaryKind::dirichlet, BoundaryKind::periodic,
                                          BoundaryKind::insulated, BoundaryKind::periodic};
    edges.state.short_ratio = true;
    scenes.push_back(edges);
    PreviewScene menu = edges;
    menu.name = "edge-menu-1280";
    menu.input = {"click 945 593"};
    scenes.push_back(menu);
    for (const bool light : {false, true}) {
        PreviewScene presets = with_input(running("presets-1280", 1280, 720), {"click 220 25"});
        make_up_presets(presets.snapshot, "edge-of-stability:0.26");
        if (light) {
            presets = with_theme(presets, ui::ThemeKind::light);
            presets.name = "presets-light-1280";
        }
        scenes.push_back(presets);
    }
    PreviewScene loupe = small_grid("loupe-1280", 0.26, 1280, 720);
    loupe.state.loupe = true;
    add_loupe(loupe, {30, 60});
    loupe.input = {"move 440 300"};
    scenes.push_back(loupe);
    PreviewScene loupe_wide = loupe;
    loupe_wide.name = "loupe-1920";
    loupe_wide.width = 1920;
    loupe_wide.height = 1080;
    loupe_wide.input = {"move 640 400"};
    scenes.push_back(loupe_wide);
    scenes.push_back(page("spectrum-1280", "click 1110 70", nullptr));
    scenes.push_back(page("equations-1280", "click 1203 70", nullptr));
    scenes.push_back(page("exact-1280", "click 1203 70", "click 1065 112"));
    scenes.push_back(page("sweep-1280", "click 1203 70", "click 1140 112"));
    scenes.push_back(page("switches-1280", "click 1203 70", "click 1210 112"));
    PreviewScene light = with_theme(moved, ui::ThemeKind::light);
    light.name = "moved-light-1920";
    scenes.push_back(light);
    std::size_t wide = 0;
    for (const char* name : {"equations-1920", "exact-1920", "sweep-1920", "switches-1920"}) {
        static constexpr std::array<const char*, 4> clicks{"click 1570 713", "click 1660 713",
                                                           "click 1735 713", "click 1810 713"};
        PreviewScene scene = growing;
        scene.name = name;
        scene.width = 1920;
        scene.height = 1080;
        scene.input = {"click 1761 671", clicks[wide++]};
        scenes.push_back(scene);
    }
    for (const char* name : {"spectrum-1280", "equations-1280", "exact-1280", "sweep-1280"}) {
        const auto found = std::find_if(scenes.begin(), scenes.end(),
                                        [name](const PreviewScene& s) { return s.name == name; });
        PreviewScene scene = with_theme(*found, ui::ThemeKind::light);
        scene.name = "light-" + scene.name;
        scenes.push_back(scene);
    }
    return scenes;
}

}  // namespace

std::vector<PreviewScene> preview_scenes() {
    using ui::ThemeKind;
    std::vector<PreviewScene> scenes;
    scenes.push_back(running("main-1920", 1920, 1080));
    scenes.push_back(running("main-1280", 1280, 720));
    scenes.push_back(running("main-1920-150", 1920, 1080, 1.5f));
    scenes.push_back(running("main-1920-200", 1920, 1080, 2.0f));
    scenes.push_back(running("main-1280-150", 1280, 720, 1.5f));
    scenes.push_back(running("main-1280-200", 1280, 720, 2.0f));
    scenes.push_back(with_theme(running("light-1280-200", 1280, 720, 2.0f), ThemeKind::light));
    scenes.push_back(start("start-1280-150", 1280, 720));
    scenes.back().state.scale = 1.5f;
    scenes.push_back(with_theme(running("light-1920", 1920, 1080), ThemeKind::light));
    scenes.push_back(start("start-1280", 1280, 720));
    scenes.push_back(with_theme(start("start-light-1920", 1920, 1080), ThemeKind::light));
    scenes.push_back(small_grid("unstable-1920", 0.26, 1920, 1080));
    scenes.push_back(
        with_theme(small_grid("unstable-light-1280", 0.4, 1280, 720), ThemeKind::light));
    scenes.push_back(not_finite("nonfinite-1280", 1280, 720));
    scenes.push_back(fallback("notice-1280", 1280, 720));
    scenes.push_back(with_theme(
        with_input(running("kernels-light-1280", 1280, 720), {"click 1030 70"}), ThemeKind::light));
    scenes.push_back(with_input(start("kernels-start-1280", 1280, 720), {"click 1030 70"}));
    for (const char* kernel : {"wavefront", "resident"}) {
        PreviewScene planned = running(std::string(kernel) + "-1280", 1280, 720);
        planned.snapshot.settings.kernel = kernel;
        scenes.push_back(with_input(planned, {"click 1030 70"}));
        PreviewScene large = running(std::string(kernel) + "-1920", 1920, 1080);
        large.snapshot.settings.kernel = kernel;
        scenes.push_back(large);
    }
    PreviewScene smooth = running("smooth-1280", 1280, 720);
    set_ratio(smooth.snapshot, 0.1);
    scenes.push_back(smooth);
    PreviewScene overshooting = small_grid("overshooting-1280", 0.27, 1280, 720);
    overshooting.snapshot.settings.grid = {9, 9};
    set_ratio(overshooting.snapshot, 0.255);
    scenes.push_back(overshooting);
    PreviewScene help = running("help-1280", 1280, 720);
    help.state.help_open = true;
    scenes.push_back(help);
    PreviewScene settings = running("settings-1280", 1280, 720);
    settings.state.settings_open = true;
    scenes.push_back(settings);
    scenes.push_back(with_theme(settings, ThemeKind::light));
    scenes.back().name = "settings-light-1280";
    scenes.push_back(with_input(running("fields-1280", 1280, 720), {"click 220 25"}));
    scenes.push_back(with_input(running("grid-1280", 1280, 720), {"click 1050 616"}));
    scenes.push_back(with_input(running("parameters-1280", 1280, 720), {"click 1186 485"}));
    scenes.push_back(with_input(running("focus-1280", 1280, 720), {"key Tab", "key Tab"}));
    scenes.push_back(with_input(running("tooltip-1280", 1280, 720), {"move 1120 371"}));
    PreviewScene no_interior = running("no-interior-1280", 1280, 720);
    no_interior.snapshot.settings.grid = {2, 2};
    set_ratio(no_interior.snapshot, 1.0 / 3);
    scenes.push_back(no_interior);
    PreviewScene overshooting_wide = overshooting;
    overshooting_wide.name = "overshooting-1920";
    overshooting_wide.width = 1920;
    overshooting_wide.height = 1080;
    overshooting_wide.snapshot.settings.grid = {5, 5};
    set_ratio(overshooting_wide.snapshot, 0.27);
    scenes.push_back(overshooting_wide);
    scenes.push_back(running("narrow-1100", 1100, 700));
    PreviewScene drawer = running("drawer-1100", 1100, 700);
    drawer.state.drawer_open = true;
    scenes.push_back(drawer);
    PreviewScene drawer_large = running("drawer-1920-200", 1920, 1080, 2.0f);
    drawer_large.state.drawer_open = true;
    scenes.push_back(drawer_large);
    for (PreviewScene& scene : laboratory_scenes()) {
        scenes.push_back(std::move(scene));
    }
    const auto unscaled = [](const std::string& name, int width, int height) {
        return running(name, width, height);
    };
    for (PreviewScene& scene : kernel_scenes(unscaled)) {
        scenes.push_back(std::move(scene));
    }
    for (PreviewScene& scene : comparison_scenes(unscaled)) {
        scenes.push_back(std::move(scene));
    }
    for (PreviewScene& scene : zone_scenes(unscaled)) {
        scenes.push_back(std::move(scene));
    }
    return scenes;
}

Field preview_field(const PreviewScene& scene) {
    GridSize grid = scene.snapshot.settings.grid;
    while (grid.width > 1024) {
        grid = {grid.width / 2, grid.height / 2};
    }
    const StepRatio r = StepRatio::from(scene.snapshot.settings.r);
    Field field = make_initial_field(grid, scene.snapshot.settings.init, std::nullopt);
    Field next = field.clone();
    for (int step = 0; step < scene.field_steps; ++step) {
        for (int row = 1; row + 1 < grid.height; ++row) {
            for (int col = 1; col + 1 < grid.width; ++col) {
                next.at(row, col) = updated_cell(field.at(row - 1, col), field.at(row, col + 1),
                                                 field.at(row + 1, col), field.at(row, col - 1),
                                                 field.at(row, col), r.value(), r.centre_weight());
            }
        }
        std::swap(field, next);
    }
    return field;
}

}  // namespace heatlab
