#include "app/ui/compare/comparison_words.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "app/ui/compare/comparison_choice.h"
#include "app/ui/panels/host_copies.h"

namespace heatlab::ui {
namespace {

constexpr double million = 1e6;
constexpr const char* no_break_space = "\u00A0";

std::string number_word(int number) {
    static constexpr std::array<const char*, 9> words{"two",   "three", "four", "five", "six",
                                                      "seven", "eight", "nine", "ten"};
    return number >= 2 && number <= 10 ? words[static_cast<std::size_t>(number) - 2]
                                       : format_integer(number);
}

/// "A, B and C".
std::string listed(const std::vector<std::string>& parts) {
    std::string text;
    for (std::size_t i = 0; i < parts.size(); ++i)
        text += (i == 0 ? "" : i + 1 == parts.size() ? " and " : ", ") + parts[i];
    return text;
}

Quantity plain_duration(double seconds) {
    if (seconds < 120)
        return format_duration(seconds);
    if (seconds < 7200)
        return {format_significant(seconds / 60, 3), "min"};
    return {format_significant(seconds / 3600, 3), "h"};
}

std::string times_text(std::int64_t step, std::int64_t first) {
    const double ratio = static_cast<double>(step) / static_cast<double>(first);
    return format_significant(ratio, ratio < 9.95 ? 2 : 3) + " times A's";
}

}  // namespace

std::string difference_title(std::size_t view) {
    return view_name(view) + " minus A";
}

std::string difference_name(std::size_t view) {
    return view_name(view) + " " + true_minus + " A";
}

Agreement agreement_of(const Comparison& comparison, std::size_t view) {
    if (view >= comparison.views.size())
        return Agreement::unknown;
    const std::optional<FieldDifference>& difference = comparison.views[view].difference;
    if (!comparison.in_step || (difference && difference->first_step != difference->second_step))
        return Agreement::apart;
    if (!difference)
        return Agreement::unknown;
    return difference->where ? Agreement::differs : Agreement::identical;
}

Wordings view_statement(const Comparison& comparison, std::size_t view, GridSize grid) {
    if (view >= comparison.views.size())
        return {"starts"};
    const ComparedViewState& state = comparison.views[view];
    const std::string step = "step " + format_integer(state.step);
    if (view == 0)
        return comparison.in_step ? Wordings{"the others are compared with A"} : Wordings{step};
    switch (agreement_of(comparison, view)) {
        case Agreement::identical:
            return {"identical to A, bit for bit", "identical to A"};
        case Agreement::differs: {
            const std::string cell = format_cell(state.difference->where->cell, grid);
            return {"differs from A: " + cell, "differs from A"};
        }
        case Agreement::apart: {
            const std::int64_t first = comparison.views.front().step;
            if (first <= 0)
                return {step};
            return {step + ", " + times_text(state.step, first), step};
        }
        case Agreement::unknown:
            break;
    }
    return {"not compared yet"};
}

DifferenceWords difference_words(const Snapshot& snapshot, std::size_t view) {
    const Comparison& comparison = snapshot.comparison;
    const Agreement agreement = agreement_of(comparison, view);
    if (agreement == Agreement::unknown)
        return {"not compared yet", {}};
    if (agreement == Agreement::apart) {
        return {"A at step " + format_integer(comparison.views.front().step) + ", " +
                    view_name(view) + " at step " + format_integer(comparison.views[view].step),
                "not the same step, so not compared"};
    }
    const FieldDifference& difference = *comparison.views[view].difference;
    const std::string count = format_integer(difference.cells) + " of " +
                              format_integer(snapshot.settings.grid.cells()) + " cells differ";
    if (!difference.where)
        return {count, {}};
    return {count, "first: " + format_cell(difference.where->cell, snapshot.settings.grid) + ": " +
                       format_shortest(difference.where->first) + " and " +
                       format_shortest(difference.where->second)};
}

std::string steps_per_pass(const KernelInfo& kernel, BackendKind backend) {
    const int steps = kernel.steps_per_launch_on(backend);
    if (steps < 2)
        return {};
    return (kernel.plans_batches ? "up to " : "") + number_word(steps) + " steps per pass";
}

std::string race_note(const ComparedViewState& view) {
    if (view.copies.active()) {
        // No share: the ceiling is one of steps alone.
        std::string note = "copies to the host " + host_copies_words(view.copies);
        if (view.host_bytes_per_second)
            note += ", " + format_bandwidth(*view.host_bytes_per_second).text();
        return note;
    }
    if (view.wrong)
        return "plain code to be read: its time says nothing";
    if (view.launch_bound)
        return "launch-bound: too small to compare kernels";
    const std::string steps =
        view.kernel != nullptr ? steps_per_pass(*view.kernel, view.backend.kind) : std::string();
    if (!view.cells_per_second || !view.ceiling || !(*view.ceiling > 0))
        return steps;
    const std::string share =
        format_percent(*view.cells_per_second / *view.ceiling) + " of its ceiling";
    return steps.empty() ? share : share + ": " + steps;
}

Quantity cell_rate(double cells_per_second) {
    Quantity rate = format_cell_rate(cells_per_second);
    rate.unit = rate.unit.substr(0, rate.unit.find('/')) + "cells/s";
    return rate;
}

std::vector<std::size_t> by_speed(const std::vector<ComparedViewState>& views) {
    std::vector<std::size_t> order(views.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return views[a].cells_per_second.value_or(0) > views[b].cells_per_second.value_or(0);
    });
    return order;
}

std::string million_steps(const std::vector<ComparedViewState>& views) {
    std::vector<std::string> parts;
    const KernelInfo* fastest = nullptr;
    int fastest_steps = 1;  // per launch
    bool others_pass_more = false;
    for (const std::size_t view : by_speed(views)) {
        const ComparedViewState& state = views[view];
        if (!state.seconds_per_step || state.kernel == nullptr || state.wrong)
            continue;
        const Quantity time = plain_duration(million * *state.seconds_per_step);
        parts.push_back(time.value + no_break_space + time.unit + " with " + view_name(view));
        const int steps = state.kernel->steps_per_launch_on(state.backend.kind);
        if (fastest == nullptr) {
            fastest = state.kernel;
            fastest_steps = steps;
        } else if (steps < fastest_steps) {
            others_pass_more = true;
        }
    }
    if (parts.size() < 2)
        return {};
    std::string text = "One million steps take " + listed(parts);
    if (fastest_steps > 1 && others_pass_more) {
        text += ": " + std::string(fastest->name) + " moves the field through memory once for " +
                (fastest->plans_batches ? "up to " : "every ") + number_word(fastest_steps) +
                " steps";
    }
    return text + ".";
}

std::string agreement_note(const Snapshot& snapshot) {
    const Comparison& comparison = snapshot.comparison;
    bool all_identical = comparison.views.size() > 1;
    std::optional<std::int64_t> step;
    for (std::size_t view = 1; view < comparison.views.size(); ++view) {
        const Agreement agreement = agreement_of(comparison, view);
        if (agreement == Agreement::apart)
            return "At different steps there is nothing to compare.";
        if (agreement != Agreement::identical)
            all_identical = false;
        // A slow comparison is behind: what holds for all holds up to there.
        if (const auto& difference = comparison.views[view].difference)
            step = std::min(step.value_or(difference->first_step), difference->first_step);
    }
    if (!step)
        return "Cells are compared bit by bit, where the fields are.";
    const std::string when = "at step " + format_integer(*step);
    return all_identical ? "All views hold the same bits " + when + "."
                         : "Compared bit by bit " + when + ".";
}

}  // namespace heatlab::ui
