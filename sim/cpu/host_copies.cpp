#include "sim/cpu/host_copies.h"

#include <algorithm>
#include <span>

namespace heatlab {

CpuHostCopies::~CpuHostCopies() {
    end_thread();
}

void CpuHostCopies::set(const HostCopySetting& setting, GridSize grid) {
    end_thread();
    setting_ = setting;
    taken_ = false;
    if (!setting_.active()) {
        target_.reset();
        return;
    }
    if (!target_)
        target_.emplace(grid);
    if (setting.policy == HostCopyPolicy::overlapped) {
        stop_ = false;
        thread_ = std::thread([this] { serve(); });
    }
}

void CpuHostCopies::take(const GridBuffer& field) {
    taken_ = true;
    const Source source{field.row(0), field.pitch()};
    if (!thread_.joinable())
        return copy_rows(source);
    settle();
    {
        const std::lock_guard lock(mutex_);
        waiting_ = source;
    }
    changed_.notify_all();
}

void CpuHostCopies::settle() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !waiting_; });
}

const Field* CpuHostCopies::newest() {
    settle();
    return taken_ ? &*target_ : nullptr;
}

void CpuHostCopies::copy_rows(Source source) {
    for (int row = 0; row < target_->size().rows(); ++row) {
        const std::span<float> target = target_->row(row);
        std::copy_n(source.cells + row * source.pitch, target.size(), target.data());
    }
}

void CpuHostCopies::serve() {
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [this] { return stop_ || waiting_; });
        if (!waiting_)
            return;
        const Source source = *waiting_;
        lock.unlock();
        copy_rows(source);
        lock.lock();
        waiting_.reset();
        changed_.notify_all();
    }
}

void CpuHostCopies::end_thread() {
    if (!thread_.joinable())
        return;
    settle();
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

}  // namespace heatlab
