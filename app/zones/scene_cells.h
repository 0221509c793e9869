#pragma once

#include <cstdint>
#include <future>
#include <stdexcept>
#include <utility>

#include "sim/ghost/problem.h"

namespace heatlab {

/// All cells of a scene, as they are after some steps.
struct SceneCells {
    ghost::Cells cells;
    std::int64_t step = 0;
};

/// Somebody waits for a scene's cells: they come, or why they do not.
class CellsWanted {
public:
    CellsWanted() = default;
    ~CellsWanted() {
        if (!answered_)
            cells_.set_exception(std::make_exception_ptr(std::runtime_error(
                "There is no scene whose cells could be saved, or it was left before they came.")));
    }
    CellsWanted(const CellsWanted&) = delete;
    CellsWanted& operator=(const CellsWanted&) = delete;

    std::future<SceneCells> future() { return cells_.get_future(); }
    /// Once.
    void answer(SceneCells cells) {
        answered_ = true;
        cells_.set_value(std::move(cells));
    }

private:
    std::promise<SceneCells> cells_;
    bool answered_ = false;
};

}  // namespace heatlab
