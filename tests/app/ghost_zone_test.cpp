// `heatlab ghost-zone`: what it takes and what it reports. The study itself is in tests/sim/ghost.

#include <gtest/gtest.h>

#include <sstream>

#include "app/commands/ghost_zone_report.h"
#include "app/commands/list_tables.h"
#include "app/ghost_zone_options.h"
#include "app/options.h"

namespace heatlab {
namespace {

using ghost::StudyResult;
using ghost::StudyRow;
using Json = nlohmann::ordered_json;

GhostZoneCommand parsed(const std::vector<std::string>& options) {
    std::vector<std::string> arguments = {"ghost-zone"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    std::ostringstream out;
    std::ostringstream err;
    const auto result = parse_command_line(arguments, out, err);
    EXPECT_EQ(err.str(), "");
    return std::get<GhostZoneCommand>(std::get<Invocation>(result));
}

std::string refused(const std::vector<std::string>& options) {
    std::vector<std::string> arguments = {"ghost-zone"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    std::ostringstream out;
    std::ostringstream err;
    const auto result = parse_command_line(arguments, out, err);
    const auto* finished = std::get_if<Finished>(&result);
    EXPECT_TRUE(finished != nullptr && finished->exit_code == 2);
    return err.str();
}

bool says(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

TEST(GhostZoneOptions, MeanAllApplicationsUnlessToldOtherwise) {
    for (const auto& command : {parsed({}), parsed({"--app", "all"})}) {
        EXPECT_EQ(command.parts.size(), ghost::application_table().size());
        EXPECT_TRUE(command.parts.front().grids.empty());
        EXPECT_FALSE(command.parts.front().tile || command.json || command.source_steps);
        EXPECT_EQ(command.rounds, std::nullopt);
    }
}

TEST(GhostZoneOptions, ReadGridsAndTileInTheApplicationsDimensions) {
    const auto command =
        parsed({"--app", "hotspot,heat2d", "--grid", "512,300x200", "--tile", "64x32", "--backend",
                "cpu", "--seed", "7", "--rounds", "1", "--divide-time-step", "4", "--json", "-"});
    ASSERT_EQ(command.parts.size(), 2u);
    EXPECT_EQ(command.parts[0].application->name, "hotspot");
    EXPECT_EQ(command.parts[1].application->name, "heat2d");
    for (const auto& part : command.parts) {
        EXPECT_EQ(part.grids, (std::vector<GridSize>{{512, 512}, {300, 200}}));
        EXPECT_EQ(part.tile, (ghost::TileShape{64, 32, 1}));
    }
    EXPECT_EQ(command.backend, BackendChoice::cpu);
    EXPECT_EQ(command.seed, 7u);
    EXPECT_EQ(command.rounds, 1);
    EXPECT_EQ(command.time_division, 4);
    EXPECT_EQ(command.json, "-");
    const auto other = parsed({"--app", "pathfinder,cell", "--grid", "99", "--tile", "16"});
    EXPECT_EQ(other.parts[0].grids.front(), GridSize::line(99));
    EXPECT_EQ(other.parts[0].tile, (ghost::TileShape{16, 1, 1}));
    EXPECT_EQ(other.parts[1].grids.front(), GridSize::box(99, 99, 99));
    EXPECT_EQ(other.parts[1].tile, (ghost::TileShape{16, 16, 16}));
}

TEST(GhostZoneOptions, RefuseWhatThereIsNot) {
    const std::string unknown = refused({"--app", "lifegame"});
    EXPECT_TRUE(says(unknown, "--app lifegame: ")) << unknown;
    EXPECT_TRUE(says(unknown, "pathfinder")) << unknown;
    EXPECT_TRUE(says(refused({"--app", "pathfinder", "--grid", "64x64"}), "--grid 64x64: "));
    EXPECT_TRUE(says(refused({"--app", "heat2d", "--grid", "4x4x4"}),
                     "--grid 4x4x4: heat2d has two dimensions"));
    EXPECT_TRUE(says(refused({"--grid", "64x64"}), "--grid 64x64")) << "not all have two";
    EXPECT_TRUE(says(refused({"--app", "heat2d", "--tile", "4x4x4"}),
                     "--tile 4x4x4: heat2d has two dimensions"));
    for (const char* option : {"--rounds", "--source", "--seed", "--divide-time-step"})
        EXPECT_TRUE(says(refused({"--app", "cell", option, "-1"}), std::string(option) + " -1"));
    EXPECT_TRUE(says(refused({"--source", "2"}), "--app NAME is needed"));
}

TEST(GhostZoneOptions, TakeFilesForHotSpotAlone) {
    EXPECT_TRUE(
        says(refused({"--app", "cell", "--grid", "8", "--temperature", "t", "--power", "p"}),
             "--temperature t: needs --app hotspot"));
    EXPECT_TRUE(says(refused({"--app", "hotspot,heat2d", "--grid", "8", "--power", "p"}),
                     "--power p: needs --app hotspot"));
    for (const char* grids : {"8,9", ""})
        EXPECT_TRUE(says(refused({"--app", "hotspot", "--temperature", "t", "--power", "p",
                                  *grids ? "--grid" : "--rounds", *grids ? grids : "1"}),
                         "--grid"));
    const auto command =
        parsed({"--app", "hotspot", "--grid", "8x9", "--temperature", "t", "--power", "p"});
    EXPECT_EQ(command.temperature, "t");
    EXPECT_EQ(command.power, "p");
    const auto one = parsed({"--app", "hotspot", "--grid", "8x9", "--power", "p"});
    EXPECT_FALSE(one.temperature);
    EXPECT_EQ(one.power, "p");
}

TEST(GhostZoneOptions, RunOneApplicationOnOneGrid) {
    const auto command =
        parsed({"--app", "cell", "--grid", "8", "--steps", "100", "--out", "cells"});
    EXPECT_EQ(command.steps, 100);
    EXPECT_EQ(command.out, "cells");
    EXPECT_TRUE(says(refused({"--app", "cell", "--grid", "8", "--steps", "1"}), "needs --out"));
    EXPECT_TRUE(says(refused({"--app", "cell", "--grid", "8", "--out", "f"}), "needs --steps"));
    EXPECT_TRUE(says(refused({"--app", "cell", "--steps", "1", "--out", "f"}), "--grid"));
    EXPECT_TRUE(says(refused({"--grid", "8", "--steps", "1", "--out", "f"}), "--app"));
}

TEST(GhostZoneOptions, AreToldByHelp) {
    std::ostringstream out;
    std::ostringstream err;
    parse_command_line({"ghost-zone", "--help"}, out, err);
    for (const ghost::Application& application : ghost::application_table())
        EXPECT_TRUE(says(out.str(), std::string(application.name))) << out.str();
    EXPECT_TRUE(says(out.str(), "--tile"));
}

TEST(GhostZoneList, HasEveryApplication) {
    const Json rows = list_rows(ListCommand::What::applications);
    ASSERT_EQ(rows.size(), ghost::application_table().size());
    const std::string text = plain_text(ListCommand::What::applications, rows);
    for (const ghost::Application& application : ghost::application_table())
        EXPECT_TRUE(says(text, std::string(application.name) + " ")) << text;
    EXPECT_EQ(csv_text(rows).substr(0, 11), "name,title,");
}

/// Of k = 1, 2, 3, with the given microseconds a step; half as much was expected.
StudyRow row_of(GridSize grid, int chosen, const std::vector<double>& microseconds) {
    StudyRow row{&ghost::find_application("heat2d"), grid, {64, 32, 1}, 1, chosen, {}};
    for (int k = 1; const double us : microseconds) {
        const double seconds = us * k * 1e-6;
        row.candidates.push_back(
            {{k, {{"launch", "", seconds / 8}, {"computing", "", seconds * 3 / 8}}}, seconds, {}});
        ++k;
    }
    return row;
}

StudyResult two_rows() {
    StudyResult study;
    study.rows = {row_of({512, 300}, 2, {4, 2, 3}), row_of({99, 77}, 3, {4, 1, 1.25})};
    study.calibrations = {{study.rows[0].application, study.rows[0].tile, 0.025},
                          {study.rows[0].application, study.rows[0].tile, 0.015}};
    return study;
}

BackendInfo some_device() {
    BackendInfo info;
    info.kind = BackendKind::cuda;
    info.device = "A device";
    info.driver = "12.3";
    return info;
}

TEST(GhostZoneReport, HasTheFiguresOfEveryRow) {
    const Json report = ghost_zone_json(some_device(), two_rows());
    EXPECT_EQ(report.at("device"), "A device");
    EXPECT_EQ(report.at("driver"), "12.3");
    EXPECT_EQ(report.at("backend"), "cuda");
    EXPECT_TRUE(report.at("date").is_string());
    EXPECT_DOUBLE_EQ(report.at("calibration_ms"), 25);
    EXPECT_FALSE(report.at("pass").get<bool>());
    const Json& first = report.at("rows").at(0);
    EXPECT_EQ(first.at("application"), "heat2d");
    EXPECT_EQ(first.at("grid"), "512x300");
    EXPECT_EQ(first.at("tile"), "64x32");
    EXPECT_EQ(first.at("best_k"), 2);
    EXPECT_EQ(first.at("chosen_k"), 2);
    EXPECT_DOUBLE_EQ(first.at("best_speedup"), 2);
    EXPECT_DOUBLE_EQ(first.at("chosen_speedup"), 2);
    EXPECT_DOUBLE_EQ(first.at("attained"), 1);
    EXPECT_EQ(first.at("constant_k"), 2);
    EXPECT_DOUBLE_EQ(first.at("attained_constant_k"), 1);
    EXPECT_DOUBLE_EQ(first.at("model_error"), 0.5);
    EXPECT_TRUE(first.at("pass").get<bool>());
    const Json& second = report.at("rows").at(1);
    EXPECT_EQ(second.at("best_k"), 2);
    EXPECT_EQ(second.at("chosen_k"), 3);
    EXPECT_DOUBLE_EQ(second.at("attained"), 0.8);
    EXPECT_DOUBLE_EQ(second.at("attained_constant_k"), 1);
    EXPECT_FALSE(second.at("pass").get<bool>());
    EXPECT_DOUBLE_EQ(report.at("attained_minimum"), 0.8);
    EXPECT_DOUBLE_EQ(report.at("attained_median"), 0.9);
}

TEST(GhostZoneReport, HasTimesAndTermsOfEveryKForPlots) {
    const Json report = ghost_zone_json(some_device(), two_rows());
    const Json& third = report.at("rows").at(0).at("candidates").at(2);
    EXPECT_EQ(third.at("k"), 3);
    EXPECT_DOUBLE_EQ(third.at("us_per_step"), 3);
    EXPECT_DOUBLE_EQ(third.at("predicted_us_per_step"), 1.5);
    EXPECT_DOUBLE_EQ(third.at("predicted_terms_us_per_step").at("launch"), 0.375);
    EXPECT_DOUBLE_EQ(third.at("predicted_terms_us_per_step").at("computing"), 1.125);
}

TEST(GhostZoneReport, PutsTheLeastFirst) {
    const std::string text = ghost_zone_text(ghost_zone_json(some_device(), two_rows()));
    EXPECT_TRUE(says(text,
                     "attains at least 80.0 % of the best one's speed (heat2d in 64x32 on "
                     "99x77), median 90.0 %"))
        << text;
    EXPECT_TRUE(says(text, "known only afterwards: at least 100.0 %")) << text;
    EXPECT_TRUE(says(text, "fails")) << text;
}

TEST(GhostZoneReport, AMismatchIsNoFootnote) {
    StudyResult study = two_rows();
    study.rows[0].candidates[1].seconds = 0;
    study.rows[0].candidates[1].mismatch = "cell 3 of row 1 is 2 instead of 1 after 5 steps";
    const Json report = ghost_zone_json(some_device(), study);
    EXPECT_FALSE(report.at("rows").at(0).at("pass").get<bool>());
    EXPECT_TRUE(report.at("rows").at(0).at("attained").is_null()) << "the chosen k was not timed";
    EXPECT_TRUE(report.at("rows").at(0).at("candidates").at(1).at("us_per_step").is_null());
    EXPECT_EQ(report.at("attained_minimum"), 0);
    const std::string text = ghost_zone_text(report);
    EXPECT_TRUE(says(text,
                     "heat2d in 64x32 on 512x300, k = 2, differs from the reference: cell 3 "
                     "of row 1 is 2 instead of 1 after 5 steps."))
        << text;
    EXPECT_TRUE(says(text, "at least 0.0 %")) << text;
}

TEST(GhostZoneReport, SaysWhereATimeStepWasDivided) {
    StudyResult study = two_rows();
    study.rows[1].time_division = 3;
    EXPECT_TRUE(says(ghost_zone_text(ghost_zone_json(some_device(), study)),
                     "heat2d on 99x77: the time step is 1/3 of its own"));
}

}  // namespace
}  // namespace heatlab
