#pragma once

#include <algorithm>
#include <cmath>

namespace heatlab {

/// A segment between two points, in cell coordinates (x along the columns, y down a slice's rows, z
/// through the slices); the cells within a radius of it form a capsule.
struct Capsule {
    float x0 = 0;
    float y0 = 0;
    float x1 = 0;
    float y1 = 0;
    float z0 = 0;
    float z1 = 0;

    /// Distance of (x, y, z) from the segment, in cells.
    float distance(float x, float y, float z = 0) const {
        const float along_x = x1 - x0;
        const float along_y = y1 - y0;
        const float along_z = z1 - z0;
        const float length2 = along_x * along_x + along_y * along_y + along_z * along_z;
        const float along = (x - x0) * along_x + (y - y0) * along_y + (z - z0) * along_z;
        const float t = length2 > 0.0f ? along / length2 : 0.0f;
        const float clamped = std::clamp(t, 0.0f, 1.0f);
        const float dx = x - (x0 + clamped * along_x);
        const float dy = y - (y0 + clamped * along_y);
        const float dz = z - (z0 + clamped * along_z);
        return std::sqrt(dx * dx + dy * dy + dz * dz);
    }
};

}  // namespace heatlab
