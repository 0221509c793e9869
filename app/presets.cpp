#include "app/presets.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>

#include "app/folder_files.h"
#include "app/settings_check.h"
#include "app/state_options.h"
#include "app/toml_reader.h"
#include "sim/errors.h"
#include "sim/kernel_table.h"
#include "sim/text.h"

namespace heatlab {
namespace {

namespace fs = std::filesystem;

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

constexpr std::array<std::string_view, 3> pacings = {"--budget", "--steps-per-frame",
                                                     "--steps-per-second"};

bool is_pacing(const std::string& option) {
    return std::ranges::find(pacings, option) != pacings.end();
}

/// `own` on top of `shared`; one pacing replaces another.
OptionTexts merged(const OptionTexts& shared, const OptionTexts& own) {
    OptionTexts all;
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

void read_variants(const TomlReader& reader, const toml::table& root, Preset& preset,
                   const OptionTexts& shared, const Settings& scratch) {
    const toml::node* node = root.get("variant");
    if (node == nullptr) {
        preset.variants.push_back({"", shared});
        return;
    }
    const toml::array* variants = node->as_array();
    if (variants == nullptr || variants->empty() || !variants->is_array_of_tables())
        reader.refuse(node->source(), key_text("variant") + ": tables [[variant]] are needed");
    for (const toml::node& entry : *variants) {
        const toml::table& table = *entry.as_table();
        PresetVariant variant;
        variant.name = reader.text(table, "name");
        if (preset.find_variant(variant.name) != nullptr)
            reader.refuse(table.source(),
                          key_text("name") + ": there are two variants \"" + variant.name + "\"");
        Settings own = scratch;
        variant.options = merged(shared, reader.options(table, own, "name"));
        try {
            require_sides(variant.options);
        } catch (const InputError& problem) {
            reader.refuse(table.source(), problem.what());
        }
        preset.variants.push_back(std::move(variant));
    }
}

}  // namespace

const PresetVariant* Preset::find_variant(std::string_view variant) const {
    if (variant.empty())
        return variants.empty() ? nullptr : &variants.front();
    const auto found = std::ranges::find(variants, variant, &PresetVariant::name);
    return found == variants.end() ? nullptr : &*found;
}

Preset read_preset(const fs::path& file) {
    const TomlReader reader("--preset", file);
    const toml::table root = reader.parse_file();
    reader.require_known_keys(root, {"title", "text", "runs", "state", "variant"});
    Preset preset;
    preset.file = file;
    preset.name = file.stem().string();
    preset.title = reader.text(root, "title");
    preset.text = reader.text(root, "text");
    if (count_sentences(preset.text) != 2)
        reader.refuse(root.get("text")->source(), key_text("text") +
                                                      ": two sentences are needed, and there are " +
                                                      std::to_string(count_sentences(preset.text)));
    preset.runs = reader.optional_switch(root, "runs").value_or(false);
    const toml::node* state = root.get("state");
    if (state == nullptr || !state->is_table())
        reader.refuse(state != nullptr ? state->source() : root.source(),
                      key_text("state") + ": a table [state] of options is needed");
    Settings scratch;
    const OptionTexts shared = reader.options(*state->as_table(), scratch);
    read_variants(reader, root, preset, shared, scratch);
    for (const PresetVariant& variant : preset.variants) {
        try {
            with_preset(Settings{}, preset, variant);
        } catch (const InputError& problem) {
            reader.refuse(state->source(), problem.what());
        }
    }
    return preset;
}

PresetLibrary::PresetLibrary(const std::vector<fs::path>& folders) {
    std::map<std::string, Preset> found;
    for (const fs::path& folder : folders) {
        for (const fs::path& file : files_in(folder, ".toml")) {
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
            throw InputError("--preset", name.empty() ? "\"\"" : std::string(name),
                             "the presets are " + name_list(presets_, &Preset::name) +
                                 ", or a file that ends in .toml");
        }
        preset = std::make_shared<const Preset>(*found);
    }
    const PresetVariant* chosen = preset->find_variant(variant);
    if (chosen == nullptr)
        throw InputError("--preset", std::string(name),
                         preset->name + " has the variants " +
                             name_list(preset->variants, &PresetVariant::name));
    return {preset, chosen};
}

bool starts_by_itself(const PresetLibrary& presets, const Settings& settings) {
    return !settings.preset.empty() && !settings.steps && presets.find(settings.preset).first->runs;
}

std::shared_ptr<const PresetLibrary> load_presets(const fs::path& share) {
    return std::make_shared<const PresetLibrary>(asset_folders(share, "presets"));
}

Settings with_default_experiment(const Settings& settings) {
    const Settings fresh;
    Settings next = with_grid(settings, fresh.grid);
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
    next.type = fresh.type;
    return next;
}

void take_supporting_kernel(Settings& settings) {
    const auto gives_way = [&](const KernelInfo& kernel) {
        const bool has_cells =
            settings.type == CellType::float32 || kernel.float64 == Float64Support::everywhere;
        return !kernel.supports(settings.boundaries) || !has_cells;
    };
    for (const KernelInfo& kernel : kernel_table())
        if (kernel.name == settings.kernel && kernel.suits(settings.grid.dimensions) &&
            gives_way(kernel))
            settings.kernel = default_kernel(settings.grid.dimensions).name;
}

Settings with_preset(const Settings& settings, const Preset& preset, const PresetVariant& variant) {
    Settings next = with_default_experiment(settings);
    for (const auto& [name, text] : variant.options)
        find_state_option(std::string_view(name).substr(2))->apply(next, name, text);
    const auto given = [&](const char* name) {
        return std::ranges::find(variant.options, name,
                                 &std::pair<std::string, std::string>::first) !=
               variant.options.end();
    };
    take_supporting_kernel(next);
    check_combinations(next, given);
    place_files(next, preset.file.parent_path(), given);
    validate_settings(next);
    return next;
}

}  // namespace heatlab
