#version 330 core
// Colours a slice: each cell as the flat picture has it. With colours.glsl.
// LINEAR: values between the cells' middles. NON_FINITE: some may not be finite. ISOTHERMS: lines of equal
// temperature.

uniform sampler3D u_volume;
uniform vec3 u_cells;
uniform int u_axis;
uniform ivec3 u_at;
uniform float u_value_scale;
uniform float u_interval;
uniform float u_line_width;   // pixels
uniform bool u_cell_lines;
uniform vec3 u_line;          // where slices end and cross

in vec3 v_cell;

out vec4 o_color;

// 1 on a line, so many pixels away from it, one line width wide.
float on_line(float away) {
    return clamp(0.5 * u_line_width + 0.5 - away, 0.0, 1.0);
}

void main() {
    ivec3 cell = ivec3(clamp(floor(v_cell), vec3(0.0), u_cells - 1.0));
    cell[u_axis] = u_at[u_axis];
    float own = texelFetch(u_volume, cell, 0).r * u_value_scale;
    vec3 change = max(fwidth(v_cell), vec3(1e-12));
    float between = texture(u_volume, v_cell / u_cells).r * u_value_scale;
    float level = between / u_interval;
    float level_change = fwidth(level);
    vec3 color;
#if NON_FINITE
    if (!is_finite(own)) {
        color = stripes(own, gl_FragCoord.xy);
    } else
#endif
    {
#if LINEAR
        color = map_color(is_finite(between) ? between : own);
#else
        color = map_color(own);
#endif
        vec3 ink = ink_on(color);
#if ISOTHERMS
        if (is_finite(between)) {
            // None at the range's ends, where plateaus lie; none where a cell spans several levels: at a sudden edge.
            float cells = max(change.x, max(change.y, change.z));
            float place = place_in_range(round(level) * u_interval);
            float inside = place > 1e-4 && place < 1.0 - 1e-4 ? 1.0 : 0.0;
            float line = inside * on_line(abs(level - round(level)) / max(level_change, 1e-12)) *
                         (1.0 - smoothstep(1.0, 2.0, level_change / cells)) *
                         smoothstep(2e-4, 8e-4, level_change) *
                         (1.0 - smoothstep(1.0 / 6.5, 1.0 / 4.0, level_change * u_line_width));
            color = mix(color, ink, line * (mod(abs(round(level)), 5.0) < 0.5 ? 0.8 : 0.4));
        }
#endif
        if (u_cell_lines)
            for (int axis = 0; axis < 3; ++axis)
                if (axis != u_axis)
                    color = mix(color, ink, 0.22 * smoothstep(4.0, 12.0, 1.0 / (change[axis] * u_line_width)) *
                                                on_line(abs(v_cell[axis] - round(v_cell[axis])) / change[axis]));
    }
    for (int axis = 0; axis < 3; ++axis) {
        if (axis == u_axis)
            continue;
        float to_end = min(v_cell[axis], u_cells[axis] - v_cell[axis]);
        float to_other = abs(v_cell[axis] - float(u_at[axis]) - 0.5);
        color = mix(color, u_line, on_line(min(to_end, to_other) / change[axis]));
    }
    o_color = vec4(color, 1.0);
}
