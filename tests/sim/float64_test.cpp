// Fields of float64 on the processor: exact where float32 is not, and the same in everything else.

#include <bit>
#include <chrono>
#include <cmath>
#include <limits>
#include <numbers>
#include <thread>

#include "sim/any_field.h"
#include "sim/compare.h"
#include "sim/difference.h"
#include "sim/errors.h"
#include "sim/initial_shapes.h"
#include "sim/io/npy.h"
#include "sim/lesson/wrong_variants.h"
#include "sim/memory.h"
#include "sim/reference.h"
#include "sim/rounded_cell.h"
#include "sim/simulation.h"
#include "tests/sim/test_support.h"

namespace heatlab {
namespace {

using test::read_bytes;
using test::refusal;
using test::TemporaryFolder;

constexpr CellType float64 = CellType::float64;

std::unique_ptr<Simulation> simulation_of(const Field64& initial, double r,
                                          const char* kernel = "global") {
    auto simulation = make_cpu_simulation(initial.size(), {.type = float64, .threads = 2});
    simulation->load_float64(initial, 0);
    simulation->set_step_ratio(StepRatio::from(r, 2, float64));
    simulation->set_kernel(find_kernel(kernel, BackendKind::cpu, 2, float64));
    return simulation;
}

Field64 random_field(GridSize grid, std::uint64_t seed) {
    Field64 field(grid);
    draw_random(field, 1.0 / 3, seed);
    return field;
}

bool same(const Field64& a, const Field64& b) {
    return a.size() == b.size() && !first_difference(a, b);
}

TEST(Float64, TheStepRatioIsExactForAllMultiples) {
    const StepRatio r = StepRatio::from(0.2, 2, float64);
    EXPECT_EQ(std::abs(r.value_as<double>() - 0.2) <= 0x1p-56, true);
    EXPECT_NE(r.value_as<double>(), double{0.2f});
    std::uint64_t bits = 1;
    for (int i = 0; i < 100'000; ++i) {
        bits = bits * 6364136223846793005u + 1442695040888963407u;
        const double wanted = static_cast<double>(bits >> 9) * 0x1p-55;  // any multiple up to 1
        const StepRatio ratio = StepRatio::from(wanted, 2, float64);
        const long double value = ratio.value_as<double>();
        ASSERT_LE(std::abs(value - wanted), 0x1p-54L) << wanted;
        ASSERT_EQ(static_cast<long double>(ratio.centre_weight_as<double>()), 1 - 4 * value)
            << wanted;
    }
    EXPECT_THROW(StepRatio::from(0x1p-57, 2, float64), InputError);
    EXPECT_EQ(StepRatio::from(0x1p-55, 2, float64).value_as<double>(), 0x1p-55);
}

TEST(Float64, AConstantFieldStaysConstantToTheBit) {
    for (const double value : {1.0 / 3, 1e-300, 0x1.fffffffffffffp1000}) {
        const Field64 initial({37, 29}, value);
        for (const double r : {0.1, 0.2, 0.25}) {
            const auto simulation = simulation_of(initial, r);
            run_steps(*simulation, 20);
            EXPECT_TRUE(same(simulation->read_back_float64(), initial)) << value << " " << r;
        }
    }
}

// The closed form: a wave that fits the grid is multiplied by 1 - 4r (sin^2 + sin^2) a step.
TEST(Float64, DampsASineModeByItsFactorToFifteenDigits) {
    const GridSize grid{33, 25};
    InitialFieldSpec spec;
    spec.name = "sine";
    spec.mode_p = 3;
    spec.mode_q = 2;
    const Field64 initial = make_initial_field<double>(grid, spec, Walls{});
    const double r = 0.24;
    const auto simulation = simulation_of(initial, r);
    run_steps(*simulation, 300);
    const Field64 field = simulation->read_back_float64();
    const auto half_sine = [](int mode, int cells) {
        return std::sin(std::numbers::pi_v<long double> * mode / (2.0L * (cells - 1)));
    };
    const long double p = half_sine(3, grid.width);
    const long double q = half_sine(2, grid.height);
    const long double ratio = StepRatio::from(r, 2, float64).value_as<double>();
    const long double factor = std::pow(1 - 4 * ratio * (p * p + q * q), 300);
    long double largest = 0;
    for (int row = 0; row < grid.height; ++row)
        for (int col = 0; col < grid.width; ++col)
            largest = std::max<long double>(
                largest, std::abs(field.at(row, col) - factor * initial.at(row, col)));
    EXPECT_LE(largest, 300 * 5 * 0x1p-53L);
    EXPECT_GT(factor, 1e-6L) << "there is something left to compare";
}

TEST(Float64, StaysWithinTheToleranceOfTheReference) {
    const Field64 initial = random_field({67, 41}, 3);
    const StepRatio r = StepRatio::from(0.25, 2, float64);
    ReferenceField64 reference(initial);
    reference.advance(r, 1000);
    const auto simulation = simulation_of(initial, 0.25, "two_step");
    run_steps(*simulation, 1000);
    const Field64 field = simulation->read_back_float64();
    const double tolerance = reference_tolerance(1000, 1.0 / 3, float64);
    EXPECT_LT(tolerance, 1e-12);
    EXPECT_FALSE(first_beyond(field, reference, tolerance));
    EXPECT_TRUE(first_beyond(widened(rounded(field)), reference, tolerance)) << "float32 does not";
}

TEST(Float64, KeepsDenormals) {
    Field64 initial({16, 16});
    initial.at(8, 8) = 0x1p-1030;
    const auto simulation = simulation_of(initial, 0.125);
    run_steps(*simulation, 2);
    const Field64 field = simulation->read_back_float64();
    EXPECT_EQ(field.at(8, 9), 2 * 0x1p-1030 * 0.5 * 0.125);
    EXPECT_EQ(field.at(8, 10), 0x1p-1030 * 0.125 * 0.125);
}

// Late in a run the changes of a step are below what float32 resolves, and it stands still.
TEST(Float64, GoesOnWhereFloat32StandsStill) {
    const GridSize grid{128, 128};
    InitialFieldSpec spec;
    spec.name = "gaussian";
    const auto narrow = make_cpu_simulation(grid);
    narrow->load(make_initial_field(grid, spec, Walls{1, 1, 1, 1}), 0);
    narrow->set_step_ratio(StepRatio::from(0.1));
    const auto wide = simulation_of(make_initial_field<double>(grid, spec, Walls{1, 1, 1, 1}), 0.1);
    for (Simulation* simulation : {narrow.get(), wide.get()})
        run_steps(*simulation, 100'000);
    const Field narrow_before = narrow->read_back();
    const Field64 wide_before = wide->read_back_float64();
    for (Simulation* simulation : {narrow.get(), wide.get()})
        run_steps(*simulation, 1000);
    EXPECT_FALSE(first_difference(narrow->read_back(), narrow_before));
    EXPECT_FALSE(same(wide->read_back_float64(), wide_before));
    const auto distance = [](double value) { return std::abs(1 - value); };
    EXPECT_GT(distance(narrow_before.at(64, 64)), 1e-4);
    EXPECT_LT(distance(wide_before.at(64, 64)), 2e-5);
}

TEST(Float64, WallsBrushAndUndoAreExact) {
    const Field64 initial = random_field({64, 48}, 5);
    const auto simulation = simulation_of(initial, 0.2);
    simulation->checkpoint();
    simulation->set_walls({.top = 0.1, .right = 0.2, .bottom = 0.3, .left = 0.7});
    simulation->paint({.row0 = 20, .col0 = 20, .row1 = 20, .col1 = 20, .radius = 6, .value = 2});
    const Field64 edited = simulation->read_back_float64();
    EXPECT_EQ(edited.at(0, 10), 0.1);
    EXPECT_EQ(edited.at(47, 10), 0.3);
    EXPECT_EQ(edited.at(10, 0), 0.7);
    EXPECT_EQ(edited.at(20, 20), 2.0);
    // At the rim a blend: between the field and the brush, of more bits than float32 has.
    const double rim = edited.at(20, 25);
    EXPECT_GT(rim, initial.at(20, 25));
    EXPECT_LT(rim, 2.0);
    EXPECT_NE(rim, double{static_cast<float>(rim)});
    EXPECT_EQ(edited.at(40, 50), initial.at(40, 50));
    run_steps(*simulation, 9);
    EXPECT_TRUE(simulation->restore_checkpoint());
    EXPECT_TRUE(same(simulation->read_back_float64(), initial));
}

TEST(Float64, OpenSidesAreThoseOfTheScheme) {
    const Field64 initial = random_field({45, 31}, 6);
    const StepRatio r = StepRatio::from(0.24, 2, float64);
    using enum BoundaryKind;
    for (const Boundaries& sides : {Boundaries::all(insulated), Boundaries::all(periodic),
                                    Boundaries{insulated, dirichlet, dirichlet, insulated}}) {
        const auto simulation = simulation_of(initial, 0.24);
        simulation->set_boundaries(sides);
        run_steps(*simulation, 17);
        EXPECT_TRUE(
            same(simulation->read_back_float64(), advance_cell_by_cell(initial, r, 17, sides)))
            << boundaries_text(sides);
    }
}

TEST(Float64, WhatIsSeenIsTheRoundedField) {
    Field64 initial = random_field({50, 40}, 7);
    initial.at(20, 20) = 1e200;
    initial.at(21, 30) = std::numeric_limits<double>::infinity();
    initial.at(10, 10) = 1e-60;
    const auto simulation = simulation_of(initial, 0.2);
    simulation->set_picture_request({.visible = {0, 0, 50, 40}});
    simulation->set_probe(Cell{20, 20});
    const BatchReport report = run_batch(*simulation, {.steps = 0, .analysis = true});
    const Field seen = rounded(initial);
    EXPECT_EQ(seen.at(20, 20), std::numeric_limits<float>::max()) << "finite stays finite";
    EXPECT_EQ(seen.at(21, 30), std::numeric_limits<float>::infinity());
    EXPECT_EQ(std::bit_cast<std::uint32_t>(seen.at(10, 10)), 0u);
    EXPECT_EQ(report.statistics->non_finite_cells, 1);
    EXPECT_EQ(report.statistics->maximum, std::numeric_limits<float>::max());
    EXPECT_EQ(report.probe->centre, std::numeric_limits<float>::max());
    EXPECT_EQ(report.probe->west, seen.at(20, 19));
    EXPECT_EQ(report.analysis->maximum.cell, (Cell{20, 20}));
    for (std::size_t i = 0; i < seen.cells().size(); ++i)
        ASSERT_TRUE(same_value(simulation->picture()->texels[i], seen.cells()[i])) << i;
    EXPECT_FALSE(first_difference(simulation->read_back(), seen));
    EXPECT_TRUE(same(simulation->request_field_float64({})->take(), initial));
}

TEST(Float64, RoundsToTheNearestAndFlushesLikeFloat32) {
    EXPECT_EQ(rounded_cell(0.1), 0.1f);
    EXPECT_EQ(rounded_cell(-1.0 / 3), -1.0f / 3);
    EXPECT_EQ(rounded_cell(-1e300), -std::numeric_limits<float>::max());
    EXPECT_TRUE(std::isnan(rounded_cell(std::nan(""))));
    EXPECT_EQ(rounded_cell(-std::numeric_limits<double>::infinity()),
              -std::numeric_limits<float>::infinity());
    EXPECT_EQ(std::bit_cast<std::uint32_t>(rounded_cell(-0.0)), 0u) << "no sign of a zero";
    EXPECT_EQ(rounded_cell(0x1p-126), 0x1p-126f);
    EXPECT_EQ(rounded_cell(0x1.fp-127), 0.0f);
}

TEST(Float64, AWatchedBatchStopsAtTheFirstStepOutside) {
    Field64 initial({40, 30});
    initial.at(15, 20) = 1;
    const auto simulation = simulation_of(initial, 0.3);
    Batch batch{.steps = 50, .publish = false};
    batch.watch = ValueLimits{-0.1f, 1.0f};
    const BatchReport report = run_batch(*simulation, batch);
    ASSERT_TRUE(report.crossing);
    EXPECT_EQ(report.crossing->step, 1) << "1 - 4r is below -0.1";
    EXPECT_EQ(report.crossing->extreme.cell, (Cell{15, 20}));
    EXPECT_EQ(report.steps, 50) << "all steps are taken";
    EXPECT_TRUE(same(simulation->read_back_float64(),
                     advance_cell_by_cell(initial, StepRatio::from(0.3, 2, float64), 50)));
}

TEST(Float64, ArraysKeepTheirBits) {
    const TemporaryFolder folder;
    const auto path = folder.file("field.npy");
    Field64 field = random_field({5, 3}, 1);
    field.at(1, 1) = std::numeric_limits<double>::quiet_NaN();
    field.at(2, 2) = 1e-310;
    write_npy(path, field);
    EXPECT_CONTAINS(read_bytes(path), "'descr': '<f8', 'fortran_order': False, 'shape': (3, 5)");
    EXPECT_EQ(read_bytes(path).size(), 128u + 15 * 8);
    EXPECT_TRUE(same(read_npy<double>(path, {5, 3}), field));
    EXPECT_EQ(read_npy(path, {5, 3}).at(0, 0), static_cast<float>(field.at(0, 0)));
    InitialFieldSpec spec;
    spec.name = "file";
    spec.file = path;
    EXPECT_TRUE(same(make_initial_field<double>({5, 3}, spec, std::nullopt), field));
}

TEST(Float64, InitialFieldsHaveAllBitsOfWavesAmplitudesAndWalls) {
    const GridSize grid{40, 30};
    InitialFieldSpec spec;
    spec.name = "gaussian";
    spec.amplitude = 0.1;
    const Field64 hill = make_initial_field<double>(grid, spec, Walls{.left = 0.7});
    const double sigma = 3;
    const double there = 0.1 * std::exp(-0.5 * (15 - 14.5) * (15 - 14.5) / (sigma * sigma)) *
                         std::exp(-0.5 * (20 - 19.5) * (20 - 19.5) / (sigma * sigma));
    EXPECT_NEAR(hill.at(15, 20), there, 1e-16);
    EXPECT_EQ(hill.at(15, 0), 0.7);
    // The same picture in both types.
    for (const InitialFieldInfo& info : initial_fields()) {
        if (info.uses_file)
            continue;
        InitialFieldSpec plain;
        plain.name = info.name;
        EXPECT_FALSE(
            first_difference(rounded(make_initial_field<double>(grid, plain, std::nullopt)),
                             make_initial_field(grid, plain, std::nullopt)))
            << info.name;
    }
}

TEST(Float64, TwoFieldsAreComparedAsTheyAre) {
    const Field64 first = random_field({70, 50}, 8);
    Field64 second = first.clone();
    second.at(20, 30) = std::nextafter(second.at(20, 30), 2.0);  // alike in float32
    ASSERT_FALSE(first_difference(rounded(first), rounded(second)));
    const auto one = simulation_of(first, 0.2);
    const auto other = simulation_of(second, 0.2);
    const auto narrow = make_cpu_simulation(first.size());
    narrow->load(rounded(first), 0);
    const auto compared = [&](Simulation& with) {
        const auto comparer = make_field_comparer(*one, with);
        comparer->submit(PictureRequest{.visible = {0, 0, 70, 50}});
        for (;;) {
            if (auto found = comparer->poll())
                return std::move(*found);
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    };
    const FieldDifference found = compared(*other);
    EXPECT_EQ(found.cells, 1);
    ASSERT_TRUE(found.where);
    EXPECT_EQ(found.where->cell, (Cell{20, 30}));
    EXPECT_EQ(found.largest, second.at(20, 30) - first.at(20, 30));
    EXPECT_EQ(found.picture->texels[20 * 70 + 30], static_cast<float>(found.largest));
    EXPECT_EQ(found.picture->texels[0], 0.0f);
    EXPECT_EQ(compared(*simulation_of(first, 0.2)).cells, 0);
    EXPECT_GT(compared(*narrow).cells, 2000) << "beside float32 as wide as the wider";
}

TEST(Float64, TakesItsMemory) {
    const GridSize grid{8192, 8192};
    const auto cells = static_cast<std::uint64_t>(grid.cells());
    EXPECT_EQ(field_bytes(grid, float64), 8 * cells);
    EXPECT_EQ(required_bytes_per_cell_per_launch(float64), 16.0);
    for (const BackendKind kind : {BackendKind::cpu, BackendKind::cuda}) {
        EXPECT_GE(simulation_bytes(grid, kind, float64), 20 * cells);
        EXPECT_LE(simulation_bytes(grid, kind, float64), 20 * cells + cells / 4);
    }
}

TEST(Float64, RefusesWhatDoesNotExistAndSaysWhatDoes) {
    EXPECT_EQ(refusal([] { find_kernel("wavefront", BackendKind::cpu, 2, float64); }),
              "--kernel wavefront: the kernels on cpu with cells of float64 are copy, global, "
              "tiled, two_step");
    EXPECT_CONTAINS(refusal([] { find_kernel("resident", BackendKind::cuda, 2, float64); }),
                    "are copy, global, vector, tiled, two_step, wavefront");
    EXPECT_CONTAINS(refusal([] { make_cpu_simulation(GridSize::line(9), {.type = float64}); }),
                    "--type float64: exists for grids of two dimensions");
    EXPECT_CONTAINS(refusal([] { find_cell_type("double"); }), "are float32, float64");
    const auto simulation = make_cpu_simulation({9, 9}, {.type = float64});
    EXPECT_CONTAINS(refusal([&] { simulation->set_host_copies({HostCopyPolicy::every_step}); }),
                    "never is allowed with --type float64");
    EXPECT_THROW(make_cpu_simulation({9, 9})->load_float64(Field64({9, 9}), 0),
                 std::invalid_argument);
    EXPECT_THROW(make_cpu_simulation({9, 9}, {.type = float64, .wrong = WrongVariant::in_place}),
                 std::invalid_argument);
}

}  // namespace
}  // namespace heatlab
