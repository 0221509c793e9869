#include "sim/cpu/cpu_worker.h"

#include <exception>
#include <utility>

#include "sim/cpu/denormals.h"
#include "sim/cpu/thread_team.h"
#include "sim/errors.h"

namespace heatlab {

CpuWorker::CpuWorker(CellType type, std::shared_ptr<Turn> turn, std::atomic<bool>& stop)
    : turn_(std::move(turn)), stop_(stop), thread_([this, type] { serve(type); }) {}

CpuWorker::~CpuWorker() {
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
    }
    changed_.notify_all();
    turn_->wake();
    thread_.join();
}

void CpuWorker::enqueue(Work work) {
    {
        const std::lock_guard lock(mutex_);
        throw_if_failed();
        queue_.push_back(std::move(work));
    }
    changed_.notify_all();
}

void CpuWorker::wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return queue_.empty() && !working_; });
    throw_if_failed();
}

void CpuWorker::require_working() const {
    const std::lock_guard lock(mutex_);
    throw_if_failed();
}

void CpuWorker::throw_if_failed() const {
    if (!failure_.empty())
        throw DeviceError(failure_);
}

void CpuWorker::serve(CellType type) {
    const DenormalMode denormals(type);
    yield_to_interface();
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [this] { return stop_ || !queue_.empty(); });
        if (stop_)
            return;
        Work work = std::move(queue_.front());
        queue_.pop_front();
        working_ = true;
        lock.unlock();
        std::string failure;
        {
            const HeldTurn turn(turn_.get(), stop_);
            if (!turn)
                return;
            try {
                work();
            } catch (const std::exception& error) {
                failure = std::string("The CPU backend stopped: ") + error.what();
            }
        }
        work = nullptr;  // what it holds is released before the lock is taken
        lock.lock();
        working_ = false;
        if (!failure.empty()) {
            failure_ = failure;
            queue_.clear();
        }
        changed_.notify_all();
    }
}

}  // namespace heatlab
