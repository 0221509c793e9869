#include "tests/ui/preview_comparison.h"

#include <cmath>
#include <memory>

#include "app/difference_picture.h"

namespace heatlab {
namespace {

/// Cells per second of a kernel in these pictures, and of the copy of its bytes.
struct Speed {
    double cells_per_second;
    double ceiling;
};

Speed speed_of(const Snapshot& snapshot, const KernelInfo& kernel) {
    const double copy = snapshot.backend.kind == BackendKind::cuda ? 507e9 : 3e9;
    const double ceiling = copy * kernel.steps_per_launch;
    const double share = kernel.name == "global"  ? 0.93
                         : kernel.name == "tiled" ? 0.89
                         : kernel.steps_per_launch > 1
                             ? 0.77 / std::sqrt(kernel.steps_per_launch / 2.0)
                             : 0.98;
    return {ceiling * share, ceiling};
}

ComparedViewState view_of(const Snapshot& snapshot, const std::string& name, int seed) {
    ComparedViewState state;
    state.kernel = &find_kernel(name, snapshot.backend.kind);
    state.backend = snapshot.backend;
    state.display = snapshot.display;
    state.step = snapshot.step;
    const Speed speed = speed_of(snapshot, *state.kernel);
    state.cells_per_second = speed.cells_per_second;
    state.ceiling = speed.ceiling;
    state.seconds_per_step =
        static_cast<double>(snapshot.settings.grid.cells()) / speed.cells_per_second;
    for (int i = 0; i < 240; ++i) {
        const double noise = 0.008 * std::sin(1.7 * i + seed) + 0.005 * std::sin(0.37 * i * seed);
        state.history_us_per_step.push_back(
            static_cast<float>(1e6 * *state.seconds_per_step * (1 + noise)));
    }
    return state;
}

/// A smooth patch of rounding in the middle of the field, exactly zero elsewhere.
std::shared_ptr<FieldPicture> patch(GridSize grid, double largest) {
    auto picture = std::make_shared<FieldPicture>();
    picture->grid = grid;
    picture->cells = {0, 0, grid.width, grid.height};
    picture->block = grid.width / 512;
    picture->width = 512;
    picture->height = grid.height / picture->block;
    for (int row = 0; row < picture->height; ++row)
        for (int col = 0; col < picture->width; ++col) {
            const double x = (col - 150) / 60.0;
            const double y = (row - 110) / 45.0;
            const double bell = std::exp(-x * x - y * y);
            const double speckle = std::sin(12.9898 * col + 78.233 * row);
            const double value =
                bell < 0.02 ? 0 : largest * bell * (0.75 + 0.25 * speckle) * (col > 150 ? 1 : -0.8);
            const auto texel = static_cast<float>(value);
            picture->texels.insert(picture->texels.end(), {texel, texel, texel, 0});
        }
    return picture;
}

PreviewScene light(PreviewScene scene, const std::string& name) {
    scene.name = name;
    scene.state.theme = ui::ThemeKind::light;
    return scene;
}

PreviewScene sized(PreviewScene scene, const std::string& name, int width, int height) {
    scene.name = name;
    scene.width = width;
    scene.height = height;
    return scene;
}

}  // namespace

void make_up_comparison(Snapshot& snapshot, const std::vector<std::string>& others) {
    ComparisonSetting& setting = snapshot.settings.comparison;
    setting = {};
    setting.open = true;
    snapshot.comparison = {};
    snapshot.comparison.views.push_back(view_of(snapshot, snapshot.settings.kernel, 1));
    snapshot.comparison.backends = {snapshot.backend.kind};
    if (snapshot.backend.kind == BackendKind::cuda)
        snapshot.comparison.backends.push_back(BackendKind::cpu);
    int seed = 2;
    for (const std::string& name : others) {
        setting.others.emplace_back().kernel = name;
        ComparedViewState state = view_of(snapshot, name, seed++);
        state.difference = FieldDifference{};
        state.difference->first_step = state.difference->second_step = snapshot.step;
        snapshot.comparison.views.push_back(state);
    }
    const DifferencePicture drawn =
        draw_difference(patch(snapshot.settings.grid, 0), DifferenceScale::linear, 1);
    snapshot.comparison.picture = drawn.picture;
    snapshot.comparison.picture_range = drawn.range;
    snapshot.comparison.picture_step = snapshot.step;
}

void make_up_difference(Snapshot& snapshot, std::size_t view, double largest) {
    FieldDifference& difference = *snapshot.comparison.views.at(view).difference;
    difference.cells = 312'448;
    difference.largest = largest;
    difference.where = DifferingCell{{412, 1043}, 0.25f, 0.25000003f};
    snapshot.settings.comparison.difference = view;
    const DifferencePicture drawn = draw_difference(patch(snapshot.settings.grid, largest),
                                                    snapshot.settings.comparison.scale, 2);
    snapshot.comparison.picture = drawn.picture;
    snapshot.comparison.picture_range = drawn.range;
    snapshot.comparison.smallest = drawn.smallest;
}

std::vector<PreviewScene> comparison_scenes(PreviewScene (*running)(const std::string&, int, int)) {
    std::vector<PreviewScene> scenes;
    PreviewScene three = running("compare-1920", 1920, 1080);
    three.snapshot.settings.kernel = "global";
    make_up_comparison(three.snapshot, {"tiled", "two_step"});
    scenes.push_back(three);
    scenes.push_back(sized(three, "compare-1280", 1280, 720));
    scenes.push_back(light(three, "compare-light-1920"));
    scenes.push_back(light(scenes[1], "compare-light-1280"));

    PreviewScene two = three;
    two.name = "compare-two-1920";
    make_up_comparison(two.snapshot, {"tiled"});
    make_up_difference(two.snapshot, 1, 8.9e-7);
    scenes.push_back(two);
    scenes.push_back(sized(two, "compare-two-1280", 1280, 720));
    scenes.push_back(light(two, "compare-two-light-1920"));

    PreviewScene wrong = sized(two, "compare-wrong-1280", 1280, 720);
    wrong.snapshot.settings.comparison.others.front() = wrong_view(WrongVariant::no_store_guard);
    wrong.snapshot.comparison.views.at(1).wrong = WrongVariant::no_store_guard;
    scenes.push_back(wrong);
    scenes.push_back(light(wrong, "compare-wrong-light-1280"));
    wrong.name = "compare-wrong-lines-1280";
    wrong.input = {"click 790 71"};
    scenes.push_back(wrong);

    PreviewScene four = three;
    four.name = "compare-four-1920";
    make_up_comparison(four.snapshot, {"tiled", "two_step", "vector"});
    four.snapshot.settings.comparison.scale = DifferenceScale::logarithmic;
    make_up_difference(four.snapshot, 2, 8.9e-7);
    scenes.push_back(four);
    scenes.push_back(sized(four, "compare-four-1280", 1280, 720));
    PreviewScene agreement = sized(four, "compare-agreement-1280", 1280, 720);
    agreement.input = {"click 1005 71"};
    scenes.push_back(agreement);

    PreviewScene race = four;
    race.name = "compare-race-1920";
    race.snapshot.settings.comparison.racing = true;
    race.snapshot.comparison.in_step = false;
    for (std::size_t view = 0; view < 4; ++view) {
        ComparedViewState& state = race.snapshot.comparison.views[view];
        state.step = static_cast<std::int64_t>(2e-6 * *state.cells_per_second / 100);
    }
    scenes.push_back(race);
    scenes.push_back(sized(race, "compare-race-1280", 1280, 720));

    scenes.push_back(sized(two, "compare-narrow-1100", 1100, 700));
    PreviewScene drawer = sized(three, "compare-drawer-1100", 1100, 700);
    drawer.input = {"key P"};
    scenes.push_back(drawer);
    PreviewScene menu = sized(three, "compare-menu-1280", 1280, 720);
    menu.snapshot.settings.boundaries = {BoundaryKind::periodic, BoundaryKind::periodic,
                                         BoundaryKind::periodic, BoundaryKind::periodic};
    menu.input = {"click 560 72"};
    scenes.push_back(menu);
    PreviewScene start = three;
    start.name = "compare-start-1920";
    start.snapshot.comparison.picture = nullptr;
    for (ComparedViewState& state : start.snapshot.comparison.views) {
        const KernelInfo* kernel = state.kernel;
        state = {};
        state.kernel = kernel;
        state.backend = start.snapshot.backend;
    }
    scenes.push_back(start);
    return scenes;
}

}  // namespace heatlab
