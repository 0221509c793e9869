#include "app/ui/fonts.h"

#include <imgui_freetype.h>

#include <filesystem>
#include <stdexcept>

namespace heatlab::ui {
namespace {

// Glyph ranges are read for as long as the atlas lives.
constexpr ImWchar digits[] = {'0', '9', 0};
constexpr ImWchar icon_range[] = {0xe000, 0xf8ff, 0};

struct FaceFile {
    const char* name;
    float digit_advance;  ///< at size 16; 0: the face is monospaced as it is
};

// In the order of Face.
constexpr std::array<FaceFile, 5> face_files{{{"Inter-Regular.otf", 8.2f},
                                              {"Inter-Medium.otf", 8.35f},
                                              {"Inter-SemiBold.otf", 8.45f},
                                              {"InterDisplay-SemiBold.otf", 8.15f},
                                              {"JetBrainsMono-Regular.ttf", 0.0f}}};
constexpr const char* icon_file = "Font_Awesome_6_Free-Solid-900.otf";

ImFontConfig base_config() {
    ImFontConfig config;
    config.SizePixels = 16;
    config.FontLoaderFlags = ImGuiFreeTypeLoaderFlags_LightHinting;
    config.PixelSnapH = false;
    config.OversampleH = 1;
    return config;
}

std::string font_path(const std::string& share, const char* name) {
    const std::filesystem::path path = std::filesystem::path(share) / "fonts" / name;
    if (!std::filesystem::is_regular_file(path)) {
        throw std::runtime_error("font " + path.string() + " is missing");
    }
    return path.string();
}

ImFont* add(const std::string& path, const ImFontConfig& config) {
    ImFont* font = ImGui::GetIO().Fonts->AddFontFromFileTTF(path.c_str(), 16, &config);
    if (font == nullptr) {
        throw std::runtime_error("font " + path + " cannot be read");
    }
    return font;
}

ImFont* load_face(const std::string& share, const FaceFile& file) {
    const std::string path = font_path(share, file.name);
    ImFontConfig text = base_config();
    // Tabular figures without a shaper: the digits are left out of the first source, and the same
    // file is merged again with a fixed advance; only digits fall through to it.
    const bool tabular = file.digit_advance > 0;
    if (tabular) {
        text.GlyphExcludeRanges = digits;
    }
    ImFont* font = add(path, text);
    if (tabular) {
        ImFontConfig figures = base_config();
        figures.MergeMode = true;
        figures.GlyphMinAdvanceX = file.digit_advance;
        figures.GlyphMaxAdvanceX = file.digit_advance;
        add(path, figures);
    }
    ImFontConfig icons = base_config();
    icons.MergeMode = true;
    icons.ExtraSizeScale = 0.8f;
    icons.GlyphRanges = icon_range;
    add(font_path(share, icon_file), icons);
    return font;
}

}  // namespace

Fonts Fonts::load(const std::string& share) {
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    atlas.SetFontLoader(ImGuiFreeType::GetFontLoader());
    Fonts fonts;
    for (std::size_t i = 0; i < face_files.size(); ++i) {
        fonts.faces_[i] = load_face(share, face_files[i]);
    }
    ImGui::GetIO().FontDefault = fonts.face(Face::medium);
    return fonts;
}

Face face_of(Role role) {
    switch (role) {
        case Role::caption:
        case Role::note:
        case Role::body:
        case Role::lecture_line:
        case Role::lecture_mark:
            return Face::regular;
        case Role::note_strong:
        case Role::body_strong:
            return Face::medium;
        case Role::title:
        case Role::figure:
        case Role::card_title:
        case Role::counter:
        case Role::lecture_mark_strong:
            return Face::semibold;
        case Role::lecture_ratio:
        case Role::lecture_sentence:
            return Face::display;
        case Role::code:
            break;
    }
    return Face::mono;
}

float size_of(Role role) {
    switch (role) {
        case Role::caption:
            return 14;
        case Role::note:
        case Role::note_strong:
            return 15;
        case Role::body:
        case Role::body_strong:
        case Role::title:
        case Role::code:
            return 16;
        case Role::figure:
            return 17;
        case Role::card_title:
            return 19;
        case Role::lecture_ratio:
            return 116;
        case Role::lecture_sentence:
            return 56;
        case Role::lecture_line:
            return 42;
        case Role::lecture_mark:
        case Role::lecture_mark_strong:
            return 32;
        case Role::counter:
            break;
    }
    return 20;
}

}  // namespace heatlab::ui
