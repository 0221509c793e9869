// Options of a session's state: what each sets, what is refused, what goes with what.

#include <array>

#include "app/commands/list_tables.h"
#include "app/state_options.h"
#include "sim/kernel_table.h"
#include "sim/lesson/wrong_variants.h"
#include "tests/app/parsed_options.h"

namespace heatlab {
namespace {

TEST(Options, NoneGiveTheDefaults) {
    const Settings settings = settings_of({});
    EXPECT_EQ(settings.grid, (GridSize{1024, 512}));
    EXPECT_EQ(settings.r, 0.2);
    EXPECT_EQ(settings.init.name, "square-ring-stroke");
    EXPECT_EQ(settings.kernel, default_kernel().name);
    EXPECT_FALSE(settings.steps);
}

TEST(Options, CompareNamesKernelsAndBackends) {
    const ComparisonSetting none = settings_of({}).comparison;
    EXPECT_FALSE(none.open);
    const ComparisonSetting some = settings_of({"--compare", "global,cpu:two_step"}).comparison;
    EXPECT_TRUE(some.open);
    EXPECT_FALSE(some.racing);
    EXPECT_EQ(some.others, (std::vector<ComparedView>{{"global", std::nullopt, {}},
                                                      {"two_step", BackendKind::cpu, {}}}));
    const ComparisonSetting copied =
        settings_of({"--compare", "cpu:tiled@every_step,vector@overlapped"}).comparison;
    EXPECT_EQ(copied.others.at(0),
              (ComparedView{"tiled", BackendKind::cpu, {HostCopyPolicy::every_step, 10}}));
    EXPECT_EQ(copied.others.at(1).copies.policy, HostCopyPolicy::overlapped);
    EXPECT_TRUE(settings_of({"--compare", "global", "--compare-mode", "race"}).comparison.racing);
    for (const std::vector<std::string>& wrong : std::vector<std::vector<std::string>>{
             {"--compare", ""},
             {"--compare", "global,"},
             {"--compare", "globe"},
             {"--compare", "copy"},
             {"--compare", "cpu:texture"},
             {"--compare", "tiled@"},
             {"--compare", "tiled@daily"},
             {"--compare", "global,global,global,global"},
             {"--compare-mode", "race"},
             {"--compare", "global", "--compare-mode", "rally"}}) {
        const Outcome outcome = parse(wrong);
        EXPECT_TRUE(outcome.refused()) << wrong.back();
        EXPECT_NE(outcome.err.find("--compare"), std::string::npos) << outcome.err;
    }
    EXPECT_NE(parse({"--compare", "cpu:texture"}).err.find("two_step"), std::string::npos);
}

TEST(Options, NothingNamesWhatIsWrongOnPurpose) {
    const std::string kernels =
        plain_text(ListCommand::What::kernels, list_rows(ListCommand::What::kernels));
    for (const WrongVariantInfo& info : wrong_variants()) {
        const std::string name(info.kernel.name);
        EXPECT_EQ(kernels.find(name), std::string::npos);
        EXPECT_TRUE(parse({"--compare", name}).refused());
        EXPECT_TRUE(parse({"--compare", "cpu:" + name}).refused());
        EXPECT_TRUE(parse({"--compare", "wrong:" + name}).refused());
        EXPECT_TRUE(parse({"--kernel", name}).refused());
    }
}

TEST(Options, EachSetsItsPart) {
    EXPECT_EQ(settings_of({"--grid", "64"}).grid, (GridSize{64, 64}));
    EXPECT_EQ(settings_of({"--grid", "64x32"}).grid, (GridSize{64, 32}));
    EXPECT_EQ(settings_of({"--grid=1x1"}).grid, (GridSize{1, 1}));
    EXPECT_EQ(settings_of({"--r", "0.26"}).r, 0.26);
    EXPECT_EQ(settings_of({"--r", "1e-3"}).r, 1e-3);
    EXPECT_EQ(settings_of({"--init", "ring"}).init.name, "ring");
    EXPECT_EQ(settings_of({"--init", "random", "--seed", "42"}).init.seed, 42u);
    EXPECT_EQ(settings_of({"--amplitude", "-2.5"}).init.amplitude, -2.5);
    EXPECT_EQ(settings_of({"--init", "sine", "--mode", "3,2"}).init.mode_p, 3);
    EXPECT_EQ(settings_of({"--init", "sine", "--mode", "3,2"}).init.mode_q, 2);
    EXPECT_EQ(settings_of({"--file", "a.npy"}).init.name, "file");
    EXPECT_EQ(settings_of({"--init", "file", "--file", "a.npy"}).init.file, "a.npy");
    EXPECT_EQ(settings_of({"--walls", "1,0.5,-2,0"}).walls, (Walls{1, 0.5f, -2, 0}));
    EXPECT_EQ(settings_of({"--boundary", "periodic"}).boundaries,
              Boundaries::all(BoundaryKind::periodic));
    EXPECT_EQ(settings_of({"--boundary", "insulated,periodic,dirichlet,periodic"}).boundaries,
              (Boundaries{BoundaryKind::insulated, BoundaryKind::periodic, BoundaryKind::dirichlet,
                          BoundaryKind::periodic}));
    EXPECT_EQ(settings_of({"--kernel", "two_step"}).kernel, "two_step");
    EXPECT_EQ(settings_of({"--backend", "cpu"}).backend, BackendChoice::cpu);
    EXPECT_EQ(settings_of({"--backend", "cuda", "--device", "3"}).device, 3);
    EXPECT_EQ(settings_of({"--display", "staged"}).display, DisplayChoice::staged);
    EXPECT_EQ(settings_of({"--steps", "1000000000000"}).steps, 1'000'000'000'000);
    EXPECT_EQ(settings_of({"--steps", "0"}).steps, 0);
    EXPECT_EQ(settings_of({"--colormap", "viridis"}).colormap, "viridis");
    EXPECT_EQ(settings_of({"--range", "symmetric"}).range.mode, RangeMode::symmetric);
    EXPECT_EQ(settings_of({"--range", "-1,2.5"}).range, (RangeSetting{RangeMode::locked, -1, 2.5}));
    EXPECT_EQ(settings_of({"--range", "auto"}).range.mode, RangeMode::automatic);
    EXPECT_EQ(settings_of({"--alpha", "2e-5"}).diffusivity, 2e-5);
    EXPECT_EQ(settings_of({"--cell-size", "0.01"}).cell_size, 0.01);
    EXPECT_EQ(settings_of({"--budget", "4"}).pacing.budget_ms, 4);
    EXPECT_EQ(settings_of({"--steps-per-frame", "3"}).pacing.mode, PacingMode::steps_per_frame);
    EXPECT_EQ(settings_of({"--steps-per-second", "0.5"}).pacing.steps_per_second, 0.5);
    EXPECT_FALSE(settings_of({"--no-isotherms"}).isotherms);
    EXPECT_TRUE(settings_of({"--linear-filter", "--cell-lines"}).linear_filter);
    EXPECT_EQ(settings_of({"--view", "3.5,-2,0.25"}).view, (ViewSetting{false, 3.5, -2, 0.25}));
    EXPECT_TRUE(settings_of({"--view", "fit"}).view.fit);
    EXPECT_EQ(settings_of({}).show, ShowMode::flat);
    EXPECT_EQ(settings_of({"--show", "surface"}).show, ShowMode::surface);
    const Settings block = settings_of({"--grid", "8x9x10", "--show", "volume"});
    EXPECT_EQ(block.show, ShowMode::volume);
    EXPECT_EQ(block.crossing, CrossingSetting{});
    const CrossingCell middle = crossing_cell(block.crossing, block.grid);
    EXPECT_EQ((std::array{middle.col, middle.row, middle.slice}), (std::array{4, 4, 5}));
    EXPECT_EQ(settings_of({"--grid", "8x9x10", "--slices", "1,2,3"}).crossing,
              (CrossingSetting{1, 2, 3}));
    EXPECT_EQ(settings_of({"--camera", "200,-90,2.5"}).camera, (OrbitView{200, -90, 2.5}));
    EXPECT_EQ(settings_of({"--brush", "5,1,-1"}).brush, (BrushSetting{5, 1, -1}));
    EXPECT_EQ(settings_of({"--step-count", "7"}).step_count, 7);
    EXPECT_EQ(settings_of({"--observe", "none"}).laboratory,
              (LaboratorySetting{false, false, false}));
    EXPECT_EQ(settings_of({"--observe", "spectrum,watch"}).laboratory,
              (LaboratorySetting{false, true, true}));
    const ComparisonSetting compared =
        settings_of({"--difference", "C,logarithmic", "--compare", "global,tiled"}).comparison;
    EXPECT_EQ(compared.difference, 2U);
    EXPECT_EQ(compared.scale, DifferenceScale::logarithmic);
    EXPECT_EQ(parse({"--scale", "1.5"}).as<WindowCommand>().scale, 1.5);
    EXPECT_EQ(parse({"--theme", "light"}).as<WindowCommand>().theme, ui::ThemeKind::light);
    EXPECT_EQ(parse({"--size", "800x600"}).as<WindowCommand>().size, (GridSize{800, 600}));
    EXPECT_EQ(settings_of({"--flash-guard", "every-step"}).flash_guard, FlashGuardMode::every_step);
}

TEST(Options, BadValuesAreRefusedInWords) {
    struct Case {
        const char* option;
        std::vector<const char*> values;
    };
    const std::vector<Case> cases = {
        {"--grid",
         {"", "0", "-5", "512x", "x512", "512 x 512", "1e3", "4.5", "nan", "99999999999999999999",
          "1073741825", "1073741824x1073741824", "512X512"}},
        {"--r",
         {"", "nan", "inf", "-inf", "-0.1", "1.0000001", "1e", "0.2x", "0,2", "1e999", "1e-12",
          "0x1p-3", "abc", "--"}},
        {"--init", {"", "nonsense", "Hot square", "HOT-SQUARE"}},
        {"--seed", {"", "-1", "1.5", "1e3", "99999999999999999999", "x"}},
        {"--amplitude", {"", "nan", "inf", "1e39", "1e", "--"}},
        {"--mode", {"", "1", "1,", ",1", "0,1", "1,-1", "1,2,3", "1.5,2", "a,b", "1, 2"}},
        {"--file", {""}},
        {"--walls",
         {"", "1", "1,2,3", "1,2,3,4,5", "1,2,3,nan", "1,2,3,inf", "1,2,3,1e39", "a,b,c,d",
          "1,,2,3"}},
        {"--boundary",
         {"", "neumann", "Periodic", "periodic,periodic", "insulated,insulated,insulated",
          "dirichlet,,dirichlet,dirichlet", "periodic,dirichlet,insulated,dirichlet",
          "dirichlet,periodic,dirichlet,insulated"}},
        {"--preset", {"", "nonsense", "plug:nonsense", "nonsense.toml"}},
        {"--kernel", {"", "fast", "Tiled"}},
        {"--show", {"", "Surface", "3d", "flat,surface"}},
        {"--slices", {"", "1,2", "1,2,-1", "a,b,c", "1,2,3,4", "1.5,2,3", "Middle"}},
        {"--camera", {"", "1,2", "0,91,1", "0,-90.5,1", "0,0,0", "0,0,33", "nan,0,1", "1,2,3,4"}},
        {"--view", {"", "Fit", "1,2", "1,2,0", "1,2,-1", "1,2,nan", "inf,2,1", "1,2,3,4"}},
        {"--brush", {"", "0,1,1", "1000001,1,1", "1,1", "1,1e39,1", "1,1,nan", "a,b,c"}},
        {"--step-count", {"", "0", "-1", "1.5", "1e3"}},
        {"--observe", {"", "all", "traces,", "none,traces", "Traces"}},
        {"--difference", {"", "A", "E", "b", "BC", "B,", "B,log", "B,linear,linear", "1"}},
        {"--backend", {"", "gpu", "CPU"}},
        {"--device", {"", "-1", "1.5", "a", "99999999999"}},
        {"--display", {"", "screen"}},
        {"--steps", {"", "-1", "1.5", "1e3", "nan", "99999999999999999999"}},
        {"--range", {"", "1", "1,1", "2,1", "nan,1", "0,inf", "0,1,2", "automatic", "0,1e39", ","}},
        {"--alpha", {"", "0", "-1", "nan", "inf"}},
        {"--cell-size", {"", "0", "-1", "nan", "inf"}},
        {"--budget", {"", "0", "51", "nan", "-1"}},
        {"--steps-per-frame", {"", "0", "-1", "1.5"}},
        {"--steps-per-second", {"", "0", "nan", "inf", "1e10"}},
        {"--scale", {"", "0.99", "2.01", "nan", "x"}},
        {"--theme", {"", "blue"}},
        {"--size", {"", "0", "15x600", "20000x600", "a"}},
        {"--flash-guard", {"", "off"}},
        {"--colormap", {""}},
    };
    for (const Case& c : cases) {
        for (const char* value : c.values) {
            const Outcome outcome = parse({c.option, value});
            EXPECT_TRUE(outcome.refused()) << c.option << " " << value;
            EXPECT_EQ(outcome.out, "");
            EXPECT_NE(outcome.err.find(c.option), std::string::npos) << outcome.err;
            EXPECT_NE(outcome.err.find(*value != '\0' ? value : "\"\""), std::string::npos)
                << outcome.err;
        }
    }
}

TEST(Options, BoundariesAreHeldAgainstKernelAndWalls) {
    for (const KernelInfo& kernel : kernel_table()) {
        if (!kernel.suits(2))
            continue;
        const std::string name(kernel.name);
        const Outcome outcome = parse({"--boundary", "insulated", "--kernel", name});
        EXPECT_EQ(outcome.refused(), !kernel.any_boundary) << name;
        if (kernel.any_boundary)
            continue;
        EXPECT_NE(outcome.err.find("--boundary"), std::string::npos) << outcome.err;
        EXPECT_NE(outcome.err.find(name), std::string::npos) << outcome.err;
        EXPECT_NE(outcome.err.find("tiled"), std::string::npos) << outcome.err;
        EXPECT_FALSE(parse({"--boundary", "dirichlet", "--kernel", name}).refused());
    }
    const Outcome lone = parse({"--boundary", "periodic,dirichlet,insulated,dirichlet"});
    EXPECT_NE(lone.err.find("top and bottom must both be periodic"), std::string::npos) << lone.err;
    EXPECT_TRUE(parse({"--boundary", "periodic", "--walls", "1,0,0,0"}).refused());
    EXPECT_FALSE(
        parse({"--boundary", "dirichlet,insulated,insulated,insulated", "--walls", "1,0,0,0"})
            .refused());
}

// Every pair that does not go together, wherever it can be given, in both orders.
TEST(Options, SidesOfTheGridGoWithTheDimensions) {
    const std::vector<std::vector<std::string>> commands = {
        {}, {"render", "--out", "a.png"}, {"stability"}, {"bench"}, {"sectors"}};
    const std::array<const char*, 3> grids = {"9", "9x8", "9x8x7"};
    for (const std::vector<std::string>& command : commands) {
        for (int dimensions = 1; dimensions <= 3; ++dimensions) {
            for (int sides = 1; sides <= 3; ++sides) {
                const std::string grid = grids.at(static_cast<std::size_t>(sides) - 1);
                const std::string number = std::to_string(dimensions);
                for (const bool grid_first : {false, true}) {
                    std::vector<std::string> line = command;
                    const std::vector<std::string> first = {"--grid", grid};
                    const std::vector<std::string> second = {"--dimensions", number};
                    for (const auto& part :
                         {grid_first ? first : second, grid_first ? second : first})
                        line.insert(line.end(), part.begin(), part.end());
                    const Outcome outcome = parse(line);
                    const bool go_together = sides == 1 || sides == dimensions;
                    EXPECT_EQ(outcome.refused(), !go_together) << outcome.err;
                    if (go_together)
                        continue;
                    EXPECT_NE(outcome.err.find("--grid " + grid + ": has "), std::string::npos)
                        << outcome.err;
                    EXPECT_NE(outcome.err.find("beside --dimensions " + number), std::string::npos)
                        << outcome.err;
                }
            }
        }
    }
}

TEST(Options, DimensionsBringTheirOwnGridKernelsAndBound) {
    const Settings rod = settings_of({"--dimensions", "1"});
    EXPECT_EQ(rod.grid, GridSize::line(1024));
    EXPECT_EQ(rod.kernel, "halo_tile");
    EXPECT_EQ(rod.r, 0.4);
    EXPECT_EQ(rod.init.name, "hot-square");
    EXPECT_EQ(rod.boundaries, fixed_walls(1));
    // Wherever it stands on the line.
    EXPECT_EQ(settings_of({"--grid", "300", "--kernel", "naive", "--dimensions", "1"}).grid,
              GridSize::line(300));
    EXPECT_EQ(settings_of({"--boundary", "dirichlet", "--dimensions", "1"}).boundaries,
              fixed_walls(1));
    const Settings block = settings_of({"--grid", "64x32x16", "--slice", "x:5"});
    EXPECT_EQ(block.grid, GridSize::box(64, 32, 16));
    EXPECT_EQ(block.r, 0.1333);
    EXPECT_EQ(block.kernel, "tiled");
    EXPECT_EQ(block.plane(), (Plane{Axis::x, 5}));
    EXPECT_EQ(settings_of({"--dimensions", "3", "--grid", "20"}).grid, GridSize::box(20, 20, 20));
    EXPECT_EQ(settings_of({"--dimensions", "3"}).plane(), (Plane{Axis::z, 64}));
    const Settings wave = settings_of({"--dimensions", "3", "--init", "sine", "--mode", "3,2,5"});
    EXPECT_EQ(wave.init.mode_s, 5);
    EXPECT_EQ(settings_of({"--dimensions", "3", "--walls", "1,2,3,4,5,6"}).walls,
              (Walls{1, 2, 3, 4, 5, 6}));

    const auto refused = [](std::vector<std::string> words, const char* why) {
        const Outcome outcome = parse(std::move(words));
        EXPECT_TRUE(outcome.refused()) << why;
        EXPECT_NE(outcome.err.find(why), std::string::npos) << outcome.err;
    };
    refused({"--dimensions", "4"}, "from 1 to 3");
    refused({"--dimensions", "1", "--grid", "10x10"}, "one number is needed");
    refused({"--dimensions", "3", "--grid", "10x10"}, "WIDTHxHEIGHTxDEPTH");
    refused({"--grid", "10x40000x40000"}, "HEIGHT times DEPTH");
    refused({"--dimensions", "1", "--kernel", "tiled"}, "copy, naive, halo_tile, auto");
    refused({"--kernel", "naive"}, "--kernel naive");
    refused({"--dimensions", "1", "--boundary", "periodic"}, "dirichlet is needed");
    refused({"--dimensions", "3", "--boundary", "insulated"}, "dirichlet is needed");
    refused({"--dimensions", "1", "--init", "sine", "--mode", "3,2"}, "one dimension");
    refused({"--dimensions", "1", "--init", "ring"}, "--init ring");
    refused({"--slice", "w"}, "x, y or z is needed");
    refused({"--dimensions", "1", "--compare", "global"}, "naive, halo_tile");
}

TEST(Options, APresetComesFirstAndWhatElseIsGivenStandsAboveIt) {
    const Settings plain = settings_of({"--preset", "plug:0.3"});
    EXPECT_EQ(plain.preset, "plug:0.3");
    EXPECT_EQ(plain.grid, (GridSize{128, 64}));
    EXPECT_EQ(plain.r, 0.3);
    EXPECT_EQ(plain.pacing.mode, PacingMode::steps_per_frame);
    const Settings own = settings_of(
        {"--r", "0.1", "--budget", "3", "--preset", "plug:0.3", "--boundary", "periodic"});
    EXPECT_EQ(own.r, 0.1);
    EXPECT_EQ(own.pacing.mode, PacingMode::time_budget);
    EXPECT_EQ(own.boundaries, Boundaries::all(BoundaryKind::periodic));
    EXPECT_EQ(own.grid, plain.grid);
    EXPECT_EQ(own.init, plain.init);
    EXPECT_TRUE(
        parse({"--preset", "plug", "--boundary", "periodic", "--kernel", "two_step"}).refused());
    EXPECT_EQ(parse({"render", "--preset", "smaller-than-it-looks", "--json", "-"})
                  .as<RenderCommand>()
                  .settings.steps,
              400);
}

TEST(Options, WhatDoesNotGoTogetherIsRefused) {
    EXPECT_TRUE(parse({"--init", "file"}).refused());
    EXPECT_TRUE(parse({"--init", "ring", "--file", "a.png"}).refused());
    EXPECT_TRUE(parse({"--budget", "4", "--steps-per-frame", "2"}).refused());
    EXPECT_TRUE(parse({"--backend", "cpu", "--display", "interop"}).refused());
    const Outcome before = parse({"--grid", "64", "render", "--out", "a.png"});
    EXPECT_TRUE(before.refused());
    EXPECT_NE(before.err.find("--grid"), std::string::npos) << before.err;
}

}  // namespace
}  // namespace heatlab
