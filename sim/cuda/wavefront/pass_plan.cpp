#include "sim/cuda/wavefront/pass_plan.h"

#include <algorithm>
#include <cmath>

namespace heatlab::cuda {
namespace {

using wavefront::rows_per_slot;
using wavefront::Segment;

/// Measured: a strip with a wall takes so much longer, and the slots with the first or the last row
/// of the grid as much as three more.
constexpr double wall_weight = 1.10;
constexpr int wall_slots = 3;
/// A shorter segment is not worth its overlap with others.
constexpr int fewest_slots = 2;

constexpr int round_up(int value, int unit) {
    return (value + unit - 1) / unit * unit;
}

struct Strip {
    int first_col;
    int first_stored_col;
    int end_stored_col;
    int left_wall;
    int right_wall_col;

    double weight() const { return left_wall != 0 || right_wall_col >= 0 ? wall_weight : 1.0; }
};

/// First columns of `count` strips, evenly from 0 to `last`, at multiples of `unit`; empty where
/// two lie more than `reach` apart.
std::vector<int> first_columns(int last, int count, int unit, int reach) {
    std::vector<int> columns;
    for (int s = 0; s + 1 < count; ++s) {
        columns.push_back(static_cast<int>(std::int64_t{last} * s / (count - 1) / unit * unit));
    }
    columns.push_back(last);
    for (std::size_t s = 1; s < columns.size(); ++s) {
        if (columns[s] - columns[s - 1] > reach) {
            return {};
        }
    }
    return columns;
}

/// The first strip begins with the left wall, the last one ends with the right wall, and each loses
/// a column a step at its other ends. Empty where the grid is narrower than a strip.
std::vector<Strip> make_strips(int width, const ChainShape& shape) {
    constexpr int access = 4;  // cells, and what first columns are a multiple of
    constexpr int sector = 8;  // cells that memory moves at once, of float64 twice
    const int end = round_up(width, access);
    const int last = end - shape.strip_columns();
    const int reach = shape.strip_columns() - 2 * shape.steps();
    if (last < 0 || reach < access) {
        return {};
    }
    const int count = 1 + std::max(1, (last + reach - 1) / reach);
    std::vector<int> columns = first_columns(last, count, sector, reach);
    if (columns.empty()) {
        columns = first_columns(last, count, access, reach);
    }
    std::vector<Strip> strips;
    for (int s = 0; s < count; ++s) {
        const auto at = static_cast<std::size_t>(s);
        const bool is_last = s == count - 1;
        strips.push_back({columns[at], s == 0 ? 0 : columns[at] + shape.steps(),
                          is_last ? end : columns[at + 1] + shape.steps(), s == 0 ? 1 : 0,
                          is_last ? shape.columns - access + (width - 1) % access : -1});
    }
    return strips;
}

using ChainSegments = std::vector<std::vector<Segment>>;

/// Deals strips to chains, slot by slot from top to bottom.
class Dealer {
public:
    Dealer(GridSize grid, const ChainShape& shape, const std::vector<Strip>& strips)
        : strips_(strips),
          overlap_(shape.steps() / rows_per_slot),
          end_(round_up(grid.height, rows_per_slot) / rows_per_slot) {}

    /// Gives each chain what it does within a budget of slots. Returns whether that is all there
    /// is.
    bool deal(double budget, ChainSegments& chains) {
        strip_ = 0;
        slot_ = 0;
        for (std::vector<Segment>& chain : chains) {
            chain.clear();
            for (double left = budget; strip_ < strips_.size();) {
                const int slots = slots_within(left);
                if (slots == 0) {
                    break;
                }
                left -= cost(slots);
                chain.push_back(take(slots));
            }
        }
        return strip_ == strips_.size();
    }

    /// Enough for one chain to do it all.
    double most() const {
        const int slots = end_ + overlap_ + 2 * wall_slots;
        return wall_weight * static_cast<double>(strips_.size()) * slots;
    }

private:
    int first_source() const { return std::max(0, slot_ - overlap_); }

    /// Of the next so many slots of this strip.
    double cost(int slots) const {
        const int end = slot_ + slots;
        const int walls = (slot_ == 0 ? wall_slots : 0) + (end == end_ ? wall_slots : 0);
        return strips_[strip_].weight() * (end + overlap_ - first_source() + walls);
    }

    /// How many slots of this strip a budget allows; 0 where that is not worth it.
    int slots_within(double budget) const {
        const int rest = end_ - slot_;
        if (cost(rest) <= budget) {
            return rest;
        }
        const double fixed = cost(fewest_slots) - strips_[strip_].weight() * fewest_slots;
        const int fitting = static_cast<int>((budget - fixed) / strips_[strip_].weight());
        const int slots = std::min(fitting, rest - fewest_slots);
        return slots >= fewest_slots ? slots : 0;
    }

    Segment take(int slots) {
        const Strip& strip = strips_[strip_];
        const int end = slot_ + slots;
        const int source = first_source();
        const Segment segment{
            strip.first_col,       source * rows_per_slot, end + overlap_ - source,
            slot_ * rows_per_slot, end * rows_per_slot,    strip.first_stored_col,
            strip.end_stored_col,  strip.left_wall,        strip.right_wall_col};
        slot_ = end;
        if (slot_ == end_) {
            slot_ = 0;
            ++strip_;
        }
        return segment;
    }

    const std::vector<Strip>& strips_;
    int overlap_;
    int end_;
    std::size_t strip_ = 0;
    int slot_ = 0;
};

}  // namespace

int ChainShape::shared_bytes() const {
    return wavefront::slots_of_chain(warps) *
           wavefront::slot_bytes_of(strip_columns() * cell_bytes);
}

std::optional<PassPlan> plan_pass(GridSize grid, const ChainShape& shape) {
    const std::vector<Strip> strips = make_strips(grid.width, shape);
    if (strips.empty()) {
        return std::nullopt;
    }
    Dealer dealer(grid, shape, strips);
    ChainSegments chains(static_cast<std::size_t>(shape.chains()));
    constexpr double finest = 1.0 / 16;
    double too_little = 0;
    double enough = std::ceil(dealer.most());
    while (enough - too_little > finest) {
        const double middle = (too_little + enough) / 2;
        (dealer.deal(middle, chains) ? enough : too_little) = middle;
    }
    dealer.deal(enough, chains);

    PassPlan plan;
    plan.shape = shape;
    plan.strips = static_cast<int>(strips.size());
    plan.slots = enough;
    plan.first_segment.push_back(0);
    for (int turn = 0; turn < shape.chains_per_multiprocessor; ++turn) {
        for (int place = 0; place < shape.multiprocessors; ++place) {
            const int chain = place * shape.chains_per_multiprocessor + turn;
            const auto& dealt = chains[static_cast<std::size_t>(chain)];
            plan.segments.insert(plan.segments.end(), dealt.begin(), dealt.end());
            plan.first_segment.push_back(static_cast<int>(plan.segments.size()));
        }
    }
    return plan;
}

}  // namespace heatlab::cuda
