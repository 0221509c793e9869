#pragma once

#include <span>
#include <string_view>

#include "sim/ghost/problem.h"

namespace heatlab::ghost {

enum class CellKind { real, whole };  ///< float32, int32
enum class SourceKind { none, per_cell, per_step };
/// What is worth seeing beside the cells: their source, or how much the next step changes them.
enum class Beside { nothing, source, residual };

/// An iterative stencil of radius 1 whose edges are clamped: what lies outside the grid is as the
/// nearest cell inside. An application is one file in sim/ghost/applications and one entry in the
/// list of sim/ghost/applications.h; command line, panels, bench, tests and docs read this table.
struct Application {
    std::string_view name;      ///< on the command line: "hotspot"
    std::string_view title;     ///< in the window: "HotSpot"
    std::string_view sentence;  ///< what it computes
    std::string_view formula;   ///< its update, as text
    int dimensions = 2;
    CellKind cells = CellKind::real;
    std::string_view cells_name;       ///< what a cell is: "temperature"
    std::string_view cells_unit = {};  ///< "K"; empty where there is none
    SourceKind source = SourceKind::none;
    std::string_view source_name = {};  ///< "power"; empty where there is none
    std::string_view source_unit = {};  ///< "W"; empty where there is none
    Beside beside = Beside::nothing;
    /// Start and source may come from text files (sim/ghost/cell_text.h): there are such of others.
    bool text_files = false;
    std::string_view type;  ///< of its struct in heatlab::ghost: "HotSpot"
    std::string_view file;  ///< stem in sim/ghost/applications

    bool has_source() const { return source != SourceKind::none; }
    /// float32 or int32 arrays that a launch reads: cells, and those of a source.
    int arrays_read() const { return has_source() ? 2 : 1; }
};

std::span<const Application> application_table();

/// Throws InputError (argument "--app") naming those that exist.
const Application& find_application(std::string_view name);

/// The part of the application's file that holds its struct, as generated kernels have it.
std::string_view application_text(const Application& application);

/// A header as the compiler got it.
struct HeaderText {
    std::string_view file;  ///< as it is included, "sim/update.h"
    std::string_view text;  ///< UTF-8, lines end with \n
};
/// What the files of applications include outside the part that hosts alone read, and the headers
/// included there.
std::span<const HeaderText> application_headers();

}  // namespace heatlab::ghost
