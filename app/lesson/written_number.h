#pragma once

#include <optional>
#include <string_view>

namespace heatlab {

/// A number as a text writes it.
struct WrittenNumber {
    double value = 0;
    double half_unit = 0;  ///< half a unit of its last digit
};

/// "0.26", "−0.04", "4.8316e9", "16 384" with thin spaces, "1/4", "4.83 × 10⁹". None where anything
/// else stands in the text.
std::optional<WrittenNumber> read_written_number(std::string_view text);

}  // namespace heatlab
