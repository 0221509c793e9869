#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "sim/step_ratio.h"

namespace heatlab {

/// How a field came about: whether its initial field and a number of steps give it again.
class RunRecord {
public:
    /// Steps of this r and kernel are submitted.
    void stepped(StepRatio r, bool advances) {
        if (!stepped_)
            stepped_ = {r, advances};
        else if (stepped_->first != r)
            alter("r was changed after the start");
        else if (stepped_->second != advances)
            alter("a kernel that leaves the field as it is ran after the start");
    }
    bool has_stepped() const { return stepped_.has_value(); }
    /// What no option says happened to the field; the first one is kept.
    void alter(std::string what) {
        if (altered_.empty())
            altered_ = std::move(what);
    }
    /// Why steps of this r and kernel from the initial field give another one; empty: they give it.
    std::string altered(StepRatio r, bool advances) const {
        if (!altered_.empty() || !stepped_)
            return altered_;
        if (stepped_->first != r)
            return "r was changed after the start";
        return stepped_->second != advances
                   ? "a kernel that leaves the field as it is ran after the start"
                   : "";
    }

private:
    std::string altered_;
    std::optional<std::pair<StepRatio, bool>> stepped_;  ///< r, and whether the field advanced
};

}  // namespace heatlab
