#pragma once

#include <cstdint>

#include "sim/field.h"

namespace heatlab {

/// Memory for copies of up to so many bytes is kept for the next one: making it takes about as long
/// as filling it. Larger ones are given back.
inline constexpr std::uint64_t most_kept_copy_bytes = std::uint64_t{64} << 20;

/// The copy of a field that is on its way to the host. It may be let go before it has arrived.
/// Where the simulation goes or fails before it was made, `take` throws DeviceError.
template <typename Real>
class BasicPendingField {
public:
    virtual ~BasicPendingField() = default;
    BasicPendingField(const BasicPendingField&) = delete;
    BasicPendingField& operator=(const BasicPendingField&) = delete;

    /// Whether `take` returns without waiting for the simulation, or throws. Throws DeviceError.
    virtual bool ready() = 0;
    /// The field, once; from any one thread. Throws DeviceError, or std::bad_alloc where memory did
    /// not hold it.
    virtual BasicField<Real> take() = 0;

protected:
    BasicPendingField() = default;
};

using PendingField = BasicPendingField<float>;
using PendingField64 = BasicPendingField<double>;

}  // namespace heatlab
