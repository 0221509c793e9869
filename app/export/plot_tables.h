#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/export/table.h"
#include "app/snapshot.h"

namespace heatlab {

/// A plot of the window, and the figures in it.
struct ExportedPlot {
    std::string_view name;  ///< in file names: "growth"
    /// Whether the table has rows; cheap enough for every frame.
    bool (*measured)(const Snapshot& snapshot);
    Table (*table)(const Snapshot& snapshot);
    /// The same with what it was measured on, as a command of the program reports it; null: none
    /// does.
    std::string (*json)(const Snapshot& snapshot) = nullptr;
};

/// Growth, extremes, spectrum, sweep, timings, sizes, race, ghost zones.
std::span<const ExportedPlot> exported_plots();

/// Null where there is none of that name.
const ExportedPlot* find_exported_plot(std::string_view name);

/// A line per point of the history: what the growth and extremes plots draw.
Table trace_table(std::span<const TracePoint> points);

}  // namespace heatlab
