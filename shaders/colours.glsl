// What all pictures of a field have in common: its colours, and what is not a finite number. Comes behind a
// shader's #version line. Values are scaled by a power of two, like the range.

uniform sampler2D u_map;
uniform float u_map_steps;        // entries less one
uniform vec2 u_range;             // low, high
uniform float u_inverse_range;    // 0 for an empty range
uniform bool u_mark_out_of_range;
uniform vec3 u_under;
uniform vec3 u_over;
uniform vec3 u_stripes[6];        // light and dark of NaN, +inf, -inf
uniform ivec4 u_stripe_way;       // StripeStyle::Direction of NaN, +inf, -inf
uniform float u_stripe_width;     // pixels

bool is_finite(float value) {
    return (floatBitsToUint(value) & 0x7F800000u) != 0x7F800000u;
}

bool is_nan(float value) {
    return (floatBitsToUint(value) & 0x7FFFFFFFu) > 0x7F800000u;
}

float luminance(vec3 color) {
    return dot(color * color, vec3(0.2126, 0.7152, 0.0722));  // about: gamma 2
}

// Of lines that lie on a colour.
vec3 ink_on(vec3 color) {
    return mix(vec3(1.0), vec3(0.1, 0.04, 0.02), smoothstep(0.45, 0.7, luminance(color)));
}

// Place of a finite value in the range: 0 to 1 within it.
float place_in_range(float value) {
    if (u_inverse_range == 0.0)
        return value < u_range.x ? -1.0 : value > u_range.y ? 2.0 : 0.5;
    return (value - u_range.x) * u_inverse_range;
}

vec3 map_color(float value) {
    float t = place_in_range(value);
    // Less than half a colour outside is inside: a background of 0 that rounding made -1e-9 is not
    // below a range from 0.
    if (u_mark_out_of_range && t < -0.5 / 255.0)
        return u_under;
    if (u_mark_out_of_range && t > 1.0 + 0.5 / 255.0)
        return u_over;
    t = clamp(t, 0.0, 1.0);
    return texelFetch(u_map, ivec2(int(t * u_map_steps + 0.5), 0), 0).rgb;
}

// What is not finite, at a pixel of the picture.
vec3 stripes(float value, vec2 pixel) {
    int kind = is_nan(value) ? 0 : value > 0.0 ? 1 : 2;
    vec2 p = floor(pixel);
    int way = u_stripe_way[kind];
    float along = way == 0 ? p.x + p.y : way == 1 ? p.x - p.y : way == 2 ? p.x : p.y;
    int dark = int(floor(along / u_stripe_width)) & 1;
    return u_stripes[kind * 2 + dark];
}
