#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/command.h"
#include "app/lesson/lesson_library.h"
#include "app/lesson/lesson_state.h"
#include "app/snapshot.h"
#include "app/ui/interface_state.h"
#include "render/colormap.h"

namespace heatlab {
class LessonPlayer;
}

namespace heatlab::ui {

class LessonSheet;
class Places;
struct LectureStrip;

/// The field as the renderer drew it, for the field sheet.
struct FieldImage {
    std::uint64_t texture = 0;  ///< GL name of an RGBA8 texture, 0: none yet
    int width = 0;              ///< framebuffer pixels
    int height = 0;
    std::uint64_t curve = 0;  ///< in one dimension: the field as a curve, as wide as the picture
    int curve_height = 0;
    /// In space: the cell seen where the last request's pointer is, as far as it is known yet.
    std::optional<Cell> seen = std::nullopt;
    int block = 1;      ///< in space: cells a vertex and axis
    int reduction = 1;  ///< of a cloud that moves: pixels, per axis, that were drawn as one
};

/// What the field sheet wants drawn next frame.
struct FieldImageRequest {
    int width = 0;  ///< framebuffer pixels; 0: nothing visible
    int height = 0;
    ViewSetting view;      ///< resolved: `fit` false, centre and scale as they are on screen
    int curve_height = 0;  ///< in one dimension: of the curve above the picture, pixels
    ShowMode show = ShowMode::flat;
    OrbitView camera{};  ///< in space
    double margin = 0;   ///< in space: pixels left free round the box, for its axes
    /// In space: the pixel whose cell is asked for.
    std::optional<std::array<int, 2>> pointer = std::nullopt;
};

/// What there is to show: the fields of all views, A first, and in Compare the difference of one of
/// them from A. Fewer views than are shown: the rest is not drawn yet.
struct FieldImages {
    std::vector<FieldImage> views;
    FieldImage difference;
    std::vector<FieldImage> scene;  ///< of the ghost zones: its pictures
};

/// The same for what is wanted next frame. Outside Compare one view.
struct FieldImageRequests {
    std::vector<FieldImageRequest> views;
    FieldImageRequest difference;
    std::vector<FieldImageRequest> scene;
};

/// Draws the whole window into the current ImGui frame (display size and fonts are set) and
/// collects commands. Panels are functions of the const snapshot.
class Interface {
public:
    /// `share`: the directory with fonts/ and assets/. Needs a current ImGui context and a current
    /// ImPlot context. Throws std::runtime_error where a font is missing.
    Interface(const std::string& share, const ColorMapLibrary& colormaps);
    ~Interface();

    /// Applies theme and scale where they changed; call before ImGui::NewFrame.
    void prepare(const InterfaceState& state);
    FieldImageRequests draw(const Snapshot& snapshot, const FieldImages& fields,
                            InterfaceState& state, CommandList& commands);

    /// Those that the list of lessons offers.
    void set_lessons(std::shared_ptr<const LessonLibrary> library);
    /// The next frame opens it at a step, counted from 0.
    void open_lesson(std::shared_ptr<const Lesson> lesson, std::size_t step);
    /// For pictures: shows a place of a lesson whose state the session has already.
    void adopt_lesson(std::shared_ptr<const Lesson> lesson, LessonPlace place,
                      const Settings& settings);
    const LessonPlayer& lesson_player() const;
    /// What was drawn of it in the last frame.
    const LessonSheet& lesson_sheet() const;
    const LectureStrip& lecture_strip() const;
    const Places& places() const;

    /// Positions of the splitters and tabs by width class ("wide", "compact"), as text to be kept
    /// between sessions.
    std::map<std::string, std::string> layouts() const;
    /// Takes what `layouts` gave. What is not a usable layout is replaced by the default one.
    void set_layouts(std::map<std::string, std::string> layouts);
    /// Title of the front tab of the sheet that slides over a narrow window's field; empty before
    /// one was chosen.
    std::string front_tab() const;
    /// A title that no tab has stands for the first one.
    void set_front_tab(const std::string& title);

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace heatlab::ui
