#pragma once

#include <string>

#include "app/ui/panel_context.h"

namespace heatlab::ui {

/// What a kernel's card says of its sectors.
struct SectorWords {
    std::string counted;  ///< per cell and step; "–" where there is none, "…" while it is made
    std::string by_source;  ///< likewise
    std::string note;       ///< what is going on, or why a figure is missing or differs; or empty
    bool warns = false;     ///< the note is of something that went wrong
    bool presses = false;   ///< the note is worth a place where there is little
    std::string meaning;    ///< sentences on what sectors are, with the whole numbers
};
SectorWords sector_words(const KernelSectors& sectors);

/// What stands below the figures: everything in whole, or what happened in one line.
enum class SectorLines { all, note };

struct SectorsPart {
    float height = 0;  ///< framebuffer pixels; 0 where there is no device to count on
    bool has_note = false;
};

/// The foot of a kernel's card on a GPU: sectors that were counted beside those by its source, and
/// the button that has them counted.
SectorsPart kernel_sectors_part(const PanelContext& context, const KernelInfo& kernel, float width,
                                SectorLines lines);
void draw_kernel_sectors(const PanelContext& context, const KernelInfo& kernel, const ImRect& area,
                         SectorLines lines);

}  // namespace heatlab::ui
