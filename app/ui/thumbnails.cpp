#include "app/ui/thumbnails.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "sim/initial_field.h"

namespace heatlab::ui {
namespace {

// Room for the largest scale; what is used of a slot lies at its left top.
constexpr int slot_width = 128;
constexpr int slot_height = 96;

int slots() {
    return static_cast<int>(initial_fields().size());
}

/// Pixels per cell: fields that live on single cells are drawn coarsely, so that they can be seen.
int cell_pixels(const InitialFieldInfo& info, float scale) {
    const bool by_cell =
        info.name == "hot-pixel" || info.name == "checkerboard" || info.name == "random";
    const float logical = info.name == "random" ? 2.0f : 4.0f;
    return by_cell ? std::max(1, static_cast<int>(std::lround(logical * scale))) : 1;
}

std::optional<Field> small_field(const InitialFieldInfo& info, GridSize grid) {
    if (info.uses_file) {
        return std::nullopt;
    }
    InitialFieldSpec spec;
    spec.name = std::string(info.name);
    if (info.uses_mode) {
        spec.mode_p = 2;
    }
    return make_initial_field(grid, spec, std::nullopt);
}

}  // namespace

Thumbnails::Thumbnails() : texture_(std::make_unique<ImTextureData>()) {
    texture_->Create(ImTextureFormat_RGBA32, slot_width, slot_height * slots());
    texture_->UseColors = true;
    ImGui::RegisterUserTexture(texture_.get());
}

Thumbnails::~Thumbnails() {
    // The context may be gone already; its renderer has then released the texture.
    if (ImGui::GetCurrentContext() == nullptr) {
        return;
    }
    ImGui::UnregisterUserTexture(texture_.get());
    // The renderer walks this list when it shuts down; the texture itself goes with the OpenGL
    // context.
    ImGui::GetPlatformIO().Textures.find_erase(texture_.get());
}

void Thumbnails::prepare(const ColorMap& map, int width, int height, float scale) {
    width = std::clamp(width, 1, slot_width);
    height = std::clamp(height, 1, slot_height);
    if (map.name == map_name_ && width == width_ && height == height_) {
        return;
    }
    map_name_ = map.name;
    width_ = width;
    height_ = height;
    for (int i = 0; i < slots(); ++i) {
        paint(map, i, scale);
    }
    ImTextureDataQueueUpload(texture_.get(), 0, 0, slot_width, slot_height * slots());
}

void Thumbnails::paint(const ColorMap& map, int index, float scale) {
    const InitialFieldInfo& info = initial_fields()[static_cast<std::size_t>(index)];
    const int cell = cell_pixels(info, scale);
    const GridSize grid{std::max(3, (width_ + cell - 1) / cell),
                        std::max(3, (height_ + cell - 1) / cell)};
    const std::optional<Field> field = small_field(info, grid);
    if (!field) {
        return;
    }
    const float low = info.is_signed ? -1.0f : 0.0f;
    for (int y = 0; y < height_; ++y) {
        auto* pixel =
            static_cast<unsigned char*>(texture_->GetPixelsAt(0, index * slot_height + y));
        for (int x = 0; x < width_; ++x, pixel += 4) {
            const float value = field->at(y / cell, x / cell);
            const Rgb colour = map.sample((value - low) / (1.0f - low));
            pixel[0] = colour.r;
            pixel[1] = colour.g;
            pixel[2] = colour.b;
            pixel[3] = 255;
        }
    }
}

bool Thumbnails::draw(ImDrawList& list, int index, const ImRect& area) const {
    if (initial_fields()[static_cast<std::size_t>(index)].uses_file || width_ == 0) {
        return false;
    }
    // Half a texel inside where the picture is drawn at another size: neighbours do not bleed in.
    const bool exact = area.GetWidth() == static_cast<float>(width_);
    const float inset = exact ? 0.0f : 0.5f;
    const auto total_height = static_cast<float>(slot_height * slots());
    const auto top = static_cast<float>(index * slot_height);
    const ImVec2 uv0(inset / slot_width, (top + inset) / total_height);
    const ImVec2 uv1((static_cast<float>(width_) - inset) / slot_width,
                     (top + static_cast<float>(height_) - inset) / total_height);
    list.AddImage(texture_->GetTexRef(), area.Min, area.Max, uv0, uv1);
    return true;
}

}  // namespace heatlab::ui
