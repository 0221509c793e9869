#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/display_status.h"
#include "sim/backend.h"
#include "sim/difference.h"
#include "sim/host_copies.h"
#include "sim/kernel_table.h"
#include "sim/lesson/wrong_variants.h"

namespace heatlab {

/// Views in Compare at most, the session's own (A) among them.
inline constexpr std::size_t most_compared_views = 4;

/// What a view beside A advances with. Start, r, edges, brush and camera are the session's.
struct ComparedView {
    std::string kernel;
    std::optional<BackendKind> backend = std::nullopt;  ///< none: the session's own
    HostCopySetting copies = {};                        ///< while it advances; never at first
    /// A lesson's: instead of the kernel, this variant on a copy in the CPU backend. No option and
    /// no panel sets it.
    std::optional<WrongVariant> wrong = std::nullopt;

    friend bool operator==(const ComparedView&, const ComparedView&) = default;
};

/// The view that shows a variant beside the right field.
inline ComparedView wrong_view(WrongVariant variant) {
    ComparedView view;
    view.kernel = info_of(variant).kernel.name;
    view.backend = BackendKind::cpu;
    view.wrong = variant;
    return view;
}
/// Where a view runs, beside a session on `own`.
inline BackendKind backend_of(const ComparedView& view, BackendKind own) {
    return view.wrong ? BackendKind::cpu : view.backend.value_or(own);
}
/// What it runs there, on such cells. Throws InputError (argument "--kernel") for a kernel that
/// does not exist there.
inline const KernelInfo& kernel_of(const ComparedView& view, BackendKind own, int dimensions,
                                   CellType type = CellType::float32) {
    return view.wrong ? info_of(*view.wrong).kernel
                      : find_kernel(view.kernel, backend_of(view, own), dimensions, type);
}

enum class DifferenceScale { linear, logarithmic };

/// What Compare shows, set by the user.
struct ComparisonSetting {
    bool open = false;
    std::vector<ComparedView> others;  ///< B, C, D: one to three while open
    bool racing = false;               ///< each view runs as far as its share of the time takes it
    std::size_t difference = 1;        ///< the view that is compared with A in the picture
    DifferenceScale scale = DifferenceScale::linear;

    friend bool operator==(const ComparisonSetting&, const ComparisonSetting&) = default;
};

/// One view as it runs.
struct ComparedViewState {
    const KernelInfo* kernel = nullptr;
    std::optional<WrongVariant> wrong;  ///< a lesson's; `kernel` is then its card
    BackendInfo backend;
    DisplayStatus display;
    std::int64_t step = 0;                   ///< of its newest finished batch
    std::optional<double> seconds_per_step;  ///< medians, as in Timings
    std::optional<double> cells_per_second;
    std::optional<double> ceiling;  ///< cells/s of a copy of the bytes that this kernel must move
    bool launch_bound = false;
    HostCopySetting copies;
    std::optional<double> host_bytes_per_second;  ///< that these copies move
    std::vector<float> history_us_per_step;       ///< oldest first
    std::optional<FieldDifference> difference;    ///< from A, the newest; none for A and at first
};

/// Everything that Compare shows; A first. Empty while it is closed.
struct Comparison {
    std::vector<ComparedViewState> views;
    std::vector<BackendKind> backends;  ///< on which a view can run, the session's own first
    bool in_step = true;                ///< all views are at A's step (a race parts them)
    /// Of view `ComparisonSetting::difference`: its difference from A as it is drawn. In the
    /// logarithmic scale a difference d is drawn as sign(d) (1 + log10(|d| / smallest)) with
    /// `smallest` the value where the colours begin.
    std::shared_ptr<const FieldPicture> picture;
    double picture_range = 0;  ///< the colours span -picture_range to +picture_range
    double smallest = 0;       ///< of the logarithmic scale; 0 in the linear one
    std::int64_t picture_step = 0;
};

}  // namespace heatlab
