#include "sim/cuda/cupti_library.h"

namespace heatlab::cuda {

ToolkitLibrary open_cupti() {
    return ToolkitLibrary::open({"CUPTI",
                                 "libcupti.so",
                                 "HEATLAB_CUPTI",
                                 {"/usr/local/cuda/lib64", "/usr/local/cuda/extras/CUPTI/lib64"}});
}

}  // namespace heatlab::cuda
