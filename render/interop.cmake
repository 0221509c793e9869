# The interop field texture: the only code that sees OpenGL and CUDA together.
add_library(heatlab_interop STATIC interop_field_texture.cpp)
add_library(heatlab::interop ALIAS heatlab_interop)
target_link_libraries(heatlab_interop
    PUBLIC heatlab_sim_cuda heatlab_render
    PRIVATE heatlab_options)
