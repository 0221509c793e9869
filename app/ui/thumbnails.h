#pragma once

#include <imgui.h>
#include <imgui_internal.h>

#include <memory>
#include <string>

#include "render/colormap.h"

namespace heatlab::ui {

/// Small pictures of the initial fields, in the colours of the map in use. They live in one texture
/// that Dear ImGui's renderer uploads, so that nothing here needs OpenGL.
class Thumbnails {
public:
    Thumbnails();
    ~Thumbnails();
    Thumbnails(const Thumbnails&) = delete;
    Thumbnails& operator=(const Thumbnails&) = delete;

    /// Redraws the pictures where map or size (framebuffer pixels) changed.
    void prepare(const ColorMap& map, int width, int height, float scale);

    /// The `index`-th row of `initial_fields()` over `area`. False where there is no picture of it
    /// (files).
    bool draw(ImDrawList& list, int index, const ImRect& area) const;

private:
    void paint(const ColorMap& map, int index, float scale);

    std::unique_ptr<ImTextureData> texture_;
    std::string map_name_;
    int width_ = 0;
    int height_ = 0;
};

}  // namespace heatlab::ui
