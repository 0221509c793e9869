#include "tests/app/random_state.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "app/share_folder.h"
#include "render/colormap.h"
#include "sim/kernel_table.h"

namespace heatlab {

RandomStates::RandomStates(std::uint64_t seed, bool runnable, std::filesystem::path file)
    : random_(seed),
      runnable_(runnable),
      file_(std::move(file)),
      presets_(load_presets(share_folder())) {}

double RandomStates::number() {
    if (chance(0.3))
        return static_cast<double>(whole(-20, 20)) / 4;
    return std::ldexp(between(-1, 1), static_cast<int>(whole(-60, 60)));
}

const KernelInfo& RandomStates::kernel_for(const Boundaries& boundaries, bool advances,
                                           int dimensions, CellType type) {
    std::vector<const KernelInfo*> fitting;
    for (const KernelInfo& kernel : kernel_table())
        if (kernel.suits(dimensions) && kernel.supports(boundaries) &&
            (kernel.advances || !advances) && (!runnable_ || kernel.runs_on(BackendKind::cpu)) &&
            (type == CellType::float32 || kernel.runs_on(BackendKind::cpu, type)))
            fitting.push_back(&kernel);
    return *fitting[static_cast<std::size_t>(
        whole(0, static_cast<std::int64_t>(fitting.size()) - 1))];
}

void RandomStates::choose_start(Settings& s) {
    const std::int64_t longest = runnable_ ? 70 : 1 << 19;
    const auto side = [&](std::int64_t most) { return static_cast<int>(whole(4, most)); };
    const int dimensions = chance(0.6) ? 2 : chance(0.5) ? 1 : 3;
    GridSize grid{side(longest), side(longest)};
    if (dimensions == 1)
        grid = GridSize::line(grid.width);
    if (dimensions == 3)
        grid = GridSize::box(grid.width, side(runnable_ ? 20 : 1 << 10), side(20));
    s = with_grid(std::move(s), grid);
    s.r = chance(0.2) ? 0 : chance(0.3) ? 0.5 / dimensions : between(1e-6, runnable_ ? 0.27 : 1);
    s.init = {};
    s.init.name = default_initial_field(dimensions).name;
    const auto fields = initial_fields();
    const auto& info =
        fields[static_cast<std::size_t>(whole(0, static_cast<std::int64_t>(fields.size()) - 1))];
    // The file holds two dimensions.
    if ((info.uses_file && (file_.empty() || dimensions != 2)) || !info.suits(dimensions))
        return;
    s.init.name = info.name;
    if (info.uses_seed)
        s.init.seed =
            static_cast<std::uint64_t>(whole(0, std::numeric_limits<std::int64_t>::max()));
    if (info.uses_mode) {
        // Of any boundary there are at least two waves less than cells.
        s.init.mode_p = static_cast<int>(whole(1, std::max(1, s.grid.width / 2 - 1)));
        if (dimensions > 1)
            s.init.mode_q = static_cast<int>(whole(1, std::max(1, s.grid.height / 2 - 1)));
        if (dimensions > 2)
            s.init.mode_s = static_cast<int>(whole(1, std::max(1, s.grid.depth / 2 - 1)));
    }
    if (info.uses_file)
        s.init.file = file_;
    if (const double amplitude = number(); chance(0.5) && amplitude != 1)
        s.init.amplitude = amplitude;
}

void RandomStates::choose_edges(Settings& s) {
    const auto kind = [&] {
        return chance(0.5) ? BoundaryKind::dirichlet : BoundaryKind::insulated;
    };
    s.boundaries = chance(0.4) ? Boundaries{} : Boundaries{kind(), kind(), kind(), kind()};
    if (chance(0.2))
        s.boundaries.left = s.boundaries.right = BoundaryKind::periodic;
    if (chance(0.2))
        s.boundaries.top = s.boundaries.bottom = BoundaryKind::periodic;
    if (s.grid.dimensions != 2)
        s.boundaries = fixed_walls(s.grid.dimensions);
    s.walls.reset();
    const auto side = [&] { return static_cast<float>(number()); };
    if (has_fixed_side(s.boundaries) && chance(0.5))
        s.walls = Walls{side(), side(), side(), side()};
    if (s.walls && s.grid.dimensions == 3)
        s.walls->front = side();
}

void RandomStates::choose_run(Settings& s) {
    s.type = s.grid.dimensions == 2 && chance(0.2) ? CellType::float64 : CellType::float32;
    const KernelInfo& kernel = kernel_for(s.boundaries, true, s.grid.dimensions, s.type);
    s.kernel = kernel.name;
    s.host_copies = {};
    // Of float64 nothing is copied to the host.
    if (!kernel.in_texture && s.type == CellType::float32 && chance(0.4))
        s.host_copies.policy = static_cast<HostCopyPolicy>(whole(0, 3));
    if (s.host_copies.policy == HostCopyPolicy::every_n)
        s.host_copies.interval = whole(1, 1000);
    s.diffusivity = std::abs(number()) + 1e-30;
    s.cell_size = std::abs(number()) + 1e-30;
    s.pacing = {static_cast<PacingMode>(whole(0, 2))};
    if (s.pacing.mode == PacingMode::time_budget)
        s.pacing.budget_ms = between(0.001, 50);
    if (s.pacing.mode == PacingMode::steps_per_frame)
        s.pacing.steps_per_frame = whole(1, 1'000'000'000'000'000);
    if (s.pacing.mode == PacingMode::steps_per_second)
        s.pacing.steps_per_second = between(0.001, 1e9);
    s.step_count = whole(1, 1'000'000'000'000'000);
}

void RandomStates::choose_comparison(Settings& s) {
    s.comparison = {};
    if (!chance(0.4))
        return;
    s.comparison.open = true;
    for (std::int64_t left = whole(1, 3); left > 0; --left) {
        const KernelInfo& kernel = kernel_for(s.boundaries, true, s.grid.dimensions, s.type);
        ComparedView view{std::string(kernel.name)};
        if (chance(0.3))
            view.backend = kernel.runs_on(BackendKind::cpu) ? BackendKind::cpu : BackendKind::cuda;
        if (!kernel.in_texture && s.type == CellType::float32 && chance(0.3))
            view.copies = {HostCopyPolicy::every_n, whole(1, 99)};
        s.comparison.others.push_back(view);
    }
    s.comparison.racing = chance(0.3);
    s.comparison.difference =
        static_cast<std::size_t>(whole(1, static_cast<std::int64_t>(s.comparison.others.size())));
    s.comparison.scale = chance(0.5) ? DifferenceScale::linear : DifferenceScale::logarithmic;
}

void RandomStates::choose_picture(Settings& s) {
    static const ColorMapLibrary maps(share_folder());
    const auto all = maps.maps();
    s.colormap =
        all[static_cast<std::size_t>(whole(0, static_cast<std::int64_t>(all.size()) - 1))].name;
    s.range = {static_cast<RangeMode>(whole(0, 2))};
    if (s.range.mode == RangeMode::locked) {
        s.range.low = number();
        s.range.high = s.range.low + std::abs(s.range.low) + 0.5;
    }
    s.linear_filter = chance(0.5);
    s.isotherms = chance(0.5);
    s.cell_lines = chance(0.5);
    s.slice = {};
    if (s.grid.dimensions == 3 && chance(0.5))
        s.slice = {static_cast<Axis>(whole(0, 2)), static_cast<int>(whole(0, 3))};
    s.view = {};
    if (chance(0.5))
        s.view = {false, number(), number(), std::abs(number()) + 1e-9};
    const ShowModeInfo& mode = show_modes()[static_cast<std::size_t>(whole(0, 3))];
    s.show = mode.suits(s.grid) && !s.comparison.open ? mode.mode : ShowMode::flat;
    if (s.grid.dimensions == 3 && chance(0.5))
        s.crossing = {static_cast<int>(whole(0, 99)), static_cast<int>(whole(0, 99)),
                      static_cast<int>(whole(0, 99))};
    s.camera = {number(), between(-90, 90), between(least_orbit_zoom, most_orbit_zoom)};
    s.brush = {between(1e-3, 1e6), number(), number()};
    s.laboratory = {chance(0.5), chance(0.5), chance(0.5)};
}

void RandomStates::choose_zones(Settings& s) {
    s.zones = {};
    if (s.comparison.open || runnable_ || chance(0.7))
        return;
    const std::span<const ghost::Application> all = ghost::application_table();
    const ghost::Application& application =
        all[static_cast<std::size_t>(whole(0, static_cast<std::int64_t>(all.size()) - 1))];
    s.zones.open = true;
    s.zones.application = application.name;
    const auto side = [&](int least) { return static_cast<int>(whole(least, 300)); };
    if (chance(0.5))
        s.zones.grid = application.dimensions == 1   ? GridSize::line(side(1))
                       : application.dimensions == 3 ? GridSize::box(side(1), side(1), side(1))
                                                     : GridSize{side(1), side(1)};
    if (chance(0.5))
        s.zones.tile = ghost::TileShape{side(3), application.dimensions > 1 ? side(3) : 1,
                                        application.dimensions > 2 ? side(3) : 1};
    const int most =
        s.zones.tile ? ghost::most_zone_steps(*s.zones.tile, application.dimensions) : 32;
    if (chance(0.5))
        s.zones.steps = static_cast<int>(whole(1, most));
    if (ghost::largest_stable_edge(application) && chance(0.5))
        s.zones.time_division = static_cast<int>(whole(1, 9));
    if (application.text_files && chance(0.7))
        s.zones.files = {"/data/temp 512", chance(0.5) ? "/data/power,'512'" : ""};
}

Settings RandomStates::next() {
    Settings s;
    const bool whole_state = runnable_ || chance(0.75);
    if (!whole_state) {
        const auto& all = presets_->presets();
        const Preset& preset =
            all[static_cast<std::size_t>(whole(0, static_cast<std::int64_t>(all.size()) - 1))];
        const auto& variant = preset.variants[static_cast<std::size_t>(
            whole(0, static_cast<std::int64_t>(preset.variants.size()) - 1))];
        s = with_preset(s, preset, variant);
        s.preset = preset.name + (variant.name.empty() ? "" : ":" + variant.name);
        s.steps.reset();
    }
    const auto chosen = [&] { return whole_state || chance(0.4); };
    // Edges and kernels have to suit each other.
    const bool edges = chosen();
    if (chosen())
        choose_start(s);
    if (edges)
        choose_edges(s);
    if (edges || chosen())
        choose_run(s);
    if (chosen())
        choose_comparison(s);
    if (chosen())
        choose_zones(s);
    if (chosen())
        choose_picture(s);
    return s;
}

}  // namespace heatlab
