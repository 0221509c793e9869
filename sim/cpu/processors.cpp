#include "sim/cpu/processors.h"

namespace heatlab {
namespace {

// Of this size sets hold 1024 processors. On machines with more the system refuses the question,
// and threads stay where it puts them.
cpu_set_t only(int processor) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(static_cast<std::size_t>(processor), &set);
    return set;
}

}  // namespace

std::vector<int> allowed_processors() {
    cpu_set_t allowed;
    std::vector<int> processors;
    if (::sched_getaffinity(0, sizeof allowed, &allowed) != 0)
        return processors;
    for (int processor = 0; processor < CPU_SETSIZE; ++processor)
        if (CPU_ISSET(static_cast<std::size_t>(processor), &allowed))
            processors.push_back(processor);
    return processors;
}

void stay_on(int processor) {
    const cpu_set_t set = only(processor);
    ::sched_setaffinity(0, sizeof set, &set);
}

ProcessorStay::ProcessorStay(int processor)
    : known_(::sched_getaffinity(0, sizeof before_, &before_) == 0) {
    if (known_)
        stay_on(processor);
}

ProcessorStay::~ProcessorStay() {
    if (known_)
        ::sched_setaffinity(0, sizeof before_, &before_);
}

void move_to(int processor) {
    if (::sched_getcpu() != processor)
        const ProcessorStay moved(processor);
}

}  // namespace heatlab
