// Compare, control by control, on a made-up snapshot.
#include <imgui_internal.h>

#include <string>
#include <vector>

#include "app/ui/compare/agreement_panel.h"
#include "app/ui/compare/race_panel.h"
#include "tests/ui/comparison_fixture.h"
#include "tests/ui/interface_fixture.h"

namespace heatlab {
namespace {

TEST_F(ComparisonTest, TheAppBarAndItsKeyOpenAndCloseIt) {
    drive([this](ImGuiTestContext& engine) {
        engine.ItemClick("//heatlab/Mode/Compare");
        engine.Yield(2);
        ASSERT_TRUE(last<command::SetComparison>().has_value());
        const ComparisonSetting opened = last<command::SetComparison>()->setting;
        EXPECT_TRUE(opened.open);
        ASSERT_EQ(opened.others.size(), 2U);
        EXPECT_EQ(opened.others[0].kernel, "two_step");
        EXPECT_EQ(opened.others[1].kernel, "wavefront");
        forget();
        engine.KeyPress(ImGuiKey_C);
        engine.Yield(2);
        ASSERT_TRUE(last<command::SetComparison>().has_value());
        EXPECT_EQ(last<command::SetComparison>()->setting, opened);
        open({"two_step"});
        forget();
        engine.ItemClick("//heatlab/Mode/Explore");
        engine.Yield(2);
        ASSERT_TRUE(last<command::SetComparison>().has_value());
        EXPECT_FALSE(last<command::SetComparison>()->setting.open);
        EXPECT_EQ(last<command::SetComparison>()->setting.others.size(), 1U);
    });
}

TEST_F(ComparisonTest, KernelListsSetTheirView) {
    open({"two_step", "wavefront"});
    drive([this](ImGuiTestContext& engine) {
        engine.ItemClick("//View C/Kernel");
        engine.ItemClick("//$FOCUSED/global");
        engine.Yield(2);
        ASSERT_TRUE(last<command::SetComparison>().has_value());
        EXPECT_EQ(last<command::SetComparison>()->setting.others,
                  (std::vector{view("two_step"), view("global")}));
        forget();
        engine.ItemClick("//View A/Kernel");
        engine.ItemClick("//$FOCUSED/global");
        engine.Yield(2);
        ASSERT_TRUE(last<command::SetKernel>().has_value());
        EXPECT_EQ(last<command::SetKernel>()->name, "global");
        EXPECT_FALSE(last<command::SetComparison>().has_value());
    });
}

TEST_F(ComparisonTest, KernelsThatCannotKeepTheEdgesAreNotChosen) {
    open({"global"});
    snapshot.settings.boundaries = {BoundaryKind::periodic, BoundaryKind::periodic,
                                    BoundaryKind::periodic, BoundaryKind::periodic};
    drive([this](ImGuiTestContext& engine) {
        engine.ItemClick("//View B/Kernel");
        engine.MouseMove("//$FOCUSED/two_step", ImGuiTestOpFlags_NoCheckHoveredId);
        engine.MouseClick();
        engine.Yield(2);
        EXPECT_FALSE(last<command::SetComparison>().has_value());
        engine.ItemClick("//$FOCUSED/tiled");
        engine.Yield(2);
        ASSERT_TRUE(last<command::SetComparison>().has_value());
        EXPECT_EQ(last<command::SetComparison>()->setting.others.front().kernel, "tiled");
    });
}

TEST_F(ComparisonTest, AWrongVariantHasATitleInsteadOfAList) {
    open({"two_step"});
    snapshot.settings.comparison.others.front() = wrong_view(WrongVariant::in_place);
    drive([](ImGuiTestContext& engine) {
        engine.Yield(2);
        EXPECT_TRUE(engine.ItemExists("//View A/Kernel"));
        EXPECT_FALSE(engine.ItemExists("//View B/Kernel"));
        engine.ItemClick("//View B/The wrong line");
        engine.Yield(2);
        EXPECT_EQ(ImGui::GetCurrentContext()->OpenPopupStack.Size, 1);
        engine.PopupCloseAll();
    });
}

TEST_F(ComparisonTest, OtherBackendsAreOfferedBesideAOnly) {
    open({"two_step"});
    snapshot.comparison.backends = {BackendKind::cpu, BackendKind::cuda};
    drive([this](ImGuiTestContext& engine) {
        engine.ItemClick("//View B/Kernel");
        engine.ItemClick("//$FOCUSED/CUDA: vector");
        engine.Yield(2);
        ASSERT_TRUE(last<command::SetComparison>().has_value());
        EXPECT_EQ(last<command::SetComparison>()->setting.others.front(),
                  view("vector", BackendKind::cuda));
        engine.ItemClick("//View A/Kernel");
        EXPECT_FALSE(engine.ItemExists("//$FOCUSED/CUDA: vector"));
        EXPECT_TRUE(engine.ItemExists("//$FOCUSED/global"));
        engine.PopupCloseAll();
    });
}

TEST_F(ComparisonTest, EachViewHasItsOwnCopiesToTheHost) {
    open({"two_step"});
    drive([this](ImGuiTestContext& engine) {
        engine.ItemClick("//View B/Kernel");
        engine.ItemClick("//$FOCUSED/every step##copies");
        engine.Yield(2);
        ASSERT_TRUE(last<command::SetComparison>().has_value());
        const ComparedView chosen = last<command::SetComparison>()->setting.others.front();
        EXPECT_EQ(chosen.copies.policy, HostCopyPolicy::every_step);
        EXPECT_EQ(chosen.kernel, "two_step");
        forget();
        engine.ItemClick("//View A/Kernel");
        engine.ItemClick("//$FOCUSED/every step, overlapped##copies");
        engine.Yield(2);
        ASSERT_TRUE(last<command::SetHostCopies>().has_value());
        EXPECT_EQ(last<command::SetHostCopies>()->setting.policy, HostCopyPolicy::overlapped);
        EXPECT_FALSE(last<command::SetComparison>().has_value());
    });
}

TEST_F(ComparisonTest, ViewsAreAddedAndRemoved) {
    open({"two_step"});
    drive([this](ImGuiTestContext& engine) {
        EXPECT_FALSE(engine.ItemExists("//View B/Remove view B")) << "the last one stays";
        engine.ItemClick("//Race/+ View");
        engine.Yield(2);
        ASSERT_TRUE(last<command::SetComparison>().has_value());
        EXPECT_EQ(last<command::SetComparison>()->setting.others.size(), 2U);
        open({"two_step", "wavefront", "global"});
        forget();
        engine.Yield(2);
        engine.ItemClick("//View C/Remove view C");
        engine.Yield(2);
        ASSERT_TRUE(last<command::SetComparison>().has_value());
        EXPECT_EQ(last<command::SetComparison>()->setting.others,
                  (std::vector{view("two_step"), view("global")}));
        EXPECT_TRUE(engine.ItemInfo("//Race/+ View").ItemFlags & ImGuiItemFlags_Disabled);
    });
}

TEST_F(ComparisonTest, SwitchesOfRacePairAndScale) {
    open({"two_step", "wavefront"});
    drive([this](ImGuiTestContext& engine) {
        engine.ItemClick("//Race/Pace/Race");
        engine.Yield(2);
        ASSERT_TRUE(last<command::SetComparison>().has_value());
        EXPECT_TRUE(last<command::SetComparison>()->setting.racing);
        snapshot.settings.comparison.racing = true;
        forget();
        engine.ItemClick("//Race/Pace/Lockstep");
        engine.Yield(2);
        ASSERT_TRUE(last<command::SetComparison>().has_value());
        EXPECT_FALSE(last<command::SetComparison>()->setting.racing);
        forget();
        engine.ItemClick("//Difference/Pair/C \u2212 A");
        engine.Yield(2);
        ASSERT_TRUE(last<command::SetComparison>().has_value());
        EXPECT_EQ(last<command::SetComparison>()->setting.difference, 2U);
        forget();
        engine.ItemClick("//Difference/Scale/Log");
        engine.Yield(2);
        ASSERT_TRUE(last<command::SetComparison>().has_value());
        EXPECT_EQ(last<command::SetComparison>()->setting.scale, DifferenceScale::logarithmic);
        EXPECT_EQ(last<command::SetComparison>()->setting.others.size(), 2U);
    });
}

TEST_F(ComparisonTest, OneCameraOneBrushForAllViews) {
    open({"two_step", "wavefront"});
    drive([this](ImGuiTestContext& engine) {
        ASSERT_EQ(requests.views.size(), 3U);
        for (const ui::FieldImageRequest& request : requests.views)
            EXPECT_GT(request.width, 200);
        EXPECT_GT(requests.difference.width, 200);
        const double fitted = requests.views[1].view.pixels_per_cell;
        for (const char* sheet : {"//View A/Field", "//View C/Field", "//Difference/Field"}) {
            forget();
            engine.MouseMove(sheet);
            engine.MouseWheelY(2);
            engine.Yield(3);
            ASSERT_TRUE(last<command::SetView>().has_value()) << sheet;
            EXPECT_GT(last<command::SetView>()->view.pixels_per_cell, 1.01 * fitted) << sheet;
            engine.MouseDown();
            engine.Yield();
            engine.MouseUp();
            engine.Yield(2);
            EXPECT_TRUE(last<command::BeginStroke>().has_value()) << sheet;
            EXPECT_TRUE(last<command::Paint>().has_value()) << sheet;
            EXPECT_TRUE(last<command::EndStroke>().has_value()) << sheet;
        }
        // The same scale and centre in every view.
        snapshot.settings.view = {false, 100, 50, 4};
        engine.Yield(2);
        for (const ui::FieldImageRequest& request : requests.views)
            EXPECT_DOUBLE_EQ(request.view.pixels_per_cell, 4);
        EXPECT_DOUBLE_EQ(requests.difference.view.pixels_per_cell, 4);
    });
}

TEST_F(ComparisonTest, TheSessionHearsWhatIsShownAcrossTheSwitch) {
    drive([this](ImGuiTestContext& engine) {
        ASSERT_TRUE(last<command::SetPicture>().has_value());
        const command::SetPicture explored = *last<command::SetPicture>();
        const ImRect field = engine.ItemInfo("//Field/Field").RectFull;
        open({"two_step"});
        forget();
        engine.Yield(4);
        ASSERT_TRUE(last<command::SetPicture>().has_value()) << "smaller pictures";
        EXPECT_LT(last<command::SetPicture>()->width, explored.width);
        snapshot.settings.comparison.open = false;
        forget();
        engine.Yield(4);
        ASSERT_TRUE(last<command::SetPicture>().has_value());
        EXPECT_EQ(last<command::SetPicture>()->width, explored.width);
        EXPECT_EQ(last<command::SetPicture>()->visible, explored.visible);
        const ImRect again = engine.ItemInfo("//Field/Field").RectFull;
        EXPECT_EQ(again.Min.x, field.Min.x) << "the docked sheets kept their places";
        EXPECT_EQ(again.Max.x, field.Max.x);
        EXPECT_EQ(again.Max.y, field.Max.y);
        EXPECT_EQ(requests.views.size(), 1U);
    });
}

TEST_F(ComparisonTest, AStrokeEndsWhereItsSheetGoesAway) {
    open({"two_step"});
    drive([this](ImGuiTestContext& engine) {
        engine.MouseMove("//View B/Field");
        engine.MouseDown();
        engine.Yield(2);
        EXPECT_TRUE(last<command::BeginStroke>().has_value());
        EXPECT_FALSE(last<command::EndStroke>().has_value());
        snapshot.settings.comparison.open = false;
        engine.Yield(2);
        EXPECT_TRUE(last<command::EndStroke>().has_value());
        engine.MouseUp();
    });
}

TEST_F(ComparisonTest, TheStepRatioIsSetBesideTheAgreement) {
    open({"two_step"});
    drive([this](ImGuiTestContext& engine) {
        engine.ItemClick("//Agreement/##r");
        engine.KeyCharsReplaceEnter("0.24");
        engine.Yield(2);
        ASSERT_TRUE(last<command::SetStepRatio>().has_value());
        EXPECT_DOUBLE_EQ(last<command::SetStepRatio>()->r, 0.24);
    });
}

/// The same controls on a real session.
TEST_F(InterfaceTest, CompareShowsKernelsOfOneExperiment) {
    start(small_settings());
    drive([this](ImGuiTestContext& engine) {
        engine.KeyPress(ImGuiKey_C);
        engine.Yield(4);
        ASSERT_TRUE(snapshot().settings.comparison.open);
        ASSERT_EQ(snapshot().comparison.views.size(), 3U);
        const Field before = field();
        // A stroke on the picture of C heats all of them.
        engine.MouseMove("//View C/Field");
        engine.MouseDown();
        engine.Yield(2);
        engine.MouseUp();
        engine.ItemClick("//Transport/Run n steps");
        engine.Yield(140);
        EXPECT_EQ(snapshot().step, 100);
        const std::vector<Simulation*> simulations = session().simulations();
        ASSERT_EQ(simulations.size(), 3U);
        EXPECT_FALSE(same_bits(before, field()));
        for (Simulation* simulation : simulations)
            EXPECT_TRUE(same_bits(field(), simulation->read_back()));
        for (std::size_t view = 1; view < 3; ++view) {
            const auto& difference = snapshot().comparison.views[view].difference;
            ASSERT_TRUE(difference.has_value()) << view;
            EXPECT_EQ(difference->cells, 0);
            EXPECT_EQ(difference->first_step, 100);
        }
        engine.ItemClick("//Difference/Pair/C \u2212 A");
        engine.Yield(2);
        EXPECT_EQ(snapshot().settings.comparison.difference, 2U);
        engine.ItemClick("//View B/Remove view B");
        engine.Yield(4);
        EXPECT_EQ(snapshot().comparison.views.size(), 2U);
        engine.ItemClick("//heatlab/Mode/Explore");
        engine.Yield(4);
        EXPECT_FALSE(snapshot().settings.comparison.open);
        EXPECT_EQ(session().simulations().size(), 1U);
        EXPECT_TRUE(engine.ItemExists("//Field/Field"));
    });
}

}  // namespace
}  // namespace heatlab
