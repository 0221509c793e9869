#pragma once

#include <nvtx3/nvToolsExt.h>

#include <string>

namespace heatlab::cuda {

/// Names what the host enqueues during its lifetime in a profiler's timeline (NVTX). Costs next to
/// nothing where no profiler listens.
class ProfilerRange {
public:
    explicit ProfilerRange(const std::string& name) { nvtxRangePushA(name.c_str()); }
    ~ProfilerRange() { nvtxRangePop(); }
    ProfilerRange(const ProfilerRange&) = delete;
    ProfilerRange& operator=(const ProfilerRange&) = delete;
};

}  // namespace heatlab::cuda
