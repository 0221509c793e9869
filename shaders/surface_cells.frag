#version 330 core
// One value for each block of cells, to be a surface's vertex: its mean, or, where that would hide a
// checkerboard, its extremes in turn. With colours.glsl and cells.glsl.

out vec4 o_value;

void main() {
    ivec2 texel = ivec2(gl_FragCoord.xy);
    vec4 block = fetch(texel) * u_value_scale;
    float value = block.r;
    if (is_finite(value))
        value = block_value(texel, block, value, ((texel.x + texel.y) & 1) == 0 ? 1.0 : -1.0);
    o_value = vec4(value, 0.0, 0.0, 1.0);
}
