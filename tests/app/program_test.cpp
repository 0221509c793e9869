// The program itself, as a shell sees it: output, files, exit codes.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/app/program_fixture.h"

namespace heatlab {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

using Program = ProgramTest;

TEST_F(Program, ListsKernelsAsJsonAlone) {
    const Ran result = run("list kernels --json -");
    EXPECT_EQ(result.exit_code, 0);
    const json rows = json::parse(result.out);
    ASSERT_TRUE(rows.is_array());
    std::vector<std::string> names;
    for (const json& row : rows) {
        names.push_back(row.at("name"));
        EXPECT_TRUE(row.at("sentence").is_string());
        EXPECT_TRUE(row.at("backends").is_array());
        EXPECT_GE(row.at("dimensions"), 1);
        EXPECT_LE(row.at("dimensions"), 3);
        EXPECT_TRUE(row.at("dimensions").is_number_integer());
        EXPECT_TRUE(row.at("steps_per_launch").is_number_integer());
        EXPECT_TRUE(row.at("halo").is_number_integer());
        EXPECT_TRUE(row.at("reads_per_cell_per_launch").is_number());
        EXPECT_TRUE(row.at("writes_per_cell_per_launch").is_number());
    }
    for (const char* name : {"copy", "global", "tiled", "two_step", "texture"})
        EXPECT_NE(std::find(names.begin(), names.end(), name), names.end()) << name;
    EXPECT_EQ(file("err"), "");
}

TEST_F(Program, ListsInEveryForm) {
    for (const char* what : {"kernels", "devices", "inits", "colormaps"}) {
        const Ran plain = run(std::string("list ") + what);
        EXPECT_EQ(plain.exit_code, 0) << what;
        EXPECT_FALSE(plain.out.empty());
        const Ran written = run(std::string("list ") + what + " --json rows.json --csv rows.csv");
        EXPECT_EQ(written.exit_code, 0);
        EXPECT_EQ(written.out, "");
        const json rows = json::parse(file("rows.json"));
        ASSERT_GE(rows.size(), 1u);
        const std::string csv = file("rows.csv");
        EXPECT_GT(std::count(csv.begin(), csv.end(), '\n'), static_cast<long>(rows.size()));
    }
    EXPECT_GE(json::parse(run("list colormaps --json -").out).size(), 8u);
    EXPECT_EQ(json::parse(run("list inits --json -").out).size(), 9u);
}

TEST_F(Program, DevicesNameTheProcessor) {
    const json rows = json::parse(run("list devices --json -").out);
    const json& cpu = rows.back();
    EXPECT_EQ(cpu.at("backend"), "cpu");
    EXPECT_TRUE(cpu.at("usable"));
    EXPECT_FALSE(cpu.at("device").get<std::string>().empty());
    EXPECT_GT(cpu.at("threads").get<int>(), 0);
}

TEST_F(Program, BadArgumentsEndWithTwo) {
    for (const char* arguments : {"--r 2",
                                  "--grid 0",
                                  "list",
                                  "list nothing",
                                  "render",
                                  "check --backend gpu",
                                  "--colormap jet",
                                  "render --dump f.npy --kernel texture --backend cpu",
                                  "render --dump f.npy --file missing.npy",
                                  "render --dump f.npy --file .",
                                  "render --dump f.npy --colormap jet",
                                  "render --dump f.npy --grid 1e9x1e9",
                                  "render --dump f.npy --steps -1",
                                  "render --dump f.npy --r nan",
                                  "render --dump f.npy --grid 1000000x1000000 --backend cpu",
                                  "list kernels --json - --csv -",
                                  "render --out a.png --colormap jet --backend cpu",
                                  "render --out a.png --display interop --backend cpu",
                                  "render --video a.avi",
                                  "render --video missing/a.mp4",
                                  "render --video a.mp4 --out a.png",
                                  "render --out a.png --frames 3",
                                  "render --video a.mp4 --frames 0",
                                  "render --video a.mp4 --fps 0",
                                  "no-such-file.png",
                                  "rendr",
                                  ".",
                                  "render --state none.json --dump f.npy",
                                  "render --save-state s.txt",
                                  "--with-field"}) {
        const Ran result = run(arguments);
        EXPECT_EQ(result.exit_code, 2) << arguments;
        EXPECT_EQ(result.out, "") << arguments;
        EXPECT_FALSE(file("err").empty()) << arguments;
    }
}

TEST_F(Program, AStateAndAPictureBringTheirFieldBack) {
    const std::string begin = "render --backend cpu --grid 40x30 --init random --seed 3 --r 0.24 ";
    ASSERT_EQ(run(begin + "--steps 30 --dump a.npy --save-state s.json").exit_code, 0);
    ASSERT_EQ(run(begin + "--steps 50 --dump later.npy").exit_code, 0);
    ASSERT_EQ(run("render --backend cpu --state s.json --dump b.npy").exit_code, 0);
    EXPECT_EQ(file("b.npy"), file("a.npy"));
    EXPECT_NE(file("later.npy"), file("a.npy"));
    // What stands beside a state stands above it, and a field goes on from where it is.
    ASSERT_EQ(run("render --backend cpu --state s.json --steps 50 --dump b.npy").exit_code, 0);
    EXPECT_EQ(file("b.npy"), file("later.npy"));
    ASSERT_EQ(run("render --backend cpu --state s.json --save-state t.json --with-field").exit_code,
              0);
    EXPECT_EQ(file("t.npy"), file("a.npy"));
    ASSERT_EQ(run("render --backend cpu --state t.json --steps 20 --dump b.npy").exit_code, 0);
    EXPECT_EQ(file("b.npy"), file("later.npy"));
    EXPECT_EQ(run("render --state t.json --init sine --dump b.npy").exit_code, 2);
    EXPECT_NE(file("err").find("--init"), std::string::npos) << file("err");
}

TEST_F(Program, FilesThatCannotBeWrittenAreRefusedBeforeAnyWork) {
    fs::create_directories(folder_ / "folder");
    for (const auto& [arguments, argument] :
         {std::pair("list kernels --json missing/folder/rows.json", "--json"),
          std::pair("list kernels --csv missing/rows.csv", "--csv"),
          std::pair("check --backend cpu --json missing/check.json", "--json"),
          std::pair("render --backend cpu --grid 9 --dump missing/f.npy", "--dump"),
          std::pair("render --backend cpu --grid 9 --dump folder", "--dump"),
          std::pair("render --backend cpu --grid 9 --out missing/a.png", "--out"),
          std::pair("render --backend cpu --grid 9 --dump f.npy --json folder", "--json")}) {
        const Ran result = run(arguments);
        EXPECT_EQ(result.exit_code, 2) << arguments;
        EXPECT_EQ(result.out, "") << arguments;
        EXPECT_NE(file("err").find(argument), std::string::npos) << file("err");
        EXPECT_NE(file("err").find("folder"), std::string::npos) << file("err");
    }
    EXPECT_FALSE(fs::exists(folder_ / "f.npy"));
    // What only writing finds out: a full disk.
    EXPECT_EQ(run("list kernels --json /dev/full").exit_code, 1);
    EXPECT_EQ(run("render --backend cpu --grid 9 --dump /dev/full").exit_code, 1);
}

TEST_F(Program, CheckTellsWhatItRan) {
    const Ran result = run("check --backend cpu --json -");
    EXPECT_EQ(result.exit_code, 0) << file("err");
    const json report = json::parse(result.out);
    EXPECT_GT(report.at("cases").get<int>(), 1000);
    EXPECT_EQ(report.at("failed"), 0);
    EXPECT_EQ(report.at("backends"), json::array({"cpu"}));
    EXPECT_EQ(report.at("kernels"), json::array({"copy", "global", "tiled", "two_step", "wavefront",
                                                 "naive", "halo_tile"}));
    EXPECT_EQ(report.at("failures"), json::array());
    for (const char* key : {"device", "driver", "date"})
        EXPECT_FALSE(report.at(key).get<std::string>().empty()) << key;
    EXPECT_EQ(report.at("devices").at(0).at("device"), report.at("device"));
}

std::vector<float> npy_values(const std::string& bytes, const std::string& shape) {
    EXPECT_EQ(bytes.substr(0, 6), "\x93NUMPY");
    std::uint16_t length = 0;
    std::memcpy(&length, bytes.data() + 8, 2);
    const std::string header = bytes.substr(10, length);
    EXPECT_NE(header.find("'<f4'"), std::string::npos) << header;
    EXPECT_NE(header.find("'fortran_order': False"), std::string::npos) << header;
    EXPECT_NE(header.find(shape), std::string::npos) << header;
    std::vector<float> values((bytes.size() - 10 - length) / 4);
    std::memcpy(values.data(), bytes.data() + 10 + length, values.size() * 4);
    return values;
}

TEST_F(Program, DumpsTheFieldOfAHotPixel) {
    // One step of a hot cell of 1 in the middle: 1 - 4r there, r beside it.
    const Ran result =
        run("render --backend cpu --grid 5x7 --init hot-pixel --r 0.125 --steps 1 --dump f.npy");
    EXPECT_EQ(result.exit_code, 0) << file("err");
    const std::vector<float> values = npy_values(file("f.npy"), "(7, 5)");
    ASSERT_EQ(values.size(), 35u);
    const std::size_t centre = 3 * 5 + 2;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const bool beside =
            i == centre - 1 || i == centre + 1 || i == centre - 5 || i == centre + 5;
        EXPECT_EQ(values[i], i == centre ? 0.5f : beside ? 0.125f : 0.0f) << i;
    }
}

TEST_F(Program, StepZeroIsTheInitialField) {
    run("render --backend cpu --grid 5x5 --init hot-pixel --steps 0 --dump f.npy");
    const std::vector<float> values = npy_values(file("f.npy"), "(5, 5)");
    ASSERT_EQ(values.size(), 25u);
    for (std::size_t i = 0; i < values.size(); ++i)
        EXPECT_EQ(values[i], i == 12 ? 1.0f : 0.0f) << i;
}

TEST_F(Program, FiguresCarryDeviceDriverAndDate) {
    const Ran result = run("render --backend cpu --grid 64 --steps 500 --kernel two_step --json -");
    EXPECT_EQ(result.exit_code, 0) << file("err");
    const json figures = json::parse(result.out);
    for (const char* key : {"device", "driver", "date"})
        EXPECT_FALSE(figures.at(key).get<std::string>().empty()) << key;
    EXPECT_EQ(figures.at("step"), 500);
    EXPECT_EQ(figures.at("kernel"), "two_step");
    EXPECT_GT(figures.at("seconds_per_step").get<double>(), 0);
    EXPECT_GT(figures.at("copy_bytes_per_second").get<double>(), 0);
    EXPECT_EQ(figures.at("field_bytes_to_host"), 0);
}

TEST_F(Program, ARunThatOverflowsSaysWhere) {
    const Ran result =
        run("render --backend cpu --grid 33 --init random --r 1 --steps 1000 --json -");
    EXPECT_EQ(result.exit_code, 0);
    const json figures = json::parse(result.out);
    EXPECT_GT(figures.at("non_finite_step").get<int>(), 10);
    EXPECT_LT(figures.at("non_finite_step").get<int>(), 200);
    EXPECT_NE(file("err").find("of 1000"), std::string::npos) << file("err");
}

TEST_F(Program, RefusesToShareWithoutCuda) {
    const Ran result = run("render --out a.png --backend cpu --display staged");
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_NE(file("err").find("staged"), std::string::npos);
}

}  // namespace
}  // namespace heatlab
