#include "sim/cpu/thread_team.h"

#include <sys/resource.h>
#include <unistd.h>

#include <immintrin.h>
#include <algorithm>

#include "sim/cpu/clock.h"
#include "sim/cpu/denormals.h"
#include "sim/cpu/processors.h"

namespace heatlab {

void yield_to_interface() {
    constexpr int steps = 5;  // about a third of a normal thread's share where both want a core
    const int now = ::getpriority(PRIO_PROCESS, 0);
    // On Linux this is the calling thread's. Refused or not, the simulation runs.
    ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), std::min(now + steps, 19));
}

namespace {

/// One for each member of a team, or none.
std::vector<int> own_processors(int size, std::vector<int> allowed) {
    if (size < 2 || allowed.size() != static_cast<std::size_t>(size))
        allowed.clear();
    return allowed;
}

double spinning(int size, const std::vector<int>& allowed) {
    return static_cast<std::size_t>(size) <= allowed.size() ? TeamBarrier::long_spinning
                                                            : TeamBarrier::short_spinning;
}

}  // namespace

ThreadTeam::ThreadTeam(int size, CellType type)
    : type_(type),
      processors_(own_processors(size, allowed_processors())),
      spinning_seconds_(spinning(size, allowed_processors())) {
    try {
        for (int member = 1; member < size; ++member)
            helpers_.emplace_back([this, member] { serve(member); });
    } catch (...) {
        end();  // those that have started
        throw;
    }
}

ThreadTeam::~ThreadTeam() {
    end();
}

void ThreadTeam::end() {
    stop_.store(true);
    generation_.fetch_add(1);
    generation_.notify_all();
    for (auto& helper : helpers_)
        helper.join();
}

void ThreadTeam::run(int members, const std::function<void(int)>& work) {
    members = std::clamp(members, 1, size());
    if (members == 1)
        return work(0);
    if (!processors_.empty())
        move_to(processors_.front());
    members_ = members;
    work_ = &work;
    busy_.store(size() - 1, std::memory_order_relaxed);
    generation_.fetch_add(1);  // as TeamBarrier's phase: notify_all() follows
    generation_.notify_all();
    work(0);
    for (int left = busy_.load(std::memory_order_acquire); left != 0;
         left = busy_.load(std::memory_order_acquire)) {
        TeamBarrier::wait_while_equal(busy_, left, spinning_seconds_);
    }
}

std::unique_ptr<ProcessorStay> ThreadTeam::keep_caller() const {
    return processors_.empty() ? nullptr : std::make_unique<ProcessorStay>(processors_.front());
}

void ThreadTeam::serve(int member) {
    const DenormalMode denormals(type_);
    yield_to_interface();
    if (!processors_.empty())
        stay_on(processors_[static_cast<std::size_t>(member)]);
    for (int seen = 0;; ++seen) {
        TeamBarrier::wait_while_equal(generation_, seen, spinning_seconds_);
        if (stop_.load())
            return;
        if (member < members_)
            (*work_)(member);
        busy_.fetch_sub(1);
        busy_.notify_all();
    }
}

void TeamBarrier::wait_while_equal(const std::atomic<int>& value, int old,
                                   double spinning_seconds) {
    constexpr int looks = 64;  // at the value, for one at the clock
    const auto changes = [&] {
        for (int i = 0; i < looks; ++i) {
            if (value.load(std::memory_order_acquire) != old)
                return true;
            _mm_pause();
        }
        return false;
    };
    if (changes())
        return;
    const auto start = Clock::now();
    while (seconds_since(start) < spinning_seconds)
        if (changes())
            return;
    value.wait(old, std::memory_order_acquire);
}

void RowShares::deal(int first, int last, int piece) {
    piece_ = std::max(1, piece);
    const std::int64_t rows = std::max(0, last - first);
    const std::int64_t pieces = (rows + piece_ - 1) / piece_;
    for (int member = 0; member < members_; ++member) {
        Share& share = shares_[static_cast<std::size_t>(member)];
        const auto border = [&](int m) {
            return first + std::min(rows, pieces * m / members_ * piece_);
        };
        share.end = border(member + 1);
        share.next.store(border(member), std::memory_order_relaxed);
    }
}

bool RowShares::take(int member, int& first, int& last) {
    for (int i = 0; i < members_; ++i) {
        Share& share = shares_[static_cast<std::size_t>((member + i) % members_)];
        if (share.next.load(std::memory_order_relaxed) >= share.end)
            continue;
        const std::int64_t begin = share.next.fetch_add(piece_, std::memory_order_relaxed);
        if (begin >= share.end)
            continue;
        first = static_cast<int>(begin);
        last = static_cast<int>(std::min(begin + piece_, share.end));
        return true;
    }
    return false;
}

}  // namespace heatlab
