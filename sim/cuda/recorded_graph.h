#pragma once

#include <cuda_runtime_api.h>

#include "sim/cuda/handles.h"

namespace heatlab::cuda {

/// What was put on a stream, recorded once and then started again with one call.
class RecordedGraph {
public:
    /// Records what `enqueue` puts on the stream, which must be launches only.
    template <typename Enqueue>
    void record(cudaStream_t stream, const Enqueue& enqueue) {
        begin(stream);
        try {
            enqueue();
        } catch (...) {
            abandon(stream);
            throw;
        }
        end(stream);
    }
    void launch(cudaStream_t stream) const;

private:
    using Executable = Owner<cudaGraphExec_t, &cudaGraphExecDestroy>;

    static void begin(cudaStream_t stream);
    void end(cudaStream_t stream);
    static void abandon(cudaStream_t stream) noexcept;

    Executable executable_;
};

}  // namespace heatlab::cuda
