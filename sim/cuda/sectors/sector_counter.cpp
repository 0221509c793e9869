#include "sim/cuda/sectors/sector_counter.h"

#include <cupti_result.h>
#include <cupti_sass_metrics.h>
#include <cupti_target.h>

#include <vector>

#include "sim/cuda/check.h"
#include "sim/cuda/cupti_library.h"
#include "sim/cuda/loader.h"
#include "sim/errors.h"

namespace heatlab::cuda {
namespace {

constexpr const char* metric_name = "smsp__sass_sectors_mem_global";

/// What is used of CUPTI.
struct Cupti {
    decltype(&cuptiGetResultString) result_string = nullptr;
    decltype(&cuptiProfilerInitialize) initialize = nullptr;
    decltype(&cuptiDeviceGetChipName) chip_name = nullptr;
    decltype(&cuptiSassMetricsGetProperties) metric = nullptr;
    decltype(&cuptiSassMetricsSetConfig) set_config = nullptr;
    decltype(&cuptiSassMetricsUnsetConfig) unset_config = nullptr;
    decltype(&cuptiSassMetricsEnable) enable = nullptr;
    decltype(&cuptiSassMetricsDisable) disable = nullptr;
    decltype(&cuptiSassMetricsGetDataProperties) data_size = nullptr;
    decltype(&cuptiSassMetricsFlushData) take_data = nullptr;

    Cupti() {
        const ToolkitLibrary library = open_cupti();
        library.find("cuptiGetResultString", result_string);
        library.find("cuptiProfilerInitialize", initialize);
        library.find("cuptiDeviceGetChipName", chip_name);
        library.find("cuptiSassMetricsGetProperties", metric);
        library.find("cuptiSassMetricsSetConfig", set_config);
        library.find("cuptiSassMetricsUnsetConfig", unset_config);
        library.find("cuptiSassMetricsEnable", enable);
        library.find("cuptiSassMetricsDisable", disable);
        library.find("cuptiSassMetricsGetDataProperties", data_size);
        library.find("cuptiSassMetricsFlushData", take_data);
    }

    void check(CUptiResult result, const char* call) const {
        if (result == CUPTI_SUCCESS) {
            return;
        }
        if (result == CUPTI_ERROR_INSUFFICIENT_PRIVILEGES ||
            result == CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES) {
            throw DeviceError(
                "the NVIDIA driver lets administrators alone count on this device (its option "
                "NVreg_RestrictProfilingToAdminUsers)");
        }
        const char* text = nullptr;
        if (result_string(result, &text) != CUPTI_SUCCESS || text == nullptr) {
            text = "unknown";
        }
        throw DeviceError("CUPTI: " + std::string(text) + " (error " + std::to_string(result) +
                          ") in " + call);
    }
};

class CuptiSectorCounter final : public SectorCounter {
public:
    explicit CuptiSectorCounter(int device) : device_(device), context_(current_context()) {
        configure();
        CUpti_SassMetricsEnable_Params enable{};
        enable.structSize = CUpti_SassMetricsEnable_Params_STRUCT_SIZE;
        enable.ctx = context_;
        enable.enableLazyPatching = 1;
        cupti_.check(cupti_.enable(&enable), "cuptiSassMetricsEnable");
    }

    CountedSectors finish() override {
        HEATLAB_CUDA_CHECK(cudaDeviceSynchronize());
        const CountedSectors counted = take();
        CUpti_SassMetricsDisable_Params disable{};
        disable.structSize = CUpti_SassMetricsDisable_Params_STRUCT_SIZE;
        disable.ctx = context_;
        cupti_.check(cupti_.disable(&disable), "cuptiSassMetricsDisable");
        CUpti_SassMetricsUnsetConfig_Params unset{};
        unset.structSize = CUpti_SassMetricsUnsetConfig_Params_STRUCT_SIZE;
        unset.deviceIndex = static_cast<std::uint32_t>(device_);
        cupti_.check(cupti_.unset_config(&unset), "cuptiSassMetricsUnsetConfig");
        return counted;
    }

private:
    void configure() {
        CUpti_Profiler_Initialize_Params initialize{};
        initialize.structSize = CUpti_Profiler_Initialize_Params_STRUCT_SIZE;
        cupti_.check(cupti_.initialize(&initialize), "cuptiProfilerInitialize");
        CUpti_Device_GetChipName_Params chip{};
        chip.structSize = CUpti_Device_GetChipName_Params_STRUCT_SIZE;
        chip.deviceIndex = static_cast<std::size_t>(device_);
        cupti_.check(cupti_.chip_name(&chip), "cuptiDeviceGetChipName");
        CUpti_SassMetrics_GetProperties_Params metric{};
        metric.structSize = CUpti_SassMetrics_GetProperties_Params_STRUCT_SIZE;
        metric.pChipName = chip.pChipName;
        metric.pMetricName = metric_name;
        cupti_.check(cupti_.metric(&metric), "cuptiSassMetricsGetProperties");
        CUpti_SassMetrics_Config config{};
        config.metricId = metric.metric.metricId;
        config.outputGranularity = CUPTI_SASS_METRICS_OUTPUT_GRANULARITY_GPU;
        CUpti_SassMetricsSetConfig_Params set{};
        set.structSize = CUpti_SassMetricsSetConfig_Params_STRUCT_SIZE;
        set.numOfMetricConfig = 1;
        set.pConfigs = &config;
        set.deviceIndex = static_cast<std::uint32_t>(device_);
        cupti_.check(cupti_.set_config(&set), "cuptiSassMetricsSetConfig");
    }

    /// A record for each instruction that accesses global memory.
    CountedSectors take() const {
        CUpti_SassMetricsGetDataProperties_Params size{};
        size.structSize = CUpti_SassMetricsGetDataProperties_Params_STRUCT_SIZE;
        size.ctx = context_;
        cupti_.check(cupti_.data_size(&size), "cuptiSassMetricsGetDataProperties");
        const std::size_t instances = size.numOfInstances;
        std::vector<CUpti_SassMetrics_Data> records(size.numOfPatchedInstructionRecords);
        std::vector<CUpti_SassMetrics_InstanceValue> values(records.size() * instances);
        CountedSectors counted;
        if (values.empty()) {
            return counted;
        }
        for (std::size_t i = 0; i < records.size(); ++i) {
            records[i].structSize = sizeof(CUpti_SassMetrics_Data);
            records[i].pInstanceValues = &values[i * instances];
        }
        CUpti_SassMetricsFlushData_Params data{};
        data.structSize = CUpti_SassMetricsFlushData_Params_STRUCT_SIZE;
        data.ctx = context_;
        data.numOfPatchedInstructionRecords = records.size();
        data.numOfInstances = instances;
        data.pMetricsData = records.data();
        cupti_.check(cupti_.take_data(&data), "cuptiSassMetricsFlushData");
        for (const CUpti_SassMetrics_InstanceValue& value : values) {
            counted.sectors += static_cast<std::int64_t>(value.value);
        }
        if (records.front().functionName != nullptr) {
            counted.function = records.front().functionName;
        }
        return counted;
    }

    Cupti cupti_;
    int device_;
    CUcontext context_;
};

}  // namespace

std::unique_ptr<SectorCounter> SectorCounter::start(int device) {
    return std::make_unique<CuptiSectorCounter>(device);
}

}  // namespace heatlab::cuda
