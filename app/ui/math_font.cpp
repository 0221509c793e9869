#include "app/ui/math_font.h"

#include <ft2build.h>
#include <imgui_freetype.h>
#include <imgui_internal.h>

#include <memory>
#include <stdexcept>
#include <type_traits>

#include FT_FREETYPE_H

namespace heatlab::ui {
namespace {

/// Numbers of glyphs begin here, so that Dear ImGui takes none of them for a space, a tab or an
/// ellipsis. The face has fewer glyphs than the 16 bits above leave room for.
constexpr unsigned first_code_point = 0x3000;

int glyph_index(ImFontAtlas*, ImFontConfig*, ImWchar code_point) {
    return code_point > first_code_point ? static_cast<int>(code_point - first_code_point) : 0;
}

/// FreeType's loader with glyphs found by number. Its state belongs to the atlas, which has it
/// already.
const ImFontLoader& loader_by_index() {
    static const ImFontLoader loader = [] {
        ImFontLoader changed = *ImGuiFreeType::GetFontLoader();
        changed.Name = "FreeType, glyphs by number";
        changed.LoaderInit = nullptr;
        changed.LoaderShutdown = nullptr;
        changed.FontSrcGetGlyphIndexFromCodepoint = glyph_index;
        return changed;
    }();
    return loader;
}

/// Dear ImGui's size is the height of the face's line.
float em_per_line(const std::string& path) {
    using Library = std::remove_pointer_t<FT_Library>;
    using FaceRecord = std::remove_pointer_t<FT_Face>;
    FT_Library raw_library = nullptr;
    if (FT_Init_FreeType(&raw_library) != 0) {
        throw std::runtime_error("FreeType cannot be started");
    }
    const std::unique_ptr<Library, FT_Error (*)(FT_Library)> library(raw_library, FT_Done_FreeType);
    FT_Face raw_face = nullptr;
    if (FT_New_Face(library.get(), path.c_str(), 0, &raw_face) != 0) {
        throw std::runtime_error("font " + path + " cannot be read");
    }
    const std::unique_ptr<FaceRecord, FT_Error (*)(FT_Face)> face(raw_face, FT_Done_Face);
    return static_cast<float>(face->units_per_EM) /
           static_cast<float>(face->ascender - face->descender);
}

}  // namespace

ImWchar MathFont::code_point(std::uint16_t index) {
    return static_cast<ImWchar>(first_code_point + index);
}

MathFont MathFont::load(const std::string& path) {
    MathFont math;
    math.em_per_size = em_per_line(path);
    ImFontConfig config;
    config.SizePixels = 16;
    config.FontLoader = &loader_by_index();
    config.FontLoaderFlags = ImGuiFreeTypeLoaderFlags_LightHinting;
    config.PixelSnapH = false;
    config.OversampleH = 1;
    math.font = ImGui::GetIO().Fonts->AddFontFromFileTTF(path.c_str(), 16, &config);
    if (math.font == nullptr) {
        throw std::runtime_error("font " + path + " cannot be read");
    }
    return math;
}

}  // namespace heatlab::ui
