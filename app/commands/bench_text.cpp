// The report of record in words and tables.

#include <algorithm>
#include <sstream>

#include "app/commands/bench_report.h"
#include "app/commands/text_table.h"
#include "app/dimension_words.h"
#include "app/format.h"
#include "sim/memory.h"

namespace heatlab {
namespace {

constexpr double mib = 1024.0 * 1024.0;
constexpr double gib = 1024.0 * mib;

std::string microseconds(double seconds) {
    return format_significant(seconds * 1e6, 4);
}

std::string difference_text(const CellDifference& difference) {
    return "row " + format_integer(difference.cell.row) + ", column " +
           format_integer(difference.cell.col) + ": " + format_shortest(difference.value) +
           " instead of " + format_shortest(difference.expected);
}

void add_header(std::ostringstream& text, const BenchReport& report) {
    const BackendInfo& info = report.backend;
    const double buffer = static_cast<double>(field_bytes(report.grid, report.type));
    text << info.device << ", " << info.instruction_set << ", driver " << info.driver << "\n";
    if (info.kind == BackendKind::cuda)
        text << format_fixed(static_cast<double>(info.shared_bytes_per_block) / 1024.0, 0)
             << " KiB of shared memory for a block; clocks at most "
             << format_integer(info.clock_mhz) << " MHz, memory "
             << format_integer(info.memory_clock_mhz) << " MHz\n";
    else
        text << info.threads << (info.threads == 1 ? " thread" : " threads") << "\n";
    text << "grid " << format_grid(report.grid) << ", "
         << format_integer(report.grid.interior_cells()) << " interior cells, "
         << format_fixed(buffer / mib, 2) << " MiB per buffer, two of them; cells of "
         << to_string(report.type) << "; walls fixed; start: " << report.init << "\n";
    const KernelInfo& tiled = default_kernel(report.grid.dimensions);
    const std::int64_t loaded = tiled.tile_loads();
    text << "tile of `" << tiled.name << "`: " << tiled.tile_width << " × " << tiled.tile_height
         << ", with its rim " << loaded << " cells, "
         << format_integer(loaded * static_cast<std::int64_t>(bytes_of(report.type))) << " bytes\n"
         << report.compiler << ", " << report.date << "\n";
}

void add_correctness(std::ostringstream& text, const BenchReport& report) {
    text << "\nCorrect first: " << bench_check_steps
         << " steps against more precision, the boundary ring to the bit.\n";
    std::vector<std::vector<std::string>> rows{{"kernel", "", "first cell that is wrong"}};
    bool singles = false;
    for (const KernelCorrectness& result : report.correctness) {
        std::string where;
        if (result.beyond)
            where = difference_text(*result.beyond);
        else if (result.ring)
            where = "ring, " + difference_text(*result.ring);
        rows.push_back({std::string(result.kernel->name), result.passed() ? "ok" : "WRONG",
                        where.empty() ? "none" : where});
        singles |= result.kernel->plans_batches && result.steps_per_launch == 1;
    }
    text << text_table(rows);
    if (singles)
        text << "A kernel that plans its batches takes so few steps one by one; what it makes of "
                "many "
                "stands in part 4.\n";
    for (const auto& [kernel, reason] : report.left_out)
        text << "`" << kernel->name << "` is left out on this grid: " << reason << "\n";
    if (report.check_failed())
        text << "A kernel is wrong, so nothing is timed.\n";
}

std::string reads_text(const KernelTime& time) {
    const auto reads = reads_per_cell_per_step(*time.kernel, time.steps_per_launch, time.type);
    return reads ? format_fixed(*reads, 2) : "in single steps";
}

std::string tile_sentence(const BenchReport& report) {
    const KernelTime* global = report.time_of("global");
    const KernelTime* tiled = report.time_of("tiled");
    if (global == nullptr || tiled == nullptr)
        return {};
    const double ratio = tiled->seconds_per_step.median / global->seconds_per_step.median;
    const std::string reads = "The tile asks memory for " + reads_text(*tiled) +
                              " values a cell, the plain kernel for " + reads_text(*global) + ". ";
    const Spread& plain = global->seconds_per_step;
    const Spread& tile = tiled->seconds_per_step;
    const bool apart =
        tile.lower_quartile > plain.upper_quartile || tile.upper_quartile < plain.lower_quartile;
    if (apart && ratio > 1.02)
        return reads + "It takes " + format_fixed(ratio, 2) +
               " times as long all the same: the caches serve the plain kernel's repeated reads "
               "without going to memory, and the tile pays for its barrier and its rim.\n";
    if (apart && ratio < 0.98)
        return reads + "It takes " + format_fixed(ratio, 2) +
               " of the time: here the tile keeps from memory what the caches do not.\n";
    return reads +
           "Both take the same time, within the spread: what the tile saves, the caches save "
           "too.\n";
}

void add_times(std::ostringstream& text, const BenchReport& report) {
    if (report.times.empty() && !report.copy)
        return;
    text << "\n1. Time per step: the median, the middle half of the runs, and what that moves.\n";
    std::vector<std::vector<std::string>> rows{{"kernel", "µs/step", "middle half", "Gcells/s",
                                                "GB/s", "of copy", "reads a cell and step"}};
    bool launch_bound = false;
    const auto add = [&](const KernelTime& time) {
        const Spread& s = time.seconds_per_step;
        const std::optional<double> fraction = report.fraction_of_copy(time);
        rows.push_back({std::string(time.kernel->name), microseconds(s.median),
                        microseconds(s.lower_quartile) + " – " + microseconds(s.upper_quartile),
                        format_significant(time.cells_per_second(report.grid) * 1e-9, 4),
                        format_significant(time.bytes_per_second(report.grid) * 1e-9, 4),
                        !fraction                   ? ""
                        : report.launch_bound(time) ? "launch-bound"
                                                    : format_percent(*fraction),
                        reads_text(time)});
        launch_bound |= report.launch_bound(time);
    };
    if (report.copy)
        add(*report.copy);
    for (const KernelTime& time : report.times)
        add(time);
    text << text_table(rows)
         << "GB/s counts one read and one write of each cell per launch, the least there is.\n"
         << (launch_bound
                 ? "Launch-bound: a launch costs about as much as its work, so kernels cannot "
                   "be compared on this grid.\n"
                 : "")
         << tile_sentence(report);
}

void add_policies(std::ostringstream& text, const BenchReport& report) {
    if (report.copy_policies.empty())
        return;
    text << "\n2. Copying the field to the host: " << format_integer(report.policy_steps)
         << " steps of `" << report.policy_kernel->name << "`.\n";
    std::vector<std::vector<std::string>> rows{
        {"copied", "total ms", "µs/step", "GiB to host", "times never", "final field"}};
    for (const CopyPolicyResult& result : report.copy_policies) {
        std::string name(result.policy.title);
        if (result.policy.policy == HostCopyPolicy::every_n)
            name = "every " + format_integer(report.policy_interval) + " steps";
        rows.push_back(
            {name, format_significant(result.total_seconds * 1e3, 4),
             microseconds(result.total_seconds / static_cast<double>(report.policy_steps)),
             format_fixed(static_cast<double>(result.bytes_to_host) / gib, 2),
             format_fixed(result.ratio, 2), result.bit_identical ? "the same bits" : "DIFFERENT"});
    }
    text << text_table(rows);
    if (report.backend.kind == BackendKind::cpu)
        text << "This backend has no bus to cross: the copies stay in memory.\n";
    const auto every_step = std::ranges::find_if(report.copy_policies, [](const auto& result) {
        return result.policy.policy == HostCopyPolicy::every_step;
    });
    if (every_step == report.copy_policies.end())
        return;
    if (every_step->ratio < 1.1)
        text << "Here a copy of every step disappears beside the steps.\n";
    else
        text << "With a copy of every step the same steps take "
             << format_fixed(every_step->ratio, 1)
             << " times as long. A copy that overlaps hides the steps behind itself, and never "
                "itself.\n";
}

void add_timesteps(std::ostringstream& text, const BenchReport& report) {
    if (report.timesteps.empty())
        return;
    const DimensionWords& words = words_of(report.grid.dimensions);
    text << "\n3. The time step: " << format_integer(report.timestep_steps)
         << " steps on either side of r = " << words.bound << ".\n";
    std::vector<std::vector<std::string>> rows{
        {"r", words.centre_weight, words.checkerboard, "max |u|", ""}};
    // 0.24 of a quarter, 0.1733 of a sixth.
    const int decimals = report.grid.dimensions == 3 ? 4 : 2;
    for (const TimestepResult& result : report.timesteps)
        rows.push_back({format_fixed(result.r, decimals), format_fixed(result.centre_weight, 2),
                        format_fixed(result.checkerboard_factor, 2),
                        format_significant(result.max_abs_u, 5),
                        result.finite ? "finite" : "not finite"});
    text << text_table(rows) << "Past " << words.bound
         << " the centre's weight is negative and the " << words.fastest_wave
         << " is multiplied by " << words.checkerboard << " each step.\n";
}

void add_multi_step(std::ostringstream& text, const BenchReport& report) {
    if (report.multi_step.empty())
        return;
    text << "\n4. More than one step per launch: " << format_integer(report.multi_step_steps)
         << " steps compared with as many single ones, cell by cell.\n";
    const KernelTime* tiled = report.time_of("tiled");
    std::vector<std::vector<std::string>> rows{
        {"kernel", "first cell that differs", "reads a cell and step", "time of `tiled`"}};
    for (const MultiStepResult& result : report.multi_step) {
        const KernelTime* time = report.time_of(result.kernel->name);
        rows.push_back(
            {std::string(result.kernel->name),
             result.first_difference ? difference_text(*result.first_difference) : "none",
             !result.reads_per_cell_per_step
                 ? "in single steps"
                 : format_fixed(*result.reads_per_cell_per_step, 3) +
                       (result.reads_within_limit() ? "" : " (more than 1.5)"),
             tiled != nullptr && time != nullptr
                 ? format_fixed(time->seconds_per_step.median / tiled->seconds_per_step.median, 2)
                 : ""});
    }
    text << text_table(rows);
}

}  // namespace

std::string bench_text(const BenchReport& report) {
    std::ostringstream text;
    add_header(text, report);
    add_correctness(text, report);
    add_times(text, report);
    add_policies(text, report);
    add_timesteps(text, report);
    add_multi_step(text, report);
    return text.str();
}

}  // namespace heatlab
