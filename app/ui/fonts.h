#pragma once

#include <imgui.h>

#include <array>
#include <string>

namespace heatlab::ui {

enum class Face { regular, medium, semibold, display, mono };

/// What a text is for; decides its face and size.
enum class Role {
    caption,      ///< Inter 400, 14: captions, units, axes
    note,         ///< Inter 400, 15: notes, key hints
    note_strong,  ///< Inter 500, 15
    body,         ///< Inter 400, 16: text, values
    body_strong,  ///< Inter 500, 16: buttons, tabs
    title,        ///< Inter 600, 16: titles of sheets and blocks
    figure,       ///< Inter 600, 17: figures of a metric in a tight row
    card_title,   ///< Inter 600, 19: card titles, metrics
    counter,      ///< Inter 600, 20: step counter
    code,         ///< JetBrains Mono 400, 16: kernel names
    // Presenter's mode: scaled by the window's height.
    lecture_ratio,       ///< Inter Display 600, 116: r
    lecture_sentence,    ///< Inter Display 600, 56
    lecture_line,        ///< Inter 400, 42: the second line
    lecture_mark,        ///< Inter 400, 32: marks of the slider, controls
    lecture_mark_strong  ///< Inter 600, 32
};

/// The faces in the current ImGui context, with tabular figures and icons merged in. The atlas owns
/// them.
class Fonts {
public:
    /// Loads from `share`/fonts. Throws std::runtime_error naming the file that is missing.
    static Fonts load(const std::string& share);

    ImFont* face(Face face) const { return faces_[static_cast<std::size_t>(face)]; }

private:
    std::array<ImFont*, 5> faces_{};
};

Face face_of(Role role);
/// Dear ImGui's size (the line height), logical pixels.
float size_of(Role role);

}  // namespace heatlab::ui
