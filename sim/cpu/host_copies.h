#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <thread>

#include "sim/cpu/grid_buffer.h"
#include "sim/field.h"
#include "sim/host_copies.h"
#include "sim/memory.h"

namespace heatlab {

/// The CPU backend's copies of the field while it advances: within memory, for there is no bus.
/// Used by the engine's thread alone; `overlapped` copies on a thread of its own.
class CpuHostCopies {
public:
    CpuHostCopies() = default;
    ~CpuHostCopies();
    CpuHostCopies(const CpuHostCopies&) = delete;
    CpuHostCopies& operator=(const CpuHostCopies&) = delete;

    /// Forgets what was copied. Throws std::bad_alloc, std::system_error.
    void set(const HostCopySetting& setting, GridSize grid);
    const HostCopySetting& setting() const { return setting_; }
    /// Copies `field`. Overlapped: waits for the copy before, begins this one and returns; the
    /// cells must not change until the next call, or `settle` (their owner may be swapped).
    void take(const GridBuffer& field);
    /// Returns when no copy is under way.
    void settle();
    std::uint64_t bytes_each() const { return target_ ? field_bytes(target_->size()) : 0; }
    /// The newest copy, complete; null where none was taken.
    const Field* newest();

private:
    /// Cells of a buffer. Not the buffer itself: the engine swaps its two while copies run.
    struct Source {
        const float* cells = nullptr;  ///< cell (0, 0)
        std::ptrdiff_t pitch = 0;      ///< floats
    };
    void copy_rows(Source source);
    void serve();
    void end_thread();

    HostCopySetting setting_;
    std::optional<Field> target_;
    bool taken_ = false;

    std::mutex mutex_;
    std::condition_variable changed_;
    std::optional<Source> waiting_;  ///< what the thread has to copy, or is copying
    bool stop_ = false;
    std::thread thread_;
};

}  // namespace heatlab
