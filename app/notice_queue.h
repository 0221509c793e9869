#pragma once

#include <cstdint>
#include <deque>

#include "app/snapshot.h"

namespace heatlab {

/// Banners waiting to be shown, one at a time. What was refused or done answers what the user has
/// just asked for: it goes before all others and replaces an earlier one. The rest is shown in the
/// order in which it happened.
class NoticeQueue {
public:
    /// Gives the notice its id.
    void push(Notice notice);
    void dismiss(std::uint64_t id);
    void remove(Notice::Kind kind);
    /// Something else was asked for: what was refused and done before no longer matters.
    void remove_answers();
    const Notice* current() const { return notices_.empty() ? nullptr : &notices_.front(); }

private:
    std::deque<Notice> notices_;
    std::uint64_t last_id_ = 0;
};

}  // namespace heatlab
