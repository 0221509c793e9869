#include "sim/ghost/cpu/cpu_calibration.h"

#include <utility>

#include "sim/spread.h"

namespace heatlab::ghost {
namespace {

/// Of what each round has: value(round).
template <typename Value>
Spread over(std::span<const CpuCalibration> rounds, const Value& value) {
    std::vector<double> values;
    values.reserve(rounds.size());
    for (const CpuCalibration& round : rounds)
        values.push_back(value(round));
    return spread_of(std::move(values));
}

}  // namespace

CpuCalibration combined(std::span<const CpuCalibration> rounds) {
    CpuCalibration result = rounds.front();
    for (std::size_t i = 0; i < result.meetings.size(); ++i)
        result.meetings[i].seconds = over(rounds, [&](const CpuCalibration& r) {
                                         return r.meetings[i].seconds;
                                     }).lower_quartile;
    for (std::size_t i = 0; i < result.streaming.size(); ++i)
        result.streaming[i].seconds_per_vector = over(rounds, [&](const CpuCalibration& r) {
                                                     return r.streaming[i].seconds_per_vector;
                                                 }).lower_quartile;
    for (std::size_t c = 0; c < result.waiting.size(); ++c)
        for (std::size_t i = 0; i < result.waiting[c].points.size(); ++i)
            result.waiting[c].points[i].seconds_per_cell =
                over(rounds, [&](const CpuCalibration& r) {
                    return r.waiting[c].points[i].seconds_per_cell;
                }).median;
    return result;
}

}  // namespace heatlab::ghost
