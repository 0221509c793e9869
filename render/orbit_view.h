#pragma once

namespace heatlab {

/// From where a box is looked at: the eye on a sphere round its middle.
struct OrbitView {
    double azimuth = -30;   ///< degrees; 0: before the last row, 90: beside the last column
    double elevation = 35;  ///< degrees above the floor, -90 to 90
    double zoom = 1;        ///< of the picture; 1: the box just fits

    friend bool operator==(const OrbitView&, const OrbitView&) = default;
};

inline constexpr double least_orbit_zoom = 0.25;
inline constexpr double most_orbit_zoom = 32;

/// Turned by a drag of (dx, dy) pixels: what lies in front follows the pointer. Stops above and
/// below the middle of the box.
OrbitView turned(const OrbitView& view, double dx, double dy, double degrees_per_pixel);

/// Zoomed by notches of a wheel, four to the double, within the limits above.
OrbitView orbit_zoomed(const OrbitView& view, double notches);

}  // namespace heatlab
