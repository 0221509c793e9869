#version 330 core
// Colours the field, one texel a pixel or larger. With colours.glsl and cells.glsl.
// BLOCKS: texels are BlockTexels (mean, minimum, maximum, alternating), else one cell each.
// LINEAR: values are interpolated between texel centres.
// ISOTHERMS: lines of equal temperature.
// NON_FINITE: some values may not be finite. RIM: cells are large enough for a rim round those.
// CHECKERS: some blocks may alternate.
// A software renderer runs both sides of every branch: what a picture does not need is left out by these.

uniform ivec2 u_first;            // texel under the picture's corner
uniform vec2 u_offset;            // of the corner in that texel, in texels
uniform vec2 u_texels_per_pixel;  // 1 at most
uniform ivec4 u_interior;         // texels that are interior cells, as u_bounds
uniform vec3 u_rim;               // round cells that are not finite
uniform float u_checker;          // pixels
uniform float u_line_width;       // pixels
uniform float u_interval;         // between isotherms
uniform bool u_cell_lines;

out vec4 o_color;

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
        o_color = vec4(stripes(here.r, gl_FragCoord.xy), 1.0);
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
    ivec2 checker = ivec2(floor(p / u_checker));
    value = block_value(texel, here, value, ((checker.x + checker.y) & 1) == 0 ? 1.0 : -1.0);
#endif
    vec3 color = map_color(value);
    vec3 ink = ink_on(color);
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
