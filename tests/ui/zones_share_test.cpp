// What the room "Ghost zones" saves, from the real processor's engine into files.

#include <fstream>
#include <nlohmann/json.hpp>

#include "sim/ghost/cell_text.h"
#include "sim/ghost/reference.h"
#include "tests/ui/share_fixture.h"

namespace heatlab {
namespace {

namespace fs = std::filesystem;

class ZonesShareTest : public ShareTest {
protected:
    ZonesShareTest() {
        settings_.zones.open = true;
        settings_.zones.application = "hotspot";
        settings_.zones.grid = GridSize{24, 20};
    }

    const ZoneState& zones() { return *snapshot().zones; }
    template <typename Holds>
    bool until(const Holds& holds) {
        for (int i = 0; i < 4000; ++i) {
            frames(1);
            if (snapshot().zones && holds())
                return true;
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        return false;
    }
    bool opened() {
        start(settings_);
        return until([&] { return zones().predicted() && zones().scene; });
    }

    Settings settings_ = small_settings();
};

TEST_F(ZonesShareTest, ATemperatureGoesInAndOut) {
    ghost::Problem problem = ghost::make_problem(ghost::find_application("hotspot"), {24, 20});
    std::vector<float> heat;
    for (int i = 0; i < 24 * 20; ++i)
        heat.push_back(300 + 0.125f * static_cast<float>(i % 37));
    problem.start = heat;
    ghost::write_cell_text(folder_ / "temp", problem.start);
    settings_.zones.files.start = folder_ / "temp";
    ASSERT_TRUE(opened());
    session().apply(command::RunSteps{7});
    ASSERT_TRUE(until([&] { return zones().scene->step == 7; }));
    state().share_wish = ui::ShareWish::save_cells;
    const Notice said = done();
    EXPECT_EQ(said.kind, Notice::Kind::done) << said.text;
    const fs::path file = folder_ / "heatlab-hotspot-24x20-step7-temperature.txt";
    EXPECT_NE(said.text.find(file.string()), std::string::npos) << said.text;
    EXPECT_EQ(ghost::Cells(ghost::read_cell_text("--temperature", file, {24, 20})),
              ghost::reference_after(problem, 7));
}

TEST_F(ZonesShareTest, AWindowThatClosesDoesNotWaitForCellsThatNeedAnotherFrame) {
    start(small_settings());
    session().apply(command::SetZones{settings_.zones});  // no frame lets the room compute
    state().share_wish = ui::ShareWish::save_cells;
    follow();
    const std::string problem = sharer_->finish();
    EXPECT_NE(problem.find("the window closed while they waited"), std::string::npos) << problem;
    EXPECT_TRUE(files().empty());
}

TEST_F(ZonesShareTest, TheChartsFiguresAreThoseOfTheState) {
    ASSERT_TRUE(opened());
    session().apply(command::MeasureZones{});
    ASSERT_TRUE(until([&] { return zones().measured() && zones().work == ZoneWork::nothing; }));
    const ghost::StudyRow row = zones().row;
    const auto saved = [&](ui::ExportWish::Form form, const char* name) {
        state().export_wish = ui::ExportWish{"zones", form, {}};
        const Notice said = done();
        EXPECT_EQ(said.kind, Notice::Kind::done) << said.text;
        std::ifstream stream(folder_ / name);
        EXPECT_TRUE(stream) << name;
        return std::string(std::istreambuf_iterator<char>(stream), {});
    };
    const std::string csv =
        saved(ui::ExportWish::Form::table, "heatlab-hotspot-24x20-step0-zones.csv");
    EXPECT_EQ(csv.substr(0, csv.find("\r\n")).find("k,expected_us_per_step,measured_us_per_step,"),
              0u)
        << csv;
    EXPECT_EQ(std::ranges::count(csv, '\n'),
              static_cast<std::ptrdiff_t>(row.candidates.size() + 1));
    const auto json = nlohmann::json::parse(
        saved(ui::ExportWish::Form::json, "heatlab-hotspot-24x20-step0-zones.json"));
    EXPECT_EQ(json.at("backend"), "cpu");
    ASSERT_EQ(json.at("rows").size(), 1u);
    const auto& of_row = json.at("rows").at(0);
    EXPECT_EQ(of_row.at("application"), "hotspot");
    EXPECT_EQ(of_row.at("grid"), "24x20");
    EXPECT_EQ(of_row.at("chosen_k"), row.chosen_steps);
    ASSERT_EQ(of_row.at("candidates").size(), row.candidates.size());
    for (std::size_t i = 0; i < row.candidates.size(); ++i)
        EXPECT_DOUBLE_EQ(of_row.at("candidates").at(i).at("us_per_step").get<double>(),
                         row.candidates[i].seconds_per_step() * 1e6);
}

}  // namespace
}  // namespace heatlab
