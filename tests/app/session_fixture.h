#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>

#include "app/session.h"
#include "tests/app/fake_simulation.h"

namespace heatlab {

/// A session on a scripted simulation.
class SessionTest : public testing::Test {
protected:
    Session& session() {
        if (!session_)
            session_ = std::make_unique<Session>(settings_, fake_stages(script_), "");
        return *session_;
    }
    const Snapshot& frame() {
        session().begin_frame(now_);
        session().end_frame({}, {});
        now_ += 1 / 60.0;
        return session().snapshot();
    }
    const Snapshot& frames(int count) {
        for (int i = 1; i < count; ++i)
            frame();
        return frame();
    }
    const Snapshot& apply(const Command& command) {
        session().apply(command);
        return session().snapshot();
    }
    /// The refusal that `command` gets; nothing else may change.
    std::string refusal_of(const Command& command) {
        const Snapshot before = session().snapshot();
        session().apply(command);
        const Snapshot& after = session().snapshot();
        EXPECT_EQ(after.settings.r, before.settings.r);
        EXPECT_EQ(after.settings.grid, before.settings.grid);
        EXPECT_EQ(after.settings.kernel, before.settings.kernel);
        EXPECT_EQ(after.settings.init, before.settings.init);
        EXPECT_EQ(after.running, before.running);
        if (!after.notice || after.notice->kind != Notice::Kind::refused)
            return "";
        const std::string text = after.notice->title + ": " + after.notice->text;
        session().apply(command::DismissNotice{after.notice->id});
        return text;
    }
    std::int64_t count_calls(const std::string& name) const {
        return std::count(script_.calls.begin(), script_.calls.end(), name);
    }

    Settings settings_ = small_settings();
    FakeSimulation::Script script_;
    std::unique_ptr<Session> session_;
    double now_ = 0;
};

}  // namespace heatlab
