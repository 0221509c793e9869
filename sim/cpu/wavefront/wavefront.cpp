#include "sim/cpu/wavefront/wavefront.h"

#include <unistd.h>

#include <algorithm>
#include <utility>

namespace heatlab {

/// One run. The members take the strips of all passes in order, from a counter; there is no
/// barrier. What a strip waits for belongs to strips before it in that order, so the first
/// unfinished one can always go on.
class Wavefront::Run {
public:
    Run(const Wavefront& kernel, const WavefrontPlan& plan, const CpuLaunch& launch,
        std::vector<float*> scratch, wavefront::Edges* edges, const std::atomic<bool>& stop)
        : kernel_(kernel),
          plan_(plan),
          launch_(launch),
          scratch_(std::move(scratch)),
          edges_(edges),
          stop_(stop),
          progress_(static_cast<std::size_t>(plan.strips)),
          last_pass_(plan.passes) {}

    /// Slots for the edges of a strip. A strip reads one and writes the next while others work on
    /// those around them.
    static std::int64_t edge_slots(int members) { return members + 2; }

    /// Lines of a slot. Those of a batch after the last are fetched ahead, never read.
    static std::size_t edge_lines(const WavefrontPlan& plan) {
        return static_cast<std::size_t>(plan.batches + 1) *
               static_cast<std::size_t>(plan.most_levels);
    }

    void work(int member) {
        while (true) {
            const std::int64_t taken = next_.fetch_add(1, std::memory_order_relaxed);
            const std::int64_t pass = taken / plan_.strips;
            const auto strip = static_cast<int>(taken % plan_.strips);
            if (pass >= plan_.passes || !pass_takes_place(pass, strip))
                return;
            wait_for_source(pass, strip);
            wait_for_edge_slot(taken);
            kernel_.advance_strip_(task(taken, pass, strip, member));
            progress_[static_cast<std::size_t>(strip)].passes.reach(pass + 1);
        }
    }

    /// After all members have returned.
    std::int64_t passes_done() const { return last_pass_.load(); }

private:
    /// Who takes the first strip of a pass decides for all whether there still is one.
    bool pass_takes_place(std::int64_t pass, int strip) {
        decided_passes_.wait_for(strip == 0 ? pass : pass + 1);
        if (pass >= last_pass_.load(std::memory_order_relaxed))
            return false;
        if (strip > 0)
            return true;
        const bool ends = stop_.load(std::memory_order_relaxed);
        if (ends)
            last_pass_.store(pass, std::memory_order_relaxed);
        decided_passes_.reach(ends ? plan_.passes : pass + 1);
        return !ends;
    }

    /// The pass before has written what this strip reads: in the strip at the same place and,
    /// because of the skew, in the one to its right. They have also read what this strip will
    /// overwrite, as has the one to the left, which was ahead of them.
    void wait_for_source(std::int64_t pass, int strip) {
        const int right = std::min(strip + 1, plan_.strips - 1);
        for (const int place : {strip, right}) {
            progress_[static_cast<std::size_t>(place)].passes.wait_for(pass);
        }
    }

    /// The slot that this strip writes was read last by the strip that took it a round ago.
    void wait_for_edge_slot(std::int64_t taken) {
        const std::int64_t reader = taken + 1 - slots();
        if (reader < 0)
            return;
        const auto place = static_cast<std::size_t>(reader % plan_.strips);
        progress_[place].passes.wait_for(reader / plan_.strips + 1);
    }

    std::int64_t slots() const { return edge_slots(static_cast<int>(scratch_.size())); }

    wavefront::Edges* slot(std::int64_t taken) const {
        return edges_ + static_cast<std::size_t>(taken % slots()) * edge_lines(plan_);
    }

    StripTask task(std::int64_t taken, std::int64_t pass, int strip, int member) {
        StripTask task;
        task.launch = launch_;
        if (pass % 2 != 0) {
            task.launch.source = launch_.target;
            task.launch.target = const_cast<float*>(launch_.source);
        }
        task.first_column = strip * plan_.columns();
        task.vectors = plan_.vectors;
        task.levels = plan_.levels(pass);
        task.batches = plan_.batches;
        task.scratch = scratch_[static_cast<std::size_t>(member)];
        task.own_edges = slot(taken + 1);
        task.own_batches = &progress_[static_cast<std::size_t>(strip)].batches;
        task.batches_before = pass * plan_.batches;
        if (strip > 0) {
            task.left_edges = slot(taken);
            task.left_batches = &progress_[static_cast<std::size_t>(strip - 1)].batches;
        }
        return task;
    }

    const Wavefront& kernel_;
    const WavefrontPlan& plan_;
    const CpuLaunch launch_;
    const std::vector<float*> scratch_;
    wavefront::Edges* const edges_;
    const std::atomic<bool>& stop_;
    std::vector<StripProgress> progress_;  ///< of each place
    std::atomic<std::int64_t> next_{0};
    Milestone decided_passes_;
    std::atomic<std::int64_t> last_pass_;  ///< number of passes that take place
};

WavefrontMachine Wavefront::machine(int threads) const {
    WavefrontMachine machine;
    machine.lanes = lanes_;
    machine.threads = threads;
    // 0 where the system does not tell.
    const long level1 = ::sysconf(_SC_LEVEL1_DCACHE_SIZE);
    const long level2 = ::sysconf(_SC_LEVEL2_CACHE_SIZE);
    if (level1 > 0)
        machine.level1_cache = static_cast<std::uint64_t>(level1);
    if (level2 > 0)
        machine.level2_cache = static_cast<std::uint64_t>(level2);
    return machine;
}

Wavefront::Result Wavefront::run(const WavefrontPlan& plan, const CpuLaunch& launch,
                                 ThreadTeam& team, int members, const std::atomic<bool>& stop) {
    members = std::clamp(members, 1, team.size());
    const wavefront::ScratchLayout layout{lanes_, plan.most_levels};
    if (scratch_.size() < static_cast<std::size_t>(members)) {
        scratch_.resize(static_cast<std::size_t>(members));
    }
    std::vector<float*> scratch;
    for (int member = 0; member < members; ++member) {
        Workspace& space = scratch_[static_cast<std::size_t>(member)];
        scratch.push_back(static_cast<float*>(space.require(layout.floats() * sizeof(float))));
    }
    const auto edge_bytes = static_cast<std::size_t>(Run::edge_slots(members)) *
                            Run::edge_lines(plan) * sizeof(wavefront::Edges);
    auto* edges = static_cast<wavefront::Edges*>(edges_.require(edge_bytes));
    Run run(*this, plan, launch, std::move(scratch), edges, stop);
    team.run(members, [&](int member) { run.work(member); });
    const std::int64_t passes = run.passes_done();
    return {passes, plan.steps_before(passes), passes % 2 != 0};
}

}  // namespace heatlab
