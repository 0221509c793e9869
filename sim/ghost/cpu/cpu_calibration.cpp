#include "sim/ghost/cpu/cpu_calibration.h"

#include <utility>

#include "sim/spread.h"

namespace heatlab::ghost {
namespace {

/// `result` has the shape of each round; of(round) is the same value of each.
template <typename Of>
void take_quick(std::span<const CpuTimes> rounds, double& result, const Of& of) {
    std::vector<double> seconds;
    seconds.reserve(rounds.size());
    for (const CpuTimes& round : rounds)
        seconds.push_back(of(round));
    result = spread_of(std::move(seconds)).lower_quartile;
}

template <typename Values, typename Of>
void take_quick(std::span<const CpuTimes> rounds, std::vector<Values>& result, const Of& of) {
    for (std::size_t i = 0; i < result.size(); ++i)
        take_quick(rounds, result[i],
                   [&](const CpuTimes& round) -> const Values& { return of(round)[i]; });
}

}  // namespace

CpuTimes undisturbed(std::span<const CpuTimes> rounds) {
    CpuTimes result = rounds.front();
    const auto take = [&](auto CpuTimes::*member) {
        take_quick(
            rounds, result.*member, [member](const CpuTimes& round) -> const auto& {
                return round.*member;
            });
    };
    take(&CpuTimes::meetings);
    take(&CpuTimes::many_tiles);
    take(&CpuTimes::lone_tiles);
    take(&CpuTimes::parts);
    take(&CpuTimes::paces);
    return result;
}

}  // namespace heatlab::ghost
