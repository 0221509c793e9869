#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

namespace heatlab {

/// Does one piece of work at a time on a thread of its own, so that the interface never waits for
/// it. The destructor asks the work to end and waits for it.
template <typename Result>
class BackgroundWorker {
public:
    using Work = std::function<Result(const std::atomic<bool>& cancelled)>;

    ~BackgroundWorker() { cancel(); }

    bool busy() const { return busy_.load(std::memory_order_acquire); }

    /// Not while busy. What an exception says is the result of `take_failure`.
    void start(Work work) {
        join();
        cancelled_ = false;
        busy_ = true;
        thread_ = std::thread([this, work = std::move(work)] {
            std::optional<Result> result;
            std::string failure;
            try {
                result.emplace(work(cancelled_));
            } catch (const std::exception& problem) {
                failure = problem.what();
            }
            {
                const std::lock_guard lock(mutex_);
                result_ = std::move(result);
                failure_ = std::move(failure);
            }
            busy_.store(false, std::memory_order_release);
        });
    }

    /// The result of work that has ended, once.
    std::optional<Result> take() {
        if (busy())
            return std::nullopt;
        const std::lock_guard lock(mutex_);
        return std::exchange(result_, std::nullopt);
    }
    /// Why it ended without a result, once; empty: it did not.
    std::string take_failure() {
        if (busy())
            return {};
        const std::lock_guard lock(mutex_);
        return std::exchange(failure_, {});
    }

    /// Asks the work to end and waits until it has.
    void cancel() {
        cancelled_ = true;
        join();
    }
    /// Asks the work to end and returns.
    void ask_to_end() { cancelled_ = true; }

private:
    void join() {
        if (thread_.joinable())
            thread_.join();
    }

    std::atomic<bool> cancelled_{false};
    std::atomic<bool> busy_{false};
    std::mutex mutex_;
    std::optional<Result> result_;
    std::string failure_;
    std::thread thread_;
};

}  // namespace heatlab
