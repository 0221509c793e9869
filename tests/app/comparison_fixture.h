#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "app/backends.h"
#include "sim/compare.h"
#include "sim/update.h"
#include "tests/app/session_fixture.h"

namespace heatlab {

inline ComparisonSetting compare_with(std::vector<ComparedView> others, bool racing = false) {
    ComparisonSetting setting;
    setting.open = true;
    setting.others = std::move(others);
    setting.racing = racing;
    return setting;
}

/// `steps` of the one update, cell by cell in float.
inline Field advanced(Field now, StepRatio r, int steps) {
    Field next = now.clone();
    for (int step = 0; step < steps; ++step) {
        for (int row = 1; row < now.size().height - 1; ++row)
            for (int col = 1; col < now.size().width - 1; ++col)
                next.at(row, col) = updated_cell(now.at(row - 1, col), now.at(row, col + 1),
                                                 now.at(row + 1, col), now.at(row, col - 1),
                                                 now.at(row, col), r.value(), r.centre_weight());
        std::swap(now, next);
    }
    return now;
}

/// On the CPU backend.
class CompareTest : public testing::Test {
protected:
    CompareTest() {
        settings_.grid = {70, 45};
        settings_.init.name = "random";
        settings_.pacing.steps_per_frame = 5;
    }
    Session& session() {
        if (!session_)
            session_ = std::make_unique<Session>(
                settings_, hidden_stage_factory({BackendKind::cpu, 0, ""}), "asked for");
        return *session_;
    }
    const Snapshot& apply(const Command& command) {
        session().apply(command);
        return session().snapshot();
    }
    template <typename Done>
    bool frames_until(const Done& done, int most = 20'000) {
        for (int i = 0; i < most; ++i) {
            session().begin_frame(now_);
            now_ += 1 / 60.0;
            session().end_frame({}, {});
            if (done(session().snapshot()))
                return true;
            std::this_thread::sleep_for(std::chrono::microseconds(100));
        }
        return false;
    }
    /// Runs so many steps and until all were compared.
    void run(std::int64_t steps) {
        apply(command::RunSteps{steps});
        ASSERT_TRUE(frames_until([](const Snapshot& s) { return !s.running; }));
    }
    bool compared() {
        return frames_until([](const Snapshot& s) {
            for (std::size_t i = 1; i < s.comparison.views.size(); ++i) {
                const auto& found = s.comparison.views[i].difference;
                if (!found || found->second_step != s.step)
                    return false;
            }
            return s.comparison.picture != nullptr && s.comparison.picture_step == s.step;
        });
    }
    Field field_of(std::size_t view) { return session().simulations().at(view)->read_back(); }

    Settings settings_ = small_settings();
    std::unique_ptr<Session> session_;
    double now_ = 0;
};

}  // namespace heatlab
