#include "sim/ghost/cpu/cpu_model.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "sim/ghost/cpu/tile_volume.h"

namespace heatlab::ghost {
namespace {

/// Beyond so many tiles per thread the busiest one has no more than the others.
constexpr int most_counted_tiles = 512;

/// y of the polygon through points (x, y), the outermost ones beyond its ends.
template <typename Points, typename X, typename Y>
double interpolated(const Points& points, double at, const X& x, const Y& y) {
    auto after = points.begin();
    while (after != points.end() && x(*after) < at)
        ++after;
    if (after == points.begin())
        return y(points.front());
    if (after == points.end())
        return y(points.back());
    const auto before = std::prev(after);
    const double part = (at - x(*before)) / (x(*after) - x(*before));
    return y(*before) + part * (y(*after) - y(*before));
}

/// In tiles of so many steps.
CpuCalibration::Computing computing_of(const std::vector<CpuCalibration::Computing>& points,
                                       int steps) {
    const auto value = [&](double CpuCalibration::Computing::*of) {
        return interpolated(
            points, steps, [](const auto& point) { return double{1} * point.steps; },
            [of](const auto& point) { return point.*of; });
    };
    return {steps, value(&CpuCalibration::Computing::seconds_per_vector),
            value(&CpuCalibration::Computing::row_vectors)};
}

}  // namespace

double busiest_work(std::span<const double> tiles, int threads) {
    const auto count = static_cast<std::int64_t>(tiles.size());
    struct Member {
        double busy = 0;
        std::int64_t next = 0;  ///< of its own share
        std::int64_t end = 0;
    };
    std::vector<Member> members(static_cast<std::size_t>(threads));
    for (int i = 0; i < threads; ++i) {
        Member& member = members[static_cast<std::size_t>(i)];
        member.next = count * i / threads;
        member.end = count * (i + 1) / threads;
    }
    for (std::int64_t taken = 0; taken < count; ++taken) {
        const auto free = std::ranges::min_element(members, {}, &Member::busy);
        auto from = free;
        while (from->next == from->end)
            if (++from == members.end())
                from = members.begin();
        free->busy += tiles[static_cast<std::size_t>(from->next++)];
    }
    return std::ranges::max_element(members, {}, &Member::busy)->busy;
}

CpuModel::CpuModel(int arrays_read, const TileShape& tile, CpuCalibration calibration,
                   int most_steps)
    : arrays_read_(arrays_read),
      tile_(tile),
      calibration_(std::move(calibration)),
      most_steps_(most_steps) {}

double CpuModel::waiting(double cells, int steps) const {
    constexpr double value_bytes = 4;
    // A source that has a row for each step goes by without staying anywhere.
    const int arrays = calibration_.streaming.empty() ? arrays_read_ + 1 : 2;
    const double footprint = value_bytes * arrays * cells;
    const auto of_curve = [&](const CpuCalibration::Waiting& curve) {
        return interpolated(
            curve.points, std::log(footprint),
            [](const auto& point) { return std::log(point.footprint_bytes); },
            [](const auto& point) { return point.seconds_per_cell; });
    };
    return interpolated(
        calibration_.waiting, steps, [](const auto& curve) { return double{1} * curve.steps; },
        of_curve);
}

Prediction CpuModel::predict(GridSize grid, int steps) const {
    const auto [of_steps, computing, row_vectors] = computing_of(calibration_.computing, steps);
    const TileVolume volume(grid, {tile_, of_steps}, row_vectors);
    const int threads = calibration_.threads;
    const double average = volume.vectors() / threads;
    double busiest = average;
    if (volume.tiles() <= most_counted_tiles * threads) {
        std::vector<double> tiles(static_cast<std::size_t>(volume.tiles()));
        for (int tile = 0; tile < volume.tiles(); ++tile)
            tiles[static_cast<std::size_t>(tile)] = volume.vectors(tile);
        busiest = std::max(busiest_work(tiles, threads), average);
    }
    double with_source = computing;
    if (!calibration_.streaming.empty())
        with_source =
            std::max(computing_of(calibration_.streaming, steps).seconds_per_vector, computing);
    Prediction prediction{.steps = steps, .terms = {}};
    const auto add = [&](std::string_view name, std::string_view sentence, double seconds) {
        prediction.terms.push_back({name, sentence, seconds});
    };
    add("launch", "handing out tiles, and the meeting of the threads",
        interpolated(
            calibration_.meetings, std::min(threads, volume.tiles()),
            [](const auto& meeting) { return double{1} * meeting.threads; },
            [](const auto& meeting) { return meeting.seconds; }));
    add("computing", "cells, the ghost zone's among them, from a thread's own caches",
        computing * average);
    if (!calibration_.streaming.empty())
        add("source", "the rows that a step reads from memory",
            (with_source - computing) * average);
    add("idle", "what the busiest thread has more than the others",
        with_source * (busiest - average));
    // Of the busiest thread, to whose caches the grid is as if all had as much to do.
    const double cells = static_cast<double>(grid.cells()) * busiest / average;
    add("memory", "waiting for cells that lie beyond a thread's own caches",
        waiting(cells, steps) * volume.reading() * cells / threads);
    return prediction;
}

}  // namespace heatlab::ghost
