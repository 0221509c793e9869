#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "sim/cell_type.h"
#include "sim/turn.h"

namespace heatlab {

/// The thread on which a simulation of the CPU backend works: one piece of work after the other, in
/// the order in which they were given, each in its turn. A piece that throws is the last; from then
/// on every call throws DeviceError, which says why.
class CpuWorker {
public:
    using Work = std::function<void()>;

    /// `type`: of the cells it computes. `turn`: shared with those who compute beside it. `stop`:
    /// is set where this ends, so that a long piece of work can end early; outlives this.
    CpuWorker(CellType type, std::shared_ptr<Turn> turn, std::atomic<bool>& stop);
    /// What was not begun is dropped.
    ~CpuWorker();
    CpuWorker(const CpuWorker&) = delete;
    CpuWorker& operator=(const CpuWorker&) = delete;

    void enqueue(Work work);
    /// Until all of it is done.
    void wait();
    void require_working() const;
    const std::shared_ptr<Turn>& turn() const { return turn_; }

private:
    void serve(CellType type);
    /// With the mutex held.
    void throw_if_failed() const;

    std::shared_ptr<Turn> turn_;
    std::atomic<bool>& stop_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Work> queue_;
    std::string failure_;
    bool working_ = false;
    std::thread thread_;
};

}  // namespace heatlab
