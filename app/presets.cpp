#include "app/presets.h"

#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <system_error>

#include "app/preferences.h"
#include "app/settings_check.h"
#include "app/state_options.h"
#include "sim/errors.h"
#include "sim/kernel_table.h"
#include "sim/text.h"

namespace heatlab {
namespace {

namespace fs = std::filesystem;

/// What is wrong with a file, and where.
[[noreturn]] void refuse(const fs::path& file, const toml::source_region& where,
                         const std::string& what) {
    throw InputError("--preset", file.string() + ":" + std::to_string(where.begin.line), what);
}

std::string without_argument(const InputError& problem) {
    return std::string(problem.what()).substr(problem.argument().size() + 1);
}

std::string key_text(std::string_view key) {
    return "key \"" + std::string(key) + "\"";
}

void require_known_keys(const fs::path& file, const toml::table& table,
                        std::initializer_list<std::string_view> known) {
    for (const auto& [key, node] : table) {
        if (std::ranges::find(known, key.str()) != known.end())
            continue;
        std::string names;
        for (const std::string_view name : known)
            names += (names.empty() ? "" : ", ") + std::string(name);
        refuse(file, key.source(), key_text(key.str()) + " is not known here; there are " + names);
    }
}

std::string read_text(const fs::path& file, const toml::table& table, const char* key) {
    const toml::node* node = table.get(key);
    if (node == nullptr)
        refuse(file, table.source(), key_text(key) + " is missing; a text is needed");
    const std::optional<std::string> text = node->value_exact<std::string>();
    if (!text || text->empty())
        refuse(file, node->source(), key_text(key) + ": a text is needed");
    return *text;
}

/// Sentences end with a mark before a space or the end.
std::size_t count_sentences(const std::string& text) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool mark = text[i] == '.' || text[i] == '?' || text[i] == '!';
        const bool ends =
            i + 1 == text.size() || std::isspace(static_cast<unsigned char>(text[i + 1])) != 0;
        count += mark && ends ? 1 : 0;
    }
    return count;
}

/// A value as it would stand on the command line.
std::string option_text(const fs::path& file, std::string_view key, const toml::node& node) {
    if (const auto text = node.value_exact<std::string>())
        return *text;
    if (const auto whole = node.value_exact<std::int64_t>())
        return std::to_string(*whole);
    if (const auto number = node.value_exact<double>())
        return number_text(*number);
    if (const auto on = node.value_exact<bool>())
        return *on ? "on" : "off";
    refuse(file, node.source(),
           key_text(key) + ": a number or a text in quotes is needed, or true or false");
}

using Options = OptionTexts;

constexpr std::array<std::string_view, 3> pacings = {"--budget", "--steps-per-frame",
                                                     "--steps-per-second"};

bool is_pacing(const std::string& option) {
    return std::ranges::find(pacings, option) != pacings.end();
}

/// `own` on top of `shared`; one pacing replaces another.
Options merged(const Options& shared, const Options& own) {
    Options all;
    for (const auto& option : shared) {
        const bool replaced = std::ranges::any_of(own, [&](const auto& other) {
            return other.first == option.first ||
                   (is_pacing(other.first) && is_pacing(option.first));
        });
        if (!replaced)
            all.push_back(option);
    }
    all.insert(all.end(), own.begin(), own.end());
    return all;
}

/// Options of one table, each tried on `scratch`, so that a wrong value is found here.
Options read_options(const fs::path& file, const toml::table& table, Settings& scratch,
                     std::string_view other_key = {}) {
    // toml++ sorts by key; a reader expects the file's order.
    std::multimap<toml::source_index, std::pair<std::string, std::string>> by_line;
    for (const auto& [key, node] : table) {
        if (key.str() == other_key)
            continue;
        const StateOption* option = find_state_option(key.str());
        if (option == nullptr || key.str() == "preset")
            refuse(file, key.source(),
                   key_text(key.str()) + " is no option; see heatlab --help for their names");
        if (option->personal)
            refuse(file, key.source(),
                   key_text(key.str()) +
                       " is chosen where heatlab is started, not by a preset: it says who computes "
                       "and how it reaches the screen");
        const std::string text = option_text(file, key.str(), node);
        try {
            option->apply(scratch, option->name, text);
        } catch (const InputError& problem) {
            refuse(file, node.source(), key_text(key.str()) + ": " + problem.what());
        }
        by_line.emplace(node.source().begin.line, std::pair{std::string(option->name), text});
    }
    Options options;
    for (auto& [line, option] : by_line)
        options.push_back(std::move(option));
    return options;
}

void read_variants(const fs::path& file, const toml::table& root, Preset& preset,
                   const Options& shared, const Settings& scratch) {
    const toml::node* node = root.get("variant");
    if (node == nullptr) {
        preset.variants.push_back({"", shared});
        return;
    }
    const toml::array* variants = node->as_array();
    if (variants == nullptr || variants->empty() || !variants->is_array_of_tables())
        refuse(file, node->source(), key_text("variant") + ": tables [[variant]] are needed");
    for (const toml::node& entry : *variants) {
        const toml::table& table = *entry.as_table();
        PresetVariant variant;
        variant.name = read_text(file, table, "name");
        if (preset.find_variant(variant.name) != nullptr)
            refuse(file, table.source(),
                   key_text("name") + ": there are two variants \"" + variant.name + "\"");
        Settings own = scratch;
        variant.options = merged(shared, read_options(file, table, own, "name"));
        preset.variants.push_back(std::move(variant));
    }
}

std::vector<fs::path> preset_files(const fs::path& folder) {
    std::vector<fs::path> files;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error))
        if (entry->path().extension() == ".toml")
            files.push_back(entry->path());
    std::ranges::sort(files);
    return files;
}

}  // namespace

const PresetVariant* Preset::find_variant(std::string_view variant) const {
    if (variant.empty())
        return variants.empty() ? nullptr : &variants.front();
    const auto found = std::ranges::find(variants, variant, &PresetVariant::name);
    return found == variants.end() ? nullptr : &*found;
}

Preset read_preset(const fs::path& file) {
    toml::table root;
    try {
        root = toml::parse_file(file.string());
    } catch (const toml::parse_error& problem) {
        refuse(file, problem.source(), std::string(problem.description()));
    }
    require_known_keys(file, root, {"title", "text", "runs", "state", "variant"});
    Preset preset;
    preset.file = file;
    preset.name = file.stem().string();
    preset.title = read_text(file, root, "title");
    preset.text = read_text(file, root, "text");
    if (count_sentences(preset.text) != 2)
        refuse(file, root.get("text")->source(),
               key_text("text") + ": two sentences are needed, and there are " +
                   std::to_string(count_sentences(preset.text)));
    if (const toml::node* runs = root.get("runs")) {
        if (!runs->is_boolean())
            refuse(file, runs->source(), key_text("runs") + ": true or false is needed");
        preset.runs = runs->value_or(false);
    }
    const toml::node* state = root.get("state");
    if (state == nullptr || !state->is_table())
        refuse(file, state != nullptr ? state->source() : root.source(),
               key_text("state") + ": a table [state] of options is needed");
    Settings scratch;
    const auto shared = read_options(file, *state->as_table(), scratch);
    read_variants(file, root, preset, shared, scratch);
    for (const PresetVariant& variant : preset.variants) {
        try {
            with_preset(Settings{}, preset, variant);
        } catch (const InputError& problem) {
            refuse(file, state->source(), problem.what());
        }
    }
    return preset;
}

PresetLibrary::PresetLibrary(const std::vector<fs::path>& folders) {
    std::map<std::string, Preset> found;
    for (const fs::path& folder : folders) {
        for (const fs::path& file : preset_files(folder)) {
            try {
                Preset preset = read_preset(file);
                found[preset.name] = std::move(preset);
            } catch (const InputError& problem) {
                problems_.push_back(without_argument(problem));
            }
        }
    }
    for (auto& [name, preset] : found)
        presets_.push_back(std::move(preset));
}

std::pair<std::shared_ptr<const Preset>, const PresetVariant*> PresetLibrary::find(
    std::string_view name) const {
    std::shared_ptr<const Preset> preset;
    std::string_view variant;
    constexpr std::string_view extension = ".toml";
    const std::size_t end = name.rfind(extension);
    const bool is_file = end != std::string_view::npos && (end + extension.size() == name.size() ||
                                                           name[end + extension.size()] == ':');
    if (is_file) {
        const std::string_view path = name.substr(0, end + extension.size());
        preset = std::make_shared<const Preset>(read_preset(fs::path(path)));
        variant = name.substr(std::min(name.size(), path.size() + 1));
    } else {
        const std::size_t colon = name.find(':');
        if (colon != std::string_view::npos)
            variant = name.substr(colon + 1);
        const std::string_view wanted = name.substr(0, colon);
        const auto found = std::ranges::find(presets_, wanted, &Preset::name);
        if (found == presets_.end()) {
            // The file is there, but wrong: that is what to say.
            const std::string file = "/" + std::string(wanted) + ".toml:";
            for (const std::string& problem : problems_)
                if (!wanted.empty() && problem.find(file) != std::string::npos)
                    throw InputError("--preset", std::string(name), "was left out: " + problem);
            std::string existing;
            for (const Preset& other : presets_)
                existing += (existing.empty() ? "" : ", ") + other.name;
            throw InputError("--preset", name.empty() ? "\"\"" : std::string(name),
                             "the presets are " + existing + ", or a file that ends in .toml");
        }
        preset = std::make_shared<const Preset>(*found);
    }
    const PresetVariant* chosen = preset->find_variant(variant);
    if (chosen == nullptr) {
        std::string existing;
        for (const PresetVariant& other : preset->variants)
            existing += (existing.empty() ? "" : ", ") + other.name;
        throw InputError("--preset", std::string(name),
                         preset->name + " has the variants " + existing);
    }
    return {preset, chosen};
}

bool starts_by_itself(const PresetLibrary& presets, const Settings& settings) {
    return !settings.preset.empty() && !settings.steps && presets.find(settings.preset).first->runs;
}

std::shared_ptr<const PresetLibrary> load_presets(const fs::path& share) {
    std::vector<fs::path> folders{share / "assets" / "presets"};
    if (const auto preferences = preferences_path())
        folders.push_back(preferences->parent_path() / "presets");
    return std::make_shared<const PresetLibrary>(folders);
}

Settings with_preset(const Settings& settings, const Preset& preset, const PresetVariant& variant) {
    const Settings fresh;
    Settings next = settings;
    next.grid = fresh.grid;
    next.r = fresh.r;
    next.init = fresh.init;
    next.walls = fresh.walls;
    next.boundaries = fresh.boundaries;
    next.steps = fresh.steps;
    next.diffusivity = fresh.diffusivity;
    next.cell_size = fresh.cell_size;
    next.pacing = fresh.pacing;
    next.range = fresh.range;
    next.host_copies = fresh.host_copies;
    for (const auto& [name, text] : variant.options)
        find_state_option(std::string_view(name).substr(2))->apply(next, name, text);
    // A file that a preset names lies beside it.
    if (!next.init.file.empty() && next.init.file.is_relative())
        next.init.file = preset.file.parent_path() / next.init.file;
    for (const KernelInfo& kernel : kernel_table())
        if (kernel.name == next.kernel && !kernel.supports(next.boundaries))
            next.kernel = default_kernel().name;
    check_combinations(next, [&](const char* name) {
        return std::ranges::find(variant.options, name,
                                 &std::pair<std::string, std::string>::first) !=
               variant.options.end();
    });
    validate_settings(next);
    return next;
}

}  // namespace heatlab
