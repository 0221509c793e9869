#include "app/ui/compare/comparison_choice.h"

#include <algorithm>
#include <span>

namespace heatlab::ui {
namespace {

constexpr std::size_t views_at_first = 3;  ///< A among them

const char* backend_name(BackendKind backend) {
    return backend == BackendKind::cuda ? "CUDA" : "CPU";
}

bool fits(const Snapshot& snapshot, const KernelInfo& kernel) {
    return kernel.advances && kernel.runs_on(snapshot.backend.kind, snapshot.settings.type) &&
           kernel.suits(snapshot.settings.grid.dimensions) &&
           kernel.supports(snapshot.settings.boundaries);
}

/// A view on A's backend.
ComparedView running(std::string_view kernel) {
    ComparedView view;
    view.kernel = kernel;
    return view;
}

/// Kernels that fit A's backend and edges: those after A's in the table, then those before it.
std::vector<const KernelInfo*> kernels_after_own(const Snapshot& snapshot) {
    const std::span<const KernelInfo> table = kernel_table();
    const auto own = std::find_if(table.begin(), table.end(), [&](const KernelInfo& kernel) {
        return kernel.name == snapshot.settings.kernel &&
               kernel.suits(snapshot.settings.grid.dimensions);
    });
    const auto begin = static_cast<std::size_t>(own - table.begin());
    std::vector<const KernelInfo*> found;
    for (std::size_t i = 1; i < table.size(); ++i) {
        const KernelInfo& kernel = table[(begin + i) % table.size()];
        if (fits(snapshot, kernel) && kernel.name != snapshot.settings.kernel)
            found.push_back(&kernel);
    }
    return found;
}

}  // namespace

char view_letter(std::size_t view) {
    return static_cast<char>('A' + static_cast<char>(view));
}

std::string view_name(std::size_t view) {
    return std::string(1, view_letter(view));
}

std::vector<KernelChoice> kernel_choices(const Snapshot& snapshot, BackendKind backend) {
    std::vector<KernelChoice> choices;
    for (const KernelInfo& kernel : kernel_table()) {
        if (!kernel.advances || !kernel.runs_on(backend, snapshot.settings.type) ||
            !kernel.suits(snapshot.settings.grid.dimensions))
            continue;
        const bool supported = kernel.supports(snapshot.settings.boundaries);
        choices.push_back({&kernel, backend,
                           choice_label(snapshot, {std::string(kernel.name), backend}),
                           supported ? "" : "Works with fixed edges only"});
    }
    return choices;
}

std::vector<BackendKind> backend_choices(const Snapshot& snapshot) {
    std::vector<BackendKind> backends{snapshot.backend.kind};
    for (const BackendKind backend : snapshot.comparison.backends)
        if (std::find(backends.begin(), backends.end(), backend) == backends.end())
            backends.push_back(backend);
    return backends;
}

ViewChoice view_choice(const Snapshot& snapshot, std::size_t view) {
    const Settings& settings = snapshot.settings;
    if (view == 0)
        return {settings.kernel, snapshot.backend.kind};
    const ComparedView& other = settings.comparison.others.at(view - 1);
    return {other.kernel, backend_of(other, snapshot.backend.kind)};
}

std::string choice_label(const Snapshot& snapshot, const ViewChoice& choice) {
    return choice.backend == snapshot.backend.kind
               ? choice.kernel
               : std::string(backend_name(choice.backend)) + ": " + choice.kernel;
}

std::string view_label(const Snapshot& snapshot, std::size_t view) {
    if (const auto wrong = wrong_shown(snapshot, view))
        return std::string(info_of(*wrong).title) + ": wrong on purpose";
    return choice_label(snapshot, view_choice(snapshot, view));
}

std::optional<WrongVariant> wrong_shown(const Snapshot& snapshot, std::size_t view) {
    const std::vector<ComparedView>& others = snapshot.settings.comparison.others;
    return view == 0 || view > others.size() ? std::nullopt : others[view - 1].wrong;
}

ComparisonSetting comparison_switched(const Snapshot& snapshot) {
    ComparisonSetting setting = snapshot.settings.comparison;
    setting.open = !setting.open;
    // What a lesson showed does not come back without it.
    std::erase_if(setting.others, [](const ComparedView& view) { return view.wrong.has_value(); });
    setting.difference = shown_difference(setting);
    if (!setting.open || !setting.others.empty())
        return setting;
    for (const KernelInfo* kernel : kernels_after_own(snapshot))
        if (setting.others.size() + 1 < views_at_first)
            setting.others.push_back(running(kernel->name));
    if (setting.others.empty())
        setting.others.push_back(running(snapshot.settings.kernel));
    setting.difference = 1;
    return setting;
}

ComparisonSetting view_added(const Snapshot& snapshot) {
    ComparisonSetting setting = snapshot.settings.comparison;
    if (setting.others.size() + 1 >= most_compared_views)
        return setting;
    const auto is_shown = [&](const KernelInfo* kernel) {
        for (std::size_t view = 0; view <= setting.others.size(); ++view)
            if (view_choice(snapshot, view) ==
                ViewChoice{std::string(kernel->name), snapshot.backend.kind})
                return true;
        return false;
    };
    const std::vector<const KernelInfo*> kernels = kernels_after_own(snapshot);
    const auto free = std::find_if_not(kernels.begin(), kernels.end(), is_shown);
    setting.others.push_back(running(
        free != kernels.end() ? (*free)->name : std::string_view(snapshot.settings.kernel)));
    return setting;
}

ComparisonSetting view_removed(const ComparisonSetting& setting, std::size_t view) {
    ComparisonSetting changed = setting;
    if (view == 0 || view > changed.others.size())
        return changed;
    changed.others.erase(changed.others.begin() + static_cast<std::ptrdiff_t>(view) - 1);
    if (changed.difference > view)
        --changed.difference;
    changed.difference = shown_difference(changed);
    return changed;
}

ComparisonSetting kernel_chosen(const Snapshot& snapshot, std::size_t view,
                                const KernelChoice& choice) {
    ComparisonSetting setting = snapshot.settings.comparison;
    ComparedView& changed = setting.others.at(view - 1);
    changed.wrong.reset();
    changed.kernel = choice.kernel->name;
    changed.backend = choice.backend == snapshot.backend.kind
                          ? std::nullopt
                          : std::optional<BackendKind>(choice.backend);
    return setting;
}

HostCopySetting view_copies(const Snapshot& snapshot, std::size_t view) {
    const Settings& settings = snapshot.settings;
    return view == 0 ? settings.host_copies : settings.comparison.others.at(view - 1).copies;
}

Command copies_chosen(const Snapshot& snapshot, std::size_t view, const HostCopySetting& copies) {
    if (view == 0)
        return command::SetHostCopies{copies};
    ComparisonSetting setting = snapshot.settings.comparison;
    setting.others.at(view - 1).copies = copies;
    return command::SetComparison{setting};
}

std::size_t shown_difference(const ComparisonSetting& setting) {
    return std::clamp<std::size_t>(setting.difference, 1,
                                   std::max<std::size_t>(1, setting.others.size()));
}

}  // namespace heatlab::ui
