#version 330 core
// A slice through a field in space, at right angles to one of its axes.

uniform vec3 u_cells;     // columns, rows, slices
uniform vec3 u_extent;    // of the box
uniform mat4 u_matrix;
uniform int u_axis;       // that it is at right angles to
uniform ivec3 u_at;       // the cell through whose middle each of the three goes

out vec3 v_cell;          // continuous: the middle of the first cell is 0.5

void main() {
    vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
    int across = (u_axis + 1) % 3;
    int up = (u_axis + 2) % 3;
    v_cell[u_axis] = float(u_at[u_axis]) + 0.5;
    v_cell[across] = corner.x * u_cells[across];
    v_cell[up] = corner.y * u_cells[up];
    // Rows count downwards, slices away from the front.
    vec3 part = v_cell / u_cells - 0.5;
    vec3 position = u_extent * vec3(part.x, part.z, -part.y);
    gl_Position = u_matrix * vec4(position, 1.0);
}
