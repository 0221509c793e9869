// What Compare chooses, says and measures out: no window needed.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "app/ui/compare/compare_layout.h"
#include "app/ui/compare/comparison_choice.h"
#include "app/ui/compare/comparison_words.h"
#include "app/ui/compare/difference_bar.h"

namespace heatlab {
namespace {

Snapshot snapshot_with(const std::string& kernel, BackendKind backend = BackendKind::cpu) {
    Snapshot snapshot;
    snapshot.settings.kernel = kernel;
    snapshot.backend.kind = backend;
    return snapshot;
}

ComparedView view(const char* kernel, std::optional<BackendKind> backend = std::nullopt) {
    return {.kernel = kernel, .backend = backend, .copies = {}};
}

std::vector<std::string> kernels_of(const ComparisonSetting& setting) {
    std::vector<std::string> names;
    for (const ComparedView& other : setting.others)
        names.push_back(other.kernel);
    return names;
}

ComparedViewState compared(const char* kernel, std::int64_t step) {
    ComparedViewState state;
    state.kernel = &find_kernel(kernel, BackendKind::cpu);
    state.step = step;
    state.difference = FieldDifference{};
    state.difference->first_step = state.difference->second_step = step;
    return state;
}

/// A and B in step and alike.
Snapshot two_alike() {
    Snapshot snapshot = snapshot_with("tiled");
    snapshot.settings.comparison.open = true;
    snapshot.settings.comparison.others = {view("global")};
    snapshot.comparison.views = {compared("tiled", 100), compared("global", 100)};
    return snapshot;
}

using Names = std::vector<std::string>;

TEST(ComparisonChoice, OpensWithTheNextKernelsOfTheTable) {
    const ComparisonSetting setting = ui::comparison_switched(snapshot_with("tiled"));
    EXPECT_TRUE(setting.open);
    EXPECT_EQ(kernels_of(setting), (Names{"two_step", "wavefront"}));
    EXPECT_EQ(setting.difference, 1U);
    for (const ComparedView& other : setting.others)
        EXPECT_FALSE(other.backend.has_value()) << "A's own";
    // From the last one it goes round; the copy advances nothing.
    EXPECT_EQ(kernels_of(ui::comparison_switched(snapshot_with("wavefront"))),
              (Names{"global", "tiled"}));
    EXPECT_EQ(kernels_of(ui::comparison_switched(snapshot_with("wavefront", BackendKind::cuda))),
              (Names{"resident", "texture"}));
}

TEST(ComparisonChoice, WhatIsWrongOnPurposeSaysSoAndDoesNotComeBack) {
    Snapshot snapshot = two_alike();
    ComparisonSetting& setting = snapshot.settings.comparison;
    setting.others = {wrong_view(WrongVariant::in_place), view("global")};
    setting.difference = 2;
    EXPECT_EQ(ui::view_label(snapshot, 1), "in place: wrong on purpose");
    EXPECT_EQ(ui::view_label(snapshot, 2), "global");
    EXPECT_EQ(ui::view_label(snapshot, 0), "tiled");
    EXPECT_FALSE(ui::wrong_shown(snapshot, 0));
    EXPECT_EQ(ui::wrong_shown(snapshot, 1), WrongVariant::in_place);
    ComparedViewState& state = snapshot.comparison.views[1];
    state.wrong = WrongVariant::in_place;
    state.seconds_per_step = state.ceiling = 1;
    state.cells_per_second = 1;
    EXPECT_EQ(ui::race_note(state), "plain code to be read: its time says nothing");
    EXPECT_EQ(ui::million_steps(snapshot.comparison.views), "");
    const ComparisonSetting closed = ui::comparison_switched(snapshot);
    EXPECT_FALSE(closed.open);
    EXPECT_EQ(closed.others, std::vector{view("global")});
    EXPECT_EQ(closed.difference, 1U);
    // A kernel in its place is that kernel.
    const KernelInfo& tiled = find_kernel("tiled", BackendKind::cpu);
    const ComparisonSetting other =
        ui::kernel_chosen(snapshot, 1, {&tiled, BackendKind::cpu, "tiled", ""});
    EXPECT_EQ(other.others.front(), view("tiled"));
}

TEST(ComparisonChoice, OpensWithKernelsThatKeepTheEdges) {
    Snapshot snapshot = snapshot_with("tiled");
    snapshot.settings.boundaries = {BoundaryKind::periodic, BoundaryKind::periodic,
                                    BoundaryKind::periodic, BoundaryKind::periodic};
    EXPECT_EQ(kernels_of(ui::comparison_switched(snapshot)), Names{"global"});
    for (const ui::KernelChoice& choice : ui::kernel_choices(snapshot, BackendKind::cpu))
        EXPECT_EQ(choice.reason.empty(), choice.kernel->any_boundary) << choice.label;
}

TEST(ComparisonChoice, KeepsItsViewsWhileClosed) {
    Snapshot snapshot = two_alike();
    const ComparisonSetting closed = ui::comparison_switched(snapshot);
    EXPECT_FALSE(closed.open);
    EXPECT_EQ(kernels_of(closed), Names{"global"});
    snapshot.settings.comparison = closed;
    EXPECT_EQ(kernels_of(ui::comparison_switched(snapshot)), Names{"global"});
}

TEST(ComparisonChoice, AddsWhatNoViewHasAndStopsAtFour) {
    Snapshot snapshot = two_alike();
    for (const Names& wanted :
         {Names{"global", "two_step"}, Names{"global", "two_step", "wavefront"}}) {
        snapshot.settings.comparison = ui::view_added(snapshot);
        EXPECT_EQ(kernels_of(snapshot.settings.comparison), wanted);
    }
    EXPECT_EQ(kernels_of(ui::view_added(snapshot)).size(), 3U);
}

TEST(ComparisonChoice, RemovingAViewKeepsTheShownDifferenceOnItsView) {
    ComparisonSetting setting;
    setting.others = {view("global"), view("two_step"), view("wavefront")};
    setting.difference = 3;
    const ComparisonSetting without_b = ui::view_removed(setting, 1);
    EXPECT_EQ(kernels_of(without_b), (Names{"two_step", "wavefront"}));
    EXPECT_EQ(without_b.difference, 2U) << "still wavefront";
    EXPECT_EQ(ui::view_removed(setting, 3).difference, 2U) << "the last one that is there";
    EXPECT_EQ(ui::view_removed(setting, 0), setting) << "A stays";
}

TEST(ComparisonChoice, OtherBackendsAreNamedAndOnlyThoseThatThereAre) {
    Snapshot snapshot = snapshot_with("tiled", BackendKind::cuda);
    EXPECT_EQ(ui::backend_choices(snapshot), std::vector{BackendKind::cuda});
    snapshot.comparison.backends = {BackendKind::cuda, BackendKind::cpu};
    EXPECT_EQ(ui::backend_choices(snapshot), (std::vector{BackendKind::cuda, BackendKind::cpu}));
    const std::vector<ui::KernelChoice> choices = ui::kernel_choices(snapshot, BackendKind::cpu);
    ASSERT_FALSE(choices.empty());
    EXPECT_EQ(choices.front().label, "CPU: global");
    snapshot.settings.comparison.others = {view("tiled")};
    snapshot.settings.comparison = ui::kernel_chosen(snapshot, 1, choices.front());
    EXPECT_EQ(snapshot.settings.comparison.others.front(), view("global", BackendKind::cpu));
    const std::vector<ui::KernelChoice> own = ui::kernel_choices(snapshot, BackendKind::cuda);
    EXPECT_EQ(ui::kernel_chosen(snapshot, 1, own.front()).others.front(), view("global"));
}

TEST(ComparisonWords, IdenticalMeansNoCellDiffers) {
    const Snapshot snapshot = two_alike();
    EXPECT_EQ(ui::agreement_of(snapshot.comparison, 1), ui::Agreement::identical);
    EXPECT_EQ(ui::view_statement(snapshot.comparison, 0, snapshot.settings.grid).front(),
              "the others are compared with A");
    EXPECT_EQ(ui::view_statement(snapshot.comparison, 1, snapshot.settings.grid).front(),
              "identical to A, bit for bit");
    const ui::DifferenceWords words = ui::difference_words(snapshot, 1);
    EXPECT_EQ(words.counted, "0 of 524\u2009288 cells differ");
    EXPECT_TRUE(words.first.empty());
    EXPECT_EQ(ui::agreement_note(snapshot), "All views hold the same bits at step 100.");
}

TEST(ComparisonWords, ADifferenceNamesItsFirstCell) {
    Snapshot snapshot = two_alike();
    FieldDifference& difference = *snapshot.comparison.views[1].difference;
    difference.cells = 12;
    difference.where = DifferingCell{{3, 4}, 0.25f, 0.2500001f};
    difference.largest = 1.2e-7;
    EXPECT_EQ(ui::agreement_of(snapshot.comparison, 1), ui::Agreement::differs);
    EXPECT_EQ(ui::view_statement(snapshot.comparison, 1, snapshot.settings.grid).front(),
              "differs from A: row 3 col 4");
    const ui::DifferenceWords words = ui::difference_words(snapshot, 1);
    EXPECT_EQ(words.counted, "12 of 524\u2009288 cells differ");
    EXPECT_EQ(words.first, "first: row 3 col 4: 0.25 and 0.2500001");
    EXPECT_EQ(ui::agreement_note(snapshot), "Compared bit by bit at step 100.");
}

TEST(ComparisonWords, NothingIsClaimedAtDifferentSteps) {
    Snapshot snapshot = two_alike();
    snapshot.comparison.in_step = false;
    snapshot.comparison.views[1].step = 170;
    EXPECT_EQ(ui::agreement_of(snapshot.comparison, 1), ui::Agreement::apart);
    EXPECT_EQ(ui::view_statement(snapshot.comparison, 0, snapshot.settings.grid).front(),
              "step 100");
    EXPECT_EQ(ui::view_statement(snapshot.comparison, 1, snapshot.settings.grid).front(),
              "step 170, 1.7 times A's");
    EXPECT_EQ(ui::difference_words(snapshot, 1).counted, "A at step 100, B at step 170");
    snapshot.comparison.views[0].step = 0;
    EXPECT_EQ(ui::view_statement(snapshot.comparison, 1, snapshot.settings.grid).front(),
              "step 170")
        << "no ratio to 0";
    // Fields of two steps were compared: not a comparison of the kernels either.
    snapshot.comparison.in_step = true;
    snapshot.comparison.views[1].difference->second_step = 101;
    EXPECT_EQ(ui::agreement_of(snapshot.comparison, 1), ui::Agreement::apart);
    snapshot.comparison.views[1].difference.reset();
    EXPECT_EQ(ui::agreement_of(snapshot.comparison, 1), ui::Agreement::unknown);
    EXPECT_EQ(ui::agreement_of(snapshot.comparison, 7), ui::Agreement::unknown);
}

TEST(ComparisonWords, RaceIsSortedAndSaysWhy) {
    Snapshot snapshot = two_alike();
    std::vector<ComparedViewState>& views = snapshot.comparison.views;
    EXPECT_EQ(ui::million_steps(views), "");
    views.push_back(compared("two_step", 100));
    const std::array<double, 3> microseconds{17.8, 18.6, 10.7};
    for (std::size_t i = 0; i < 3; ++i) {
        views[i].seconds_per_step = microseconds[i] * 1e-6;
        views[i].cells_per_second = 8388608 / *views[i].seconds_per_step;
    }
    EXPECT_EQ(ui::by_speed(views), (std::vector<std::size_t>{2, 0, 1}));
    EXPECT_EQ(
        ui::million_steps(views),
        "One million steps take 10.7\u00A0s with C, 17.8\u00A0s with A and 18.6\u00A0s with B: "
        "two_step moves the field through memory once for every two steps.");
    views[2].ceiling = 2 * *views[2].cells_per_second;
    EXPECT_EQ(ui::race_note(views[2]), "50\u2009% of its ceiling: two steps per pass");
    views[0].ceiling = *views[0].cells_per_second / 0.93;
    EXPECT_EQ(ui::race_note(views[0]), "93\u2009% of its ceiling");
    views[0].launch_bound = true;
    EXPECT_EQ(ui::race_note(views[0]), "launch-bound: too small to compare kernels");
    views[1].copies.policy = HostCopyPolicy::every_step;
    views[1].host_bytes_per_second = 5.2e10;
    EXPECT_EQ(ui::race_note(views[1]), "copies to the host every step, 52.0 GB/s");
    EXPECT_EQ(ui::race_note(compared("wavefront", 0)), "up to 128 steps per pass");
    EXPECT_EQ(ui::cell_rate(4.71e11).text(), "471 Gcells/s");
    EXPECT_EQ(ui::cell_rate(12).unit, "cells/s");
}

TEST(DifferenceBar, LinearNumbersMirrorEachOther) {
    Comparison comparison;
    comparison.picture_range = 8e-7;
    const auto ticks = ui::difference_ticks(comparison, DifferenceScale::linear, false, 9);
    ASSERT_EQ(ticks.size(), 5U);
    for (std::size_t i = 0; i < 5; ++i)
        EXPECT_DOUBLE_EQ(ticks[i].at, -1 + 0.5 * static_cast<double>(i));
    EXPECT_EQ(ticks[2].label, "0");
    EXPECT_EQ(ticks[4].label.front(), '+');
    EXPECT_EQ(ticks[0].label.substr(0, 3), "\u2212");
    EXPECT_EQ(ui::difference_factor(comparison, DifferenceScale::linear, false),
              "×\u2009"
              "10⁻⁷");
}

TEST(DifferenceBar, LogarithmicNumbersArePowersOfTenWhereTheyAreDrawn) {
    Comparison comparison;
    comparison.smallest = 1e-9;
    comparison.picture_range = 1 + std::log10(5e-7 / 1e-9);  // as sign(d) (1 + log10(|d| / 1e-9))
    const auto ticks = ui::difference_ticks(comparison, DifferenceScale::logarithmic, false, 9);
    ASSERT_EQ(ticks.size(), 7U) << "0, and 10⁻⁹ to 10⁻⁷ on both sides";
    EXPECT_EQ(ticks[6].label, "+10⁻⁷");
    EXPECT_NEAR(ticks[6].at * comparison.picture_range, 1 + std::log10(1e-7 / 1e-9), 1e-12);
    EXPECT_EQ(ticks[4].label, "+10⁻⁹");
    EXPECT_NEAR(ticks[4].at * comparison.picture_range, 1, 1e-12);
    EXPECT_EQ(ticks[0].label, "\u221210⁻⁷");
    EXPECT_DOUBLE_EQ(ticks[0].at, -ticks[6].at);
    // Fewer where there is no room.
    EXPECT_LE(ui::difference_ticks(comparison, DifferenceScale::logarithmic, false, 3).size(), 3U);
    EXPECT_EQ(ui::difference_factor(comparison, DifferenceScale::logarithmic, false), "");
}

TEST(DifferenceBar, ExactlyZeroHasTheZeroAlone) {
    Comparison comparison;
    comparison.picture_range = 1;
    for (const DifferenceScale scale : {DifferenceScale::linear, DifferenceScale::logarithmic}) {
        const auto ticks = ui::difference_ticks(comparison, scale, true, 9);
        ASSERT_EQ(ticks.size(), 1U);
        EXPECT_EQ(ticks.front().label, "0");
        EXPECT_EQ(ui::difference_factor(comparison, scale, true), "");
    }
}

TEST(CompareLayout, SheetsShareTheAreaAndNoneOverlaps) {
    struct Case {
        float width, height;
        ui::WidthClass width_class;
    };
    const ui::Look look;
    for (const Case& form :
         {Case{1904, 996, ui::WidthClass::wide}, Case{1264, 636, ui::WidthClass::compact},
          Case{1084, 616, ui::WidthClass::narrow}, Case{700, 1200, ui::WidthClass::narrow}}) {
        for (std::size_t views = 2; views <= most_compared_views; ++views) {
            for (const double aspect : {2.0, 1.0, 0.25, 16.0}) {
                const ImRect area(8, 50, 8 + form.width, 50 + form.height);
                const ui::CompareLayout layout =
                    ui::compare_layout(look, form.width_class, area, views, aspect);
                ASSERT_EQ(layout.views.size(), views);
                std::vector<ImRect> sheets = layout.views;
                sheets.insert(sheets.end(), {layout.difference, layout.transport});
                if (form.width_class != ui::WidthClass::narrow)
                    sheets.push_back(layout.race);
                if (form.width_class == ui::WidthClass::wide)
                    sheets.push_back(layout.agreement);
                for (std::size_t i = 0; i < sheets.size(); ++i) {
                    EXPECT_TRUE(area.Contains(sheets[i])) << form.width << " " << views << " " << i;
                    EXPECT_GE(sheets[i].GetWidth(), 150) << form.width << " " << views;
                    EXPECT_GE(sheets[i].GetHeight(), 62) << form.width << " " << views;
                    for (std::size_t j = 0; j < i; ++j)
                        EXPECT_FALSE(sheets[i].Overlaps(sheets[j])) << i << " and " << j;
                }
                for (const ImRect& view : layout.views) {
                    EXPECT_NEAR(view.GetWidth(), layout.views[0].GetWidth(), 1);
                    EXPECT_NEAR(view.GetHeight(), layout.views[0].GetHeight(), 1);
                }
            }
        }
    }
}

}  // namespace
}  // namespace heatlab
