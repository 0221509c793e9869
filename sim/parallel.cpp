#include "sim/parallel.h"

#include <algorithm>
#include <exception>
#include <system_error>
#include <thread>
#include <vector>

namespace heatlab {

void parallel_ranges(int count, std::int64_t cost_per_item,
                     const std::function<void(int first, int last)>& work) {
    if (count <= 0)
        return;
    constexpr std::int64_t cells_per_thread = 1 << 18;
    const std::int64_t useful = count * std::max<std::int64_t>(cost_per_item, 1) / cells_per_thread;
    const std::int64_t cores = std::max(1u, std::thread::hardware_concurrency());
    const auto parts =
        static_cast<int>(std::clamp<std::int64_t>(useful, 1, std::min<std::int64_t>(cores, count)));
    const auto start = [&](int part) {
        return static_cast<int>(std::int64_t{count} * part / parts);
    };
    std::vector<std::exception_ptr> errors(static_cast<std::size_t>(parts));
    const auto run = [&](int part) {
        try {
            work(start(part), start(part + 1));
        } catch (...) {
            errors[static_cast<std::size_t>(part)] = std::current_exception();
        }
    };
    {
        std::vector<std::jthread> threads;
        for (int part = 1; part < parts; ++part) {
            try {
                threads.emplace_back(run, part);
            } catch (const std::system_error&) {
                run(part);  // one thread less
            }
        }
        run(0);
    }
    for (const auto& error : errors) {
        if (error)
            std::rethrow_exception(error);
    }
}

}  // namespace heatlab
