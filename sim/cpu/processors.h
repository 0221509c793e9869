#pragma once

#include <sched.h>

#include <vector>

namespace heatlab {

/// Numbers of the processors (hardware threads) that the calling thread may run on, ascending;
/// none where the system does not tell.
std::vector<int> allowed_processors();

/// Keeps the calling thread on a processor from now on. Where the system refuses, nothing happens.
void stay_on(int processor);

/// Moves the calling thread to a processor, unless it is there; the system may move it again later.
/// Where the system refuses, nothing happens.
void move_to(int processor);

/// Keeps the calling thread on a processor for this object's life; afterwards it may run wherever
/// it could, so it is the same thread that ends it. Threads that it creates meanwhile stay there as
/// well. Where the system refuses, nothing happens.
class ProcessorStay {
public:
    explicit ProcessorStay(int processor);
    ~ProcessorStay();
    ProcessorStay(const ProcessorStay&) = delete;
    ProcessorStay& operator=(const ProcessorStay&) = delete;

private:
    cpu_set_t before_{};
    bool known_;
};

}  // namespace heatlab
