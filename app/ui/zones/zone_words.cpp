#include "app/ui/zones/zone_words.h"

#include <array>

#include "app/format.h"
#include "app/ui/widgets/grid_sides.h"

namespace heatlab::ui {

std::string cells_text(const ghost::TileShape& tile, int dimensions) {
    return sides_text({tile.width, tile.height, tile.depth, dimensions});
}

std::string work_text(const ZoneState& state) {
    switch (state.work) {
        case ZoneWork::waiting:
            return "waits until nothing else computes";
        case ZoneWork::calibrating:
            return "calibrating the model";
        case ZoneWork::measuring: {
            const bool begins = state.stage == ghost::StudyStage::reference;
            const bool timing = state.stage == ghost::StudyStage::timing;
            const std::string what = begins   ? "computing the reference"
                                     : timing ? "timing"
                                              : "checking results";
            return state.total == 0 ? what
                                    : what + ", " + format_integer(state.done) + " of " +
                                          format_integer(state.total);
        }
        case ZoneWork::nothing:
            break;
    }
    if (state.cancelled && state.stage == ghost::StudyStage::reference)
        return "cancelled before anything was timed";
    if (state.cancelled)
        return "cancelled after " + format_integer(state.done) + " of " +
               format_integer(state.total);
    if (state.calibration_seconds)
        return "calibrated in " + format_duration(*state.calibration_seconds).text();
    return {};
}

std::string steps_text(int steps) {
    return "k = " + format_integer(steps);
}

std::string times_text(const ZoneState& state, int steps) {
    const ghost::Candidate* candidate = state.row.candidate(steps);
    if (candidate == nullptr)
        return {};
    std::string text =
        "expected " + format_duration(candidate->expected.seconds_per_step()).text() + " per step";
    if (candidate->timed())
        text += ", measured " + format_duration(candidate->seconds_per_step()).text();
    return text;
}

ZoneSetting zones_switched(const Snapshot& snapshot) {
    ZoneSetting setting = snapshot.settings.zones;
    setting.open = !setting.open;
    return setting;
}

ImU32 term_colour(const Palette& palette, std::size_t place) {
    const std::array<ImU32, 5> colours{palette.text3, palette.series[2], palette.series[1],
                                       palette.series[3], palette.source_number};
    return mix(palette.panel, colours[place % colours.size()], palette.dark() ? 0.62f : 0.55f);
}

double redundant_share(GridSize grid, const ghost::Zone& zone) {
    return 1 - 1 / ghost::redundancy(grid, zone);
}

}  // namespace heatlab::ui
