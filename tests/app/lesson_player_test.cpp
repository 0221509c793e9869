// A lesson that is given: where it goes, and what it asks the session for.

#include "app/lesson/lesson_player.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/lesson/lesson_file.h"
#include "app/lesson/wrong_view.h"

namespace heatlab {
namespace {

class LessonGiven : public testing::Test {
protected:
    LessonGiven()
        : lesson(std::make_shared<const Lesson>(
              read_lesson(std::filesystem::path(HEATLAB_TEST_DATA) / "checkerboard.md"))) {}

    /// What was asked for since the last call; the session does it.
    CommandList take() {
        CommandList taken = std::move(commands);
        commands.clear();
        for (const Command& command : taken)
            if (const auto* change = std::get_if<command::SetState>(&command))
                now = change->settings;
        return taken;
    }
    template <typename T>
    static bool holds(const CommandList& list) {
        return std::ranges::any_of(
            list, [](const Command& command) { return std::holds_alternative<T>(command); });
    }
    static const command::SetState& state_of(const CommandList& list) {
        return std::get<command::SetState>(list.at(0));
    }

    std::shared_ptr<const Lesson> lesson;
    LessonPlayer player;
    Settings now;
    CommandList commands;
};

TEST_F(LessonGiven, OpensOverTheDefaultExperimentAndTheUsersChoices) {
    now.kernel = "two_step";
    now.colormap = "viridis";
    now.diffusivity = 3;
    now.view.fit = false;
    player.open(lesson, 0, now, commands);
    const CommandList list = take();
    const command::SetState& change = state_of(list);
    EXPECT_TRUE(change.restart);
    EXPECT_EQ(change.settings.grid, (GridSize{64, 64}));
    EXPECT_EQ(change.settings.init.name, "random");
    EXPECT_EQ(change.settings.kernel, "two_step");
    EXPECT_EQ(change.settings.colormap, "viridis");
    EXPECT_EQ(change.settings.diffusivity, Settings{}.diffusivity);
    EXPECT_TRUE(change.settings.view.fit);
    EXPECT_TRUE(holds<command::Pause>(list));
}

TEST_F(LessonGiven, GoesThroughAnswersForwardAndBack) {
    player.open(lesson, 0, now, commands);
    take();
    player.next(now, commands);
    EXPECT_EQ(player.place(), (LessonPlace{1, false}));
    CommandList list = take();
    EXPECT_EQ(state_of(list).settings.r, 0.26);
    EXPECT_FALSE(state_of(list).restart);  // r alone: the field goes on
    EXPECT_FALSE(holds<command::Play>(list) || holds<command::Pause>(list));

    player.next(now, commands);
    EXPECT_EQ(player.place(), (LessonPlace{1, true}));
    list = take();
    EXPECT_TRUE(holds<command::Play>(list));

    player.next(now, commands);
    EXPECT_EQ(player.place(), (LessonPlace{2, false}));
    list = take();
    EXPECT_TRUE(state_of(list).restart);  // so many steps from step 0
    EXPECT_EQ(state_of(list).settings.steps, 12);
    EXPECT_EQ(state_of(list).settings.r, 0.2);

    player.next(now, commands);
    EXPECT_TRUE(player.at_last());
    EXPECT_TRUE(take().empty());  // nothing is set there
    player.next(now, commands);
    EXPECT_EQ(player.place(), (LessonPlace{3, false}));
    EXPECT_TRUE(take().empty());

    player.previous(now, commands);
    list = take();
    EXPECT_EQ(state_of(list).settings.steps, 12);
    player.previous(now, commands);
    EXPECT_EQ(player.place(), (LessonPlace{1, true}));
    list = take();
    EXPECT_TRUE(state_of(list).restart);
    EXPECT_EQ(state_of(list).settings.r, 0.26);
    EXPECT_FALSE(state_of(list).settings.steps);
    EXPECT_TRUE(holds<command::Play>(list));
    player.previous(now, commands);
    player.previous(now, commands);
    EXPECT_TRUE(player.at_first());
    take();
    player.previous(now, commands);
    EXPECT_TRUE(take().empty());
}

TEST_F(LessonGiven, ComesBackToTheSameStateWhateverWasShownMeanwhile) {
    player.open(lesson, 1, now, commands);
    take();
    const Settings before = now;
    player.step_aside();
    EXPECT_TRUE(player.away());
    now.r = 0.1;
    now.grid = {32, 16};
    now.init.name = "hot-pixel";
    now.comparison.open = true;
    now.comparison.others = {{.kernel = "global"}};
    now.colormap = "cividis";
    player.next(now, commands);
    EXPECT_FALSE(player.away());
    EXPECT_EQ(player.place(), (LessonPlace{1, false}));
    const CommandList list = take();
    EXPECT_TRUE(state_of(list).restart);
    Settings expected = before;
    expected.colormap = "cividis";  // the user's choice, which no step names
    EXPECT_EQ(state_of(list).settings, expected);
}

// The last step does nothing: it looks at the field of the one before.
TEST_F(LessonGiven, AStepThatDoesNothingHasTheFieldOfTheOneBefore) {
    player.open(lesson, 2, now, commands);
    EXPECT_EQ(state_of(take()).settings.steps, 12);
    player.next(now, commands);
    EXPECT_TRUE(take().empty()) << "forward the field is there";
    player.jump(3, now, commands);
    const CommandList list = take();
    EXPECT_EQ(state_of(list).settings.steps, 12);
    EXPECT_TRUE(state_of(list).restart);
    EXPECT_FALSE(holds<command::Play>(list) || holds<command::Pause>(list));

    auto changed = std::make_shared<Lesson>(*lesson);
    changed->steps[2].action.wrong = "in_place";
    player.open(changed, 2, now, commands);
    take();
    player.next(now, commands);  // the variant goes, the field stays
    const CommandList closed = take();
    EXPECT_FALSE(state_of(closed).settings.comparison.open);
    EXPECT_FALSE(state_of(closed).settings.steps);
    EXPECT_FALSE(state_of(closed).restart);
}

TEST_F(LessonGiven, JumpsWithAllThatTheStepsBeforeHaveSet) {
    player.open(lesson, 3, now, commands);
    const CommandList list = take();
    EXPECT_EQ(state_of(list).settings.grid, (GridSize{64, 64}));
    EXPECT_EQ(state_of(list).settings.r, 0.2);
    EXPECT_EQ(player.state().control, "kernels");
    EXPECT_EQ(player.state().show, "kernels");
}

// The lesson's own, float32 where it names none; another one begins anew, as another grid does.
TEST_F(LessonGiven, CellsAreTheLessonsOwn) {
    auto changed = std::make_shared<Lesson>(*lesson);
    changed->steps[1].action.options.emplace_back("--type", "float64");
    now.type = CellType::float64;
    now.kernel = "resident";
    player.open(changed, 0, now, commands);
    EXPECT_EQ(state_of(take()).settings.type, CellType::float32);
    EXPECT_EQ(now.kernel, "resident");
    player.next(now, commands);
    EXPECT_EQ(state_of(take()).settings.type, CellType::float64);
    EXPECT_TRUE(player.state().restarts);
    EXPECT_FALSE(player.state().running);
    EXPECT_EQ(now.kernel, "tiled") << "resident knows no such cells";
    player.next(now, commands);  // the answer: the same field goes on
    take();
    EXPECT_EQ(now.type, CellType::float64);
    EXPECT_FALSE(player.state().restarts);
}

TEST_F(LessonGiven, LeavesTheFieldAndTakesWrongVariantsAway) {
    player.open(lesson, 0, now, commands);
    take();
    player.toggle_notes();
    player.leave(now, commands);
    EXPECT_FALSE(player.active());
    EXPECT_TRUE(player.notes_shown());
    EXPECT_TRUE(take().empty());

    player.open(lesson, 0, now, commands);
    take();
    show_wrong_view("in_place", now);
    EXPECT_TRUE(shows_wrong_view(now.comparison));
    player.leave(now, commands);
    ASSERT_EQ(commands.size(), 1u);
    const auto& closed = std::get<command::SetComparison>(commands[0]);
    EXPECT_FALSE(closed.setting.open);
    EXPECT_FALSE(shows_wrong_view(closed.setting));
}

TEST_F(LessonGiven, WrongVariantIsItsOwnPlacesAlone) {
    auto changed = std::make_shared<Lesson>(*lesson);
    changed->steps[1].action.wrong = "in_place";
    player.open(changed, 0, now, commands);
    take();
    player.next(now, commands);
    take();
    EXPECT_TRUE(now.comparison.open);
    EXPECT_TRUE(shows_wrong_view(now.comparison));
    player.next(now, commands);
    take();
    EXPECT_FALSE(now.comparison.open);
    EXPECT_FALSE(shows_wrong_view(now.comparison));
}

}  // namespace
}  // namespace heatlab
