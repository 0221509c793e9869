#include "sim/cuda/recorded_graph.h"

namespace heatlab::cuda {
namespace {

using Graph = Owner<cudaGraph_t, &cudaGraphDestroy>;

}  // namespace

void RecordedGraph::begin(cudaStream_t stream) {
    HEATLAB_CUDA_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
}

void RecordedGraph::end(cudaStream_t stream) {
    cudaGraph_t recorded = nullptr;
    HEATLAB_CUDA_CHECK(cudaStreamEndCapture(stream, &recorded));
    const Graph graph(recorded);
    cudaGraphExec_t executable = nullptr;
    HEATLAB_CUDA_CHECK(cudaGraphInstantiate(&executable, graph.get(), 0));
    // The former one may still run: the driver keeps it until it has finished.
    executable_ = Executable(executable);
}

void RecordedGraph::abandon(cudaStream_t stream) noexcept {
    cudaGraph_t recorded = nullptr;
    cudaStreamEndCapture(stream, &recorded);
    cudaGetLastError();
    const Graph graph(recorded);
}

void RecordedGraph::launch(cudaStream_t stream) const {
    HEATLAB_CUDA_CHECK(cudaGraphLaunch(executable_.get(), stream));
}

}  // namespace heatlab::cuda
