#include <algorithm>
#include <cmath>
#include <limits>

#include "sim/cpu/cpu_simulation.h"
#include "sim/statistics.h"
#include "tests/sim/cpu_test_support.h"

namespace heatlab {
namespace {

using test::random_field;
using test::run;
using test::simulation_of;

constexpr float nan_value = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

/// |sum of (-1)^(i+j) w u| / 16 with w the outer product of (1, 2, 1), in double; 0 on the ring,
/// and where a neighbour is not finite.
double checkerboard_component(const Field& field, int row, int col) {
    const GridSize size = field.size();
    if (row < 1 || col < 1 || row >= size.height - 1 || col >= size.width - 1)
        return 0;
    constexpr double weight[3] = {1, 2, 1};
    double sum = 0;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            sum += ((i + j) % 2 == 0 ? 1 : -1) * weight[i] * weight[j] *
                   field.at(row + i - 1, col + j - 1);
        }
    }
    return std::isfinite(sum) ? std::abs(sum) / 16 : 0;
}

struct NaiveTexel {
    double mean = 0;
    double minimum = 0;
    double maximum = 0;
    double alternating = 0;
    bool any_finite = false;
};

NaiveTexel naive_texel(const Field& field, const CellRect& cells) {
    NaiveTexel texel;
    double sum = 0;
    int count = 0;
    for (int row = cells.row; row < cells.row + cells.height; ++row) {
        for (int col = cells.col; col < cells.col + cells.width; ++col) {
            const double u = field.at(row, col);
            sum += u;
            ++count;
            texel.alternating =
                std::max(texel.alternating, checkerboard_component(field, row, col));
            if (!std::isfinite(u))
                continue;
            texel.minimum = texel.any_finite ? std::min(texel.minimum, u) : u;
            texel.maximum = texel.any_finite ? std::max(texel.maximum, u) : u;
            texel.any_finite = true;
        }
    }
    texel.mean = sum / count;
    return texel;
}

void expect_picture(const FieldPicture& picture, const Field& field) {
    for (int row = 0; row < picture.height; ++row) {
        for (int col = 0; col < picture.width; ++col) {
            SCOPED_TRACE("texel row " + std::to_string(row) + " col " + std::to_string(col));
            const int b = picture.block;
            CellRect cells{picture.cells.col + col * b, picture.cells.row + row * b, b, b};
            cells.width = std::min(b, picture.cells.col + picture.cells.width - cells.col);
            cells.height = std::min(b, picture.cells.row + picture.cells.height - cells.row);
            const NaiveTexel expected = naive_texel(field, cells);
            const float* texel =
                &picture.texels[static_cast<std::size_t>(row * picture.width + col) * 4];
            if (std::isfinite(expected.mean)) {
                ASSERT_NEAR(texel[0], expected.mean, 2e-6);
            } else {
                ASSERT_EQ(std::isnan(texel[0]), std::isnan(expected.mean));
                ASSERT_EQ(texel[0] > 0, expected.mean > 0);
            }
            if (expected.any_finite) {
                ASSERT_EQ(texel[1], static_cast<float>(expected.minimum));
                ASSERT_EQ(texel[2], static_cast<float>(expected.maximum));
            } else {
                ASSERT_FALSE(std::isfinite(texel[1]));
            }
            ASSERT_NEAR(texel[3], expected.alternating, 1e-6);
        }
    }
}

void expect_statistics(const FieldStatistics& statistics, const Field& field,
                       const PictureRequest& request) {
    const NaiveTexel all = naive_texel(field, {0, 0, field.size().width, field.size().height});
    if (all.any_finite) {
        EXPECT_EQ(statistics.minimum, static_cast<float>(all.minimum));
        EXPECT_EQ(statistics.maximum, static_cast<float>(all.maximum));
    } else {
        EXPECT_TRUE(std::isnan(statistics.minimum));
        EXPECT_TRUE(std::isnan(statistics.maximum));
    }
    EXPECT_NEAR(statistics.alternating_maximum, all.alternating, 1e-6);
    EXPECT_EQ(statistics.non_finite_cells,
              std::ranges::count_if(field.cells(), [](float u) { return !std::isfinite(u); }));
    std::int64_t alternating = 0;
    std::array<std::uint32_t, histogram_bins> histogram{};
    const auto stride = static_cast<int>(histogram_stride(field.size()));
    for (int row = 0; row < field.size().height; ++row) {
        for (int col = 0; col < field.size().width; ++col) {
            alternating +=
                checkerboard_component(field, row, col) > double{request.alternating_threshold};
            if (row % stride != 0 || col % stride != 0 || !std::isfinite(field.at(row, col)))
                continue;
            const double low = request.histogram_low;
            const double position =
                (field.at(row, col) - low) / (request.histogram_high - low) * histogram_bins;
            ++histogram[static_cast<std::size_t>(std::clamp(position, 0.0, 63.0))];
        }
    }
    EXPECT_EQ(statistics.alternating_cells, alternating);
    EXPECT_EQ(statistics.histogram, histogram);
}

Field awkward_field(GridSize grid) {
    Field field = random_field(grid);
    const auto put = [&](int row, int col, float value) {
        if (row < grid.height && col < grid.width)
            field.at(row, col) = value;
    };
    put(3, 4, nan_value);
    put(3, 40, infinity);
    put(9, 41, -infinity);
    put(0, 0, infinity);
    put(20, grid.width - 1, nan_value);
    put(5, 9, -7.5f);
    put(6, 30, 12.0f);
    for (int row = 24; row < 32; ++row) {
        for (int col = 24; col < 32; ++col)
            put(row, col, infinity);
    }
    return field;
}

class CpuPicture : public testing::TestWithParam<int> {
protected:
    static std::unique_ptr<Simulation> make(const Field& field) {
        const InstructionSet& set = instruction_sets()[static_cast<std::size_t>(GetParam())];
        if (!set.supported)
            return nullptr;
        auto simulation = make_cpu_simulation(field.size(), {.threads = 2}, set);
        simulation->load(field, 5);
        return simulation;
    }
};

INSTANTIATE_TEST_SUITE_P(InstructionSets, CpuPicture, testing::Values(0, 1, 2));

TEST_P(CpuPicture, BlocksAndStatisticsAreThoseOfPlainLoops) {
    for (const GridSize grid : {GridSize{1, 1}, GridSize{2, 3}, GridSize{3, 3}, GridSize{47, 33},
                                GridSize{100, 70}, GridSize{5, 300}, GridSize{4200, 9}}) {
        const Field field = awkward_field(grid);
        auto simulation = make(field);
        if (!simulation)
            GTEST_SKIP() << "this processor lacks the instructions";
        for (const int block : {1, 2, 3, 8, 13}) {
            PictureRequest request;
            request.visible = {0, 0, grid.width, grid.height};
            request.max_width = (grid.width + block - 1) / block;
            request.max_height = (grid.height + block - 1) / block;
            request.histogram_high = 0.5f;  // its bins are exact in float32, and much lies beyond
            request.alternating_threshold = 0.2f;
            SCOPED_TRACE(std::to_string(grid.width) + "x" + std::to_string(grid.height) +
                         " block " + std::to_string(block));
            simulation->set_picture_request(request);
            const BatchReport report = run(*simulation, {});
            expect_statistics(report.statistics.value(), field, request);
            const auto picture = simulation->picture();
            ASSERT_NE(picture, nullptr);
            EXPECT_EQ(picture->block, picture_block(request));
            EXPECT_EQ(picture->step, 5);
            EXPECT_EQ(picture->bytes(), static_cast<std::size_t>(picture->width) *
                                            static_cast<std::size_t>(picture->height) *
                                            (picture->block == 1 ? 4u : 16u));
            if (picture->block > 1)
                expect_picture(*picture, field);
        }
    }
}

TEST_P(CpuPicture, CoversThePartThatIsVisible) {
    const GridSize grid{150, 90};
    const Field field = awkward_field(grid);
    auto simulation = make(field);
    if (!simulation)
        GTEST_SKIP() << "this processor lacks the instructions";
    for (const CellRect visible :
         {CellRect{0, 0, 50, 90}, CellRect{17, 3, 77, 41}, CellRect{149, 89, 1, 1},
          CellRect{-20, -5, 60, 30}, CellRect{100, 50, 500, 500}}) {
        PictureRequest request;
        request.visible = visible;
        request.max_width = 20;
        request.max_height = 20;
        simulation->set_picture_request(request);
        const BatchReport report = run(*simulation, {});
        expect_statistics(report.statistics.value(), field, request);
        const auto picture = simulation->picture();
        EXPECT_EQ(picture->cells.col, std::max(0, visible.col));
        EXPECT_EQ(picture->cells.col + picture->cells.width,
                  std::min(grid.width, visible.col + visible.width));
        EXPECT_LE(picture->width, 20);
        if (picture->block > 1) {
            expect_picture(*picture, field);
        } else {
            EXPECT_EQ(picture->texels.front(), field.at(picture->cells.row, picture->cells.col));
        }
    }
}

TEST(CpuPictures, ShowTheCellsThemselvesWhereTheyFit) {
    const Field field = random_field({60, 40});
    auto simulation = simulation_of(field, 0.2);
    PictureRequest request;
    request.visible = {10, 5, 30, 20};
    simulation->set_picture_request(request);
    run(*simulation, {});
    const auto picture = simulation->picture();
    ASSERT_EQ(picture->channels(), 1);
    ASSERT_EQ(picture->texels.size(), 600u);
    EXPECT_EQ(picture->grid, (GridSize{60, 40}));
    for (int row = 0; row < 20; ++row) {
        for (int col = 0; col < 30; ++col) {
            ASSERT_EQ(picture->texels[static_cast<std::size_t>(row * 30 + col)],
                      field.at(row + 5, col + 10));
        }
    }
}

TEST(CpuPictures, AreEmptyWhereNothingIsVisible) {
    auto simulation = simulation_of(random_field({60, 40}), 0.2);
    for (const CellRect visible :
         {CellRect{}, CellRect{100, 100, 5, 5}, CellRect{-50, 0, 20, 20}}) {
        PictureRequest request;
        request.visible = visible;
        simulation->set_picture_request(request);
        run(*simulation, {});
        EXPECT_EQ(simulation->picture()->texels.size(), 0u);
    }
}

TEST(CpuPictures, StayValidForTheirHolderAndCountUp) {
    auto simulation = simulation_of(random_field({60, 40}), 0.2);
    PictureRequest request;
    request.visible = {0, 0, 60, 40};
    simulation->set_picture_request(request);
    run(*simulation, {});
    const auto held = simulation->picture();
    const std::vector<float> texels = held->texels;
    const auto serial = held->serial;
    for (int i = 1; i <= 4; ++i) {
        run(*simulation, {.steps = 1});
        EXPECT_EQ(simulation->picture()->serial, serial + static_cast<std::uint64_t>(i));
        EXPECT_EQ(simulation->picture()->step, i);
    }
    EXPECT_EQ(held->texels, texels);
    EXPECT_NE(simulation->picture()->texels, texels);
    const auto newest = simulation->picture();
    run(*simulation, {.steps = 1, .publish = false});
    EXPECT_EQ(simulation->picture(), newest);
}

TEST(Statistics, OfAPureCheckerboardIsItsAmplitude) {
    Field field({200, 100});
    draw_checkerboard(field, 0.75f);
    auto simulation = simulation_of(field, 0.2);
    const FieldStatistics statistics = run(*simulation, {}).statistics.value();
    EXPECT_EQ(statistics.alternating_maximum, 0.75f);
    EXPECT_EQ(statistics.alternating_cells, 198 * 98);
}

TEST(Statistics, StraightEdgesAndSlopesAreNoCheckerboard) {
    Field edge({200, 100});
    for (int row = 0; row < 100; ++row) {
        for (int col = 77; col < 200; ++col)
            edge.at(row, col) = 1.0f;
    }
    Field slope({200, 100});
    for (int row = 0; row < 100; ++row) {
        for (int col = 0; col < 200; ++col) {
            slope.at(row, col) = 0.25f * static_cast<float>(row) - 0.5f * static_cast<float>(col);
        }
    }
    for (const Field* field : {&edge, &slope}) {
        auto simulation = simulation_of(*field, 0.2);
        const FieldStatistics statistics = run(*simulation, {}).statistics.value();
        EXPECT_EQ(statistics.alternating_maximum, 0.0f);
        EXPECT_EQ(statistics.alternating_cells, 0);
    }
}

TEST(Statistics, SeeACheckerboardCloseToOverflow) {
    Field field({40, 40});
    draw_checkerboard(field, 1e38f);
    auto simulation = simulation_of(field, 0.2);
    EXPECT_NEAR(run(*simulation, {}).statistics.value().alternating_maximum, 1e38, 1e32);
}

TEST(Statistics, OfAFieldWithoutAFiniteCell) {
    auto simulation = simulation_of(Field({50, 40}, nan_value), 0.2);
    const FieldStatistics statistics = run(*simulation, {}).statistics.value();
    EXPECT_EQ(statistics.non_finite_cells, 2000);
    EXPECT_TRUE(std::isnan(statistics.minimum));
    EXPECT_TRUE(std::isnan(statistics.maximum));
    EXPECT_EQ(std::ranges::count(statistics.histogram, 0u), histogram_bins);
}

}  // namespace
}  // namespace heatlab
