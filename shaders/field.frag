#version 330 core
// Colours the field, one texel a pixel or larger.
// BLOCKS: texels are BlockTexels (mean, minimum, maximum, alternating), else one cell each.
// LINEAR: values are interpolated between texel centres.
// ISOTHERMS: lines of equal temperature.
// NON_FINITE: some values may not be finite. RIM: cells are large enough for a rim round those.
// CHECKERS: some blocks may alternate.
// A software renderer runs both sides of every branch: what a picture does not need is left out by these.

uniform sampler2D u_field;
uniform sampler2D u_map;
uniform float u_map_steps;        // entries less one
uniform ivec2 u_first;            // texel under the picture's corner
uniform vec2 u_offset;            // of the corner in that texel, in texels
uniform vec2 u_texels_per_pixel;  // 1 at most
uniform ivec4 u_bounds;           // valid texels: first column and row, last column and row
uniform ivec4 u_interior;         // texels that are interior cells, likewise
uniform float u_value_scale;      // a power of two; low, high and all below are in scaled values
uniform vec2 u_range;             // low, high
uniform float u_inverse_range;    // 0 for an empty range
uniform bool u_mark_out_of_range;
uniform vec3 u_under;
uniform vec3 u_over;
uniform vec3 u_stripes[6];        // light and dark of NaN, +inf, -inf
uniform ivec4 u_stripe_way;       // StripeStyle::Direction of NaN, +inf, -inf
uniform vec3 u_rim;               // round cells that are not finite
uniform float u_stripe_width;     // pixels
uniform float u_checker;          // pixels
uniform float u_line_width;       // pixels
uniform float u_alternating;      // component from which checkers show
uniform float u_interval;         // between isotherms
uniform bool u_cell_lines;

out vec4 o_color;

bool is_finite(float value) {
    return (floatBitsToUint(value) & 0x7F800000u) != 0x7F800000u;
}

bool is_nan(float value) {
    return (floatBitsToUint(value) & 0x7FFFFFFFu) > 0x7F800000u;
}

vec4 fetch(ivec2 texel) {
    return texelFetch(u_field, clamp(texel, u_bounds.xy, u_bounds.zw), 0);
}

float luminance(vec3 color) {
    return dot(color * color, vec3(0.2126, 0.7152, 0.0722));  // about: gamma 2
}

vec3 map_color(float value) {
    float t = (value - u_range.x) * u_inverse_range;
    if (u_inverse_range == 0.0)
        t = value < u_range.x ? -1.0 : value > u_range.y ? 2.0 : 0.5;
    // Less than half a colour outside is inside: a background of 0 that rounding made -1e-9 is not
    // below a range from 0.
    if (u_mark_out_of_range && t < -0.5 / 255.0)
        return u_under;
    if (u_mark_out_of_range && t > 1.0 + 0.5 / 255.0)
        return u_over;
    t = clamp(t, 0.0, 1.0);
    return texelFetch(u_map, ivec2(int(t * u_map_steps + 0.5), 0), 0).rgb;
}

vec3 stripes(float value) {
    int kind = is_nan(value) ? 0 : value > 0.0 ? 1 : 2;
    vec2 p = floor(gl_FragCoord.xy);
    int way = u_stripe_way[kind];
    float along = way == 0 ? p.x + p.y : way == 1 ? p.x - p.y : way == 2 ? p.x : p.y;
    int dark = int(floor(along / u_stripe_width)) & 1;
    return u_stripes[kind * 2 + dark];
}

#if RIM
// Whether the pixel lies at the edge of its cell and the cell beyond is finite.
bool on_rim(ivec2 texel, vec2 in_texel) {
    vec2 before = in_texel / u_texels_per_pixel;
    vec2 after = (1.0 - in_texel) / u_texels_per_pixel;
    return (before.x < u_line_width && is_finite(fetch(texel - ivec2(1, 0)).r)) ||
           (after.x < u_line_width && is_finite(fetch(texel + ivec2(1, 0)).r)) ||
           (before.y < u_line_width && is_finite(fetch(texel - ivec2(0, 1)).r)) ||
           (after.y < u_line_width && is_finite(fetch(texel + ivec2(0, 1)).r));
}
#endif

#if CHECKERS
// Counts a neighbouring block (x) and whether it alternates about as strongly (y). One without contrast
// only looks over its rim at a block that does.
ivec2 look_at(ivec2 texel, float component) {
    if (any(lessThan(texel, u_bounds.xy)) || any(greaterThan(texel, u_bounds.zw)))
        return ivec2(0);
    vec4 block = fetch(texel) * u_value_scale;
    return ivec2(1, block.a > 0.5 * component && block.b - block.g > block.a ? 1 : 0);
}

// The mean, or checkers where the mean would hide a checkerboard. `mean` may have been interpolated.
float block_value(ivec2 texel, vec4 block, float mean) {
    float component = block.a;
    if (!(component > 0.6 * u_alternating) || !is_finite(component))
        return mean;
    ivec2 around = look_at(texel - ivec2(1, 0), component) + look_at(texel + ivec2(1, 0), component) +
                   look_at(texel - ivec2(0, 1), component) + look_at(texel + ivec2(0, 1), component);
    bool alone = around.y == 0 && around.x > 0;
    bool region = around.y == around.x;
    // 1 for a pure checkerboard, 1/2 for one hot cell, 3/8 for a diagonal edge, 1/8 for a corner.
    float purity = 2.0 * component / max(block.b - block.g, 1e-30);
    if (alone && purity > 0.4 && component > u_alternating)
        return block.b - mean > mean - block.g ? block.b : block.g;
    // An edge crosses few blocks of a neighbourhood and would look ragged; a region with all its
    // neighbours alternating is a checkerboard, on a slope too.
    float strength = smoothstep(0.6, 1.2, component / u_alternating);
    if (!region)
        strength *= smoothstep(0.3, 0.6, purity);
    float middle = mix(mean, 0.5 * (block.g + block.b), smoothstep(0.6, 0.9, purity));
    ivec2 checker = ivec2(floor(gl_FragCoord.xy / u_checker));
    float side = ((checker.x + checker.y) & 1) == 0 ? strength : -strength;
    return clamp(middle + side * component, block.g, block.b);
}
#endif

#if LINEAR
// Between texel centres; a neighbour that is not finite counts as the texel itself.
float linear_value(ivec2 texel, vec2 in_texel, float here) {
    ivec2 way = ivec2(in_texel.x < 0.5 ? -1 : 1, in_texel.y < 0.5 ? -1 : 1);
    vec2 part = abs(in_texel - 0.5);
    float beside = fetch(texel + ivec2(way.x, 0)).r * u_value_scale;
    float over = fetch(texel + ivec2(0, way.y)).r * u_value_scale;
    float across = fetch(texel + way).r * u_value_scale;
    beside = is_finite(beside) ? beside : here;
    over = is_finite(over) ? over : here;
    across = is_finite(across) ? across : here;
    return mix(mix(here, beside, part.x), mix(over, across, part.x), part.y);
}
#endif

#if ISOTHERMS
// Strength of a line where the field is `value`, its gradient per texel as given, the texels around
// between `lowest` and `highest`.
float line_strength(float value, vec2 gradient, float lowest, float highest) {
    // In levels per pixel.
    float steepness = length(gradient * u_texels_per_pixel) / u_interval;
    float level = value / u_interval;
    float nearest = round(level);
    float away = abs(level - nearest) / max(steepness, 1e-12);
    float line = clamp(0.5 * u_line_width + 0.5 - away, 0.0, 1.0);
    // Only where the field passes the level: not along a plateau that lies on it.
    float margin = 1e-4 * u_interval;
    if (lowest > nearest * u_interval - margin || highest < nearest * u_interval + margin)
        line = 0.0;
    // Gone where lines would lie closer than 4 pixels, at a sudden edge, and where the field is flat.
    line *= 1.0 - smoothstep(1.0 / 6.5, 1.0 / 4.0, steepness * u_line_width);
    line *= 1.0 - smoothstep(0.8, 1.2, (highest - lowest) * u_texels_per_pixel.x / u_interval);
    line *= smoothstep(2e-4, 8e-4, steepness);
    bool major = mod(abs(nearest), 5.0) < 0.5;
    return line * (major ? 0.8 : 0.4);
}

// Lines are gone where the field alternates by more than a part of their distance, or so strongly beside
// its slope that they would follow the checkerboard.
float calmness(float component, vec2 gradient) {
    return (1.0 - smoothstep(0.1, 0.3, component / u_interval)) *
           (1.0 - smoothstep(0.2, 0.5, component / max(length(gradient), 1e-30)));
}

#if BLOCKS
// Blocks are about a pixel large: the parabola through the texel and its neighbours along each axis.
float isotherm(ivec2 texel, vec2 in_texel, vec4 here) {
    vec2 x = in_texel - 0.5;
    vec2 before = u_value_scale * vec2(fetch(texel - ivec2(1, 0)).r, fetch(texel - ivec2(0, 1)).r);
    vec2 after = u_value_scale * vec2(fetch(texel + ivec2(1, 0)).r, fetch(texel + ivec2(0, 1)).r);
    vec2 slope = 0.5 * (after - before);
    vec2 bend = after - 2.0 * here.r + before;
    float value = here.r + dot(slope, x) + 0.5 * dot(bend, x * x);
    if (!is_finite(value))
        return 0.0;
    vec2 low = min(min(before, after), here.r);
    vec2 high = max(max(before, after), here.r);
    vec2 gradient = slope + bend * x;
    return line_strength(value, gradient, min(low.x, low.y), max(high.x, high.y)) *
           calmness(here.a, gradient);
}
#else
// A wall holds still: what a checkerboard keeps of its component on it and in the first cells beside it.
float checkerboard_share(int from_wall) {
    return from_wall < 1 ? 0.25 : from_wall < 2 ? 0.75 : 1.0;
}

// The lines belong to the field smoothed by a quadratic B-spline: its gradient is continuous, so they
// have no kinks at the cells' centres.
float isotherm(ivec2 texel, vec2 in_texel, vec4 here) {
    vec2 x = in_texel - 0.5;
    vec2 lower = 0.5 * (0.5 - x) * (0.5 - x);
    vec2 middle = 0.75 - x * x;
    vec2 upper = 0.5 * (0.5 + x) * (0.5 + x);
    vec3 weight_x = vec3(lower.x, middle.x, upper.x);
    vec3 slope_x = vec3(x.x - 0.5, -2.0 * x.x, x.x + 0.5);
    vec3 weight_y = vec3(lower.y, middle.y, upper.y);
    vec3 slope_y = vec3(x.y - 0.5, -2.0 * x.y, x.y + 0.5);
    float value = 0.0;
    vec2 gradient = vec2(0.0);
    float component = 0.0;
    float lowest = here.r;
    float highest = here.r;
    for (int row = 0; row < 3; ++row) {
        vec3 u;
        for (int col = 0; col < 3; ++col)
            u[col] = fetch(texel + ivec2(col - 1, row - 1)).r * u_value_scale;
        lowest = min(lowest, min(u.x, min(u.y, u.z)));
        highest = max(highest, max(u.x, max(u.y, u.z)));
        float across = dot(weight_x, u);
        value += weight_y[row] * across;
        gradient += vec2(weight_y[row] * dot(slope_x, u), slope_y[row] * across);
        float second = u.x - 2.0 * u.y + u.z;
        component += row == 1 ? -2.0 * second : second;
    }
    if (!is_finite(component))
        return 0.0;
    ivec2 from_wall = min(texel - u_interior.xy, u_interior.zw - texel) + 1;
    component /= checkerboard_share(from_wall.x) * checkerboard_share(from_wall.y);
    return line_strength(value, gradient, lowest, highest) * calmness(abs(component) / 16.0, gradient);
}
#endif
#endif

void main() {
    vec2 p = gl_FragCoord.xy;
    vec2 position = p * u_texels_per_pixel + u_offset;
    vec2 corner = floor(position);
    ivec2 texel = clamp(u_first + ivec2(corner), u_bounds.xy, u_bounds.zw);
    vec2 in_texel = position - corner;

    vec4 here = fetch(texel) * u_value_scale;
#if NON_FINITE
    if (!is_finite(here.r)) {
        o_color = vec4(stripes(here.r), 1.0);
#if RIM
        if (on_rim(texel, in_texel))
            o_color = vec4(u_rim, 1.0);
#endif
        return;
    }
#endif
    float value = here.r;
#if LINEAR
    value = linear_value(texel, in_texel, value);
#endif
#if CHECKERS
    value = block_value(texel, here, value);
#endif
    vec3 color = map_color(value);
    vec3 ink = mix(vec3(1.0), vec3(0.1, 0.04, 0.02), smoothstep(0.45, 0.7, luminance(color)));
#if ISOTHERMS
    float line = isotherm(texel, in_texel, here);
    color = mix(color, ink, line);
#endif
    if (u_cell_lines) {
        vec2 from_edge = in_texel / u_texels_per_pixel;
        float size = 1.0 / u_texels_per_pixel.x;
        if (min(from_edge.x, from_edge.y) < u_line_width)
            color = mix(color, ink, 0.22 * smoothstep(4.0, 12.0, size / u_line_width));
    }
    o_color = vec4(color, 1.0);
}
