// Presets: the reader, and for each shipped one what its text claims.

#include "app/presets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <set>
#include <sstream>

#include "app/backends.h"
#include "app/options.h"
#include "app/session.h"
#include "app/share_folder.h"
#include "sim/compare.h"
#include "sim/errors.h"
#include "sim/stability.h"
#include "sim/stability_run.h"

namespace heatlab {
namespace {

namespace fs = std::filesystem;

class PresetFile : public testing::Test {
protected:
    fs::path write(const std::string& text, const std::string& name = "mine.toml") {
        const auto* test = testing::UnitTest::GetInstance()->current_test_info();
        const fs::path folder =
            fs::path(testing::TempDir()) / (std::string("heatlab-presets-") + test->name());
        fs::create_directories(folder);
        std::ofstream(folder / name) << text;
        return folder / name;
    }
    /// What the reader says of a file.
    std::string refusal(const std::string& text) {
        try {
            read_preset(write(text));
        } catch (const InputError& problem) {
            return problem.what();
        }
        return "taken";
    }
    static constexpr const char* head = "title = \"A\"\ntext = \"One. Two.\"\n";
};

TEST_F(PresetFile, IsReadWithItsVariantsInOrder) {
    const Preset preset = read_preset(
        write(std::string(head) + "runs = true\n[state]\ngrid = \"64x32\"\nr = 0.2\n"
                                  "[[variant]]\nname = \"slow\"\nr = 0.1\n"
                                  "[[variant]]\nname = \"open\"\nboundary = \"periodic\"\n"));
    EXPECT_EQ(preset.name, "mine");
    EXPECT_EQ(preset.title, "A");
    EXPECT_TRUE(preset.runs);
    ASSERT_EQ(preset.variants.size(), 2u);
    EXPECT_EQ(preset.find_variant("")->name, "slow");
    EXPECT_EQ(preset.find_variant("none"), nullptr);
    Settings mine;
    mine.kernel = "two_step";
    mine.colormap = "viridis";
    mine.diffusivity = 3;
    const Settings slow = with_preset(mine, preset, *preset.find_variant("slow"));
    EXPECT_EQ(slow.grid, (GridSize{64, 32}));
    EXPECT_EQ(slow.r, 0.1);
    EXPECT_EQ(slow.colormap, "viridis");
    EXPECT_EQ(slow.kernel, "two_step");
    EXPECT_EQ(slow.diffusivity, Settings{}.diffusivity);
    const Settings open = with_preset(mine, preset, *preset.find_variant("open"));
    EXPECT_EQ(open.r, 0.2);
    EXPECT_EQ(open.boundaries, Boundaries::all(BoundaryKind::periodic));
    EXPECT_EQ(open.kernel, default_kernel().name);
}

TEST_F(PresetFile, IsRefusedWithFileLineAndKey) {
    const std::string state = "[state]\n";
    const auto says = [&](const std::string& text, const std::string& where,
                          const std::string& what) {
        const std::string refused = refusal(text);
        EXPECT_NE(refused.find("mine.toml:" + where), std::string::npos) << refused;
        EXPECT_NE(refused.find(what), std::string::npos) << refused;
    };
    says("title = ", "1", "");
    says("text = \"One. Two.\"\n[state]\n", "1", "\"title\" is missing");
    says("title = \"A\"\ntext = \"Only one.\"\n[state]\n", "2", "\"text\": two sentences");
    says("title = 3\ntext = \"One. Two.\"\n[state]\n", "1", "\"title\": a text");
    says(std::string(head) + "colour = 1\n[state]\n", "3", "\"colour\" is not known");
    says(std::string(head) + "runs = 1\n[state]\n", "3", "\"runs\": true or false");
    says(head, "1", "\"state\"");
    says(head + state + "speed = 3\n", "4", "\"speed\" is no option");
    says(head + state + "r = 2.5\n", "4", "\"r\": ");
    says(head + state + "grid = \"4y4\"\n", "4", "\"grid\": ");
    says(head + state + "grid = \"8x8x8\"\ndimensions = 2\n", "4",
         "has three sides, beside --dimensions 2");
    says(head + state + "dimensions = 2\n[[variant]]\nname = \"a\"\ngrid = \"8x8x8\"\n", "5",
         "has three sides, beside --dimensions 2");
    says(head + state + "r = [1]\n", "4", "\"r\": a number or a text");
    says(head + state + "backend = \"cpu\"\n", "4", "\"backend\" is chosen where");
    says(head + state + "preset = \"plug\"\n", "4", "\"preset\" is no option");
    says(head + state + "boundary = \"periodic\"\nwalls = \"1,1,1,1\"\n", "3", "no side is fixed");
    says(head + state + "variant = 3\n", "4", "\"variant\"");
    says(head + state + "[[variant]]\nr = 0.1\n", "4", "\"name\" is missing");
    says(head + state + "[[variant]]\nname = \"a\"\n[[variant]]\nname = \"a\"\n", "6",
         "two variants \"a\"");
}

TEST_F(PresetFile, InTheUsersFolderHidesTheShippedOneAndWrongOnesAreListed) {
    const fs::path file = write(std::string(head) + "[state]\nr = 0.11\n", "plug.toml");
    write("nonsense", "wrong.toml");
    const PresetLibrary library(
        {share_folder() / "assets" / "presets", file.parent_path(), "/nonexistent"});
    EXPECT_EQ(library.find("plug").first->title, "A");
    ASSERT_EQ(library.problems().size(), 1u);
    EXPECT_EQ(library.problems()[0].find((file.parent_path() / "wrong.toml:1: ").string()), 0u);
    try {
        library.find("wrong");
        ADD_FAILURE() << "taken";
    } catch (const InputError& problem) {
        EXPECT_NE(std::string(problem.what()).find("wrong.toml:1"), std::string::npos);
    }
    EXPECT_THROW(library.find("nothing"), InputError);
    EXPECT_THROW(library.find("regain-control:0.3"), InputError);
    EXPECT_EQ(library.find(file.string()).first->title, "A");
}

TEST_F(PresetFile, MayReplaceASharedPacingAndNameAFileBesideIt) {
    const Preset preset =
        read_preset(write(std::string(head) +
                          "[state]\ninit = \"file\"\nfile = \"start.npy\"\nr = 0.1\nbudget = 4\n"
                          "[[variant]]\nname = \"slow\"\nsteps-per-second = 2\nr = 0.2\n"));
    const Settings s = with_preset(Settings{}, preset, preset.variants.front());
    EXPECT_EQ(s.pacing.mode, PacingMode::steps_per_second);
    EXPECT_EQ(s.r, 0.2);
    EXPECT_EQ(s.init.file, preset.file.parent_path() / "start.npy");
}

TEST_F(PresetFile, MayNameAFileAloneToStartFrom) {
    const Preset preset = read_preset(write(std::string(head) + "[state]\nfile = \"start.npy\"\n"));
    const Settings s = with_preset(Settings{}, preset, preset.variants.front());
    EXPECT_EQ(s.init.name, "file");
    EXPECT_EQ(s.init.file, preset.file.parent_path() / "start.npy");
}

TEST_F(PresetFile, StandsBelowOtherOptionsWhereverItStandsOnTheLine) {
    const std::string file =
        write(std::string(head) +
              "[state]\ngrid = 32\nr = 0.1\n"
              "[[variant]]\nname = \"a\"\n[[variant]]\nname = \"b\"\nr = 0.3\n")
            .string();
    const auto parse = [](const std::vector<std::string>& line) {
        std::ostringstream out;
        std::ostringstream err;
        const auto result = parse_command_line(line, out, err);
        EXPECT_EQ(err.str(), "");
        const auto& invocation = std::get<Invocation>(result);
        if (const auto* window = std::get_if<WindowCommand>(&invocation))
            return window->settings;
        if (const auto* render = std::get_if<RenderCommand>(&invocation))
            return render->settings;
        return std::get<StabilityCommand>(invocation).settings;
    };
    EXPECT_EQ(parse({"--preset", file}).r, 0.1);
    EXPECT_EQ(parse({"--preset", file + ":b"}).r, 0.3);
    EXPECT_EQ(parse({"--preset", file}).grid, (GridSize{32, 32}));
    for (const Settings& s :
         {parse({"--r", "0.2", "--preset", file}), parse({"--preset", file, "--r", "0.2"}),
          parse({"render", "--r", "0.2", "--out", "a.png", "--preset", file}),
          parse({"stability", "--r", "0.2", "--preset", file})}) {
        EXPECT_EQ(s.r, 0.2);
        EXPECT_EQ(s.grid, (GridSize{32, 32}));
        EXPECT_EQ(s.preset, file);
    }
}

class ShippedPreset : public testing::Test {
protected:
    Settings settings(const char* name) {
        const auto [preset, variant] = library_.find(name);
        return with_preset(Settings{}, *preset, *variant);
    }
    StabilityRun run(const Settings& s, std::int64_t steps) {
        const auto simulation = make_cpu_simulation(s.grid);
        StabilityRunRequest request;
        request.r = StepRatio::from(s.r);
        request.boundaries = s.boundaries;
        request.steps = steps;
        return run_stability(*simulation, make_initial_field(s.grid, s.init, s.walls, s.boundaries),
                             request);
    }
    PresetLibrary library_{{share_folder() / "assets" / "presets"}};
};

TEST_F(ShippedPreset, AllAreReadAndTested) {
    EXPECT_TRUE(library_.problems().empty());
    std::set<std::string> names;
    for (const Preset& preset : library_.presets())
        names.insert(preset.name);
    EXPECT_EQ(names, (std::set<std::string>{"beyond-the-textbook-bound", "cfd-step-7",
                                            "edge-of-stability", "float32-stagnation",
                                            "hot-pixel-at-a-quarter", "plug", "regain-control",
                                            "seeded-checkerboard", "smaller-than-it-looks"}));
}

TEST_F(ShippedPreset, EdgeOfStability) {
    EXPECT_FALSE(run(settings("edge-of-stability:0.24"), 300).first_overshoot_step);
    EXPECT_FALSE(run(settings("edge-of-stability:0.25"), 300).first_overshoot_step);
    const StabilityRun past = run(settings("edge-of-stability:0.26"), 100);
    EXPECT_TRUE(past.first_overshoot_step);
    EXPECT_NEAR(past.stability.steps_to_double_or_halve().value(), 9, 0.1);
}

TEST_F(ShippedPreset, HotPixelAtAQuarter) {
    const Settings s = settings("hot-pixel-at-a-quarter");
    EXPECT_FALSE(run(s, 200).first_overshoot_step);
    // A checkerboard all the same: after an odd step every second cell is 0.
    const auto simulation = make_cpu_simulation(s.grid);
    simulation->set_step_ratio(StepRatio::from(s.r));
    simulation->load(make_initial_field(s.grid, s.init, s.walls), 0);
    run_steps(*simulation, 5);
    const Field field = simulation->read_back();
    EXPECT_EQ(field.at(32, 32), 0);
    EXPECT_GT(field.at(32, 33), 0);
}

TEST_F(ShippedPreset, SeededCheckerboard) {
    const StabilityRun found = run(settings("seeded-checkerboard"), 100);
    EXPECT_NEAR(found.growth_measured.value() / found.growth_predicted.value(), 1, 1e-3);
    EXPECT_GT(*found.growth_predicted, 1);
}

/// Cells whose change has another sign in this step than in the one before, both above a hundredth.
int cells_in_turn(const Settings& s, std::int64_t step) {
    const auto simulation = make_cpu_simulation(s.grid, {.threads = 1});
    simulation->set_step_ratio(StepRatio::from(s.r));
    simulation->load(make_initial_field(s.grid, s.init, s.walls), 0);
    run_steps(*simulation, step - 2);
    Field fields[3];
    for (Field& field : fields) {
        field = simulation->read_back();
        run_steps(*simulation, 1);
    }
    int count = 0;
    for (int row = 0; row < s.grid.height; ++row) {
        for (int col = 0; col < s.grid.width; ++col) {
            const float before = fields[1].at(row, col) - fields[0].at(row, col);
            const float now = fields[2].at(row, col) - fields[1].at(row, col);
            count += before * now < 0 && std::abs(before) > 0.01f && std::abs(now) > 0.01f ? 1 : 0;
        }
    }
    return count;
}

TEST_F(ShippedPreset, Plug) {
    const Settings melts = settings("plug:1/8");
    const Settings in_turn = settings("plug:1/4");
    const Settings torn = settings("plug:0.3");
    EXPECT_EQ(cells_in_turn(melts, 5), 0);
    EXPECT_GT(cells_in_turn(in_turn, 5), 0);
    EXPECT_LT(cells_in_turn(in_turn, 5), 100);  // at the corners of 16 x 16 cells
    EXPECT_GT(cells_in_turn(torn, 30), 1000);
    EXPECT_FALSE(run(in_turn, 300).first_overshoot_step);
    EXPECT_LT(run(in_turn, 300).largest_magnitude, 0.5);
    EXPECT_TRUE(run(torn, 400).first_non_finite_step);
}

TEST_F(ShippedPreset, CfdStep7) {
    const Settings s = settings("cfd-step-7");
    // sigma dx dy / nu, with dx = dy = 2 / 30
    EXPECT_NEAR(s.time_step(), 0.25 * (2.0 / 30) * (2.0 / 30) / 0.05, 1e-12);
    EXPECT_EQ(StepRatio::from(s.r).value(), 0.25f);
    // 2 for 0.5 <= x, y <= 1 of [0, 2]: points 7 to 15 by the course's own slices.
    const Field start = make_initial_field(s.grid, s.init, s.walls);
    for (int row = 0; row < 31; ++row)
        for (int col = 0; col < 31; ++col)
            EXPECT_EQ(start.at(row, col),
                      row >= 7 && row <= 15 && col >= 7 && col <= 15 ? 2.0f : 1.0f);
    EXPECT_FALSE(run(s, 500).first_overshoot_step);
    const StabilityRun past = run(settings("cfd-step-7:0.3"), 500);
    EXPECT_LE(past.first_overshoot_step.value(), 10);
    EXPECT_TRUE(past.first_non_finite_step);
}

TEST_F(ShippedPreset, BeyondTheTextbookBound) {
    const StabilityRun fades = run(settings("beyond-the-textbook-bound:0.26"), 60);
    EXPECT_LT(fades.growth_measured.value(), 1);
    EXPECT_NEAR(fades.stability.bound.value(), 0.2630, 5e-5);
    EXPECT_GT(run(settings("beyond-the-textbook-bound:0.27"), 60).growth_measured.value(), 1);
}

TEST_F(ShippedPreset, RegainControl) {
    EXPECT_TRUE(library_.find("regain-control").first->runs);
    Settings opened;
    EXPECT_FALSE(starts_by_itself(library_, opened));
    opened.preset = "plug:1/8";
    EXPECT_FALSE(starts_by_itself(library_, opened));
    opened.preset = "regain-control";
    EXPECT_TRUE(starts_by_itself(library_, opened));
    opened.steps = 0;
    EXPECT_FALSE(starts_by_itself(library_, opened)) << "a number of steps was asked for";
    const Settings s = settings("regain-control");
    const auto simulation = make_cpu_simulation(s.grid);
    simulation->set_step_ratio(StepRatio::from(s.r));
    simulation->load(make_initial_field(s.grid, s.init, s.walls), 0);
    const auto after = [&](std::int64_t steps) {
        simulation->submit({.steps = steps, .publish = false, .statistics = true});
        simulation->wait();
        return simulation->poll()->statistics.value();
    };
    EXPECT_GT(after(40).maximum, 2);
    simulation->set_step_ratio(StepRatio::from(0.24));
    const FieldStatistics recovered = after(3000);
    EXPECT_EQ(recovered.non_finite_cells, 0);
    EXPECT_LT(recovered.maximum, 1);
    EXPECT_GT(recovered.minimum, -0.01);
}

TEST_F(ShippedPreset, Float32Stagnation) {
    const Settings s = settings("float32-stagnation");
    const auto simulation = make_cpu_simulation(s.grid, {.threads = 1});
    simulation->set_step_ratio(StepRatio::from(s.r));
    simulation->load(make_initial_field(s.grid, s.init, s.walls), 0);
    run_steps(*simulation, 100'000);
    const Field early = simulation->read_back();
    run_steps(*simulation, 1000);
    const Field late = simulation->read_back();
    EXPECT_FALSE(first_difference(late, early));
    EXPECT_GT(1 - *std::ranges::min_element(late.cells()), 1e-4);
}

TEST_F(ShippedPreset, SmallerThanItLooks) {
    const Settings s = settings("smaller-than-it-looks");
    EXPECT_EQ(s.steps, 400);
    EXPECT_NEAR(run(s, 400).largest_magnitude, 4.8316e9, 0.002e9);
    EXPECT_NEAR(std::pow(1.08, 400), 2.3e13, 0.1e13);
}

TEST_F(ShippedPreset, IsLoadedIntoARunningSessionAsOneChange) {
    auto library = std::make_shared<const PresetLibrary>(
        std::vector<fs::path>{share_folder() / "assets" / "presets"});
    Settings mine;
    mine.grid = {64, 64};
    mine.kernel = "wavefront";
    Session session(mine, hidden_stage_factory({BackendKind::cpu, 0, ""}), "", library);
    session.apply(command::LoadPreset{"edge-of-stability:0.26"});
    const Snapshot& loaded = session.snapshot();
    EXPECT_EQ(loaded.settings.grid, (GridSize{256, 256}));
    EXPECT_EQ(loaded.settings.r, 0.26);
    EXPECT_EQ(loaded.settings.preset, "edge-of-stability:0.26");
    EXPECT_EQ(loaded.settings.pacing.mode, PacingMode::steps_per_frame);
    EXPECT_EQ(loaded.settings.kernel, "wavefront");
    EXPECT_FALSE(loaded.running);
    EXPECT_EQ(loaded.stability.band, StabilityBand::unstable);
    session.apply(command::LoadPreset{"regain-control"});
    EXPECT_TRUE(session.snapshot().running);
    session.apply(command::LoadPreset{"no-such-thing"});
    EXPECT_EQ(session.snapshot().notice.value().kind, Notice::Kind::refused);
    EXPECT_EQ(session.snapshot().settings.preset, "regain-control");
    session.apply(command::SetInitialField{});
    EXPECT_EQ(session.snapshot().settings.preset, "");
}

}  // namespace
}  // namespace heatlab
