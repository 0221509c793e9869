#include "render/colormap.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "render/graphics_error.h"
#include "sim/errors.h"

namespace heatlab {

namespace {

nlohmann::json read_json(const std::filesystem::path& file) {
    std::ifstream stream(file);
    if (!stream)
        throw GraphicsError("Colour map file " + file.string() + " cannot be opened");
    try {
        return nlohmann::json::parse(stream);
    } catch (const nlohmann::json::exception& error) {
        throw GraphicsError("Colour map file " + file.string() + " is broken: " + error.what());
    }
}

Rgb parse_color(const std::string& text) {
    unsigned value = 0;
    const char* end = text.data() + text.size();
    if (text.size() == 7 && text[0] == '#') {
        const auto result = std::from_chars(text.data() + 1, end, value, 16);
        if (result.ec == std::errc{} && result.ptr == end)
            return {static_cast<std::uint8_t>(value >> 16), static_cast<std::uint8_t>(value >> 8),
                    static_cast<std::uint8_t>(value)};
    }
    throw std::invalid_argument("\"" + text + "\" is not a colour such as #63F2D8");
}

ColorMapKind parse_kind(const std::string& text) {
    if (text == "sequential")
        return ColorMapKind::sequential;
    if (text == "diverging")
        return ColorMapKind::diverging;
    throw std::invalid_argument("kind \"" + text + "\" is neither sequential nor diverging");
}

ColorMap parse_colormap(const nlohmann::json& record) {
    ColorMap map;
    map.name = record.at("name").get<std::string>();
    map.title = record.at("title").get<std::string>();
    map.kind = parse_kind(record.at("kind").get<std::string>());
    map.source = record.at("source").get<std::string>();
    map.licence = record.at("licence").get<std::string>();
    map.under = parse_color(record.at("under").get<std::string>());
    map.over = parse_color(record.at("over").get<std::string>());
    const auto table = record.at("table").get<std::vector<std::string>>();
    if (table.size() != map.table.size())
        throw std::invalid_argument("table has " + std::to_string(table.size()) +
                                    " colours, not 256");
    std::transform(table.begin(), table.end(), map.table.begin(), parse_color);
    return map;
}

std::uint8_t mix(std::uint8_t a, std::uint8_t b, float part) {
    const float value = static_cast<float>(a) + part * static_cast<float>(b - a);
    return static_cast<std::uint8_t>(std::lround(value));
}

float linear_channel(std::uint8_t channel) {
    const float c = static_cast<float>(channel) / 255.0f;
    return c <= 0.04045f ? c / 12.92f : std::pow((c + 0.055f) / 1.055f, 2.4f);
}

}  // namespace

float relative_luminance(Rgb color) {
    return 0.2126f * linear_channel(color.r) + 0.7152f * linear_channel(color.g) +
           0.0722f * linear_channel(color.b);
}

Rgb ColorMap::sample(float t) const {
    // Written so that a NaN goes to the first entry instead of outside the table.
    const float position = t > 0 ? std::min(t, 1.0f) * (colormap_entries - 1) : 0.0f;
    const auto index = std::min(static_cast<std::size_t>(position), table.size() - 2);
    const float part = position - static_cast<float>(index);
    const Rgb a = table[index];
    const Rgb b = table[index + 1];
    return {mix(a.r, b.r, part), mix(a.g, b.g, part), mix(a.b, b.b, part)};
}

ColorMap load_colormap(const std::filesystem::path& file) {
    const nlohmann::json record = read_json(file);
    try {
        return parse_colormap(record);
    } catch (const std::exception& error) {
        throw GraphicsError("Colour map file " + file.string() + " is broken: " + error.what());
    }
}

ColorMapLibrary::ColorMapLibrary(const std::filesystem::path& share) {
    const std::filesystem::path folder = share / "assets" / "colormaps";
    const std::filesystem::path index = folder / "index.json";
    std::vector<std::string> names;
    try {
        names = read_json(index).get<std::vector<std::string>>();
    } catch (const nlohmann::json::exception& error) {
        throw GraphicsError("Colour map file " + index.string() + " is broken: " + error.what());
    }
    if (names.empty())
        throw GraphicsError("Colour map file " + index.string() + " names no map");
    for (const std::string& name : names) {
        maps_.push_back(load_colormap(folder / (name + ".json")));
        if (maps_.back().name != name)
            throw GraphicsError("Colour map file " + (folder / (name + ".json")).string() +
                                " calls itself " + maps_.back().name);
    }
}

const ColorMap& ColorMapLibrary::find(std::string_view name) const {
    const auto found = std::find_if(maps_.begin(), maps_.end(),
                                    [name](const ColorMap& map) { return map.name == name; });
    if (found != maps_.end())
        return *found;
    std::string allowed = "choose one of";
    for (const ColorMap& map : maps_)
        allowed += (&map == &maps_.front() ? " " : ", ") + map.name;
    throw InputError("--colormap", std::string(name), allowed);
}

}  // namespace heatlab
