#include <sched.h>
#include <sys/utsname.h>

#include <fstream>
#include <string>
#include <thread>

#include "sim/cpu/cache_size.h"
#include "sim/cpu/cpu_simulation.h"
#include "sim/errors.h"
#include "sim/memory.h"

namespace heatlab {
namespace {

std::string processor_name() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        if (line.rfind("model name", 0) != 0)
            continue;
        const auto start = line.find_first_not_of(" \t", line.find(':') + 1);
        if (start != std::string::npos)
            return line.substr(start);
    }
    return "x86-64 processor";
}

std::string kernel_release() {
    utsname names{};
    if (::uname(&names) != 0)
        return "unknown";
    return std::string(names.sysname) + " " + names.release;
}

/// Cores that this process may run on, which `taskset` and containers can restrict.
int usable_cores() {
    cpu_set_t set;
    CPU_ZERO(&set);
    if (::sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0) {
        return CPU_COUNT(&set);
    }
    return static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
}

}  // namespace

BackendInfo cpu_backend_info(const CpuOptions& options, const InstructionSet& instructions) {
    constexpr int most_threads = 1024;
    if (options.threads < 0 || options.threads > most_threads) {
        throw InputError("threads", std::to_string(options.threads),
                         "lies between 0 (one per core) and " + std::to_string(most_threads));
    }
    BackendInfo info;
    info.kind = BackendKind::cpu;
    info.device = processor_name();
    info.driver = kernel_release();
    info.instruction_set = instructions.title;
    info.threads = options.threads > 0 ? options.threads : usable_cores();
    info.memory_bytes = total_host_memory();
    info.cache_bytes = last_cache_bytes("/sys/devices/system/cpu");
    return info;
}

BackendInfo cpu_backend_info(const CpuOptions& options) {
    return cpu_backend_info(options, best_instruction_set());
}

}  // namespace heatlab
