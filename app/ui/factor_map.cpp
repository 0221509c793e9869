#include "app/ui/factor_map.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

namespace heatlab::ui {
namespace {

constexpr int texture_side = 704;  ///< room for the largest panel at the largest scale
constexpr int shades = 1024;
constexpr double pi = std::numbers::pi;

struct Ink {
    float r = 0;
    float g = 0;
    float b = 0;
};

Ink ink_of(ImU32 colour) {
    return {static_cast<float>(colour & 255), static_cast<float>((colour >> 8) & 255),
            static_cast<float>((colour >> 16) & 255)};
}

void blend(unsigned char* pixel, const Ink& ink, float cover) {
    const std::array<float, 3> channels{ink.r, ink.g, ink.b};
    for (std::size_t i = 0; i < 3; ++i) {
        const auto old = static_cast<float>(pixel[i]);
        pixel[i] = static_cast<unsigned char>(old + (channels[i] - old) * cover + 0.5f);
    }
}

/// sin^2 of half the angle at the middle of each of `side` pixels.
std::vector<float> squared_half_sines(int side) {
    std::vector<float> values(static_cast<std::size_t>(side));
    for (int i = 0; i < side; ++i) {
        const double half = (i + 0.5) * pi / side / 2;
        values[static_cast<std::size_t>(i)] = static_cast<float>(std::sin(half) * std::sin(half));
    }
    return values;
}

/// Colours for the sum of the two squared half sines, 0 to 2.
std::array<Ink, shades + 1> shades_of(const ColorMap& colours, double r) {
    std::array<Ink, shades + 1> table{};
    for (int i = 0; i <= shades; ++i) {
        const double g = 1 - 4 * r * (2.0 * i / shades);
        const Rgb colour = colours.sample(static_cast<float>(std::clamp((g + 1) / 2, 0.0, 1.0)));
        table[static_cast<std::size_t>(i)] = {static_cast<float>(colour.r),
                                              static_cast<float>(colour.g),
                                              static_cast<float>(colour.b)};
    }
    return table;
}

}  // namespace

float dot_size(double amplitude, double largest) {
    if (!(amplitude > 0) || !std::isfinite(amplitude) || !(largest > 0)) {
        return 0;
    }
    constexpr double decades = 6;
    return static_cast<float>(std::clamp(1 + std::log10(amplitude / largest) / decades, 0.0, 1.0));
}

FactorMap::FactorMap() : texture_(std::make_unique<ImTextureData>()) {
    texture_->Create(ImTextureFormat_RGBA32, texture_side, texture_side);
    texture_->UseColors = true;
    ImGui::RegisterUserTexture(texture_.get());
}

FactorMap::~FactorMap() {
    // As Thumbnails: the context may be gone, and the renderer with it.
    if (ImGui::GetCurrentContext() == nullptr) {
        return;
    }
    ImGui::UnregisterUserTexture(texture_.get());
    ImGui::GetPlatformIO().Textures.find_erase(texture_.get());
}

void FactorMap::draw(ImDrawList& list, const ImRect& area, const ColorMap& colours,
                     const Content& content) {
    const int side = std::clamp(static_cast<int>(area.GetWidth()), 1, texture_side);
    if (side != side_ || content.r != painted_.r || content.dimensions != painted_.dimensions ||
        content.spectrum != painted_.spectrum || content.theme != painted_.theme ||
        content.scale != painted_.scale) {
        side_ = side;
        painted_ = content;
        paint(colours, content);
        if (content.spectrum != nullptr) {
            paint_dots(*content.spectrum);
        }
        ImTextureDataQueueUpload(texture_.get(), 0, 0, side, side);
    }
    const float end = static_cast<float>(side) / texture_side;
    list.AddImage(texture_->GetTexRef(), area.Min, area.Max, ImVec2(0, 0), ImVec2(end, end));
}

void FactorMap::paint(const ColorMap& colours, const Content& content) {
    const std::vector<float> sines = squared_half_sines(side_);
    const std::array<Ink, shades + 1> table = shades_of(colours, content.r);
    const Ink lit = ink_of(palette_of(ThemeKind::dark).unstable);
    const Ink dim{0.42f * lit.r, 0.42f * lit.g, 0.42f * lit.b};
    // |g| = 1 beyond the constant wave.
    const double critical = content.r > 0 ? 1 / (2 * content.r) : 4;
    const int every = std::max(3, static_cast<int>(std::lround(6 * content.scale)));
    const int thick = std::max(1, static_cast<int>(std::lround(2 * content.scale)));
    const double half_line = content.scale;  // 2 logical pixels
    const double angle_per_pixel = pi / side_;
    for (int y = 0; y < side_; ++y) {
        const int from_below = side_ - 1 - y;
        const double sy = content.dimensions == 1
                              ? 0.0
                              : static_cast<double>(sines[static_cast<std::size_t>(from_below)]);
        auto* pixel = static_cast<unsigned char*>(texture_->GetPixelsAt(0, y));
        for (int x = 0; x < side_; ++x, pixel += 4) {
            const double sx = static_cast<double>(sines[static_cast<std::size_t>(x)]);
            const double sum = sx + sy;
            const bool grows = sum > critical;
            const Ink& ink = !grows ? table[static_cast<std::size_t>(sum * (shades / 2.0) + 0.5)]
                             : (x + y) % every < thick ? lit
                                                       : dim;
            pixel[0] = static_cast<unsigned char>(ink.r);
            pixel[1] = static_cast<unsigned char>(ink.g);
            pixel[2] = static_cast<unsigned char>(ink.b);
            pixel[3] = 255;
            if (std::abs(sum - critical) < 0.2) {
                // The sum's gradient, per pixel: sin(k) / 2 along each axis.
                const double slope = angle_per_pixel *
                                     std::hypot(std::sqrt(sx * (1 - sx)), std::sqrt(sy * (1 - sy)));
                const double distance = std::abs(sum - critical) / std::max(slope, 1e-6);
                blend(pixel, {255, 255, 255},
                      static_cast<float>(std::clamp(half_line + 0.5 - distance, 0.0, 1.0)));
            }
        }
    }
}

void FactorMap::paint_dots(const Spectrum& spectrum) {
    constexpr int bins = Spectrum::bins;
    if (spectrum.amplitude.size() < static_cast<std::size_t>(bins) * bins) {
        return;
    }
    double largest = 0;
    for (const float amplitude : spectrum.amplitude) {
        if (std::isfinite(amplitude)) {
            largest = std::max(largest, static_cast<double>(amplitude));
        }
    }
    const float pitch = static_cast<float>(side_) / bins;
    for (int row = 0; row < bins; ++row) {
        for (int col = 0; col < bins; ++col) {
            const auto index = static_cast<std::size_t>(row) * bins + static_cast<std::size_t>(col);
            const float size = dot_size(static_cast<double>(spectrum.amplitude[index]), largest);
            if (size <= 0) {
                continue;
            }
            const float radius = 0.48f * pitch * size;
            const float centre_x = (static_cast<float>(col) + 0.5f) * pitch;
            const float centre_y =
                static_cast<float>(side_) - (static_cast<float>(row) + 0.5f) * pitch;
            const int x0 = std::max(0, static_cast<int>(centre_x - radius - 1));
            const int x1 = std::min(side_ - 1, static_cast<int>(centre_x + radius + 1));
            const int y0 = std::max(0, static_cast<int>(centre_y - radius - 1));
            const int y1 = std::min(side_ - 1, static_cast<int>(centre_y + radius + 1));
            for (int y = y0; y <= y1; ++y) {
                auto* pixel = static_cast<unsigned char*>(texture_->GetPixelsAt(x0, y));
                for (int x = x0; x <= x1; ++x, pixel += 4) {
                    const float distance = std::hypot(static_cast<float>(x) + 0.5f - centre_x,
                                                      static_cast<float>(y) + 0.5f - centre_y);
                    // A dot smaller than a pixel covers its part of it.
                    const float cover = std::clamp(radius + 0.5f - distance, 0.0f, 1.0f) *
                                        std::min(1.0f, 1.2f * radius);
                    blend(pixel, {255, 255, 255}, cover);
                }
            }
        }
    }
}

}  // namespace heatlab::ui
