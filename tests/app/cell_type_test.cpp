// Cells of float64 in a session: chosen, run, refused where they do not exist, shared and brought
// back.

#include "sim/any_field.h"
#include "sim/compare.h"
#include "sim/errors.h"
#include "sim/reference.h"
#include "tests/app/sharing_fixture.h"

namespace heatlab {
namespace {

constexpr CellType float64 = CellType::float64;

class CellTypeTest : public SharingTest {
protected:
    static Session session_of(Settings settings) {
        settings.backend = BackendChoice::cpu;
        return {std::move(settings), hidden_stage_factory({BackendKind::cpu, 0, ""}), ""};
    }
    static Settings wide_settings() {
        Settings settings;
        settings.grid = {48, 36};
        settings.type = float64;
        settings.r = 0.1;
        settings.kernel = "global";
        settings.walls = Walls{.top = 0.1, .right = 0.3};
        return settings;
    }
    static Field64 field_of(Session& session) { return session.simulation().read_back_float64(); }
    static std::string refusal_of(const std::vector<std::string>& arguments) {
        std::ostringstream out;
        std::ostringstream err;
        const auto parsed = parse_command_line(arguments, out, err);
        return std::holds_alternative<Finished>(parsed) ? err.str() : "";
    }
};

TEST_F(CellTypeTest, ASessionRunsInDoublePrecision) {
    Session session = session_of(wide_settings());
    EXPECT_EQ(session.simulation().cell_type(), float64);
    session.apply(command::RunSteps{30});
    session.finish();
    const Settings& settings = session.snapshot().settings;
    const Field64 start = make_initial_field<double>(settings.grid, settings.init, settings.walls);
    EXPECT_EQ(start.at(0, 5), 0.1);
    EXPECT_FALSE(first_difference(
        field_of(session), advance_cell_by_cell(start, StepRatio::from(0.1, 2, float64), 30)));
    EXPECT_EQ(session.snapshot().memory_bytes,
              simulation_bytes(settings.grid, BackendKind::cpu, float64));
    for (const KernelFigures& row : session.snapshot().kernels)
        EXPECT_TRUE(row.kernel->runs_on(BackendKind::cpu, float64)) << row.kernel->name;
    EXPECT_EQ(session.snapshot().kernels.size(), 4u);
}

TEST_F(CellTypeTest, SwitchingItStartsAnewAndTheKernelGivesWay) {
    Settings settings = wide_settings();
    settings.type = CellType::float32;
    settings.kernel = "wavefront";
    Session session = session_of(settings);
    session.apply(command::RunSteps{10});
    session.finish();
    session.apply(command::SetCellType{float64});
    EXPECT_EQ(session.snapshot().settings.type, float64);
    EXPECT_EQ(session.simulation().cell_type(), float64);
    EXPECT_EQ(session.snapshot().step, 0);
    EXPECT_EQ(session.snapshot().settings.kernel, "tiled");
    ASSERT_TRUE(session.snapshot().notice);
    EXPECT_EQ(session.snapshot().notice->title, "The kernel is tiled now");
    session.apply(command::SetKernel{"wavefront"});
    EXPECT_EQ(session.snapshot().settings.kernel, "tiled") << "refused";
    // r and its rounding go along; another grid keeps the type, other dimensions do not have it.
    session.apply(command::SetStepRatio{0.2});
    session.apply(command::SetGrid{{40, 30}});
    session.apply(command::RunSteps{5});
    session.finish();
    const Settings& now = session.snapshot().settings;
    EXPECT_EQ(now.type, float64);
    EXPECT_FALSE(first_difference(
        field_of(session),
        advance_cell_by_cell(make_initial_field<double>(now.grid, now.init, now.walls),
                             StepRatio::from(0.2, 2, float64), 5)));
    session.apply(command::SetGrid{GridSize::line(100)});
    EXPECT_EQ(session.snapshot().settings.type, CellType::float32);
}

// Beyond float32's range the field goes on, many steps at a time, to the step at which a plain
// search finds the first cell that is no number.
TEST_F(CellTypeTest, AnUnstableRunEndsWhereFloat64Does) {
    Settings settings = wide_settings();
    settings.walls.reset();
    settings.init.name = "random";
    settings.r = 0.3;
    settings.pacing = {PacingMode::steps_per_frame};
    settings.pacing.steps_per_frame = 100;
    const StepRatio r = StepRatio::from(settings.r, 2, float64);
    Field64 field = make_initial_field<double>(settings.grid, settings.init, settings.walls);
    std::int64_t expected = 0;
    do {
        field = advance_cell_by_cell(field, r, 1);
        ++expected;
    } while (std::ranges::all_of(field.cells(), [](double u) { return std::isfinite(u); }));
    EXPECT_GT(expected, 1500) << "float32 ends after an eighth of that";

    Session session = session_of(settings);
    session.apply(command::Play{});
    int batches = 0;
    std::int64_t before = 0;
    for (int frame = 0; frame < 20'000 && !session.snapshot().non_finite_step; ++frame) {
        session.begin_frame(frame / 60.0);
        session.end_frame({}, {});
        session.simulation().wait();
        batches += session.snapshot().step != before;
        before = session.snapshot().step;
    }
    ASSERT_TRUE(session.snapshot().non_finite_step);
    EXPECT_EQ(*session.snapshot().non_finite_step, expected);
    EXPECT_LT(batches, expected / 4) << "one step at a time only where it may overflow";
    ASSERT_TRUE(session.snapshot().notice);
    const Notice& notice = *session.snapshot().notice;
    EXPECT_NE(notice.title.find("left the range of float64"), std::string::npos) << notice.title;
    EXPECT_NE(notice.text.find("4.5e307"), std::string::npos) << notice.text;
}

TEST_F(CellTypeTest, RefiningAndComparingKeepIt) {
    Session session = session_of(wide_settings());
    session.apply(command::RunSteps{3});
    session.finish();
    session.apply(command::RefineGrid{2});
    EXPECT_EQ(session.snapshot().settings.grid, (GridSize{96, 72}));
    EXPECT_EQ(session.simulation().cell_type(), float64);
    ComparisonSetting comparison;
    comparison.open = true;
    comparison.others = {{"two_step"}};
    session.apply(command::SetComparison{comparison});
    session.apply(command::RunSteps{9});
    session.finish();
    ASSERT_EQ(session.simulations().size(), 2u);
    EXPECT_EQ(session.simulations()[1]->cell_type(), float64);
    EXPECT_FALSE(
        first_difference(field_of(session), session.simulations()[1]->read_back_float64()));
    comparison.others = {{"wavefront"}};
    session.apply(command::SetComparison{comparison});
    EXPECT_EQ(session.snapshot().settings.comparison.others.front().kernel, "two_step");
}

TEST_F(CellTypeTest, AStateBringsTheFieldBackToTheBit) {
    Session session = session_of(wide_settings());
    session.apply(command::RunSteps{20});
    session.finish();
    write_state(file("moment.json"), state_to_save(session, true));
    EXPECT_NE(content(file("moment.json")).find("\"type\": \"float64\""), std::string::npos);
    EXPECT_NE(content(file("moment.npy")).find("'<f8'"), std::string::npos);
    const SharedState state = read_state(file("moment.json"));
    EXPECT_EQ(state.settings.type, float64);
    Session other = session_of(Settings{});
    other.apply(brought_back(state));
    EXPECT_EQ(other.simulation().cell_type(), float64);
    EXPECT_EQ(other.simulation().step(), 20);
    EXPECT_FALSE(first_difference(field_of(other), field_of(session)));
    // As a command too, which gives the same field by its steps.
    const std::string line =
        command_text(shared_state(session.snapshot()), *session.snapshot().presets);
    EXPECT_NE(line.find(" --type float64 "), std::string::npos) << line;
}

TEST_F(CellTypeTest, OptionsSayWhatExists) {
    std::ostringstream out;
    const auto parsed = parse_command_line({"--type", "float64", "--kernel", "global"}, out, out);
    EXPECT_EQ(std::get<WindowCommand>(std::get<Invocation>(parsed)).settings.type, float64);
    EXPECT_NE(refusal_of({"--type", "double"}).find("are float32, float64"), std::string::npos);
    EXPECT_NE(
        refusal_of({"--type", "float64", "--grid", "8x8x8"}).find("--type float64: exists for"),
        std::string::npos);
    EXPECT_NE(refusal_of({"--type", "float64", "--kernel", "resident"})
                  .find("the kernels that do are copy, global, vector, tiled, two_step, wavefront"),
              std::string::npos);
    EXPECT_NE(refusal_of({"--type", "float64", "--host-copies", "every_step"})
                  .find("never is allowed with --type float64"),
              std::string::npos);
    const auto check = parse_command_line({"check", "--type", "float64"}, out, out);
    EXPECT_EQ(std::get<CheckCommand>(std::get<Invocation>(check)).type, float64);
    const auto bench = parse_command_line({"bench", "--type", "float64"}, out, out);
    EXPECT_EQ(std::get<BenchCommand>(std::get<Invocation>(bench)).type, float64);
}

}  // namespace
}  // namespace heatlab
