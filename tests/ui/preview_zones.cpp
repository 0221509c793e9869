#include "tests/ui/preview_zones.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <utility>

#include "app/zones/scene_pictures.h"
#include "app/zones/zone_setting.h"
#include "sim/ghost/reference.h"
#include "sim/ghost/zone_engine.h"

namespace heatlab {
namespace {

using Running = PreviewScene (*)(const std::string&, int, int);

/// The pictures of a grid after some steps, by the reference, seen every `every` steps.
std::shared_ptr<const ZoneScene> scene_after(const ghost::Application& application, GridSize grid,
                                             int steps, int every) {
    const ghost::Problem problem = ghost::make_problem(application, grid);
    ScenePictures pictures(problem);
    auto scene = std::make_shared<ZoneScene>();
    scene->pictures = pictures.take(problem.start, 0);
    for (int step = every; step <= steps; step += every)
        scene->pictures = pictures.take(ghost::reference_after(problem, step), step);
    scene->front = pictures.front();
    scene->step = steps;
    scene->steps_per_second = 14'300;
    scene->launches_per_picture = 38;
    return scene;
}

/// What a model could say of each k on a GPU: launches are saved, cells are computed twice.
ghost::StudyRow made_up_row(const ZoneState& state) {
    ghost::StudyRow row;
    row.application = state.application;
    row.grid = state.grid;
    row.tile = state.tile;
    double least = 1;
    for (const int k : state.offered) {
        const double twice = ghost::redundancy(state.grid, {state.tile, k});
        const std::vector<ghost::ModelTerm> terms{
            {"launch", "What an empty launch takes", 1.6e-6},
            {"tiles", "Blocks load and store their tiles", 2.9e-6 * twice},
            {"computing", "Their steps", 1.1e-6 * k * twice},
            {"memory", "What does not stay in the cache", 1.3e-6 * twice}};
        row.candidates.push_back({{k, terms}, 0, {}});
        if (const double seconds = row.candidates.back().expected.seconds_per_step();
            seconds < least) {
            least = seconds;
            row.chosen_steps = k;
        }
    }
    return row;
}

void measure(ZoneState& state) {
    for (ghost::Candidate& candidate : state.row.candidates)
        candidate.seconds =
            candidate.expected.seconds() * (1 + 0.05 * std::sin(2.3 * candidate.steps()));
    state.done = state.total = 4 * static_cast<int>(state.row.candidates.size());
}

/// An application in its usual tile, the model there and nothing measured yet.
PreviewScene room(Running running, const std::string& name, int width, int height,
                  const std::string& setting) {
    PreviewScene scene = running(name, width, height);
    Snapshot& s = scene.snapshot;
    s.settings.zones = parse_zones("--ghost-zones", setting);
    const ghost::Application& application = s.settings.zones.chosen_application();
    const auto engine = ghost::make_cpu_zone_engine(1);
    ZoneState state;
    state.application = &application;
    state.grid = s.settings.zones.chosen_grid();
    state.stable_time_division = ghost::stable_time_division(application, state.grid);
    state.time_division = s.settings.zones.time_division;
    state.backend = s.backend;
    const auto tiles = engine->tiles(application);
    state.tiles.assign(tiles.begin(), tiles.end());
    state.tile = state.tiles.front();
    const auto offered = engine->offered_steps(application, state.tile);
    state.offered.assign(offered.begin(), offered.end());
    state.row = made_up_row(state);
    state.calibration_seconds = 0.083;
    const ghost::Zone zone{state.tile, state.row.chosen_steps};
    state.source = std::make_shared<ZoneSource>(
        ZoneSource{zone, std::string(application.name), engine->source(application, zone)});
    s.zones = std::make_shared<ZoneState>(std::move(state));
    return scene;
}

template <typename Change>
PreviewScene with(PreviewScene scene, const Change& change) {
    ZoneState state = *scene.snapshot.zones;
    change(state);
    scene.snapshot.zones = std::make_shared<ZoneState>(std::move(state));
    return scene;
}

PreviewScene seen(PreviewScene scene, GridSize grid, int steps, int every) {
    return with(std::move(scene), [&](ZoneState& state) {
        state.scene = scene_after(*state.application, grid, steps, every);
    });
}

PreviewScene light(PreviewScene scene, const std::string& name) {
    scene.name = name;
    scene.state.theme = ui::ThemeKind::light;
    return scene;
}

/// Every application, its picture after some steps.
std::vector<PreviewScene> applications(Running running) {
    std::vector<PreviewScene> scenes;
    const auto add = [&](const char* name, int width, int height, const char* setting,
                         GridSize grid, int steps, int every) {
        scenes.push_back(seen(room(running, name, width, height, setting), grid, steps, every));
    };
    add("zones-heat1d-1280", 1280, 720, "heat1d", GridSize::line(4096), 600, 6);
    add("zones-heat2d-1920", 1920, 1080, "heat2d", {512, 512}, 200, 200);
    add("zones-heat3d-1280", 1280, 720, "heat3d", GridSize::box(64, 64, 64), 40, 40);
    add("zones-pathfinder-1920", 1920, 1080, "pathfinder", GridSize::line(65'536), 480, 16);
    add("zones-poisson-1280", 1280, 720, "poisson", {256, 256}, 400, 400);
    add("zones-cell-1920", 1920, 1080, "cell", GridSize::box(64, 64, 64), 6, 1);
    add("zones-hotspot-1280", 1280, 720, "hotspot", {512, 512}, 300, 300);
    return scenes;
}

/// HotSpot and what can be said of it: measured, being measured, unstable, from files, refused.
std::vector<PreviewScene> states(Running running) {
    std::vector<PreviewScene> scenes;
    const auto hotspot = [&](const char* name, int width, int height,
                             const char* setting = "hotspot") {
        return seen(room(running, name, width, height, setting), {256, 256}, 300, 300);
    };
    const auto measured = [](ZoneState& state) { measure(state); };
    scenes.push_back(with(hotspot("zones-measured-1920", 1920, 1080), measured));
    scenes.push_back(with(hotspot("zones-measured-1280", 1280, 720), measured));
    scenes.push_back(light(scenes.back(), "zones-measured-light-1280"));
    scenes.push_back(with(hotspot("zones-measured-1920-200", 1920, 1080), measured));
    scenes.back().state.scale = 2;
    scenes.push_back(with(hotspot("zones-measuring-1280", 1280, 720), [](ZoneState& state) {
        measure(state);
        for (ghost::Candidate& candidate : state.row.candidates)
            if (candidate.steps() > 3)
                candidate.seconds = 0;
        state.work = ZoneWork::measuring;
        state.stage = ghost::StudyStage::timing;
        state.done = state.total * 2 / 5;
    }));
    scenes.push_back(hotspot("zones-unstable-1280", 1280, 720, "hotspot,2048x2048"));
    scenes.push_back(hotspot("zones-unstable-1920", 1920, 1080, "hotspot,2048x2048"));
    scenes.push_back(hotspot("zones-files-1280", 1280, 720, "hotspot,512x512"));
    scenes.back().snapshot.settings.zones.files = {"temp_512", "power_512"};
    scenes.back().state.share_folder = "/home/user/Pictures";
    scenes.back().input = {"click 463 147"};
    const auto refused = [](ZoneState& state) {
        ZoneSource source = *state.source;
        source.error_line = 8;
        source.error = "identifier \"conductance_x\" is undefined";
        state.source = std::make_shared<ZoneSource>(source);
        state.problem = "the kernel was refused: line 8: " + source.error;
        state.scene.reset();
    };
    scenes.push_back(with(hotspot("zones-compile-error-1920", 1920, 1080), refused));
    scenes.push_back(with(hotspot("zones-compile-error-1280", 1280, 720), refused));
    scenes.push_back(with(hotspot("zones-no-nvrtc-1280", 1280, 720), [](ZoneState& state) {
        state.limitation =
            "NVRTC was not found, so the kernels built into the program are used, up to k = 4: "
            "neither libnvrtc.so.13 nor /usr/local/cuda/lib64/libnvrtc.so.13 could be opened.";
        state.offered.resize(4);
        state.row = made_up_row(state);
    }));
    PreviewScene waiting = room(running, "zones-calibrating-1280", 1280, 720, "heat2d");
    scenes.push_back(with(waiting, [](ZoneState& state) {
        state.row.candidates.clear();
        state.work = ZoneWork::calibrating;
    }));
    return scenes;
}

}  // namespace

std::vector<PreviewScene> zone_scenes(Running running) {
    std::vector<PreviewScene> scenes = applications(running);
    std::ranges::move(states(running), std::back_inserter(scenes));
    return scenes;
}

}  // namespace heatlab
