#pragma once

#include <string>

namespace heatlab::cuda {

/// The first error of a compiler's log.
struct LoggedError {
    int line = 0;  ///< from 1; 0 where the log names none
    std::string text;
};

/// Of NVRTC's log for a source named `name`: "NAME(12): error: identifier "x" is undefined". Where
/// no line has that form, the log's first line.
LoggedError first_error(const std::string& log, const std::string& name);

}  // namespace heatlab::cuda
