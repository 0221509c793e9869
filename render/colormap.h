#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heatlab {

/// sRGB, 8 bits a channel.
struct Rgb {
    std::uint8_t r = 0;
    std::uint8_t g = 0;
    std::uint8_t b = 0;

    friend bool operator==(const Rgb&, const Rgb&) = default;
};

/// Relative luminance after WCAG 2, 0 (black) to 1 (white); ink on a colour is black above 0.18.
float relative_luminance(Rgb color);

enum class ColorMapKind { sequential, diverging };

inline constexpr int colormap_entries = 256;

struct ColorMap {
    std::string name;   ///< as on the command line: "inferno"
    std::string title;  ///< as on screen
    ColorMapKind kind = ColorMapKind::sequential;
    std::string source;  ///< who published the table
    std::string licence;
    Rgb under;  ///< below a locked range; set apart from the map and from `over`
    Rgb over;   ///< above it
    std::array<Rgb, colormap_entries> table{};

    /// Colour at t in [0, 1]; t outside is clamped. t = i/255 is entry i exactly, between two
    /// entries they are mixed.
    Rgb sample(float t) const;
};

/// The maps that come with the program, in the order of display: inferno, the default, first.
class ColorMapLibrary {
public:
    /// Reads `share`/assets/colormaps. Throws GraphicsError for a missing or broken file.
    explicit ColorMapLibrary(const std::filesystem::path& share);

    /// A view of what the library owns: not to be had of a temporary one.
    std::span<const ColorMap> maps() const& { return maps_; }
    std::span<const ColorMap> maps() const&& = delete;
    /// Throws InputError (argument "--colormap") naming what exists.
    const ColorMap& find(std::string_view name) const;
    const ColorMap& default_map() const& { return maps_.front(); }
    const ColorMap& default_map() const&& = delete;

private:
    std::vector<ColorMap> maps_;
};

/// Reads one table. Throws GraphicsError.
ColorMap load_colormap(const std::filesystem::path& file);

}  // namespace heatlab
