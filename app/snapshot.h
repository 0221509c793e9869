#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/command.h"
#include "app/comparison.h"
#include "app/display_status.h"
#include "app/laboratory.h"
#include "app/presets.h"
#include "app/sector_table.h"
#include "app/settings.h"
#include "app/size_sweep.h"
#include "app/zones/zone_state.h"
#include "sim/simulation.h"
#include "sim/stability.h"

namespace heatlab {

/// Something to say in a banner. One is shown at a time.
struct Notice {
    /// `done`: what was asked for beside the run (saved, copied, opened).
    enum class Kind { information, fallback, refused, done, unstable, not_finite };
    std::uint64_t id = 0;
    Kind kind = Kind::information;
    std::string title;         ///< what happened
    std::string text;          ///< what it costs, what to do; two lines at most
    std::string action_label;  ///< empty: no button
    std::vector<Command> action;
};

/// Medians over a window of frames; none until the first batches after a switch have finished.
struct Timings {
    std::optional<double> seconds_per_step;
    std::optional<double> cells_per_second;
    std::optional<double> bytes_per_second;       ///< from required bytes per launch
    std::optional<double> copy_bytes_per_second;  ///< measured here on this grid
    std::optional<double> fraction_of_copy;  ///< of copy_bytes_per_second; none if launch_bound
    bool launch_bound = false;               ///< so small that launches dominate
    double simulation_seconds = 0;           ///< per frame
    double display_seconds = 0;
    double interface_seconds = 0;
    double frame_seconds = 0;                ///< from frame to frame, waiting included
    std::vector<float> history_us_per_step;  ///< rolling, oldest first
    std::uint64_t field_bytes_to_host = 0;   ///< since start
    double steps_per_second = 0;             ///< as it runs now
    double steps_per_frame = 0;
};

/// How the frame rate is held.
struct FramePace {
    double frames_per_second = 0;
    bool vertical_sync = false;
    double target = 60;
};

/// What the copies of the field to the host move and cost, from device time: medians without
/// copies, means with them.
struct HostCopyFigures {
    std::optional<double> bytes_per_second;  ///< by the copies; none until batches have finished
    std::optional<double> steps_per_second;  ///< under the policy in force
    std::optional<double> steps_per_second_without;  ///< of this kernel on this grid
    std::optional<double> slowdown;                  ///< the one over the other; 1 without copies
};

/// The last figures of one kernel on this grid, for the kernel list.
struct KernelFigures {
    const KernelInfo* kernel = nullptr;
    std::optional<double> seconds_per_step;  ///< none: not run yet on this grid
    std::optional<double> bytes_per_second;
    std::optional<double> fraction_of_copy;                   ///< none too where launches dominate
    std::optional<KernelResources> resources = std::nullopt;  ///< none where there are no such
};

/// Everything that one frame shows: a value, made by Session, never changed by panels.
struct Snapshot {
    Settings settings;
    Walls walls;  ///< in force
    BackendInfo backend;
    std::string backend_reason;  ///< "no CUDA device", "asked for"; may be empty
    DisplayStatus display;

    bool running = false;
    std::int64_t step = 0;                   ///< of the newest finished batch
    std::optional<std::int64_t> steps_left;  ///< of RunSteps
    double simulated_seconds = 0;            ///< sum of dt over all steps since step 0
    std::int64_t shown_step = 0;             ///< step of the picture on screen
    bool anything_ran = false;               ///< since the last reset
    /// Why the initial field and `step` steps with these settings give another field than this,
    /// "it was painted on"; empty: they give it to the bit.
    std::string altered;

    Stability stability;  ///< of the r in use, rounded as the simulation does it
    std::optional<FieldStatistics> statistics;
    std::optional<std::int64_t>
        non_finite_step;  ///< first step with a non-finite cell, of a field that holds one
    std::optional<ProbeReading> probe;
    Plane probe_plane;  ///< of a grid of three dimensions: in which its cell lies
    /// The update of the probed cell, by the one formula; none where it is held.
    std::optional<float> probe_next;

    Laboratory laboratory;
    Comparison comparison;
    std::shared_ptr<const PresetLibrary> presets;  ///< never null

    double range_low = 0;  ///< in force, eased for automatic
    double range_high = 1;
    bool guard_active = false;         ///< steps of one parity are drawn only
    bool checkerboard_hidden = false;  ///< minified view with a visible alternating component
    bool can_undo = false;
    std::uint64_t memory_bytes = 0;  ///< of the simulation's buffers

    std::vector<KernelFigures> kernels;           ///< those of this backend, in table order
    std::shared_ptr<const SizeSweepState> sizes;  ///< null: no sweep was started
    std::shared_ptr<const ZoneState> zones;       ///< null: the room was never open
    std::shared_ptr<const SectorTable> sectors;   ///< null: nothing is known of them
    HostCopyFigures host_copies;
    Timings timings;
    FramePace pace;
    std::optional<Notice> notice;  ///< the one to show
};

/// Whether what is seen runs: the field, or while the room of ghost zones is open its scene.
inline bool is_running(const Snapshot& snapshot) {
    if (!snapshot.settings.zones.open)
        return snapshot.running;
    return snapshot.zones && snapshot.zones->scene && snapshot.zones->scene->running;
}

}  // namespace heatlab
