// Reading a field's texture. Comes behind a shader's #version line and colours.glsl.

uniform sampler2D u_field;
uniform ivec4 u_bounds;       // valid texels: first column and row, last column and row
uniform float u_value_scale;  // a power of two; values are scaled by it, as the range is
uniform float u_alternating;  // component from which a checkerboard is shown

vec4 fetch(ivec2 texel) {
    return texelFetch(u_field, clamp(texel, u_bounds.xy, u_bounds.zw), 0);
}

// Counts a neighbouring block (x) and whether it alternates about as strongly (y). One without contrast
// only looks over its rim at a block that does.
ivec2 look_at(ivec2 texel, float component) {
    if (any(lessThan(texel, u_bounds.xy)) || any(greaterThan(texel, u_bounds.zw)))
        return ivec2(0);
    vec4 block = fetch(texel) * u_value_scale;
    return ivec2(1, block.a > 0.5 * component && block.b - block.g > block.a ? 1 : 0);
}

// The mean of a block, or what a checkerboard that it would hide has on one `side`: 1 or -1. `mean` may
// have been interpolated.
float block_value(ivec2 texel, vec4 block, float mean, float side) {
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
    return clamp(middle + side * strength * component, block.g, block.b);
}
