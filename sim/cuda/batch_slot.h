#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "sim/cuda/handles.h"
#include "sim/cuda/kernels/analysis_record.h"
#include "sim/cuda/kernels/readings_record.h"
#include "sim/cuda/kernels/watch_record.h"
#include "sim/cuda/staged_cells.h"
#include "sim/cuda/staged_picture.h"
#include "sim/simulation.h"

namespace heatlab::cuda {

/// What the laboratory reads, where it is asked for.
struct LaboratoryRecord {
    AnalysisRecord analysis;
    WatchRecord watch;
};

/// All that one unfinished batch needs until its results are read; used again afterwards.
struct BatchSlot {
    Event begin = make_event();
    Event steps_end = make_event();
    Event display_end = make_event();
    Event readings_end = make_event();  ///< recorded where the laboratory reads something
    Event end = make_event();
    PinnedMemory record = make_pinned_memory(sizeof(ReadingsRecord));
    PinnedMemory laboratory_record = make_pinned_memory(sizeof(LaboratoryRecord));
    StagedPicture picture;
    StagedCells changes;
    StagedCells loupe;
    std::vector<Surface>
        surfaces;  ///< made for this batch: arrays may differ from one mapping to the next
    std::vector<Texture> textures;

    BatchReport report;  ///< without what is still to be read
    bool has_statistics = false;
    bool has_picture = false;
    std::optional<Cell> probe;
    bool has_laboratory = false;          ///< analysis, changes or loupe
    std::optional<std::size_t> analysis;  ///< the weights that it projects on
    Boundaries boundaries;                ///< at the time
    std::optional<ValueLimits> compared;  ///< each step was compared with them

    cudaSurfaceObject_t surface_of(cudaArray_t array) {
        return surfaces.emplace_back(make_surface(array)).get();
    }
    cudaTextureObject_t texture_of(cudaArray_t array) {
        return textures.emplace_back(make_point_texture(array)).get();
    }
    ReadingsRecord* readings() const { return static_cast<ReadingsRecord*>(record.get()); }
    LaboratoryRecord* laboratory() const {
        return static_cast<LaboratoryRecord*>(laboratory_record.get());
    }
};

/// Device time between two events that have passed.
inline double seconds_between(const Event& from, const Event& to) {
    float milliseconds = 0.0f;
    HEATLAB_CUDA_CHECK(cudaEventElapsedTime(&milliseconds, from.get(), to.get()));
    return milliseconds * 1e-3;
}

}  // namespace heatlab::cuda
