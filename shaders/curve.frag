#version 330 core
// A field of one dimension as a curve.

uniform sampler2D u_field;         // one row: cells, or BlockTexels
uniform bool u_blocks;
uniform int u_first;               // texel under the left edge
uniform float u_offset;            // of the edge in it, in texels
uniform float u_texels_per_pixel;
uniform int u_texels;
uniform vec2 u_range;              // values at the bottom and at the top
uniform vec2 u_size;               // pixels
uniform float u_thickness;         // pixels
uniform float u_fill;
uniform vec3 u_line;
uniform vec3 u_non_finite;

out vec4 o_color;

const int most_texels = 64;        // looked at for a pixel

bool is_finite(float value) {
    return (floatBitsToUint(value) & 0x7F800000u) != 0x7F800000u;
}

// Least and largest value of a texel; the same where it is a cell.
vec2 extremes(int texel) {
    vec4 t = texelFetch(u_field, ivec2(clamp(texel, 0, u_texels - 1), 0), 0);
    return u_blocks && is_finite(t.r) ? t.gb : t.rr;
}

float y_of(float value) {
    float margin = u_thickness + 1.0;
    return margin + (value - u_range.x) / (u_range.y - u_range.x) * (u_size.y - 2.0 * margin);
}

void main() {
    // Positions count from texel u_first; the centre of its cell is at 0.5.
    float left = u_offset + (gl_FragCoord.x - 0.5) * u_texels_per_pixel;
    float right = left + u_texels_per_pixel;
    float position = 0.5 * (left + right);
    o_color = vec4(0.0);
    if (u_first + position < 0.0 || u_first + position > float(u_texels))
        return;

    // What the line passes on this pixel: cells whose centres lie on it, and where it enters and
    // leaves.
    float low = 1e38;
    float high = -1e38;
    bool whole = true;
    int from = int(floor(left - 0.5));
    int to = int(ceil(right - 0.5));
    int stride = max(1, (to - from) / most_texels | 1);
    for (int i = from; i < to; i += stride) {
        vec2 here = extremes(u_first + i);
        vec2 next = extremes(u_first + i + 1);
        whole = whole && is_finite(here.x) && is_finite(next.x);
        float a = clamp(left - 0.5 - float(i), 0.0, 1.0);
        float b = clamp(right - 0.5 - float(i), 0.0, 1.0);
        vec2 enters = mix(here, next, a);
        vec2 leaves = mix(here, next, b);
        if (stride > 1) {
            enters = here;
            leaves = next;
        }
        low = min(low, min(enters.x, leaves.x));
        high = max(high, max(enters.y, leaves.y));
    }
    float y = u_size.y - gl_FragCoord.y;   // upwards; row 0 of the picture is on top
    if (!whole) {
        o_color = vec4(u_non_finite, 1.0) * 0.35;
        return;
    }
    float bottom = y_of(low);
    float top = y_of(high);
    float half_line = 0.5 * u_thickness;
    float line = clamp(half_line + 0.5 - max(bottom - y, y - top), 0.0, 1.0);

    // A dot on each cell where it has room.
    float radius = 1.4 * u_thickness;
    if (u_texels_per_pixel * 4.0 * radius < 1.0) {
        int cell = int(floor(position));
        vec2 centre = vec2((float(cell) + 0.5 - position) / u_texels_per_pixel,
                           y_of(extremes(u_first + cell).x) - y);
        line = max(line, clamp(radius + 0.5 - length(centre), 0.0, 1.0));
    }
    float base = y_of(clamp(0.0, u_range.x, u_range.y));
    bool inside = y < max(base, 0.5 * (bottom + top)) && y > min(base, 0.5 * (bottom + top));
    float alpha = max(line, inside ? u_fill : 0.0);
    o_color = vec4(u_line, 1.0) * alpha;
}
