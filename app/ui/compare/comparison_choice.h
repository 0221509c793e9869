#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/command.h"
#include "app/comparison.h"
#include "app/snapshot.h"

// What the controls of Compare turn a setting into. The result is what they emit.

namespace heatlab::ui {

/// 'A' to 'D'.
char view_letter(std::size_t view);
/// The letter as text.
std::string view_name(std::size_t view);

/// A kernel that a view can be given, or the reason why not.
struct KernelChoice {
    const KernelInfo* kernel = nullptr;
    BackendKind backend = BackendKind::cpu;
    std::string label;        ///< "tiled"; "CPU: tiled" of another backend than A's
    std::string_view reason;  ///< why it cannot run with the edges in force; empty: it can
};
/// The advancing kernels of `backend`, in table order.
std::vector<KernelChoice> kernel_choices(const Snapshot& snapshot, BackendKind backend);
/// Backends on which a view beside A can run, A's first.
std::vector<BackendKind> backend_choices(const Snapshot& snapshot);

/// Kernel and backend of a view as they are set; A is the session's own.
struct ViewChoice {
    std::string kernel;
    BackendKind backend = BackendKind::cpu;

    friend bool operator==(const ViewChoice&, const ViewChoice&) = default;
};
ViewChoice view_choice(const Snapshot& snapshot, std::size_t view);
/// "tiled", or "CPU: tiled" where it is not A's backend.
std::string choice_label(const Snapshot& snapshot, const ViewChoice& choice);

/// The variant that a lesson shows in a view; none: a kernel.
std::optional<WrongVariant> wrong_shown(const Snapshot& snapshot, std::size_t view);
/// What a view is called: its `choice_label`, or "in place: wrong on purpose".
std::string view_label(const Snapshot& snapshot, std::size_t view);

/// Open or closed, the other way than now. Opened the first time it chooses up to two kernels after
/// A's in the table that work with the edges in force, else A's once more.
ComparisonSetting comparison_switched(const Snapshot& snapshot);
/// One view more, with the next kernel that none of the views has.
ComparisonSetting view_added(const Snapshot& snapshot);
/// Without view B, C or D; the difference shown stays with its view where that stays.
ComparisonSetting view_removed(const ComparisonSetting& setting, std::size_t view);
/// View B, C or D with another kernel.
ComparisonSetting kernel_chosen(const Snapshot& snapshot, std::size_t view,
                                const KernelChoice& choice);
/// When a view's field is copied to the host while it advances.
HostCopySetting view_copies(const Snapshot& snapshot, std::size_t view);
/// The command that gives a view such copies.
Command copies_chosen(const Snapshot& snapshot, std::size_t view, const HostCopySetting& copies);
/// The view whose difference from A is shown: `setting.difference` where there is such a view.
std::size_t shown_difference(const ComparisonSetting& setting);

}  // namespace heatlab::ui
