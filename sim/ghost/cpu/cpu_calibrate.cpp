#include "sim/ghost/cpu/cpu_zone_engine.h"

namespace heatlab::ghost {

Calibrated CpuZoneEngine::calibrate(const Application&, const TileShape&) {
    return {};
}

std::unique_ptr<ZoneEngine> make_cpu_zone_engine(int threads) {
    return std::make_unique<CpuZoneEngine>(threads, best_instruction_set());
}

}  // namespace heatlab::ghost
