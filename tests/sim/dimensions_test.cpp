// One and three dimensions, on the CPU backend.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "sim/initial_field.h"
#include "sim/io/npy.h"
#include "sim/reference.h"
#include "sim/stability.h"
#include "sim/waves.h"
#include "tests/sim/cpu_test_support.h"
#include "tests/sim/test_support.h"

namespace heatlab {
namespace {

using test::random_field;
using test::refusal;
using test::same_field;

Field after(const Field& initial, double r, const char* kernel, std::int64_t steps) {
    auto simulation = make_cpu_simulation(initial.size(), {.threads = 2});
    simulation->set_kernel(find_kernel(kernel, BackendKind::cpu, initial.size().dimensions));
    simulation->set_step_ratio(StepRatio::from(r, initial.size().dimensions));
    simulation->load(initial, 0);
    run_steps(*simulation, steps);
    return simulation->read_back();
}

InitialFieldSpec sine(int p, int q = 1, int s = 1) {
    InitialFieldSpec spec;
    spec.name = "sine";
    spec.mode_p = p;
    spec.mode_q = q;
    spec.mode_s = s;
    return spec;
}

TEST(Dimensions, CentreWeightIsOneMinusTwoDR) {
    EXPECT_EQ(StepRatio::from(0.5, 1).centre_weight(), 0.0f);
    EXPECT_EQ(StepRatio::from(0.25, 1).centre_weight(), 0.5f);
    EXPECT_EQ(StepRatio::from(1.0, 1).centre_weight(), -1.0f);
    EXPECT_EQ(StepRatio::from(0.125, 3).centre_weight(), 0.25f);
    EXPECT_EQ(StepRatio::from(1.0, 3).centre_weight(), -5.0f);
    EXPECT_EQ(StepRatio::from(0x1p-25, 1).value(), 0x1p-25f);
    EXPECT_CONTAINS(refusal([] { StepRatio::from(0x1p-27, 1); }), "2^-25");
}

TEST(Dimensions, CentreWeightIsExactWhereItIsSaidToBe) {
    for (int k = 0; k <= 1 << 25; k += 7) {
        const double r = k * 0x1p-25;
        const StepRatio line = StepRatio::from(r, 1);
        ASSERT_EQ(double{line.value()}, static_cast<float>(r));
        ASSERT_EQ(double{line.centre_weight()}, 1 - 2 * double{line.value()}) << k;
        const StepRatio box = StepRatio::from(r, 3);
        if (3 * double{box.value()} > 1)
            continue;
        ASSERT_EQ(double{box.centre_weight()}, 1 - 6 * double{box.value()}) << k;
    }
}

TEST(Dimensions, TheRodAndTheBlockHaveTheirOwnBounds) {
    const auto stability = [](GridSize grid, double r) {
        return assess_stability(grid, fixed_walls(grid.dimensions),
                                StepRatio::from(r, grid.dimensions));
    };
    const GridSize rod = GridSize::line(4001);
    EXPECT_EQ(maximum_principle_bound(rod, fixed_walls(1)), 0.5);
    EXPECT_NEAR(stability(rod, 0.4).bound.value(), 0.5, 1e-6);
    EXPECT_GT(stability(rod, 0.4).bound.value(), 0.5);
    EXPECT_EQ(stability(rod, 0.25).band, StabilityBand::monotone);
    EXPECT_EQ(stability(rod, 0.5).band, StabilityBand::alternating);
    EXPECT_EQ(stability(rod, 0.51).band, StabilityBand::unstable);
    EXPECT_NEAR(stability(rod, 0.51).checkerboard_factor, 1 - 4 * 0.51, 1e-7);

    const GridSize block = GridSize::box(401, 400, 399);
    EXPECT_EQ(maximum_principle_bound(block, {}), 1.0 / 6);
    EXPECT_NEAR(stability(block, 0.1).bound.value(), 1.0 / 6, 1e-5);
    EXPECT_EQ(stability(block, 1.0 / 12).band, StabilityBand::monotone);
    EXPECT_EQ(stability(block, 0.16).band, StabilityBand::alternating);
    EXPECT_EQ(stability(block, 0.17).band, StabilityBand::unstable);
    EXPECT_FALSE(stability(GridSize::box(9, 9, 2), 0.1).bound);
}

TEST(Dimensions, ARodDampsASineByItsFactor) {
    const GridSize rod = GridSize::line(3001);
    constexpr int steps = 60;
    const double r = StepRatio::from(0.49, 1).value();
    for (const char* kernel : {"naive", "halo_tile"}) {
        for (const int p : {1, 77, 2999}) {
            const Field initial = make_initial_field(rod, sine(p), Walls{});
            const Field field = after(initial, r, kernel, steps);
            // Written apart from sim/waves: angle p pi / (M + 1), M = 2999 updated cells.
            const double angle = p * std::numbers::pi / 3000;
            const double factor =
                std::pow(1 - 4 * r * std::sin(angle / 2) * std::sin(angle / 2), steps);
            for (const int col : {1, 500, 1024, 1499, 2999})
                EXPECT_NEAR(field.at(0, col), initial.at(0, col) * factor, 3e-5)
                    << kernel << " " << p << " " << col;
        }
    }
}

TEST(Dimensions, ABlockDampsAProductOfSinesByItsFactor) {
    const GridSize block = GridSize::box(40, 31, 21);
    constexpr int steps = 40;
    const double r = StepRatio::from(0.15, 3).value();
    const auto strength = [](int p, int updated) {
        const double half = p * std::numbers::pi / (updated + 1) / 2;
        return std::sin(half) * std::sin(half);
    };
    for (const char* kernel : {"global", "tiled"}) {
        const Field initial = make_initial_field(block, sine(3, 2, 19), Walls{});
        const Field field = after(initial, r, kernel, steps);
        const double sum = strength(3, 38) + strength(2, 29) + strength(19, 19);
        const double factor = std::pow(1 - 4 * r * sum, steps);
        for (const int row : {31, 5 * 31 + 7, 10 * 31 + 15, 19 * 31 + 29})
            EXPECT_NEAR(field.at(row, 11), initial.at(row, 11) * factor, 3e-5) << row;
    }
}

TEST(Dimensions, ARodKeepsAConstantToTheBitAndABlockNearlySo) {
    for (const double r : {0.01, 0.3, 0.49999, 0.5}) {
        const Field constant(GridSize::line(2050), 0.3f);
        for (const char* kernel : {"naive", "halo_tile"})
            EXPECT_TRUE(same_field(after(constant, r, kernel, 25), constant)) << r;
    }
    const Field block = after(Field(GridSize::box(20, 20, 20), 0.3f), 0.15, "tiled", 25);
    for (const float value : block.cells())
        EXPECT_NEAR(value, 0.3f, 25 * 0x1p-24);
}

TEST(Dimensions, WallsOfABlockAreItsSixFaces) {
    const GridSize grid = GridSize::box(5, 6, 7);
    Field field(grid, 9.0f);
    apply_walls(field, {1, 2, 3, 4, 5, 6});
    EXPECT_EQ(field.at(3 * 6 + 0, 2), 1);  // top
    EXPECT_EQ(field.at(3 * 6 + 2, 4), 2);  // right
    EXPECT_EQ(field.at(3 * 6 + 5, 2), 3);  // bottom
    EXPECT_EQ(field.at(3 * 6 + 2, 0), 4);  // left
    EXPECT_EQ(field.at(2, 2), 5);          // front
    EXPECT_EQ(field.at(6 * 6 + 2, 2), 6);  // back
    EXPECT_EQ(field.at(3 * 6 + 2, 2), 9);  // inside
    auto simulation = make_cpu_simulation(grid, {});
    simulation->load(Field(grid, 9.0f), 0);
    simulation->set_walls({1, 2, 3, 4, 5, 6});
    EXPECT_TRUE(same_field(simulation->read_back(), field));
}

TEST(Dimensions, EachPlaneOfABlockIsSeenCellByCell) {
    const GridSize grid = GridSize::box(7, 5, 4);
    const Field field = random_field(grid);
    auto simulation = make_cpu_simulation(grid, {.threads = 2});
    simulation->load(field, 0);
    for (const Plane& plane : {Plane{Axis::z, 2}, Plane{Axis::y, 3}, Plane{Axis::x, 6}}) {
        PictureRequest request;
        const GridSize size = plane_size(grid, plane.across);
        request.visible = {0, 0, size.width, size.height};
        request.plane = plane;
        simulation->set_picture_request(request);
        run_batch(*simulation, {});
        const auto picture = simulation->picture();
        ASSERT_TRUE(picture);
        EXPECT_EQ(picture->grid, size);
        ASSERT_EQ(std::ssize(picture->texels), size.cells());
        for (int row = 0; row < size.height; ++row) {
            for (int col = 0; col < size.width; ++col) {
                const Cell cell = cell_of_plane(grid, plane, {row, col});
                EXPECT_EQ(picture->texels[static_cast<std::size_t>(row * size.width + col)],
                          field.at(cell.row, cell.col));
                EXPECT_EQ(cell_in_plane(grid, plane, cell), (Cell{row, col}));
            }
        }
    }
    PictureRequest volume;
    volume.volume = true;
    simulation->set_picture_request(volume);
    run_batch(*simulation, {});
    EXPECT_EQ(simulation->picture()->slices, 4);
    EXPECT_TRUE(std::ranges::equal(simulation->picture()->texels, field.cells()));
}

TEST(Dimensions, StatisticsSeeAllSlicesAndNoCheckerboardAcrossThem) {
    const GridSize grid = GridSize::box(32, 24, 16);
    Field field(grid);
    for (int slice = 0; slice < grid.depth; ++slice)
        for (float& cell : field.slice(slice))
            cell = slice % 2 == 0 ? 1.0f : -1.0f;
    field.at(11 * 24 + 3, 5) = 7;
    field.at(0, 0) = std::nanf("");
    auto simulation = make_cpu_simulation(grid, {.threads = 2});
    simulation->load(field, 0);
    const FieldStatistics found = run_batch(*simulation, {}).statistics.value();
    EXPECT_EQ(found.maximum, 7);
    EXPECT_EQ(found.minimum, -1);
    EXPECT_EQ(found.non_finite_cells, 1);
    // One cell of 7 in a slice of -1 stands out by 8, a quarter of which alternates.
    EXPECT_EQ(found.alternating_maximum, 2);
    EXPECT_EQ(found.alternating_cells, 9);
}

TEST(Dimensions, StatisticsSeeACheckerboardOnARod) {
    const GridSize grid = GridSize::line(1001);
    const auto statistics_of = [&](const std::function<float(int)>& value) {
        Field field(grid);
        for (int col = 0; col < grid.width; ++col)
            field.at(0, col) = value(col);
        auto simulation = make_cpu_simulation(grid, {.threads = 2});
        simulation->load(field, 0);
        return run_batch(*simulation, {}).statistics.value();
    };
    const FieldStatistics flipping =
        statistics_of([](int col) { return col % 2 == 0 ? 0.5f : -0.5f; });
    EXPECT_EQ(flipping.alternating_maximum, 0.5f);  // the amplitude
    EXPECT_EQ(flipping.alternating_cells, 999);     // all but the two ends
    const FieldStatistics slope =
        statistics_of([](int col) { return static_cast<float>(col) / 1024; });
    EXPECT_EQ(slope.alternating_maximum, 0);
    const FieldStatistics edge = statistics_of([](int col) { return col < 500 ? 0.0f : 1.0f; });
    EXPECT_EQ(edge.alternating_maximum, 0.25f);
    EXPECT_EQ(edge.alternating_cells, 2);
    const FieldStatistics hole =
        statistics_of([](int col) { return col == 500 ? std::nanf("") : 1.0f; });
    EXPECT_EQ(hole.alternating_maximum, 0);
    EXPECT_EQ(hole.non_finite_cells, 1);
}

TEST(Dimensions, AProbeInABlockReadsSixNeighbours) {
    const GridSize grid = GridSize::box(7, 5, 4);
    const Field field = random_field(grid);
    auto simulation = make_cpu_simulation(grid, {});
    simulation->load(field, 0);
    const int row = 2 * 5 + 3;
    simulation->set_probe(Cell{row, 4});
    const ProbeReading reading = run_batch(*simulation, {}).probe.value();
    EXPECT_EQ(reading.centre, field.at(row, 4));
    EXPECT_EQ(reading.north, field.at(row - 1, 4));
    EXPECT_EQ(reading.south, field.at(row + 1, 4));
    EXPECT_EQ(reading.west, field.at(row, 3));
    EXPECT_EQ(reading.east, field.at(row, 5));
    EXPECT_EQ(reading.up, field.at(row - 5, 4));
    EXPECT_EQ(reading.down, field.at(row + 5, 4));
}

TEST(Dimensions, ABrushIsABallInABlock) {
    const GridSize grid = GridSize::box(21, 21, 21);
    auto simulation = make_cpu_simulation(grid, {});
    simulation->load(Field(grid), 0);
    BrushDab dab{10, 10, 10, 10, 6, 1};
    dab.slice0 = dab.slice1 = 10;
    simulation->paint(dab);
    const Field field = simulation->read_back();
    for (int slice = 0; slice < 21; ++slice) {
        for (int row = 0; row < 21; ++row) {
            for (int col = 0; col < 21; ++col) {
                const double distance = std::hypot(slice - 10, row - 10, col - 10);
                const float value = field.at(slice * 21 + row, col);
                EXPECT_EQ(value == 0, distance >= 6) << slice << " " << row << " " << col;
                EXPECT_EQ(value == 1, distance <= 3) << slice << " " << row << " " << col;
            }
        }
    }
}

TEST(Dimensions, AWatchedRodAndBlockStopAtTheFirstStepOutside) {
    for (const GridSize grid : {GridSize::line(5000), GridSize::box(30, 20, 10)}) {
        const double r = 1.2 * textbook_bound(grid.dimensions);
        const Field initial = random_field(grid);
        auto simulation = make_cpu_simulation(grid, {.threads = 2});
        simulation->set_step_ratio(StepRatio::from(r, grid.dimensions));
        simulation->load(initial, 0);
        Batch batch{.steps = 50};
        batch.watch = ValueLimits{-1, 2};
        const BatchReport report = run_batch(*simulation, batch);
        ASSERT_TRUE(report.crossing);
        // Against the update carried out cell by cell.
        Field field = initial.clone();
        std::int64_t step = 0;
        const auto outside = [&] {
            return std::ranges::any_of(field.cells(), [](float u) { return u < -1 || u > 2; });
        };
        while (!outside()) {
            field = advance_cell_by_cell(field, StepRatio::from(r, grid.dimensions), 1);
            ++step;
        }
        EXPECT_EQ(report.crossing->step, step);
        const Cell where = report.crossing->extreme.cell;
        EXPECT_EQ(field.at(where.row, where.col), report.crossing->extreme.value);
    }
}

TEST(Dimensions, ArraysHaveOneAxisPerDimension) {
    const test::TemporaryFolder folder;
    for (const GridSize grid : {GridSize::line(9), GridSize{4, 3}, GridSize::box(4, 3, 2)}) {
        const Field field = random_field(grid);
        write_npy(folder.file("a.npy"), field);
        EXPECT_EQ(npy_grid(folder.file("a.npy")), grid);
        EXPECT_TRUE(same_field(read_npy(folder.file("a.npy"), grid), field));
    }
    EXPECT_CONTAINS(refusal([&] {
                        read_npy(folder.file("a.npy"), {4, 6});
                    }),
                    "has shape (2, 3, 4); the grid 4x6 needs shape (6, 4)");
}

TEST(Dimensions, AnArrayOfThreeAxesInFortranOrderIsTurned) {
    // As NumPy writes np.asfortranarray(a) with a[z, y, x] = 100 z + 10 y + x: z runs fastest.
    const GridSize grid = GridSize::box(4, 3, 2);
    std::string bytes("\x93NUMPY\x01\x00", 8);
    std::string dictionary = "{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3, 4), }\n";
    bytes += static_cast<char>(dictionary.size());
    bytes += '\0';
    bytes += dictionary;
    for (int x = 0; x < 4; ++x)
        for (int y = 0; y < 3; ++y)
            for (int z = 0; z < 2; ++z) {
                const float value = static_cast<float>(100 * z + 10 * y + x);
                bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
            }
    const test::TemporaryFolder folder;
    test::write_bytes(folder.file("f.npy"), bytes);
    const Field field = read_npy(folder.file("f.npy"), grid);
    for (int z = 0; z < 2; ++z)
        for (int y = 0; y < 3; ++y)
            for (int x = 0; x < 4; ++x)
                EXPECT_EQ(field.at(z * 3 + y, x), 100 * z + 10 * y + x);
}

TEST(Dimensions, APlaneOfAFieldIsThatOfItsCells) {
    const GridSize grid = GridSize::box(7, 5, 4);
    const Field field = random_field(grid);
    for (const Plane& plane : {Plane{Axis::x, 2}, Plane{Axis::y, 4}, Plane{Axis::z, 0}}) {
        const Field cells = plane_of(field, plane);
        ASSERT_EQ(cells.size(), plane_size(grid, plane.across));
        for (int row = 0; row < cells.size().height; ++row)
            for (int col = 0; col < cells.size().width; ++col) {
                const int x = plane.across == Axis::x ? plane.index : col;
                const int y = plane.across == Axis::y ? plane.index : row;
                const int z = plane.across == Axis::z   ? plane.index
                              : plane.across == Axis::y ? row
                                                        : col;
                EXPECT_EQ(cells.at(row, col), field.at(z * 5 + y, x));
            }
    }
}

TEST(Dimensions, AKernelOfOtherDimensionsIsRefused) {
    auto rod = make_cpu_simulation(GridSize::line(10), {});
    EXPECT_CONTAINS(refusal([&] { rod->set_kernel(default_kernel(2)); }),
                    "--kernel tiled: this one advances grids of two dimensions");
    EXPECT_CONTAINS(refusal([&] { rod->set_boundaries(Boundaries::all(BoundaryKind::periodic)); }),
                    "dirichlet is needed");
}

}  // namespace
}  // namespace heatlab
