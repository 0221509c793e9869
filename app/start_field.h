#pragma once

#include <cstdint>
#include <memory>

#include "sim/any_field.h"

namespace heatlab {

/// A field that a run goes on from, instead of an initial field at step 0.
struct StartField {
    std::shared_ptr<const AnyField> field;  ///< of the grid's size; never null
    std::int64_t step = 0;                  ///< that it has
    double seconds = 0;                     ///< simulated until then
};

}  // namespace heatlab
