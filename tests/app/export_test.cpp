// What is handed to other programs: tables and pictures of the field.

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <set>

#include "app/export/field_picture.h"
#include "app/export/plot_tables.h"
#include "app/share_folder.h"
#include "sim/io/png_file.h"

namespace heatlab {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

TEST(Table, IsWrittenWithItsHeadAndEndsOfLines) {
    const Table table{{"step", "max"}, {{"0", cell_text(0.1)}, {"1", cell_text(HUGE_VAL)}}};
    EXPECT_EQ(csv_of(table), "step,max\r\n0,0.1\r\n1,\r\n");
    EXPECT_EQ(cell_text(std::optional<std::int64_t>()), "");
    EXPECT_EQ(cell_text(std::optional<std::int64_t>(12)), "12");
}

TEST(PlotTables, HaveTheirColumnsBeforeAnythingWasMeasured) {
    std::set<std::string_view> names;
    for (const ExportedPlot& plot : exported_plots()) {
        const Table table = plot.table(Snapshot{});
        EXPECT_TRUE(table.empty()) << plot.name;
        EXPECT_FALSE(plot.measured(Snapshot{})) << plot.name;
        EXPECT_GE(table.columns.size(), 2u) << plot.name;
        EXPECT_TRUE(names.insert(plot.name).second);
    }
}

TEST(PlotTables, HoldWhatIsDrawn) {
    Snapshot snapshot;
    snapshot.settings.r = 0.2;
    auto traces = std::make_shared<Traces>();
    traces->points.push_back({7, true, 0.5, 2, -1, 2, 0.25});
    snapshot.laboratory.traces = traces;
    auto spectrum = std::make_shared<Spectrum>();
    spectrum->amplitude.assign(Spectrum::bins * Spectrum::bins, 0);
    spectrum->amplitude.back() = 0.125f;
    snapshot.laboratory.spectrum = spectrum;
    snapshot.timings.history_us_per_step = {3, 4};
    SizeSweepState sizes;
    sizes.kernels.push_back({&default_kernel(), {{125, 0.0078125}}});
    snapshot.sizes = std::make_shared<SizeSweepState>(sizes);
    ComparedViewState view;
    view.kernel = &default_kernel();
    view.step = 9;
    snapshot.comparison.views = {view, view};
    const auto rows = [&](std::string_view name) {
        for (const ExportedPlot& plot : exported_plots())
            if (plot.name == name) {
                EXPECT_EQ(plot.measured(snapshot), !plot.table(snapshot).empty()) << name;
                return plot.table(snapshot).rows;
            }
        return decltype(Table::rows)();
    };
    using Row = std::vector<std::string>;
    EXPECT_EQ(rows("growth"), (std::vector<Row>{{"7", "0.5", "2", "-1", "2", "0.25"}}));
    ASSERT_EQ(rows("spectrum").size(), 1u);
    // The shortest wave: |g| of the checkerboard at r = 0.2 is 0.6, its bin's middle a little less.
    EXPECT_NEAR(std::stod(rows("spectrum")[0][2]), -0.6, 0.002);
    EXPECT_EQ(rows("timings")[1], (Row{"2", "4"}));
    EXPECT_EQ(rows("sizes")[0], (Row{"tiled", "125", "7812.5", "0.002"}));
    EXPECT_EQ(rows("race")[1], (Row{"B", "tiled", "9", "", ""}));
}

class FieldPictureTest : public testing::Test {
protected:
    FieldPictureTest() : field_({4, 2}) {
        const float values[] = {-1, 0, 1, 3, nan, HUGE_VALF, 2, -HUGE_VALF};
        std::copy(std::begin(values), std::end(values), field_.cells().begin());
    }
    std::filesystem::path file_ =
        std::filesystem::path(testing::TempDir()) / "heatlab-field-picture.png";
    Field field_;
};

TEST_F(FieldPictureTest, RangeIsTheUsersOrThatOfTheFiniteValues) {
    EXPECT_EQ(picture_range(field_, {}), (PictureRange{-1, 3}));
    EXPECT_EQ(picture_range(field_, {RangeMode::symmetric, 0, 1}), (PictureRange{-3, 3}));
    EXPECT_EQ(picture_range(field_, {RangeMode::locked, 0.5, 0.75}), (PictureRange{0.5, 0.75}));
    EXPECT_EQ(picture_range(Field({3, 3}, 5.0f), {}), (PictureRange{5, 10}));
    EXPECT_EQ(picture_range(Field({3, 3}, nan), {}), (PictureRange{0, 1}));
    EXPECT_EQ(picture_range(Field({3, 3}, 0.0f), {RangeMode::symmetric, 0, 1}),
              (PictureRange{-1, 1}));
}

TEST_F(FieldPictureTest, GreyIsLinearAndLeavesOutWhatIsNoNumber) {
    const GreyImage image = grey_picture(field_, {-1, 3});
    ASSERT_TRUE(image.with_alpha);
    const std::vector<std::uint16_t> first(image.samples.begin(), image.samples.begin() + 8);
    EXPECT_EQ(first,
              (std::vector<std::uint16_t>{0, 65535, 16384, 65535, 32768, 65535, 65535, 65535}));
    EXPECT_EQ(image.samples[9], 0);   // NaN
    EXPECT_EQ(image.samples[11], 0);  // infinity
    EXPECT_EQ(image.samples[13], 65535);
    EXPECT_FALSE(grey_picture(Field({2, 2}), {0, 1}).with_alpha);
}

// Read by another reader, which takes 16 bits as they are.
TEST_F(FieldPictureTest, SixteenBitsArriveInTheFile) {
    Field ramp({257, 3});
    for (int row = 0; row < 3; ++row)
        for (int col = 0; col < 257; ++col)
            ramp.at(row, col) = static_cast<float>(257 * col + row) / 65794.0f;
    write_png(file_, grey_picture(ramp, {0, 1}), {range_text({0, 1})});
    const GreyPicture read = read_grey_png(file_);
    ASSERT_EQ(read.pixels.size(), ramp.cells().size());
    for (std::size_t i = 0; i < read.pixels.size(); ++i)
        ASSERT_NEAR(read.pixels[i], ramp.cells()[i], 0.51 / 65535) << i;
    EXPECT_EQ(range_text({0, 1}).second, "values from 0 to 1");
}

TEST_F(FieldPictureTest, ColoursAreTheMaps) {
    const ColorMapLibrary library(share_folder());
    const ColorMap& map = library.default_map();
    const Image image = coloured_picture(field_, map, {-1, 3});
    const auto pixel = [&](int x, int y) {
        const std::uint8_t* p = image.pixel(x, y);
        return std::pair(Rgb{p[0], p[1], p[2]}, int{p[3]});
    };
    EXPECT_EQ(pixel(0, 0), std::pair(map.table.front(), 255));
    EXPECT_EQ(pixel(3, 0), std::pair(map.table.back(), 255));
    EXPECT_EQ(pixel(2, 0).first, map.sample(0.5f));
    EXPECT_EQ(pixel(0, 1).second, 0);
    EXPECT_EQ(pixel(1, 1).second, 0);
}

}  // namespace
}  // namespace heatlab
