#version 330 core
// A field as a surface: a vertex a texel, at its middle, and a rim of half a texel round them, so that the
// outermost texels (the walls) are as wide as the others and a single cell has an extent. No vertex holds
// data: all is read from the field's texture. With colours.glsl and cells.glsl.
// NON_FINITE: some values may not be finite.
// SIDES: the four sides instead, from the rim down to the floor.

uniform ivec2 u_texels;     // across, down
uniform vec4 u_cells;       // columns and rows that the texture covers: first column, first row, extent
uniform vec2 u_grid;        // columns, rows
uniform float u_block;      // cells a texel and axis
uniform vec3 u_extent;      // of the box
uniform float u_plinth;     // part of the height below the range
uniform mat4 u_matrix;

out vec3 v_position;        // in the box
out vec3 v_normal;
out float v_value;          // scaled; of the neighbours' where the texel has none that is finite
out vec2 v_texel;           // continuous
out float v_rough;          // 1 where the surface bends within a texel, so that it has no one slope there

float own_value(ivec2 texel) {
    return fetch(texel).r * u_value_scale;
}

// What is not finite has no height: the infinities stand at the range's ends, NaN between its neighbours.
float finite_value(ivec2 texel) {
    float value = own_value(texel);
#if NON_FINITE
    if (is_finite(value))
        return value;
    if (!is_nan(value))
        return value > 0.0 ? u_range.y : u_range.x;
    float sum = 0.0;
    float count = 0.0;
    for (int side = 0; side < 4; ++side) {
        ivec2 way = ivec2(side == 0 ? 1 : side == 1 ? -1 : 0, side == 2 ? 1 : side == 3 ? -1 : 0);
        float beside = own_value(texel + way);
        if (is_finite(beside)) {
            sum += beside;
            count += 1.0;
        }
    }
    value = count > 0.0 ? sum / count : 0.5 * (u_range.x + u_range.y);
#endif
    return value;
}

// Above the middle of the box. The range is all of its height: what lies outside is cut there.
float height_of(float value) {
    float t = clamp(place_in_range(value), 0.0, 1.0);
    return u_extent.z * (u_plinth + (1.0 - u_plinth) * t - 0.5);
}

// Along one axis: texels 0 to count + 1, of which the first and the last are the rim.
float cell_position(int index, int count, float first, float extent) {
    float begin = min(float(clamp(index - 1, 0, count - 1)) * u_block, extent);
    float end = min(begin + u_block, extent);
    float at = index == 0 ? 0.0 : index == count + 1 ? extent : 0.5 * (begin + end);
    return first + at;
}

float texel_position(int index, int count) {
    return index == 0 ? 0.0 : index == count + 1 ? float(count) : float(index) - 0.5;
}

// Of the k-th vertex round the rim.
ivec2 on_rim(int k) {
    ivec2 last = u_texels + 1;
    if (k < last.x)
        return ivec2(k, 0);
    k -= last.x;
    if (k < last.y)
        return ivec2(last.x, k);
    k -= last.y;
    if (k < last.x)
        return ivec2(last.x - k, last.y);
    return ivec2(0, last.y - (k - last.x));
}

void main() {
    int across = u_texels.x + 2;
    ivec2 index = ivec2(gl_VertexID % across, gl_VertexID / across);
    bool floor_level = false;
#if SIDES
    index = on_rim((gl_VertexID / 2) % (2 * (u_texels.x + u_texels.y + 2)));
    floor_level = (gl_VertexID & 1) == 1;
#endif
    ivec2 texel = clamp(index - 1, ivec2(0), u_texels - 1);
    vec2 cell = vec2(cell_position(index.x, u_texels.x, u_cells.x, u_cells.z),
                     cell_position(index.y, u_texels.y, u_cells.y, u_cells.w));
    v_texel = vec2(texel_position(index.x, u_texels.x), texel_position(index.y, u_texels.y));
    v_value = finite_value(texel);
    float here = height_of(v_value);
    v_position = vec3(u_extent.xy * (cell / u_grid - 0.5) * vec2(1.0, -1.0),
                      floor_level ? -0.5 * u_extent.z : here);
    v_normal = vec3(0.0, 0.0, 1.0);
    v_rough = 0.0;
#if !SIDES
    vec4 around = vec4(height_of(finite_value(texel - ivec2(1, 0))), height_of(finite_value(texel + ivec2(1, 0))),
                       height_of(finite_value(texel - ivec2(0, 1))), height_of(finite_value(texel + ivec2(0, 1))));
    vec2 rise = vec2(around.y - around.x, around.z - around.w);
    vec2 step = u_extent.xy * u_block / u_grid;
    v_normal = normalize(vec3(-rise / (2.0 * step), 1.0));
    float bend = max(abs(around.x + around.y - 2.0 * here), abs(around.z + around.w - 2.0 * here));
    v_rough = smoothstep(0.7, 1.4, bend / (max(abs(rise.x), abs(rise.y)) + 0.02 * u_extent.z));
#endif
    gl_Position = u_matrix * vec4(v_position, 1.0);
}
