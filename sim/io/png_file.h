#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace heatlab {

/// A grey picture, row 0 on top; values in [0, 1].
struct GreyPicture {
    int width = 0;
    int height = 0;
    std::vector<float> pixels;  ///< width * height
};

/// Reads a PNG of any colour type and bit depth. Grey is the luminance 0.2126 R + 0.7152 G + 0.0722
/// B (ITU-R BT.709) of the values as stored, over their largest value: gamma and colour profiles
/// are not applied. Alpha is ignored: a transparent pixel has the colour that is stored for it.
/// Throws InputError (argument "--file") that names the file and what is wrong with it.
GreyPicture read_grey_png(const std::filesystem::path& path);

/// The text that a PNG carries under `keyword` (tEXt, zTXt or iTXt, at most 1 MiB); none: there is
/// none, or the file is no PNG that can be read.
std::optional<std::string> read_png_text(const std::filesystem::path& path,
                                         const std::string& keyword);

/// Scales to width x height: along each axis by area averages where it shrinks, bilinearly where it
/// grows, and as it is where the size fits.
std::vector<float> resample(const GreyPicture& picture, int width, int height);

}  // namespace heatlab
