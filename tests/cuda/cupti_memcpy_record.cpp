#include "tests/cuda/cupti_memcpy_record.h"

#include <cupti.h>

#include <cstdlib>
#include <mutex>
#include <stdexcept>
#include <utility>

#include "sim/cuda/cupti_library.h"
#include "sim/errors.h"

namespace heatlab::testing {
namespace {

/// What is used of CUPTI.
struct Cupti {
    decltype(&cuptiActivityRegisterCallbacks) register_callbacks = nullptr;
    decltype(&cuptiActivityEnable) enable = nullptr;
    decltype(&cuptiActivityDisable) disable = nullptr;
    decltype(&cuptiActivityFlushAll) flush = nullptr;
    decltype(&cuptiActivityGetNextRecord) next_record = nullptr;
    decltype(&cuptiActivityGetNumDroppedRecords) dropped = nullptr;
};

/// CUPTI's callbacks carry no argument of ours, so what they fill has to be found from anywhere.
struct Recording {
    std::mutex mutex;
    Cupti cupti;
    MemcpyTotals totals;
};

Recording& recording() {
    static Recording instance;
    return instance;
}

constexpr std::size_t buffer_bytes = std::size_t{1} << 20;

void CUPTIAPI buffer_requested(std::uint8_t** buffer, std::size_t* size, std::size_t* max_records) {
    *buffer = static_cast<std::uint8_t*>(std::aligned_alloc(8, buffer_bytes));
    *size = *buffer != nullptr ? buffer_bytes : 0;
    *max_records = 0;
}

void add(MemcpyTotals& totals, const CUpti_ActivityMemcpy5& copy) {
    switch (copy.copyKind) {
        case CUPTI_ACTIVITY_MEMCPY_KIND_DTOH:
        case CUPTI_ACTIVITY_MEMCPY_KIND_ATOH:
            ++totals.to_host_copies;
            totals.to_host_bytes += copy.bytes;
            ++totals.to_host_sizes[copy.bytes];
            break;
        case CUPTI_ACTIVITY_MEMCPY_KIND_HTOD:
        case CUPTI_ACTIVITY_MEMCPY_KIND_HTOA:
            totals.to_device_bytes += copy.bytes;
            break;
        default:
            totals.on_device_bytes += copy.bytes;
    }
}

void CUPTIAPI buffer_completed(CUcontext context, std::uint32_t stream, std::uint8_t* buffer,
                               std::size_t, std::size_t valid_bytes) {
    Recording& target = recording();
    const std::lock_guard lock(target.mutex);
    CUpti_Activity* record = nullptr;
    while (target.cupti.next_record(buffer, valid_bytes, &record) == CUPTI_SUCCESS) {
        if (record->kind == CUPTI_ACTIVITY_KIND_MEMCPY) {
            // Later versions of the structure only add members behind those used here.
            add(target.totals, *reinterpret_cast<const CUpti_ActivityMemcpy5*>(record));
        }
    }
    std::size_t dropped = 0;
    target.cupti.dropped(context, stream, &dropped);
    target.totals.dropped_records += dropped;
    std::free(buffer);
}

void load(Cupti& cupti) {
    const cuda::ToolkitLibrary library = cuda::open_cupti();
    library.find("cuptiActivityRegisterCallbacks", cupti.register_callbacks);
    library.find("cuptiActivityEnable", cupti.enable);
    library.find("cuptiActivityDisable", cupti.disable);
    library.find("cuptiActivityFlushAll", cupti.flush);
    library.find("cuptiActivityGetNextRecord", cupti.next_record);
    library.find("cuptiActivityGetNumDroppedRecords", cupti.dropped);
}

}  // namespace

std::unique_ptr<CuptiMemcpyRecord> CuptiMemcpyRecord::start(std::string& reason) {
    Cupti& cupti = recording().cupti;
    try {
        load(cupti);
    } catch (const DeviceError& missing) {
        reason = missing.what();
        return nullptr;
    }
    CUptiResult result = cupti.register_callbacks(buffer_requested, buffer_completed);
    if (result == CUPTI_SUCCESS) {
        result = cupti.enable(CUPTI_ACTIVITY_KIND_MEMCPY);
    }
    if (result != CUPTI_SUCCESS) {
        reason = "CUPTI refuses to record copies (error " + std::to_string(result) + ")";
        return nullptr;
    }
    return std::unique_ptr<CuptiMemcpyRecord>(new CuptiMemcpyRecord);
}

CuptiMemcpyRecord::~CuptiMemcpyRecord() {
    recording().cupti.disable(CUPTI_ACTIVITY_KIND_MEMCPY);
}

MemcpyTotals CuptiMemcpyRecord::take() {
    Recording& source = recording();
    if (source.cupti.flush(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED) != CUPTI_SUCCESS) {
        throw std::runtime_error("CUPTI does not hand over its records");
    }
    const std::lock_guard lock(source.mutex);
    return std::exchange(source.totals, {});
}

}  // namespace heatlab::testing
