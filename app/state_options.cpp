#include "app/state_options.h"

#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

#include "app/options.h"
#include "app/presets.h"
#include "app/settings_check.h"
#include "app/share_folder.h"
#include "sim/errors.h"
#include "sim/kernel_table.h"
#include "sim/simulation.h"
#include "sim/step_ratio.h"

namespace heatlab {
namespace {

constexpr std::int64_t most = 1'000'000'000'000'000;

template <typename Names>
std::string join(const Names& names) {
    std::string text;
    for (const auto& name : names)
        text += (text.empty() ? "" : ", ") + std::string(name);
    return text;
}

template <typename T>
T parse_choice(const std::string& argument, const std::string& text,
               const std::vector<std::pair<const char*, T>>& choices) {
    std::vector<std::string> names;
    for (const auto& [name, value] : choices) {
        if (text == name)
            return value;
        names.emplace_back(name);
    }
    throw InputError(argument, text.empty() ? "\"\"" : text,
                     "one of " + join(names) + " is needed");
}

std::string kernel_names() {
    std::vector<std::string> names;
    for (const KernelInfo& kernel : kernel_table())
        names.emplace_back(kernel.name);
    return join(names);
}

std::string initial_field_names() {
    std::vector<std::string> names;
    for (const InitialFieldInfo& field : initial_fields())
        names.emplace_back(field.name);
    return join(names);
}

void set_kernel(Settings& s, const std::string& name, const std::string& text) {
    for (const KernelInfo& kernel : kernel_table()) {
        if (kernel.name == text) {
            s.kernel = text;
            return;
        }
    }
    throw InputError(name, text.empty() ? "\"\"" : text, "one of " + kernel_names() + " is needed");
}

bool has_fixed_side(const Boundaries& sides) {
    const BoundaryKind fixed = BoundaryKind::dirichlet;
    return sides.top == fixed || sides.right == fixed || sides.bottom == fixed ||
           sides.left == fixed;
}

using Set = Settings&;
using Text = const std::string&;

void add_field_options(std::vector<StateOption>& options) {
    const char* group = "Field";
    options.push_back(
        {"--grid", "N|WxH", group, "cells, ring included (1024x512)", [](Set s, Text n, Text t) {
             s.grid = parse_size(n, t);
             validate_grid(s.grid);
         }});
    options.push_back({"--init", "NAME", group,
                       "field at step 0: " + initial_field_names() + " (square-ring-stroke)",
                       [](Set s, Text, Text t) {
                           s.init.name = find_initial_field(t.empty() ? "\"\"" : t).name;
                       }});
    options.push_back({"--seed", "N", group, "of --init random (1)", [](Set s, Text n, Text t) {
                           s.init.seed = static_cast<std::uint64_t>(
                               parse_integer(n, t, 0, std::numeric_limits<std::int64_t>::max()));
                       }});
    options.push_back(
        {"--amplitude", "A", group, "factor of the field at step 0 (1)", [](Set s, Text n, Text t) {
             const double value = parse_number(n, t);
             if (!(std::abs(value) <= std::numeric_limits<float>::max()))
                 throw InputError(n, t, "a number that float32 holds is needed");
             s.init.amplitude = value;
         }});
    options.push_back(
        {"--mode", "P,Q", group, "half waves of --init sine, along columns and rows (1,1)",
         [](Set s, Text n, Text t) { std::tie(s.init.mode_p, s.init.mode_q) = parse_mode(n, t); }});
    options.push_back(
        {"--file", "PATH", group, "PNG (scaled) or NPY (of the grid's shape) of --init file",
         [](Set s, Text n, Text t) {
             if (t.empty())
                 throw InputError(n, "\"\"", "the name of a PNG or NPY file is needed");
             s.init.file = t;
         }});
    options.push_back(
        {"--walls", "T,R,B,L", group,
         "temperatures held at top, right, bottom, left, where these are fixed (those of the field "
         "at step 0)",
         [](Set s, Text n, Text t) { s.walls = parse_walls(n, t); }});
    options.push_back({"--boundary", "KIND|T,R,B,L", group,
                       "dirichlet (fixed walls), insulated or periodic; or one kind per side "
                       "(dirichlet)",
                       [](Set s, Text n, Text t) { s.boundaries = parse_boundaries(n, t); }});
}

void add_physics_options(std::vector<StateOption>& options) {
    const char* group = "Physics";
    options.push_back(
        {"--r", "R", group,
         "step ratio alpha dt / h^2, 0 to 1 (0.2). To 1/8 every wave fades smoothly; to "
         "1/4 the short ones flip their sign and fade; past 1/4 the checkerboard grows "
         "until the numbers overflow",
         [](Set s, Text n, Text t) {
             s.r = parse_number(n, t);
             StepRatio::from(s.r);
         }});
    options.push_back(
        {"--alpha", "A", group, "diffusivity in m^2/s, for dt (1e-4)", [](Set s, Text n, Text t) {
             s.diffusivity = parse_number(n, t);
             validate_diffusivity(s.diffusivity);
         }});
    options.push_back({"--cell-size", "H", group, "side of a cell in m, for dt (1e-3)",
                       [](Set s, Text n, Text t) {
                           s.cell_size = parse_number(n, t);
                           validate_cell_size(s.cell_size);
                       }});
}

void add_run_options(std::vector<StateOption>& options) {
    const char* group = "Run";
    options.push_back({"--steps", "N", group, "runs N steps, then pauses",
                       [](Set s, Text n, Text t) { s.steps = parse_integer(n, t, 0, most); }});
    options.push_back({"--kernel", "NAME", group, kernel_names() + " (tiled)", set_kernel});
    options.push_back({"--compare", "[BACKEND:]NAME[@COPIES],..", group,
                       "one to three kernels beside --kernel, side by side in lockstep",
                       [](Set s, Text n, Text t) {
                           s.comparison.others = parse_compared_views(n, t);
                           s.comparison.open = true;
                       }});
    options.push_back(
        {"--compare-mode", "lockstep|race", group,
         "of --compare: the same steps for all, or the same time (lockstep)",
         [](Set s, Text n, Text t) {
             s.comparison.racing = parse_choice<bool>(n, t, {{"lockstep", false}, {"race", true}});
         }});
    options.push_back({"--host-copies", "POLICY", group,
                       "copies the field to the host while it advances, to show what that costs: "
                       "never, every_n[:N], every_step or overlapped (never)",
                       [](Set s, Text n, Text t) { s.host_copies = parse_host_copies(n, t); }});
    options.push_back({"--backend", "auto|cuda|cpu", group,
                       "who computes; auto takes CUDA where a probe launch works (auto)",
                       [](Set s, Text n, Text t) { s.backend = parse_backend(n, t); }});
    options.push_back({"--device", "N", group, "CUDA device, see `heatlab list devices` (0)",
                       [](Set s, Text n, Text t) { s.device = parse_device(n, t); }});
    options.push_back(
        {"--display", "auto|interop|staged|upload", group,
         "how the field reaches OpenGL: shared with CUDA, copied through pinned memory, "
         "or uploaded (auto)",
         [](Set s, Text n, Text t) {
             s.display = parse_choice<DisplayChoice>(n, t,
                                                     {{"auto", DisplayChoice::automatic},
                                                      {"interop", DisplayChoice::interop},
                                                      {"staged", DisplayChoice::staged},
                                                      {"upload", DisplayChoice::upload}});
         }});
    options.push_back({"--budget", "MS", group, "pacing: milliseconds of simulation per frame (8)",
                       [](Set s, Text n, Text t) {
                           s.pacing.mode = PacingMode::time_budget;
                           s.pacing.budget_ms = parse_number(n, t);
                           validate_pacing(s.pacing);
                       }});
    options.push_back({"--steps-per-frame", "N", group, "pacing: so many steps a frame",
                       [](Set s, Text n, Text t) {
                           s.pacing.mode = PacingMode::steps_per_frame;
                           s.pacing.steps_per_frame = parse_integer(n, t, 1, most);
                       }});
    options.push_back({"--steps-per-second", "X", group,
                       "pacing: so many steps a second, below 1 too", [](Set s, Text n, Text t) {
                           s.pacing.mode = PacingMode::steps_per_second;
                           s.pacing.steps_per_second = parse_number(n, t);
                           if (s.pacing.steps_per_second > 1e9)  // in the user's own digits
                               throw InputError(n, t, "above 0 and at most 1e9");
                           validate_pacing(s.pacing);
                       }});
}

void add_picture_options(std::vector<StateOption>& options) {
    const char* group = "Picture";
    options.push_back({"--colormap", "NAME", group, "see `heatlab list colormaps` (inferno)",
                       [](Set s, Text n, Text t) {
                           if (t.empty())
                               throw InputError(n, "\"\"", "see `heatlab list colormaps`");
                           s.colormap = t;
                       }});
    options.push_back({"--range", "auto|symmetric|LO,HI", group,
                       "values that the colour map spans (auto)",
                       [](Set s, Text n, Text t) { s.range = parse_range(n, t); }});
}

}  // namespace

const std::vector<StateOption>& state_options() {
    static const std::vector<StateOption> options = [] {
        std::vector<StateOption> list;
        // First, so that what else is given stands above it, wherever it stands on the line.
        list.push_back({"--preset", "NAME[:VARIANT]|FILE", "Field",
                        "a prepared experiment, see `heatlab list presets`",
                        [](Set s, Text n, Text t) {
                            static_cast<void>(n);
                            const auto library = load_presets(share_folder());
                            const auto [preset, variant] = library->find(t);
                            s = with_preset(s, *preset, *variant);
                            s.preset = t;
                        }});
        add_field_options(list);
        add_physics_options(list);
        add_run_options(list);
        add_picture_options(list);
        return list;
    }();
    return options;
}

BackendChoice parse_backend(const std::string& argument, const std::string& text) {
    return parse_choice<BackendChoice>(argument, text,
                                       {{"auto", BackendChoice::automatic},
                                        {"cuda", BackendChoice::cuda},
                                        {"cpu", BackendChoice::cpu}});
}

FlashGuardMode parse_flash_guard(const std::string& argument, const std::string& text) {
    return parse_choice<FlashGuardMode>(
        argument, text,
        {{"even-steps", FlashGuardMode::even_steps}, {"every-step", FlashGuardMode::every_step}});
}

int parse_device(const std::string& argument, const std::string& text) {
    return static_cast<int>(parse_integer(argument, text, 0, 1023));
}

void check_combinations(Settings& settings, const std::function<bool(const char*)>& given) {
    validate_boundaries(settings.boundaries);
    for (const KernelInfo& kernel : kernel_table()) {
        if (kernel.name != settings.kernel)
            continue;
        require_support(kernel, settings.boundaries, "--boundary");
        validate_host_copies(settings.host_copies, kernel);
    }
    if (given("--walls") && !has_fixed_side(settings.boundaries))
        throw InputError("--walls", "beside --boundary " + boundaries_text(settings.boundaries),
                         "no side is fixed, so none holds a temperature");
    if (given("--file") && !given("--init"))
        settings.init.name = "file";
    const bool from_file = find_initial_field(settings.init.name).uses_file;
    if (from_file && settings.init.file.empty())
        throw InputError("--init", settings.init.name, "--file PATH is needed with it");
    if (!from_file && given("--file"))
        throw InputError("--file", settings.init.file.string(),
                         "belongs to --init file, not to --init " + settings.init.name);
    if (given("--compare-mode") && !settings.comparison.open)
        throw InputError("--compare-mode", settings.comparison.racing ? "race" : "lockstep",
                         "belongs to --compare");
    const char* pacings[] = {"--budget", "--steps-per-frame", "--steps-per-second"};
    const char* first = nullptr;
    for (const char* pacing : pacings) {
        if (!given(pacing))
            continue;
        if (first != nullptr)
            throw InputError(pacing, std::string("beside ") + first,
                             "only one pacing can be given");
        first = pacing;
    }
    if (settings.backend == BackendChoice::cpu &&
        (settings.display == DisplayChoice::interop || settings.display == DisplayChoice::staged))
        throw InputError("--display",
                         settings.display == DisplayChoice::interop ? "interop" : "staged",
                         "needs the CUDA backend; with --backend cpu the field is uploaded");
}

}  // namespace heatlab
