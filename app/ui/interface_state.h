#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "sim/grid.h"

namespace heatlab::ui {

enum class ThemeKind { dark, light };
enum class Tool { pan, zoom, heat, cool };
/// What the Share popup and its keys ask for.
enum class ShareWish {
    copy_command,
    save_state,
    save_picture,
    save_field,     ///< NPY
    save_grey,      ///< PNG of 16 bits, a pixel a cell
    save_coloured,  ///< the same in the colours of the map
    save_traces,    ///< CSV
    save_cells,     ///< of the scene of the ghost zones, as text
    record
};

/// A plot to be saved: its figures, or what `area` of the window shows.
struct ExportWish {
    enum class Form { table, json, picture };
    std::string plot;  ///< a name of exported_plots()
    Form form = Form::table;
    CellRect area;  ///< pixels from the window's top left corner
};

/// A recording of the window that runs.
struct RecordingShown {
    double seconds = 0;
    std::uint64_t bytes = 0;
    std::int64_t left_out = 0;  ///< frames
};

/// State of the interface alone, kept between frames and, in part, between sessions (Preferences).
struct InterfaceState {
    ThemeKind theme = ThemeKind::dark;
    float scale = 1.0f;  ///< 1 to 2: monitor's scale times the user's
    bool reduced_motion = false;
    Tool tool = Tool::heat;
    bool help_open = false;
    bool settings_open = false;
    bool drawer_open = false;         ///< narrow windows: the sheet with the panels
    bool short_ratio = false;         ///< the r slider shows 0 to 0.3
    bool loupe = false;               ///< the read-out shows a square of cells
    std::optional<Cell> cell_to_pin;  ///< asked for by a panel; the field sheet pins its read-out
    bool presenting = false;          ///< presenter's mode: the field, one sentence, one control
    bool blacked_out = false;         ///< a black screen, over everything
    bool pointer_ring = false;        ///< a ring round the pointer, for those at the back
    bool lessons_open = false;        ///< the list of lessons
    bool source_focused = false;      ///< keys move in a kernel's source, not the run
    bool share_open = false;
    bool with_field = false;                  ///< a saved state takes the field along
    std::optional<ShareWish> share_wish;      ///< for who draws the window
    std::filesystem::path share_folder;       ///< where it saves; empty: nobody does
    std::optional<ExportWish> export_wish;    ///< likewise for who draws the window
    std::optional<RecordingShown> recording;  ///< none: nothing is recorded
    bool quit_requested = false;
    bool toggle_full_screen = false;
};

}  // namespace heatlab::ui
