// `heatlab sectors`: what it takes and what it reports. What is counted is in tests/cuda.

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "app/commands/sectors_report.h"
#include "app/options.h"
#include "app/sectors_options.h"

namespace heatlab {
namespace {

using Json = nlohmann::ordered_json;

SectorsCommand parsed(const std::vector<std::string>& arguments) {
    std::ostringstream out;
    std::ostringstream err;
    const auto result = parse_command_line(arguments, out, err);
    EXPECT_EQ(err.str(), "");
    return std::get<SectorsCommand>(std::get<Invocation>(result));
}

std::string refused(const std::vector<std::string>& arguments) {
    std::ostringstream out;
    std::ostringstream err;
    const auto result = parse_command_line(arguments, out, err);
    const auto* finished = std::get_if<Finished>(&result);
    EXPECT_TRUE(finished != nullptr && finished->exit_code == 2);
    return err.str();
}

TEST(SectorsOptions, AreAllOptional) {
    const SectorsCommand none = parsed({"sectors"});
    EXPECT_FALSE(none.kernel || none.dimensions || none.grid || none.json || none.folder);
    EXPECT_EQ(none.device, 0);
    const SectorsCommand all =
        parsed({"sectors", "--kernel", "tiled", "--dimensions", "2", "--grid", "64x32", "--device",
                "1", "--json", "-", "--folder", "results"});
    EXPECT_EQ(all.kernel, "tiled");
    EXPECT_EQ(all.dimensions, 2);
    EXPECT_EQ(all.grid, (GridSize{64, 32}));
    EXPECT_EQ(all.device, 1);
    EXPECT_EQ(all.json, "-");
    EXPECT_EQ(all.folder, "results");
}

TEST(SectorsOptions, GiveTheGridItsDimensions) {
    EXPECT_EQ(parsed({"sectors", "--grid", "99", "--dimensions", "1"}).grid, GridSize::line(99));
    EXPECT_EQ(parsed({"sectors", "--grid", "99"}).grid, (GridSize{99, 99}));
    EXPECT_EQ(parsed({"sectors", "--grid", "99"}).dimensions, 2);
    EXPECT_EQ(parsed({"sectors", "--grid", "9x8x7"}).grid, GridSize::box(9, 8, 7));
    EXPECT_EQ(parsed({"sectors", "--grid", "9x8x7"}).dimensions, 3);
}

TEST(SectorsOptions, RefuseWhatThereIsNot) {
    EXPECT_NE(refused({"sectors", "--dimensions", "4"}).find("--dimensions"), std::string::npos);
    EXPECT_NE(refused({"sectors", "--grid", "0x3"}).find("--grid"), std::string::npos);
    EXPECT_NE(refused({"sectors", "--grid", "4x3", "--dimensions", "1"}).find("--grid"),
              std::string::npos);
    EXPECT_NE(refused({"sectors", "--grid", "4x3x2", "--dimensions", "2"}).find("three sides"),
              std::string::npos);
    EXPECT_NE(refused({"sectors", "--json", ""}).find("--json"), std::string::npos);
}

class SectorsReport : public testing::Test {
protected:
    SectorsReport() {
        count_.backend.kind = BackendKind::cuda;
        count_.backend.device = "A device";
        count_.backend.driver = "1.2";
        count_.launches = 1;
        count_.steps = 1;
        count_.sectors = 850'000;
        source_ = {850'000, "", 32'768};
    }

    Json json() const {
        return sectors_json(find_kernel("global", BackendKind::cuda), {1024, 1024}, count_,
                            source_);
    }

    SectorCount count_;
    SourceSectors source_;
};

TEST_F(SectorsReport, SaysWhatWasCountedWhereAndWhen) {
    const Json one = json();
    EXPECT_EQ(one.at("kernel"), "global");
    EXPECT_EQ(one.at("dimensions"), 2);
    EXPECT_EQ(one.at("cells"), 1 << 20);
    EXPECT_EQ(one.at("launches"), 1);
    EXPECT_EQ(one.at("sectors"), 850'000);
    EXPECT_EQ(one.at("expected_sectors"), 850'000);
    EXPECT_DOUBLE_EQ(one.at("sectors_per_warp").get<double>(), 850'000 / 32'768.0);
    EXPECT_DOUBLE_EQ(one.at("sectors_per_cell_and_step").get<double>(), 850'000 / 1'048'576.0);
    EXPECT_EQ(one.at("device"), "A device");
    EXPECT_EQ(one.at("driver"), "1.2");
    EXPECT_TRUE(one.contains("date"));
    EXPECT_TRUE(agrees_with_source(one));
    EXPECT_EQ(sectors_text({one}).find("not what the source says"), std::string::npos);
}

TEST_F(SectorsReport, TellsACountThatDiffers) {
    ++count_.sectors;
    const Json one = json();
    EXPECT_FALSE(agrees_with_source(one));
    EXPECT_NE(sectors_text({one}).find("global: the count is not what the source says."),
              std::string::npos);
}

TEST_F(SectorsReport, CountsOfSeveralLaunchesAndSteps) {
    count_.launches = 4;
    count_.steps = 8;
    count_.sectors *= 4;
    const Json one = json();
    EXPECT_TRUE(agrees_with_source(one));
    EXPECT_EQ(one.at("expected_sectors"), 3'400'000);
    EXPECT_DOUBLE_EQ(one.at("sectors_per_warp").get<double>(), 850'000 / 32'768.0);
    EXPECT_DOUBLE_EQ(one.at("sectors_per_cell_and_step").get<double>(),
                     3'400'000 / (8 * 1'048'576.0));
}

TEST_F(SectorsReport, SaysWhyTheSourceDoesNotDecide) {
    source_ = {std::nullopt, "Nobody knows.", std::nullopt};
    const Json one = json();
    EXPECT_TRUE(one.at("expected_sectors").is_null());
    EXPECT_TRUE(one.at("sectors_per_warp").is_null());
    EXPECT_TRUE(agrees_with_source(one));
    const std::string text = sectors_text({one});
    EXPECT_NE(text.find("global: Nobody knows.\n"), std::string::npos);
    EXPECT_NE(text.find("neither L2 traffic nor bytes of device memory"), std::string::npos);
}

}  // namespace
}  // namespace heatlab
