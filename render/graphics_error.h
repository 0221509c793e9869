#pragma once

#include <stdexcept>

namespace heatlab {

/// OpenGL, a window or a picture file that does not do what was asked. The message says what was
/// tried and what answered.
class GraphicsError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

}  // namespace heatlab
