#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace heatlab {

/// When the field is copied to the host while it advances. The program never needs such copies;
/// they are a lesson on what they cost.
enum class HostCopyPolicy {
    never,
    every_n,     ///< after each step that is a multiple of n, and the steps wait for it
    every_step,  ///< after each step, and the next step waits for it
    overlapped   ///< after each step, by a second stream (CPU: thread) while the next step runs
};

struct HostCopySetting {
    HostCopyPolicy policy = HostCopyPolicy::never;
    std::int64_t interval = 10;  ///< n of every_n

    bool active() const { return policy != HostCopyPolicy::never; }
    /// Steps from `step` to the next that a copy follows: every_n copies the steps that are
    /// multiples of n, however the steps are dealt to batches. The policy is not `never`.
    std::int64_t steps_to_copy(std::int64_t step) const {
        return policy == HostCopyPolicy::every_n ? interval - step % interval : 1;
    }

    friend bool operator==(const HostCopySetting&, const HostCopySetting&) = default;
};

/// One row per policy; panels, command line and bench read this table.
struct HostCopyInfo {
    HostCopyPolicy policy = HostCopyPolicy::never;
    std::string_view name;      ///< "every_step"
    std::string_view title;     ///< "every step"
    std::string_view sentence;  ///< what it does and costs
};

std::span<const HostCopyInfo> host_copy_policies();
/// Throws InputError (argument `argument`) naming what exists.
const HostCopyInfo& find_host_copy_policy(std::string_view name,
                                          const std::string& argument = "--host-copies");

}  // namespace heatlab
