#include "app/lesson/lesson_player.h"

#include <algorithm>
#include <utility>

#include "app/lesson/wrong_view.h"

namespace heatlab {
namespace {

std::size_t index_of(const std::vector<LessonPlace>& places, LessonPlace place) {
    const auto found = std::ranges::find(places, place);
    return found == places.end() ? 0 : static_cast<std::size_t>(found - places.begin());
}

}  // namespace

void LessonPlayer::go(std::size_t at, bool anew, const Settings& now, CommandList& commands) {
    const LessonPlace place = places_.at(at);
    const LessonAction& action = action_at(*lesson_, place);
    const bool was_wrong = active() && !this->action().wrong.empty();
    LessonState state = lesson_state(*lesson_, with_users_choices(*lesson_, user_, now), place);
    at_ = at;
    state_ = std::move(state);
    away_ = false;
    ++visits_;
    if (!anew && !action.does_something() && !was_wrong)
        return;
    command::SetState change;
    change.settings = state_.settings;
    if (!anew && !action.does_something())
        change.settings.steps.reset();  // they were run
    change.restart = anew || action.restart || change.settings.steps.has_value();
    if ((change.restart || state_.restarts) && !state_.view_named)
        change.settings.view.fit = true;
    const bool counted = change.settings.steps.value_or(0) > 0;
    commands.emplace_back(std::move(change));
    if (anew ? state_.running : action.run.value_or(false))
        commands.emplace_back(command::Play{});
    else if (!counted && (anew || action.run.has_value()))
        commands.emplace_back(command::Pause{});
}

void LessonPlayer::open(std::shared_ptr<const Lesson> lesson, std::size_t step, const Settings& now,
                        CommandList& commands) {
    LessonPlayer fresh;
    fresh.lesson_ = std::move(lesson);
    fresh.places_ = lesson_places(*fresh.lesson_);
    fresh.user_ = now;
    fresh.notes_shown_ = notes_shown_;
    fresh.visits_ = visits_;
    fresh.go(index_of(fresh.places_, {step, false}), true, now, commands);
    *this = std::move(fresh);
}

void LessonPlayer::adopt(std::shared_ptr<const Lesson> lesson, LessonPlace place,
                         const Settings& now) {
    CommandList none;
    open(std::move(lesson), place.step, now, none);
    if (place.answer)
        go(index_of(places_, place), true, now, none);
}

void LessonPlayer::next(const Settings& now, CommandList& commands) {
    if (away_)
        come_back(now, commands);
    else if (!at_last())
        go(at_ + 1, false, now, commands);
}

void LessonPlayer::previous(const Settings& now, CommandList& commands) {
    if (away_)
        come_back(now, commands);
    else if (!at_first())
        go(at_ - 1, true, now, commands);
}

void LessonPlayer::jump(std::size_t step, const Settings& now, CommandList& commands) {
    go(index_of(places_, {step, false}), true, now, commands);
}

void LessonPlayer::come_back(const Settings& now, CommandList& commands) {
    go(at_, true, now, commands);
}

void LessonPlayer::leave(const Settings& now, CommandList& commands) {
    if (shows_wrong_view(now.comparison))
        commands.emplace_back(command::SetComparison{});
    const bool notes = notes_shown_;
    const std::uint64_t visits = visits_;
    *this = {};
    notes_shown_ = notes;
    visits_ = visits + 1;
}

}  // namespace heatlab
