#include "sim/backend.h"

namespace heatlab {

std::string_view to_string(BackendKind kind) {
    return kind == BackendKind::cpu ? "cpu" : "cuda";
}

}  // namespace heatlab
