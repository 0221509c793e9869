#include "sim/lesson/wrong_variants.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "sim/compare.h"
#include "sim/errors.h"
#include "sim/initial_field.h"
#include "sim/simulation.h"

namespace heatlab {
namespace {

Field advanced(const Field& start, double r, std::int64_t steps,
               std::optional<WrongVariant> wrong = std::nullopt) {
    CpuOptions options;
    options.threads = 2;
    options.wrong = wrong;
    const auto simulation = make_cpu_simulation(start.size(), options);
    simulation->set_step_ratio(StepRatio::from(r));
    simulation->load(start, 0);
    EXPECT_EQ(run_steps(*simulation, steps).steps, steps);
    EXPECT_EQ(simulation->step(), steps);
    return simulation->read_back();
}

Field random_field(GridSize grid) {
    InitialFieldSpec spec;
    spec.name = "random";
    return make_initial_field(grid, spec, Walls{0.9f, 0.7f, 0.5f, 0.3f});
}

Field hot_cell(GridSize grid, int row, int col) {
    Field field(grid);
    field.at(row, col) = 1;
    return field;
}

/// One new cell, in double precision, from the five that the variant reads.
double updated(double north, double east, double south, double west, double centre, double r) {
    return (1 - 4 * r) * centre + r * (north + east + south + west);
}

constexpr WrongVariant tile_variants[] = {WrongVariant::no_load_guard, WrongVariant::no_store_guard,
                                          WrongVariant::barrier_in_guard};

TEST(OneBufferFilled, ReadsWallsOfZeroEveryOtherStep) {
    const Field start = random_field({6, 5});
    const double r = 0.2;
    const Field right = advanced(start, r, 1);
    const Field first = advanced(start, r, 1, WrongVariant::one_buffer_filled);
    for (int row = 0; row < 5; ++row) {
        for (int col = 0; col < 6; ++col) {
            const bool ring = row == 0 || row == 4 || col == 0 || col == 5;
            EXPECT_EQ(first.at(row, col), ring ? 0 : right.at(row, col)) << row << ", " << col;
        }
    }
    const Field second = advanced(start, r, 2, WrongVariant::one_buffer_filled);
    EXPECT_FALSE(first_ring_difference(second, start));
    const double corner = updated(0, first.at(1, 2), first.at(2, 1), 0, first.at(1, 1), r);
    EXPECT_NEAR(second.at(1, 1), corner, 1e-6);
    const auto where = first_difference(second, advanced(start, r, 2));
    ASSERT_TRUE(where);
    EXPECT_EQ(where->cell, (Cell{1, 1}));
}

TEST(OneBufferFilled, IsRightBetweenWallsOfZeroAndWarmsHalfwayBetweenOthers) {
    const Field cold = hot_cell({12, 9}, 4, 5);
    EXPECT_FALSE(first_difference(advanced(cold, 0.2, 31, WrongVariant::one_buffer_filled),
                                  advanced(cold, 0.2, 31)));
    Field warm({12, 9});
    for (float& cell : warm.cells())
        cell = 1;
    // Walls of 1 and 0 in turns: between cells that follow slowly it settles around the mean.
    const Field settled = advanced(warm, 0.01, 20'000, WrongVariant::one_buffer_filled);
    EXPECT_NEAR(settled.at(4, 5), 0.5, 0.02);
}

TEST(InPlace, CarriesAHotCellOnInReadingOrder) {
    const Field next = advanced(hot_cell({7, 7}, 3, 3), 0.2, 1, WrongVariant::in_place);
    // By hand: 0.2 above and left of it; then what has just been written is read again.
    EXPECT_FLOAT_EQ(next.at(2, 3), 0.2f);
    EXPECT_FLOAT_EQ(next.at(2, 4), 0.04f);
    EXPECT_FLOAT_EQ(next.at(2, 5), 0.008f);
    EXPECT_FLOAT_EQ(next.at(3, 2), 0.2f);
    EXPECT_FLOAT_EQ(next.at(3, 3), 0.28f);   // 0.2 + 0.2 (0.2 + 0.2)
    EXPECT_FLOAT_EQ(next.at(3, 4), 0.064f);  // 0.2 (0.04 + 0.28): the hot cell is overwritten
    EXPECT_EQ(next.at(2, 2), 0);
    const auto where = first_difference(next, advanced(hot_cell({7, 7}, 3, 3), 0.2, 1));
    ASSERT_TRUE(where);
    EXPECT_EQ(where->cell, (Cell{2, 4}));
}

TEST(InPlace, StaysBoundedPastAQuarterAndSpreadsFaster) {
    const Field start = random_field({32, 32});
    const auto largest = [](const Field& field) {
        return std::abs(
            *std::ranges::max_element(field.cells(), {}, [](float u) { return std::abs(u); }));
    };
    EXPECT_GT(largest(advanced(start, 0.26, 400)), 10);
    EXPECT_LE(largest(advanced(start, 0.26, 400, WrongVariant::in_place)), 1);
    // A long wave decays by 1 / (1 - 2r) times the right rate.
    InitialFieldSpec sine;
    sine.name = "sine";
    const Field wave = make_initial_field({66, 66}, sine, std::nullopt);
    const auto rate = [&](std::optional<WrongVariant> wrong) {
        return std::log(advanced(wave, 0.2, 100, wrong).at(33, 33) / wave.at(33, 33));
    };
    EXPECT_NEAR(rate(WrongVariant::in_place) / rate(std::nullopt), 1 / 0.6, 0.02);
}

TEST(NoLoadGuard, GetsEveryValueRight) {
    for (const GridSize grid :
         {GridSize{1, 1}, {3, 3}, {40, 10}, {33, 9}, {65, 17}, {2, 50}, {130, 3}}) {
        const Field start = random_field(grid);
        EXPECT_FALSE(first_difference(advanced(start, 0.23, 21, WrongVariant::no_load_guard),
                                      advanced(start, 0.23, 21)))
            << grid.width << " x " << grid.height;
    }
}

TEST(NoStoreGuard, WritesWhatTheTileHeldIntoTheRowBelow) {
    const GridSize grid{40, 10};
    const Field start = random_field(grid);
    const Field right = advanced(start, 0.2, 1);
    const Field wrong = advanced(start, 0.2, 1, WrongVariant::no_store_guard);
    // 24 of 32 columns of the second block lie beyond the edge; its tile still holds there what the
    // first block loaded, one block to the left. The first row of blocks ends with row 7, and the
    // second one writes row 8 anew.
    for (int row = 0; row < grid.height; ++row) {
        for (int col = 0; col < grid.width; ++col) {
            const bool overwritten = col < 24 && row != 0 && row != 8;
            EXPECT_EQ(wrong.at(row, col),
                      overwritten ? start.at(row - 1, col + 8) : right.at(row, col))
                << row << ", " << col;
        }
    }
}

TEST(BarrierInGuard, MissesTheLoadsOfThreadsBeyondTheEdge) {
    const GridSize grid{40, 8};
    const Field start = random_field(grid);
    const Field wrong = advanced(start, 0.2, 1, WrongVariant::barrier_in_guard);
    const Field right = advanced(start, 0.2, 1);
    // Place (y, x) of the second block's tile is filled by thread (34 y + x) mod 256, of which
    // those in columns 8 to 31 have left; then it holds what the first block loaded there.
    const auto held = [&](int row, int col) -> float {
        const int y = row + 1;
        const int x = col - 32 + 1;
        const bool loaded = (34 * y + x) % 256 % 32 < 8;
        if (loaded)
            return start.at(row, col);
        return col < 32 ? 0 : start.at(row, col - 32);  // left of the first block there is nothing
    };
    std::optional<Cell> first;
    for (int row = 0; row < grid.height; ++row) {
        for (int col = 32; col < grid.width; ++col) {
            const bool ring = row == 0 || row == grid.height - 1 || col == grid.width - 1;
            const double expected =
                ring ? held(row, col)
                     : updated(held(row - 1, col), held(row, col + 1), held(row + 1, col),
                               held(row, col - 1), held(row, col), 0.2);
            EXPECT_NEAR(wrong.at(row, col), expected, 1e-6) << row << ", " << col;
            if (!first && std::abs(expected - right.at(row, col)) > 1e-4)
                first = Cell{row, col};
        }
    }
    const auto where = first_difference(wrong, right);
    ASSERT_TRUE(where && first);
    EXPECT_EQ(where->cell, *first);
}

TEST(TileVariants, AreRightWhereBlocksFitTheGrid) {
    const Field start = random_field({96, 24});
    for (const WrongVariant variant : tile_variants)
        EXPECT_FALSE(first_difference(advanced(start, 0.2, 15, variant), advanced(start, 0.2, 15)))
            << info_of(variant).title;
}

TEST(WrongVariants, GoOnAcrossBatchesEditsAndCheckpoints) {
    const Field start = random_field({40, 10});
    for (const WrongVariantInfo& info : wrong_variants()) {
        SCOPED_TRACE(info.kernel.name);
        const Field at_once = advanced(start, 0.2, 9, info.variant);
        CpuOptions options;
        options.wrong = info.variant;
        const auto simulation = make_cpu_simulation(start.size(), options);
        simulation->set_step_ratio(StepRatio::from(0.2));
        simulation->load(start, 0);
        EXPECT_EQ(run_steps(*simulation, 4).kernel, &info.kernel);
        simulation->checkpoint();
        simulation->paint({4, 20, 4, 20, 3, 7});
        EXPECT_EQ(simulation->read_back().at(4, 20), 7);
        run_steps(*simulation, 2);
        ASSERT_TRUE(simulation->restore_checkpoint());
        run_steps(*simulation, 3);
        run_steps(*simulation, 2);
        EXPECT_FALSE(first_difference(simulation->read_back(), at_once));
    }
}

// What assets/lessons/two-buffers.md and guards.md say of them, in the states that they set.
TEST(WrongVariants, DoWhatTheLessonsSay) {
    InitialFieldSpec square;
    square.name = "hot-square";
    const auto first_wrong = [](const Field& start, std::int64_t steps, WrongVariant variant) {
        const auto where =
            first_difference(advanced(start, 0.2, steps, variant), advanced(start, 0.2, steps));
        return where ? where->cell : Cell{-1, -1};
    };
    const Field warm = make_initial_field({24, 24}, square, Walls{1, 1, 1, 1});
    EXPECT_EQ(first_wrong(warm, 1, WrongVariant::one_buffer_filled), (Cell{0, 0}));  // the ring
    EXPECT_EQ(first_wrong(warm, 2, WrongVariant::one_buffer_filled), (Cell{1, 1}));
    const Field second = advanced(warm, 0.2, 2, WrongVariant::one_buffer_filled);
    EXPECT_NEAR(second.at(1, 1), 0.16, 1e-6);
    const Field settled = advanced(warm, 0.2, 2000, WrongVariant::one_buffer_filled);
    EXPECT_NEAR(settled.at(12, 12), 0.5, 0.001);

    InitialFieldSpec pixel;
    pixel.name = "hot-pixel";
    const Field hot = make_initial_field({16, 16}, pixel, std::nullopt);
    EXPECT_EQ(first_wrong(hot, 1, WrongVariant::in_place), (Cell{7, 9}));
    EXPECT_NEAR(advanced(hot, 0.2, 1, WrongVariant::in_place).at(7, 9), 0.04, 1e-7);

    const Field plate = make_initial_field({40, 20}, square, Walls{1, 0.5f, 0, 0.5f});
    EXPECT_EQ(first_wrong(plate, 100, WrongVariant::no_load_guard), (Cell{-1, -1}));
    EXPECT_NE(advanced(plate, 0.2, 1, WrongVariant::no_store_guard).at(4, 0), 0.5f);
    EXPECT_EQ(first_wrong(plate, 1, WrongVariant::barrier_in_guard), (Cell{1, 38}));
    const Field whole = make_initial_field({64, 24}, square, Walls{1, 0.5f, 0, 0.5f});
    EXPECT_EQ(first_wrong(whole, 100, WrongVariant::barrier_in_guard), (Cell{-1, -1}));
}

TEST(WrongVariants, AreNoKernels) {
    const auto normal = make_cpu_simulation({8, 8});
    for (const WrongVariantInfo& info : wrong_variants()) {
        EXPECT_EQ(&info_of(info.variant), &info);
        EXPECT_EQ(&find_wrong_variant(info.kernel.name), &info);
        for (const KernelInfo& kernel : kernel_table())
            EXPECT_NE(kernel.name, info.kernel.name);
        for (const BackendKind backend : {BackendKind::cpu, BackendKind::cuda}) {
            EXPECT_THROW(find_kernel(info.kernel.name, backend), InputError);
            EXPECT_FALSE(info.kernel.runs_on(backend));
        }
        EXPECT_THROW(normal->set_kernel(info.kernel), InputError);
        CpuOptions options;
        options.wrong = info.variant;
        const auto copy = make_cpu_simulation({8, 8}, options);
        EXPECT_THROW(copy->set_kernel(default_kernel()), InputError);
        EXPECT_THROW(copy->set_boundaries(Boundaries::all(BoundaryKind::periodic)), InputError);
    }
    try {
        find_wrong_variant("tiled");
        FAIL();
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("in_place"), std::string::npos) << error.what();
    }
}

TEST(WrongVariants, ShowTheFileWithTheWrongLine) {
    for (const WrongVariantInfo& info : wrong_variants()) {
        const KernelSource& source = source_of(info.variant);
        std::ifstream file(HEATLAB_TEST_ROOT "/" + std::string(source.file), std::ios::binary);
        std::ostringstream text;
        text << file.rdbuf();
        EXPECT_EQ(source.text, text.str()) << source.file;
        EXPECT_NE(source.text.find("// Wrong: "), std::string_view::npos) << source.file;
        EXPECT_NE(source.text.find("void " + std::string(info.kernel.name) + "(const PlainGrid&"),
                  std::string_view::npos)
            << source.file;
        const std::string_view function = wrong_function(info.variant);
        EXPECT_TRUE(function.starts_with("void ")) << function;
        EXPECT_TRUE(function.ends_with("\n}\n")) << function;
        EXPECT_NE(function.find("// Wrong: "), std::string_view::npos) << function;
        EXPECT_EQ(function.find("\nvoid "), std::string_view::npos) << function;
        EXPECT_NE(source.text.find(function), std::string_view::npos);
    }
}

}  // namespace
}  // namespace heatlab
