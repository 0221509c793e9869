// State files: JSON with options under their names on the command line.

#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fstream>
#include <memory>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

#include "app/json_words.h"
#include "app/settings_check.h"
#include "app/share_folder.h"
#include "app/shared_state.h"
#include "app/state_options.h"
#include "app/text_file.h"
#include "heatlab_version.h"
#include "render/colormap.h"
#include "sim/errors.h"
#include "sim/io/npy.h"
#include "sim/io/png_file.h"
#include "sim/memory.h"
#include "sim/simulation.h"
#include "sim/text.h"

namespace heatlab {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using nlohmann::ordered_json;

constexpr int format_version = 1;
constexpr std::uintmax_t largest_file = 1 << 20;
constexpr std::int64_t most_steps = 1'000'000'000'000'000;
/// What a message repeats of a file: nobody reads more, and a banner does not hold it.
constexpr std::size_t longest_repeated = 120;

[[noreturn]] void refuse(const fs::path& file, const std::string& what) {
    throw InputError("--state", file.string(), what);
}

std::string key_text(const std::string& key) {
    return "key " + shown_value(key);
}

[[noreturn]] void refuse_value(const fs::path& file, const std::string& key, const json& value,
                               const std::string& allowed) {
    refuse(file, key_text(key) + " is " + shown_value(value) + "; " + allowed);
}

std::string without_argument(const InputError& problem) {
    return std::string(problem.what()).substr(problem.argument().size() + 1);
}

/// Refuses a key that stands twice: of two values one would be lost.
json parse_json(const std::string& text, const fs::path& file) {
    std::vector<std::set<std::string>> keys;
    std::string twice;
    const auto watch = [&](int, json::parse_event_t event, json& parsed) {
        if (event == json::parse_event_t::object_start)
            keys.emplace_back();
        else if (event == json::parse_event_t::object_end)
            keys.pop_back();
        else if (event == json::parse_event_t::key &&
                 !keys.back().insert(parsed.get<std::string>()).second && twice.empty())
            twice = parsed.get<std::string>();
        return true;
    };
    json root;
    try {
        root = json::parse(text, watch);
    } catch (const json::exception& problem) {
        refuse(file, "is no JSON: " + std::string(problem.what()).substr(0, longest_repeated));
    }
    if (!twice.empty())
        refuse(file, key_text(twice) + " stands twice");
    return root;
}

std::string option_value(const fs::path& file, const std::string& key, const json& value) {
    if (value.is_string())
        return value.get<std::string>();
    if (value.is_boolean())
        return value.get<bool>() ? "on" : "off";
    if (value.is_number_float())
        return number_text(value.get<double>());
    if (value.is_number())
        return value.dump();
    refuse_value(file, key, value, "a text, a number, or true or false is needed");
}

void require_options(const fs::path& file, const json& options) {
    if (!options.is_object())
        refuse_value(file, "options", options, "an object of options is needed");
    for (const auto& [key, value] : options.items()) {
        const StateOption* option = find_state_option(key);
        if (key == "steps")
            refuse_value(file, key, value, "the step stands beside the options, as \"step\"");
        if (key == "preset")
            refuse_value(file, key, value, "the preset stands beside the options");
        if (option == nullptr)
            refuse_value(file, key, value, "it is no option; see heatlab --help for their names");
        if (option->personal)
            refuse_value(file, key, value,
                         "it is chosen where heatlab is started, not by a state: it says who "
                         "computes and how it reaches the screen");
    }
}

Settings read_options(const fs::path& file, const json& options) {
    require_options(file, options);
    Settings settings;
    OptionTexts taken;
    // In the table's order, as on the command line.
    for (const StateOption& option : state_options()) {
        const std::string key = option.name + 2;
        const auto found = options.find(key);
        if (found == options.end())
            continue;
        const std::string text = option_value(file, key, *found);
        taken.emplace_back(option.name, text);
        try {
            require_sides(taken);
            option.apply(settings, option.name, text);
            if (key == "colormap")
                ColorMapLibrary(share_folder()).find(text);
        } catch (const InputError& problem) {
            if (text.size() > longest_repeated)
                refuse_value(file, key, *found, "see heatlab --help for what is allowed");
            refuse(file, key_text(key) + ": " + without_argument(problem));
        }
    }
    try {
        check_combinations(settings, [&](const char* name) { return options.contains(name + 2); });
        validate_settings(settings);
    } catch (const InputError& problem) {
        refuse(file, problem.what());
    }
    place_files(settings, file.parent_path(),
                [&](const char* name) { return options.contains(name + 2); });
    return settings;
}

/// "edge-of-stability:0.26" where there is such a preset here: its title is shown. The options
/// say everything without it.
std::string read_preset_name(const fs::path& file, const json& value) {
    if (!value.is_string())
        refuse_value(file, "preset", value, "the name of a preset is needed");
    const std::string name = value.get<std::string>();
    if (name.find(".toml") != std::string::npos)
        refuse_value(file, "preset", value, "the name of a preset is needed, not of a file");
    try {
        static_cast<void>(load_presets(share_folder())->find(name));
        return name;
    } catch (const InputError&) {
        return {};
    }
}

std::int64_t read_step(const fs::path& file, const json& value) {
    const auto allowed = "a whole number from 0 to 10^15 is needed";
    if (!value.is_number_integer() || value < 0 || value > most_steps)
        refuse_value(file, "step", value, allowed);
    return value.get<std::int64_t>();
}

double read_seconds(const fs::path& file, const json& value) {
    if (!value.is_number() || !std::isfinite(value.get<double>()) || value.get<double>() < 0)
        refuse_value(file, "seconds", value, "a number of at least 0 is needed");
    return value.get<double>();
}

StartField read_field(const fs::path& file, const json& value, GridSize grid, CellType type) {
    const std::string name = value.is_string() ? value.get<std::string>() : "";
    if (name.empty() || fs::path(name).filename() != name || name == "." || name == "..")
        refuse_value(file, "field", value, "the name of an NPY file beside this one is needed");
    try {
        require_memory(grid, field_bytes(grid, type), available_host_memory(), "this machine");
        const auto read = [&](auto zero) -> AnyField {
            return read_npy<decltype(zero)>(file.parent_path() / name, grid);
        };
        return {std::make_shared<const AnyField>(with_cell_type(type, read)), 0, 0};
    } catch (const InputError& problem) {
        refuse(file, "key \"field\": " + without_argument(problem));
    }
}

void require_header(const fs::path& file, const json& root) {
    if (!root.is_object())
        refuse(file, "is " + shown_value(root) + "; a state is an object with \"state\": " +
                         std::to_string(format_version));
    const auto version = root.find("state");
    if (version == root.end())
        refuse(file, "is no state of heatlab: key \"state\" is missing");
    if (*version != format_version || !version->is_number_integer())
        refuse_value(file, "state", *version,
                     "this heatlab reads version " + std::to_string(format_version));
    const std::set<std::string> known = {"state", "heatlab", "options", "preset",
                                         "step",  "seconds", "field",   "altered"};
    for (const auto& [key, value] : root.items())
        if (!known.contains(key))
            refuse(file, key_text(key) + " is not known here; there are " + name_list(known));
    for (const char* key : {"heatlab", "altered"})
        if (root.contains(key) && !root[key].is_string())
            refuse_value(file, key, root[key], "a text is needed");
    if (root.contains("altered") && root["altered"].get<std::string>().size() > longest_repeated)
        refuse_value(file, "altered", root["altered"],
                     "at most " + std::to_string(longest_repeated) + " characters are needed");
    if (!root.contains("options"))
        refuse(file, "key \"options\" is missing; an object of options is needed");
}

std::string read_text(const fs::path& file) {
    std::error_code error;
    const fs::file_status status = fs::status(file, error);
    if (fs::is_directory(status))
        refuse(file, "is a folder; a state file or a picture that carries one is needed");
    if (fs::exists(status) && !fs::is_regular_file(status))
        refuse(file, "is no regular file");
    std::ifstream stream(file, std::ios::binary);
    if (!stream)
        refuse(file, std::string("cannot be opened: ") + std::strerror(errno));
    const std::uintmax_t size = fs::file_size(file, error);
    if (!error && size > largest_file)
        refuse(file, "has " + bytes_text(size) + "; a state file has at most " +
                         bytes_text(largest_file));
    std::string text(error ? 0 : static_cast<std::size_t>(size), '\0');
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(stream.gcount()));
    return text;
}

/// A number where the text is one.
ordered_json json_of(const std::string& text) {
    std::int64_t whole = 0;
    double number = 0;
    const char* end = text.data() + text.size();
    if (const auto read = std::from_chars(text.data(), end, whole);
        read.ec == std::errc{} && read.ptr == end && std::to_string(whole) == text)
        return whole;
    if (const auto read = std::from_chars(text.data(), end, number);
        read.ec == std::errc{} && read.ptr == end && number_text(number) == text)
        return number;
    return text;
}

/// Relative where it lies in `folder`, so that both can be moved.
std::string path_for(const fs::path& path, const fs::path& folder) {
    const fs::path whole = fs::absolute(path).lexically_normal();
    const fs::path near = whole.lexically_relative(fs::absolute(folder).lexically_normal());
    return near.empty() || *near.begin() == ".." ? whole.string() : near.string();
}

}  // namespace

std::string state_text(const SharedState& state, const fs::path& folder,
                       const std::string& field_name) {
    ordered_json options = ordered_json::object();
    for (const auto& [name, text] : option_texts(state.settings)) {
        const std::string key = name.substr(2);
        if (find_state_option(key)->is_switch)
            options[key] = text == "on";
        else
            options[key] = find_state_option(key)->is_path ? ordered_json(path_for(text, folder))
                                                           : json_of(text);
    }
    ordered_json root;
    root["heatlab"] = HEATLAB_VERSION;
    root["state"] = format_version;
    const bool named =
        !state.settings.preset.empty() && state.settings.preset.find(".toml") == std::string::npos;
    if (named)
        root["preset"] = state.settings.preset;
    root["options"] = std::move(options);
    root["step"] = state.step;
    if (state.field) {
        root["seconds"] = state.field->seconds;
        root["field"] = field_name;
    } else if (!state.altered.empty()) {
        root["altered"] = state.altered;
    }
    // ASCII alone: a PNG's tEXt is Latin-1.
    return root.dump(2, ' ', true, ordered_json::error_handler_t::replace) + "\n";
}

SharedState parse_state(const std::string& text, const fs::path& file) {
    const json root = parse_json(text, file);
    require_header(file, root);
    SharedState state;
    state.settings = read_options(file, root["options"]);
    if (root.contains("preset"))
        state.settings.preset = read_preset_name(file, root["preset"]);
    if (root.contains("step"))
        state.step = read_step(file, root["step"]);
    if (root.contains("altered"))
        state.altered = root["altered"].get<std::string>();
    if (root.contains("field")) {
        state.field = read_field(file, root["field"], state.settings.grid, state.settings.type);
        state.field->step = state.step;
        if (root.contains("seconds"))
            state.field->seconds = read_seconds(file, root["seconds"]);
        state.altered.clear();
    } else if (root.contains("seconds")) {
        refuse_value(file, "seconds", root["seconds"], "it belongs to a field");
    }
    return state;
}

fs::path field_file_of(const fs::path& file) {
    return fs::path(file).replace_extension(".npy");
}

void write_state(const fs::path& file, const SharedState& state) {
    const fs::path field = field_file_of(file);
    if (state.field) {
        std::error_code error;
        if (fs::equivalent(field, state.settings.init.file, error))
            throw InputError("--save-state", file.string(),
                             "its field would replace " + field.string() +
                                 ", from which this run began; choose another name");
        if (fs::exists(field, error) && !fs::exists(file, error))
            throw InputError("--save-state", file.string(),
                             "its field would replace " + field.string() +
                                 ", which belongs to no state of that name; choose another one");
        std::visit([&](const auto& cells) { write_npy(field, cells); }, *state.field->field);
    }
    write_text_file(file,
                    state_text(state, fs::absolute(file).parent_path(), field.filename().string()));
}

SharedState read_state(const fs::path& file) {
    std::error_code error;
    if (fs::is_regular_file(file, error)) {
        if (const auto text = read_png_text(file, state_keyword))
            return parse_state(*text, file);
        if (file.extension() == ".png")
            refuse(file, "is a picture without a state; --file takes it as an initial field");
    }
    return parse_state(read_text(file), file);
}

}  // namespace heatlab
