#pragma once

#include <string>

namespace heatlab {

enum class DisplayRung { interop, staged, upload };

/// How the field reaches the screen, and what that costs.
struct DisplayStatus {
    DisplayRung rung = DisplayRung::upload;
    double bytes_per_frame = 0;  ///< of the field, moved through the host per drawn frame
    bool forced = false;         ///< asked for on the command line
    std::string reason;          ///< why not a better rung; empty where there is none
    std::string remedy;          ///< what the user can do about it; may be empty
};

}  // namespace heatlab
