#include "app/preferences.h"

#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <system_error>

#include "app/folder_files.h"
#include "app/json_words.h"
#include "app/text_file.h"

namespace heatlab {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

constexpr int largest_window = 32768;

// Takes members out of the file one by one and keeps what was wrong with them.
class Reader {
public:
    Reader(const json& root, std::string file, std::vector<std::string>& problems)
        : root_(root), file_(std::move(file)), problems_(problems) {}

    // `take` returns whether the value was allowed.
    template <typename Take>
    void member(const char* key, const char* allowed, Take take) const {
        const auto found = root_.find(key);
        if (found == root_.end())
            return;
        if (!take(*found))
            problems_.push_back(file_ + ": " + key + " is " + shown_value(*found) +
                                ", allowed is " + allowed + "; the default is used.");
    }

    void boolean(const char* key, bool& target) const {
        member(key, "true or false", [&](const json& value) {
            if (!value.is_boolean())
                return false;
            target = value.get<bool>();
            return true;
        });
    }

    template <typename T>
    void choice(const char* key, const char* allowed, T& target,
                const std::map<std::string, T>& values) const {
        member(key, allowed, [&](const json& value) {
            const auto found =
                value.is_string() ? values.find(value.get<std::string>()) : values.end();
            if (found == values.end())
                return false;
            target = found->second;
            return true;
        });
    }

private:
    const json& root_;
    std::string file_;
    std::vector<std::string>& problems_;
};

const std::map<std::string, ui::ThemeKind>& themes() {
    static const std::map<std::string, ui::ThemeKind> names = {{"dark", ui::ThemeKind::dark},
                                                               {"light", ui::ThemeKind::light}};
    return names;
}

const std::map<std::string, FlashGuardMode>& flash_guards() {
    static const std::map<std::string, FlashGuardMode> names = {
        {"even-steps", FlashGuardMode::even_steps}, {"every-step", FlashGuardMode::every_step}};
    return names;
}

template <typename T>
std::string name_of(const std::map<std::string, T>& names, T wanted) {
    for (const auto& [name, value] : names)
        if (value == wanted)
            return name;
    return {};
}

bool take_pixels(const json& value, int& target) {
    if (!value.is_number_integer())
        return false;
    const auto pixels = value.get<std::int64_t>();
    if (pixels < 0 || pixels > largest_window)
        return false;
    target = static_cast<int>(pixels);
    return true;
}

Preferences read_members(const json& root, const std::string& file,
                         std::vector<std::string>& problems) {
    Preferences p;
    const Reader reader(root, file, problems);
    reader.choice("theme", "\"dark\" or \"light\"", p.theme, themes());
    reader.member("scale", "a number from 1 to 2", [&](const json& value) {
        if (!value.is_number() || !(value.get<double>() >= 1 && value.get<double>() <= 2))
            return false;
        p.user_scale = value.get<double>();
        return true;
    });
    reader.boolean("reduced_motion", p.reduced_motion);
    reader.boolean("laboratory_traces", p.laboratory.traces);
    reader.boolean("laboratory_spectrum", p.laboratory.spectrum);
    reader.boolean("laboratory_watch", p.laboratory.watch);
    reader.choice("flash_guard", "\"even-steps\" or \"every-step\"", p.flash_guard, flash_guards());
    const char* pixels = "a whole number from 0 to 32768";
    reader.member("window_width", pixels,
                  [&](const json& value) { return take_pixels(value, p.window_width); });
    reader.member("window_height", pixels,
                  [&](const json& value) { return take_pixels(value, p.window_height); });
    reader.member("front_tab", "a text", [&](const json& value) {
        if (!value.is_string())
            return false;
        p.front_tab = value.get<std::string>();
        return true;
    });
    reader.member("layouts", "an object of texts", [&](const json& value) {
        if (!value.is_object())
            return false;
        bool all_texts = true;
        for (const auto& [name, layout] : value.items()) {
            all_texts = all_texts && layout.is_string();
            if (layout.is_string())
                p.layouts[name] = layout.get<std::string>();
        }
        return all_texts;
    });
    return p;
}

// Out of the way, under the first free name. A sentence about it.
std::string set_aside(const fs::path& path) {
    for (int n = 1; n < 1000; ++n) {
        const fs::path aside = path.string() + ".broken-" + std::to_string(n);
        std::error_code error;
        if (fs::exists(fs::symlink_status(aside, error)))
            continue;
        fs::rename(path, aside, error);
        if (!error)
            return "It was set aside as " + aside.filename().string() + "; defaults are used.";
        return "It could not be set aside (" + error.message() + "); defaults are used.";
    }
    return "Defaults are used.";
}

// The file's text; none where there is no file. `problem` where it cannot be read.
std::optional<std::string> read_text(const fs::path& path, std::string& problem) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (status.type() == fs::file_type::not_found)
        return std::nullopt;
    errno = 0;
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    if (fs::is_regular_file(status) && file)
        text << file.rdbuf();
    if (!fs::is_regular_file(status) || !file) {
        problem = path.string() + " cannot be read (" +
                  (errno != 0 ? std::strerror(errno) : "not a regular file") + ").";
        return std::nullopt;
    }
    return text.str();
}

}  // namespace

std::optional<fs::path> preferences_path() {
    const auto folder = user_folder("XDG_CONFIG_HOME", ".config");
    return folder ? std::optional(*folder / "preferences.json") : std::nullopt;
}

LoadedPreferences load_preferences(const fs::path& path) {
    LoadedPreferences loaded;
    std::string problem;
    const std::optional<std::string> text = read_text(path, problem);
    if (!problem.empty())
        loaded.problems.push_back(problem + " Defaults are used.");
    if (!text)
        return loaded;
    const json root = json::parse(*text, nullptr, false);
    if (!root.is_object()) {
        loaded.problems.push_back(path.string() + " is not a JSON object. " + set_aside(path));
        return loaded;
    }
    loaded.preferences = read_members(root, path.filename().string(), loaded.problems);
    return loaded;
}

std::optional<std::string> save_preferences(const fs::path& path, const Preferences& p) {
    try {
        std::string problem;
        const std::optional<std::string> text = read_text(path, problem);
        json root = text ? json::parse(*text, nullptr, false) : json::object();
        if (!root.is_object())
            root = json::object();
        root["theme"] = name_of(themes(), p.theme);
        root["scale"] = p.user_scale;
        root["reduced_motion"] = p.reduced_motion;
        root["flash_guard"] = name_of(flash_guards(), p.flash_guard);
        root["laboratory_traces"] = p.laboratory.traces;
        root["laboratory_spectrum"] = p.laboratory.spectrum;
        root["laboratory_watch"] = p.laboratory.watch;
        root["window_width"] = p.window_width;
        root["window_height"] = p.window_height;
        root["front_tab"] = p.front_tab;
        root["layouts"] = json::object();
        for (const auto& [name, layout] : p.layouts)
            root["layouts"][name] = layout;
        fs::create_directories(path.parent_path());
        write_text_file(path, root.dump(2, ' ', false, json::error_handler_t::replace) + "\n");
        return std::nullopt;
    } catch (const std::exception& error) {
        return std::string("The preferences were not saved: ") + error.what();
    }
}

}  // namespace heatlab
