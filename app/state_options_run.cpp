// Who advances the field, beside what, and how fast.

#include "app/options.h"
#include "app/settings_check.h"
#include "app/state_option_parts.h"
#include "sim/kernel_table.h"
#include "sim/text.h"

namespace heatlab {
namespace {

using namespace state_option;

std::string kernel_names(int dimensions) {
    std::vector<std::string_view> names;
    for (const KernelInfo& kernel : kernel_table())
        if (kernel.suits(dimensions))
            names.push_back(kernel.name);
    return name_list(names);
}

std::string float64_kernel_names() {
    std::vector<std::string> names;
    for (const KernelInfo& kernel : kernel_table())
        if (kernel.float64 != Float64Support::none)
            names.push_back(
                std::string(kernel.name) +
                (kernel.on_cpu && kernel.float64 == Float64Support::cuda ? " (on cuda)" : ""));
    return name_list(names);
}

void set_kernel(Set s, Text name, Text text) {
    s.automatic_kernel = text == automatic_kernel_name;
    if (s.automatic_kernel) {
        s.kernel = default_kernel(s.grid.dimensions).name;  // until a session has measured
        return;
    }
    for (const KernelInfo& kernel : kernel_table()) {
        if (kernel.name == text && kernel.suits(s.grid.dimensions)) {
            s.kernel = text;
            return;
        }
    }
    throw InputError(
        name, text.empty() ? "\"\"" : text,
        "one of " + kernel_names(s.grid.dimensions) + ", auto is needed" +
            (s.grid.dimensions == 2 ? std::string() : " in " + dimensions_text(s.grid.dimensions)));
}

const Choices<DisplayChoice> displays = {{"auto", DisplayChoice::automatic},
                                         {"interop", DisplayChoice::interop},
                                         {"staged", DisplayChoice::staged},
                                         {"upload", DisplayChoice::upload}};
const Choices<BackendChoice> backends = {
    {"auto", BackendChoice::automatic}, {"cuda", BackendChoice::cuda}, {"cpu", BackendChoice::cpu}};
const Choices<bool> comparison_modes = {{"lockstep", false}, {"race", true}};

void set_compare(Set s, Text n, Text t) {
    const bool none = t == "none";
    s.comparison.others =
        none ? std::vector<ComparedView>{} : parse_compared_views(n, t, s.grid.dimensions);
    s.comparison.open = !none;
}

void add_comparison(std::vector<StateOption>& options) {
    const char* group = "Run";
    StateOption compare{"--compare",
                        "[BACKEND:]NAME[@COPIES],..",
                        group,
                        "one to three kernels beside --kernel, side by side in lockstep; or none",
                        set_compare,
                        [](Get s) {
                            return s.comparison.open
                                       ? Shown(compared_views_text(s.comparison.others))
                                       : std::nullopt;
                        }};
    compare.unset = "none";
    options.push_back(std::move(compare));
    StateOption mode{
        "--compare-mode",
        "lockstep|race",
        group,
        "of --compare: the same steps for all, or the same time (lockstep)",
        [](Set s, Text n, Text t) { s.comparison.racing = parse_choice(n, t, comparison_modes); },
        [](Get s) {
            return s.comparison.open ? Shown(choice_text(s.comparison.racing, comparison_modes))
                                     : std::nullopt;
        }};
    mode.usual = "lockstep";
    options.push_back(std::move(mode));
    StateOption difference{
        "--difference",
        "B|C|D[,logarithmic]",
        group,
        "of --compare: the view whose difference from A is drawn, and its scale (B)",
        [](Set s, Text n, Text t) { parse_difference(n, t, s.comparison); },
        [](Get s) {
            return s.comparison.open ? Shown(difference_text(s.comparison)) : std::nullopt;
        }};
    difference.usual = "B";
    options.push_back(std::move(difference));
}

/// Files stay, whichever of the options comes first: what does not go together is refused once all
/// are read.
void set_zones(Set s, Text n, Text t) {
    ZoneFiles files = std::move(s.zones.files);
    s.zones = parse_zones(n, t);
    s.zones.files = std::move(files);
}

template <std::size_t role>
void set_zone_file(Set s, Text n, Text t) {
    const std::string file = parse_path(n, t);
    s.zones.files.*zone_file_roles[role].file = file == "none" ? "" : file;
}

template <std::size_t role>
Shown shown_zone_file(Get s) {
    const std::filesystem::path& file = s.zones.files.*zone_file_roles[role].file;
    return s.zones.open && !file.empty() ? Shown(file.string()) : std::nullopt;
}

void add_zone_file(std::vector<StateOption>& options, const char* name, const char* help,
                   void (*apply)(Set, Text, Text), Shown (*text)(Get)) {
    StateOption file{name, "FILE", "Run", help, apply, text};
    file.unset = "none";
    file.is_path = true;
    options.push_back(std::move(file));
}

void add_zones(std::vector<StateOption>& options) {
    StateOption zones{
        "--ghost-zones",
        "APP[,GRID[,TILE[,K[,N]]]]",
        "Run",
        "opens the ghost zones with " +
            name_list(ghost::application_table(), &ghost::Application::name) +
            "; grid, tile and k (steps per launch) may be auto, N divides a time step; or none",
        set_zones,
        [](Get s) { return s.zones.open ? Shown(zones_text(s.zones)) : std::nullopt; }};
    zones.unset = "none";
    options.push_back(std::move(zones));
    add_zone_file(
        options, "--temperature",
        "of --ghost-zones hotspot: the chip's start, a number a line, row by row; or none",
        set_zone_file<0>, shown_zone_file<0>);
    add_zone_file(options, "--power", "likewise its power map; or none", set_zone_file<1>,
                  shown_zone_file<1>);
}

void add_machine(std::vector<StateOption>& options) {
    const char* group = "Run";
    options.push_back({"--backend", "auto|cuda|cpu", group,
                       "who computes; auto takes CUDA where a probe launch works (auto)",
                       [](Set s, Text n, Text t) { s.backend = parse_backend(n, t); },
                       [](Get s) -> Shown { return choice_text(s.backend, backends); }, true});
    options.push_back({"--device", "N", group, "CUDA device, see `heatlab list devices` (0)",
                       [](Set s, Text n, Text t) { s.device = parse_device(n, t); },
                       [](Get s) -> Shown { return std::to_string(s.device); }, true});
    options.push_back({"--display", "auto|interop|staged|upload", group,
                       "how the field reaches OpenGL: shared with CUDA, copied through pinned "
                       "memory, or uploaded (auto)",
                       [](Set s, Text n, Text t) { s.display = parse_choice(n, t, displays); },
                       [](Get s) -> Shown { return choice_text(s.display, displays); }, true});
}

// One pacing, whose value is `value`; what the others would be is forgotten.
template <typename T>
Shown shown_pacing(const PacingSetting& pacing, PacingMode mode, T value) {
    return pacing.mode == mode ? Shown(number_text(static_cast<double>(value))) : std::nullopt;
}

void add_pacing(std::vector<StateOption>& options) {
    const char* group = "Run";
    options.push_back({"--budget", "MS", group, "pacing: milliseconds of simulation per frame (8)",
                       [](Set s, Text n, Text t) {
                           s.pacing = {};
                           s.pacing.budget_ms = parse_number(n, t);
                           validate_pacing(s.pacing);
                       },
                       [](Get s) {
                           return shown_pacing(s.pacing, PacingMode::time_budget,
                                               s.pacing.budget_ms);
                       }});
    options.push_back({"--steps-per-frame", "N", group, "pacing: so many steps a frame",
                       [](Set s, Text n, Text t) {
                           s.pacing = {PacingMode::steps_per_frame};
                           s.pacing.steps_per_frame =
                               parse_integer(n, t, 1, most_steps_of_an_option);
                       },
                       [](Get s) {
                           return s.pacing.mode == PacingMode::steps_per_frame
                                      ? Shown(std::to_string(s.pacing.steps_per_frame))
                                      : std::nullopt;
                       }});
    options.push_back(
        {"--steps-per-second", "X", group, "pacing: so many steps a second, below 1 too",
         [](Set s, Text n, Text t) {
             s.pacing = {PacingMode::steps_per_second};
             s.pacing.steps_per_second = parse_number(n, t);
             if (s.pacing.steps_per_second > 1e9)  // in the user's own digits
                 throw InputError(n, t, "above 0 and at most 1e9");
             validate_pacing(s.pacing);
         },
         [](Get s) {
             return shown_pacing(s.pacing, PacingMode::steps_per_second, s.pacing.steps_per_second);
         }});
}

}  // namespace

std::vector<StateOption> run_options() {
    std::vector<StateOption> options;
    const char* group = "Run";
    options.push_back(
        {"--steps", "N", group, "runs N steps, then pauses",
         [](Set s, Text n, Text t) { s.steps = parse_integer(n, t, 0, most_steps_of_an_option); },
         [](Get s) { return s.steps ? Shown(std::to_string(*s.steps)) : std::nullopt; }});
    options.push_back(
        {"--kernel", "NAME", group,
         kernel_names(2) +
             ", or auto: the fastest on this grid, by a short measurement that is kept "
             "(tiled); in one dimension " +
             kernel_names(1) + " (halo_tile), in three " + kernel_names(3) + " (tiled)",
         set_kernel, [](Get s) -> Shown {
             return s.automatic_kernel ? std::string(automatic_kernel_name) : s.kernel;
         }});
    options.push_back({"--type", "float32|float64", group,
                       "of the field's cells; float64 in two dimensions, with the kernels " +
                           float64_kernel_names() + " (float32)",
                       [](Set s, Text n, Text t) { s.type = find_cell_type(t, n); },
                       [](Get s) -> Shown { return std::string(to_string(s.type)); }});
    add_comparison(options);
    add_zones(options);
    options.push_back({"--host-copies", "POLICY", group,
                       "copies the field to the host while it advances, to show what that costs: "
                       "never, every_n[:N], every_step or overlapped (never)",
                       [](Set s, Text n, Text t) { s.host_copies = parse_host_copies(n, t); },
                       [](Get s) -> Shown { return host_copies_text(s.host_copies); }});
    add_machine(options);
    add_pacing(options);
    options.push_back({"--step-count", "N", group, "n of the button and key for n steps (100)",
                       [](Set s, Text n, Text t) {
                           s.step_count = parse_integer(n, t, 1, most_steps_of_an_option);
                       },
                       [](Get s) -> Shown { return std::to_string(s.step_count); }});
    return options;
}

BackendChoice parse_backend(const std::string& argument, const std::string& text) {
    return parse_choice(argument, text, backends);
}

int parse_device(const std::string& argument, const std::string& text) {
    return static_cast<int>(parse_integer(argument, text, 0, 1023));
}

}  // namespace heatlab
