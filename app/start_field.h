#pragma once

#include <cstdint>
#include <memory>

#include "sim/field.h"

namespace heatlab {

/// A field that a run goes on from, instead of an initial field at step 0.
struct StartField {
    std::shared_ptr<const Field> field;  ///< of the grid's size; never null
    std::int64_t step = 0;               ///< that it has
    double seconds = 0;                  ///< simulated until then
};

}  // namespace heatlab
