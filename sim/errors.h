#pragma once

#include <stdexcept>
#include <string>

namespace heatlab {

/// Input that cannot be accepted. The message names the argument, the value and what is allowed,
/// so that a command line, a panel and a preferences file can show it as it is. Always recoverable.
class InputError : public std::invalid_argument {
public:
    InputError(const std::string& argument, const std::string& value, const std::string& allowed)
        : std::invalid_argument(argument + " " + value + ": " + allowed), argument_(argument) {}

    /// Name of the argument as the user knows it, for example "--r".
    const std::string& argument() const { return argument_; }

private:
    std::string argument_;
};

/// A device, driver or context that no longer works. The simulation that threw it cannot go on;
/// another backend may.
class DeviceError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

}  // namespace heatlab
