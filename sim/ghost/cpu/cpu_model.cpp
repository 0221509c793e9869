#include "sim/ghost/cpu/cpu_model.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include "sim/ghost/cpu/tile_volume.h"

namespace heatlab::ghost {
namespace {

/// Beyond so many tiles per thread the busiest one has no more than the others.
constexpr std::int64_t most_counted_tiles = 512;
/// Tiles times threads, which a millisecond hands out in thought.
constexpr std::int64_t most_counted = 1 << 20;

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

/// In tiles of so many steps, with so many threads at work.
CpuCalibration::Computing computing_of(const std::vector<CpuCalibration::Working>& working,
                                       int threads, int steps) {
    const auto value = [&](const auto& of) {
        const auto of_threads = [&](const CpuCalibration::Working& point) {
            return interpolated(
                point.computing, steps, [](const auto& one) { return double{1} * one.steps; }, of);
        };
        return interpolated(
            working, threads, [](const auto& point) { return double{1} * point.threads; },
            of_threads);
    };
    using Computing = CpuCalibration::Computing;
    Computing result{steps,
                     value([](const Computing& one) { return one.seconds_per_vector; }),
                     {value([](const Computing& one) { return one.row.begin; })}};
    for (std::size_t i = 0; i < result.row.widths.size(); ++i)
        result.row.widths[i] = {
            value([i](const Computing& one) { return one.row.widths[i].vectors; }),
            value([i](const Computing& one) { return one.row.widths[i].part; })};
    return result;
}

/// The paces of threads of which so many are at work, 1 on average: as uneven as `measured` where
/// all are, alike where half of them have nothing to do, as it is each other that they slow down.
std::vector<double> paces_of(const std::vector<double>& measured, int working) {
    const auto count = static_cast<double>(measured.size());
    const double sum = std::accumulate(measured.begin(), measured.end(), 0.0);
    const double uneven = std::max(0.0, 2 * working / count - 1);
    std::vector<double> paces;
    for (const double pace : measured)
        paces.push_back(1 + uneven * (pace * count / sum - 1));
    return paces;
}

/// std::shuffle, but the same with every standard library.
void shuffle(std::vector<double>& values, std::minstd_rand& random) {
    for (std::size_t i = values.size(); i > 1; --i)
        std::swap(values[i - 1], values[random() % i]);
}

}  // namespace

int kept_arrays_of(const Application& application) {
    return application.source == SourceKind::per_step ? 2 : application.arrays_read() + 1;
}

std::vector<double> work_of_threads(std::span<const double> tiles, std::span<const double> paces) {
    const auto threads = static_cast<int>(paces.size());
    const auto count = static_cast<std::int64_t>(tiles.size());
    struct Member {
        double busy = 0;
        double pace = 1;
        std::int64_t next = 0;  ///< of its own share
        std::int64_t end = 0;
    };
    std::vector<Member> members(static_cast<std::size_t>(threads));
    for (int i = 0; i < threads; ++i) {
        Member& member = members[static_cast<std::size_t>(i)];
        member.pace = paces[static_cast<std::size_t>(i)];
        member.next = count * i / threads;
        member.end = count * (i + 1) / threads;
    }
    for (std::int64_t taken = 0; taken < count; ++taken) {
        const auto free = std::ranges::min_element(members, {}, &Member::busy);
        auto from = free;
        while (from->next == from->end)
            if (++from == members.end())
                from = members.begin();
        free->busy += free->pace * tiles[static_cast<std::size_t>(from->next++)];
    }
    std::vector<double> work;
    for (const Member& member : members)
        work.push_back(member.busy);
    std::ranges::sort(work);
    return work;
}

CpuModel::CpuModel(int kept_arrays, const TileShape& tile, CpuCalibration calibration,
                   int most_steps)
    : kept_arrays_(kept_arrays),
      tile_(tile),
      calibration_(std::move(calibration)),
      most_steps_(most_steps) {}

double CpuModel::waiting(double cells, int steps) const {
    constexpr double value_bytes = 4;
    const double footprint = value_bytes * kept_arrays_ * cells;
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

double CpuModel::computing(std::span<const double> work, int steps) const {
    const auto row_seconds = [&](std::size_t threads) {
        return computing_of(calibration_.working, static_cast<int>(threads), steps)
            .wide_row_seconds();
    };
    const std::size_t idle = std::ranges::count(work, 0.0);
    const double at_first = row_seconds(work.size() - idle);
    double done = 0;
    double time = 0;  // that of a vector being 1 at first
    for (std::size_t i = idle; i < work.size(); ++i) {
        if (work[i] > done)
            time += (work[i] - done) * row_seconds(work.size() - i) / at_first;
        done = work[i];
    }
    return time;
}

Prediction CpuModel::predict(GridSize grid, int steps) const {
    const int all = calibration_.threads;
    const int tiles = TileVolume(grid, {tile_, steps}, {}).tiles();
    const int threads = std::min(all, tiles);
    const CpuCalibration::Computing computing_now =
        computing_of(calibration_.working, threads, steps);
    const TileVolume volume(grid, {tile_, steps}, computing_now.row);
    const double average = volume.vectors() / all;
    double busiest = average;
    double time = average;
    if (tiles <= std::min(most_counted_tiles * all, most_counted / all)) {
        std::vector<double> of_tiles(static_cast<std::size_t>(tiles));
        for (int tile = 0; tile < tiles; ++tile)
            of_tiles[static_cast<std::size_t>(tile)] = volume.vectors(tile);
        // Which of the threads are slow changes: a few orders of them.
        constexpr int orders = 4;
        std::vector<double> paces = paces_of(calibration_.paces, threads);
        std::minstd_rand random;  // the same for every k
        busiest = 0;
        time = 0;
        for (int order = 0; order < orders; ++order) {
            shuffle(paces, random);
            const std::vector<double> work = work_of_threads(of_tiles, paces);
            busiest += std::max(work.back(), average) / orders;
            time += std::max(computing(work, steps), average) / orders;
        }
    }
    Prediction prediction{.steps = steps, .terms = {}};
    const auto add = [&](std::string_view name, std::string_view sentence, double seconds) {
        prediction.terms.push_back({name, sentence, seconds});
    };
    const double meeting = interpolated(
        calibration_.meetings, threads, [](const auto& point) { return double{1} * point.threads; },
        [](const auto& point) { return point.seconds; });
    add("launch", "handing out tiles, and the meeting of the threads",
        meeting + calibration_.seconds_per_tile * (tiles - threads) / threads);
    add("computing", "cells, the ghost zone's among them, from a thread's own caches",
        computing_now.seconds_per_vector * average);
    add("idle", "what the busiest threads take longer than they would all",
        computing_now.seconds_per_vector * (time - average));
    // Of the busiest thread, to whose caches the grid is as if all had as much to do.
    const double cells = static_cast<double>(grid.cells()) * busiest / average;
    add("memory", "waiting for cells that lie beyond a thread's own caches",
        waiting(cells, steps) * volume.reading() * cells / all);
    return prediction;
}

}  // namespace heatlab::ghost
