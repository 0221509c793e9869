#version 330 core
// Colours and lights a field as a surface. With colours.glsl and cells.glsl.
// LINEAR: colours of values between the texels' middles, else each texel its own.
// NON_FINITE: some values may not be finite. ISOTHERMS: lines of equal temperature.
// SIDES: the sides of the block that the surface lies on.

uniform vec3 u_light;       // towards it; unit length
uniform vec3 u_eye;
uniform vec3 u_side;        // colour of the sides
uniform float u_interval;   // between isotherms
uniform float u_line_width; // pixels
uniform bool u_cell_lines;

in vec3 v_position;
in vec3 v_normal;
in float v_value;
in vec2 v_texel;
in float v_rough;

out vec4 o_color;

// Level ground has the map's own colours; slopes are lighter or darker.
float shade(vec3 normal) {
    return clamp(0.55 + 0.45 * dot(normal, u_light) / u_light.z, 0.4, 1.12);
}

// 1 on a line at every whole number, one line width wide; gone where lines would run together.
float lines_at_wholes(float at, float change) {
    float away = abs(at - round(at)) / max(change, 1e-12);
    return clamp(0.5 * u_line_width + 0.5 - away, 0.0, 1.0) *
           (1.0 - smoothstep(1.0 / 6.5, 1.0 / 4.0, change * u_line_width));
}

void main() {
    vec3 facet = normalize(cross(dFdx(v_position), dFdy(v_position)));
#if SIDES
    float turned = abs(dot(facet, normalize(u_eye - v_position)));
    o_color = vec4(u_side * mix(0.72, 1.0, turned), 1.0);
#else
    facet *= facet.z < 0.0 ? -1.0 : 1.0;
    vec3 normal = normalize(mix(v_normal, facet, v_rough));
    float lit = shade(normal);
    // From below.
    if (dot(facet, u_eye - v_position) < 0.0)
        lit *= 0.7;
    float value = v_value;
    vec2 texel = floor(v_texel);
#if NON_FINITE
    float own = fetch(ivec2(texel)).r * u_value_scale;
    if (!is_finite(own)) {
        o_color = vec4(stripes(own, gl_FragCoord.xy) * mix(1.0, lit, 0.5), 1.0);
        return;
    }
#endif
#if !LINEAR
    value = fetch(ivec2(texel)).r * u_value_scale;
#endif
    vec3 color = map_color(value);
    vec3 ink = ink_on(color);
    color = min(color * lit, vec3(1.0));
#if ISOTHERMS
    float level = v_value / u_interval;
    float change = fwidth(level);
    bool major = mod(abs(round(level)), 5.0) < 0.5;
    // None at the range's ends, where a plateau lies on the level or the surface is cut; none where a texel spans several levels: at a sudden edge.
    vec2 texels = fwidth(v_texel);
    float place = place_in_range(round(level) * u_interval);
    float inside = place > 1e-4 && place < 1.0 - 1e-4 ? 1.0 : 0.0;
    float line = inside * lines_at_wholes(level, change) * smoothstep(2e-4, 8e-4, change) *
                 (1.0 - smoothstep(1.0, 2.0, change / max(max(texels.x, texels.y), 1e-6)));
    color = mix(color, ink, line * (1.0 - v_rough) * (major ? 0.8 : 0.4));
#endif
    if (u_cell_lines) {
        vec2 change_of_texel = fwidth(v_texel);
        float grid = max(lines_at_wholes(v_texel.x, change_of_texel.x),
                         lines_at_wholes(v_texel.y, change_of_texel.y));
        color = mix(color, ink, 0.3 * grid);
    }
    o_color = vec4(color, 1.0);
#endif
}
