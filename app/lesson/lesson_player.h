#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "app/command.h"
#include "app/lesson/lesson_state.h"

namespace heatlab {

/// A lesson that is being given: which slide, whether its answer is shown, whether the class looks
/// at something else meanwhile. Changes the session by commands alone.
///
/// Going forward sets what the place names, over what the places before it set, and leaves the
/// field where a place names nothing that begins anew. Going back, jumping and coming back set the
/// place's whole state from step 0: the same picture again, whatever happened meanwhile. A place
/// that sets nothing is come to forward without a command.
class LessonPlayer {
public:
    bool active() const { return lesson_ != nullptr; }
    /// Null where none is given.
    const std::shared_ptr<const Lesson>& lesson() const { return lesson_; }
    LessonPlace place() const { return places_.at(at_); }
    const LessonStep& step() const { return lesson_->steps.at(place().step); }
    const LessonAction& action() const { return action_at(*lesson_, place()); }
    /// What the lesson has set so far.
    const LessonState& state() const { return state_; }
    bool at_first() const { return at_ == 0; }
    bool at_last() const { return at_ + 1 == places_.size(); }
    /// The class is shown something else.
    bool away() const { return away_; }
    bool notes_shown() const { return notes_shown_; }
    /// Counts the places that were come to: one that has changed is to be shown.
    std::uint64_t visits() const { return visits_; }

    /// `now`: the session's settings in all of these. Throws InputError, having changed nothing,
    /// where a place's state cannot hold beside the user's choices.
    void open(std::shared_ptr<const Lesson> lesson, std::size_t step, const Settings& now,
              CommandList& commands);
    /// For pictures: the session has this place's state already.
    void adopt(std::shared_ptr<const Lesson> lesson, LessonPlace place, const Settings& now);
    /// At the last place nothing happens. Comes back where the class was shown something else.
    void next(const Settings& now, CommandList& commands);
    void previous(const Settings& now, CommandList& commands);
    void jump(std::size_t step, const Settings& now, CommandList& commands);
    void come_back(const Settings& now, CommandList& commands);
    void step_aside() { away_ = true; }
    void toggle_notes() { notes_shown_ = !notes_shown_; }
    /// The field stays as it is; a wrong variant goes.
    void leave(const Settings& now, CommandList& commands);

private:
    void go(std::size_t at, bool anew, const Settings& now, CommandList& commands);

    std::shared_ptr<const Lesson> lesson_;
    std::vector<LessonPlace> places_;
    std::size_t at_ = 0;
    LessonState state_;
    Settings user_;  ///< as the lesson was opened
    bool away_ = false;
    bool notes_shown_ = false;
    std::uint64_t visits_ = 0;
};

}  // namespace heatlab
