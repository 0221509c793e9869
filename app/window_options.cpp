#include "app/window_options.h"

#include "app/add_value.h"
#include "app/state_options.h"
#include "sim/errors.h"
#include "sim/text.h"

namespace heatlab {
namespace {

constexpr int smallest_picture = 16;
constexpr int largest_picture = 16384;

}  // namespace

GridSize parse_pixels(const std::string& name, const std::string& text) {
    const GridSize size = parse_size(name, text);
    const auto fits = [](int side) { return side >= smallest_picture && side <= largest_picture; };
    if (!fits(size.width) || !fits(size.height))
        throw InputError(name, grid_text(size), "each side has 16 to 16384 pixels");
    return size;
}

double parse_scale(const std::string& name, const std::string& text) {
    const double scale = parse_number(name, text);
    if (!(scale >= 1 && scale <= 2))
        throw InputError(name, text, "the interface is scaled by 1 to 2");
    return scale;
}

ui::ThemeKind parse_theme(const std::string& name, const std::string& text) {
    if (text == "dark")
        return ui::ThemeKind::dark;
    if (text == "light")
        return ui::ThemeKind::light;
    throw InputError(name, text.empty() ? "\"\"" : text, "one of dark, light is needed");
}

void add_switch(CLI::App& app, const std::string& name, const char* group, const std::string& help,
                const std::function<void(bool)>& set) {
    app.add_flag_callback(
           "--" + name, [set] { set(true); }, help)
        ->group(group);
    app.add_flag_callback(
           "--no-" + name, [set] { set(false); }, "the opposite")
        ->group(group);
}

void add_state_options(CLI::App& app, Settings& settings) {
    for (const StateOption& option : state_options()) {
        const TakeValue take = take_state(app, option, settings);
        if (option.is_switch)
            add_switch(app, option.name + 2, option.group, option.help,
                       [take, &option](bool on) { take(option.name, on ? "on" : "off"); });
        else
            add_value(app, option.name, option.value_name, option.group, option.help, take);
    }
}

void describe_window_options(CLI::App& app, WindowCommand& command) {
    const char* group = "Window";
    add_value(
        app, "--scale", "1..2", group, "of the interface, times the monitor's (as last time)",
        [&](const std::string& n, const std::string& t) { command.scale = parse_scale(n, t); });
    add_value(
        app, "--theme", "dark|light", group, "(as last time)",
        [&](const std::string& n, const std::string& t) { command.theme = parse_theme(n, t); });
    add_value(
        app, "--size", "WxH", group, "of the window, or of the picture (as last time)",
        [&](const std::string& n, const std::string& t) { command.size = parse_pixels(n, t); });
    add_value(app, "--flash-guard", "even-steps|every-step", group,
              "past r = 1/8 draw even steps only; every-step may flash (even-steps)",
              [&](const std::string& n, const std::string& t) {
                  command.flash_guard = parse_flash_guard(n, t);
              });
}

}  // namespace heatlab
