#include "app/state_options.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "app/options.h"
#include "app/presets.h"
#include "app/share_folder.h"
#include "app/state_option_parts.h"
#include "sim/kernel_table.h"
#include "sim/simulation.h"

namespace heatlab {

const std::vector<StateOption>& state_options() {
    static const std::vector<StateOption> options = [] {
        std::vector<StateOption> list;
        // First, so that what else is given stands above it, wherever it stands on the line.
        list.push_back({"--preset", "NAME[:VARIANT]|FILE", "Field",
                        "a prepared experiment, see `heatlab list presets`",
                        [](Settings& s, const std::string&, const std::string& t) {
                            const auto library = load_presets(share_folder());
                            const auto [preset, variant] = library->find(t);
                            s = with_preset(s, *preset, *variant);
                            s.preset = t;
                        },
                        nullptr});
        for (std::vector<StateOption>& part :
             std::vector{field_options(), run_options(), picture_options()})
            std::ranges::move(part, std::back_inserter(list));
        return list;
    }();
    return options;
}

const StateOption* find_state_option(std::string_view name) {
    for (const StateOption& option : state_options())
        if (std::string_view(option.name).substr(2) == name)
            return &option;
    return nullptr;
}

OptionTexts option_texts(const Settings& settings, const Settings& base) {
    OptionTexts texts;
    // What --dimensions makes of the base.
    const Settings start = settings.grid.dimensions == base.grid.dimensions
                               ? base
                               : with_grid(base, default_grid(settings.grid.dimensions));
    for (const StateOption& option : state_options()) {
        if (option.text == nullptr || option.personal || option.name == std::string_view("--steps"))
            continue;
        const std::optional<std::string> now = option.text(settings);
        const bool makes_start = option.name == std::string_view("--dimensions");
        const std::optional<std::string> before = option.text(makes_start ? base : start);
        if (now && *now != before.value_or(option.usual))
            texts.emplace_back(option.name, *now);
        if (!now && before && *option.unset != 0)
            texts.emplace_back(option.name, option.unset);
    }
    return texts;
}

void require_sides(const OptionTexts& texts) {
    const auto text_of = [&](const char* name) {
        const auto found = std::ranges::find(texts, name, &OptionTexts::value_type::first);
        return found == texts.end() ? std::string() : found->second;
    };
    static constexpr std::array<const char*, 3> counts = {"one side", "two sides", "three sides"};
    static constexpr std::array<const char*, 3> needed = {
        "one number is needed there", "WIDTHxHEIGHT or one number for both is needed there",
        "WIDTHxHEIGHTxDEPTH or one number for all is needed there"};
    const std::string grid = text_of("--grid");
    const auto sides = static_cast<std::size_t>(1 + std::ranges::count(grid, 'x'));
    for (std::size_t dimensions = 1; dimensions <= counts.size(); ++dimensions) {
        const std::string text = std::to_string(dimensions);
        if (text_of("--dimensions") == text && sides != 1 && sides != dimensions &&
            sides <= counts.size())
            throw InputError("--grid", grid,
                             std::string("has ") + counts.at(sides - 1) + ", beside --dimensions " +
                                 text + "; " + needed.at(dimensions - 1));
    }
}

void place_files(Settings& settings, const std::filesystem::path& folder,
                 const std::function<bool(const char*)>& given) {
    for (const StateOption& option : state_options()) {
        if (!option.is_path || !given(option.name))
            continue;
        const std::optional<std::string> named = option.text(settings);
        if (named && std::filesystem::path(*named).is_relative())
            option.apply(settings, option.name, (folder / *named).string());
    }
}

void check_combinations(Settings& settings, const std::function<bool(const char*)>& given) {
    validate_boundaries(settings.boundaries);
    require_cell_type(settings.type, settings.grid.dimensions);
    for (const KernelInfo& kernel : kernel_table()) {
        if (kernel.name != settings.kernel || !kernel.suits(settings.grid.dimensions))
            continue;
        require_support(kernel, settings.boundaries, "--boundary");
        validate_host_copies(settings.host_copies, kernel, settings.type);
        require_cell_type(kernel, settings.type);
    }
    if (given("--walls") && settings.walls && !has_fixed_side(settings.boundaries))
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
    if (given("--difference") && !settings.comparison.open)
        throw InputError("--difference", difference_text(settings.comparison),
                         "belongs to --compare");
    for (const ZoneFileRole& role : zone_file_roles)
        if (const auto& file = settings.zones.files.*role.file;
            !file.empty() && given(role.option) && !settings.zones.open)
            throw InputError(
                role.option, file.string(),
                "belongs to --ghost-zones " + std::string(application_with_files().name));
    // Those of a state that was put aside: the room could not be opened with them.
    if (!settings.zones.open && !settings.zones.chosen_application().text_files)
        settings.zones.files = {};
    require_suits(settings.show, settings.grid);
    if (settings.comparison.open)
        require_flat_beside_comparison(settings.show);
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
