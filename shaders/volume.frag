#version 330 core
// Marches through a field in space, from the eye on: what it gives off and what it lets through. With
// colours.glsl.
// LINEAR: values between the cells' middles. NON_FINITE: some may not be finite.

uniform sampler3D u_volume;
uniform vec3 u_cells;         // columns, rows, slices
uniform vec3 u_extent;        // of the box
uniform float u_value_scale;
uniform vec3 u_eye;
uniform vec3 u_corner;        // direction through the picture's first corner, and what a pixel adds
uniform vec3 u_across;
uniform vec3 u_down;
uniform float u_neutral;      // place in the range of what is not seen
uniform float u_density;      // extinction, per unit of the box's space, of what is farthest from it
uniform float u_step;         // at most
uniform int u_most_steps;

out vec4 o_color;

// Of what is left of the light behind it nothing can be seen.
const float opaque = 1.0 / 512.0;

float extinction(float value) {
    float t = clamp(place_in_range(value), 0.0, 1.0);
    float away = abs(t - u_neutral) / max(u_neutral, 1.0 - u_neutral);
    return u_density * away * away;
}

// Where along the ray the samples of a pixel lie within their steps: differently from pixel to pixel, so
// that no rings are seen. (Interleaved gradient noise; Jimenez, SIGGRAPH 2014.)
float offset_of(vec2 pixel) {
    return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715))));
}

void main() {
    vec3 way = normalize(u_corner + gl_FragCoord.x * u_across + gl_FragCoord.y * u_down);
    vec3 inverse = 1.0 / (way + vec3(equal(way, vec3(0.0))) * 1e-9);
    vec3 a = (-0.5 * u_extent - u_eye) * inverse;
    vec3 b = (0.5 * u_extent - u_eye) * inverse;
    vec3 enters = min(a, b);
    vec3 leaves = max(a, b);
    float begin = max(max(enters.x, enters.y), max(enters.z, 0.0));
    float end = min(leaves.x, min(leaves.y, leaves.z));
    if (end <= begin)
        discard;
    int steps = clamp(int(ceil((end - begin) / u_step)), 1, u_most_steps);
    float size = (end - begin) / float(steps);
    float at = begin + size * offset_of(floor(gl_FragCoord.xy));
    vec3 light = vec3(0.0);
    float left = 1.0;
    for (int i = 0; i < steps; ++i) {
        // Rows count downwards, slices away from the front.
        vec3 part = vec3(1.0, -1.0, 1.0) * ((u_eye + at * way) / u_extent).xzy + 0.5;
        at += size;
#if LINEAR && !NON_FINITE
        float value = texture(u_volume, part).r * u_value_scale;
#else
        ivec3 cell = ivec3(clamp(floor(part * u_cells), vec3(0.0), u_cells - 1.0));
        float value = texelFetch(u_volume, cell, 0).r * u_value_scale;
#endif
#if NON_FINITE
        if (!is_finite(value)) {
            light += left * stripes(value, gl_FragCoord.xy);
            left = 0.0;
            break;
        }
#if LINEAR
        float between = texture(u_volume, part).r * u_value_scale;
        value = is_finite(between) ? between : value;
#endif
#endif
        float through = exp(-extinction(value) * size);
        light += left * (1.0 - through) * map_color(value);
        left *= through;
        if (left < opaque) {
            left = 0.0;
            break;
        }
    }
    o_color = vec4(light, 1.0 - left);  // premultiplied
}
