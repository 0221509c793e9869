#version 330 core
// Looks at all texels under each pixel of the picture and writes what BlockTexel holds, times
// u_value_scale: mean, minimum, maximum, largest checkerboard component.
// BLOCKS: the source holds BlockTexels itself, else one cell a texel.

uniform sampler2D u_field;
uniform ivec2 u_first;            // texel under the picture's corner
uniform vec2 u_offset;            // of the corner in that texel, in texels
uniform vec2 u_texels_per_pixel;  // above 1
uniform ivec4 u_bounds;           // valid texels: first column and row, last column and row
uniform ivec4 u_interior;         // texels that are interior cells, likewise
uniform float u_value_scale;      // a power of two

out vec4 o_texel;

// Per axis; beyond it the stride grows and stays odd, so that both parities are met alike.
const int max_samples = 64;

bool is_finite(float value) {
    return (floatBitsToUint(value) & 0x7F800000u) != 0x7F800000u;
}

bool is_nan(float value) {
    return (floatBitsToUint(value) & 0x7FFFFFFFu) > 0x7F800000u;
}

// Each texel belongs to the one pixel that its centre lies in.
ivec2 first_texel(ivec2 pixel) {
    return u_first + ivec2(ceil(vec2(pixel) * u_texels_per_pixel + u_offset - 0.5));
}

vec4 fetch(ivec2 texel) {
    return texelFetch(u_field, clamp(texel, u_bounds.xy, u_bounds.zw), 0);
}

struct Summary {
    float sum;
    float count;
    float minimum;
    float maximum;
    float alternating;
    bool nan;
    bool positive_infinity;
    bool negative_infinity;
};

void note_non_finite(inout Summary s, float value) {
    if (is_nan(value))
        s.nan = true;
    else if (value > 0.0)
        s.positive_infinity = true;
    else
        s.negative_infinity = true;
}

#if BLOCKS
void add_row(inout Summary s, int row, int first, int last, int stride) {
    for (int col = first; col < last; col += stride) {
        vec4 texel = fetch(ivec2(col, row));
        if (!is_finite(texel.r)) {
            note_non_finite(s, texel.r);
            continue;
        }
        texel *= u_value_scale;
        s.sum += texel.r;
        s.count += 1.0;
        s.minimum = min(s.minimum, texel.g);
        s.maximum = max(s.maximum, texel.b);
        if (is_finite(texel.a))
            s.alternating = max(s.alternating, texel.a);
    }
}
#else
// x: the cell, y: second difference along its column.
vec2 column(int col, int row) {
    float here = fetch(ivec2(col, row)).r * u_value_scale;
    float above = fetch(ivec2(col, row - 1)).r * u_value_scale;
    float below = fetch(ivec2(col, row + 1)).r * u_value_scale;
    return vec2(here, above - 2.0 * here + below);
}

void add_row(inout Summary s, int row, int first, int last, int stride) {
    bool interior_row = row >= u_interior.y && row <= u_interior.w;
    vec2 left = column(first - 1, row);
    vec2 here = column(first, row);
    for (int col = first; col < last; col += stride) {
        vec2 right = column(col + 1, row);
        if (is_finite(here.x)) {
            s.sum += here.x;
            s.count += 1.0;
            s.minimum = min(s.minimum, here.x);
            s.maximum = max(s.maximum, here.x);
        } else {
            note_non_finite(s, here.x);
        }
        float component = abs(left.y - 2.0 * here.y + right.y) / 16.0;
        if (interior_row && col >= u_interior.x && col <= u_interior.z && is_finite(component))
            s.alternating = max(s.alternating, component);
        if (stride == 1) {
            left = here;
            here = right;
        } else {
            left = column(col + stride - 1, row);
            here = column(col + stride, row);
        }
    }
}
#endif

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    ivec2 first = clamp(first_texel(pixel), u_bounds.xy, u_bounds.zw);
    ivec2 last = clamp(first_texel(pixel + 1), first + 1, u_bounds.zw + 1);
    // What is left at the rim covers less than half of a pixel that is not drawn: it counts here.
    ivec2 left_over = ivec2(floor(0.5 * u_texels_per_pixel));
    if (first.x - u_bounds.x <= left_over.x)
        first.x = u_bounds.x;
    if (first.y - u_bounds.y <= left_over.y)
        first.y = u_bounds.y;
    if (u_bounds.z + 1 - last.x <= left_over.x)
        last.x = u_bounds.z + 1;
    if (u_bounds.w + 1 - last.y <= left_over.y)
        last.y = u_bounds.w + 1;
    ivec2 stride = (last - first + max_samples - 1) / max_samples;
    stride += 1 - (stride & 1);

    const float huge = 3.0e38;
    Summary s = Summary(0.0, 0.0, huge, -huge, 0.0, false, false, false);
    for (int row = first.y; row < last.y; row += stride.y)
        add_row(s, row, first.x, last.x, stride.x);

    float mean = s.count > 0.0 ? s.sum / s.count : 0.0;
    if (s.nan)
        mean = uintBitsToFloat(0x7FC00000u);
    else if (s.positive_infinity)
        mean = uintBitsToFloat(0x7F800000u);
    else if (s.negative_infinity)
        mean = uintBitsToFloat(0xFF800000u);
    o_texel = vec4(mean, s.minimum, s.maximum, s.alternating);
}
