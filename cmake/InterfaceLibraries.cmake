# Targets for the libraries in the imgui-bundle archive; Dependencies.cmake lists them. Interface
# libraries change rarely, so each is a target of its own with its warnings off.

set(bundle ${HEATLAB_IMGUI_BUNDLE_DIR}/external)
set(imgui_dir ${bundle}/imgui/imgui)
set(test_engine_dir ${bundle}/imgui_test_engine/imgui_test_engine)
set(implot_dir ${bundle}/implot/implot)

# ---- GLFW ------------------------------------------------------------------------------------
set(GLFW_LIBRARY_TYPE STATIC CACHE INTERNAL "")
foreach(part IN ITEMS DOCS TESTS EXAMPLES)
    set(GLFW_BUILD_${part} OFF CACHE INTERNAL "")
endforeach()
set(GLFW_INSTALL OFF CACHE INTERNAL "")
set(GLFW_BUILD_X11 ON CACHE INTERNAL "")
set(GLFW_BUILD_WAYLAND ON CACHE INTERNAL "")
set(CMAKE_MESSAGE_LOG_LEVEL WARNING)
add_subdirectory(${bundle}/glfw/glfw ${CMAKE_BINARY_DIR}/third_party/glfw EXCLUDE_FROM_ALL SYSTEM)
unset(CMAKE_MESSAGE_LOG_LEVEL)
# Without this its header includes the system's <GL/gl.h>; OpenGL's names come from GLAD.
target_compile_definitions(glfw INTERFACE GLFW_INCLUDE_NONE)
add_library(heatlab::glfw ALIAS glfw)

# ---- Dear ImGui ------------------------------------------------------------------------------
add_library(heatlab_imgui_headers INTERFACE)
add_library(heatlab::imgui_headers ALIAS heatlab_imgui_headers)
target_include_directories(heatlab_imgui_headers SYSTEM INTERFACE
    ${imgui_dir} ${imgui_dir}/backends ${imgui_dir}/misc/freetype ${imgui_dir}/misc/cpp
    ${PROJECT_SOURCE_DIR}/cmake)
target_compile_definitions(heatlab_imgui_headers INTERFACE IMGUI_USER_CONFIG="imgui_config.h")

set(imgui_sources
    ${imgui_dir}/imgui.cpp
    ${imgui_dir}/imgui_demo.cpp
    ${imgui_dir}/imgui_draw.cpp
    ${imgui_dir}/imgui_stacklayout.cpp
    ${imgui_dir}/imgui_tables.cpp
    ${imgui_dir}/imgui_widgets.cpp
    ${imgui_dir}/misc/cpp/imgui_stdlib.cpp
    ${imgui_dir}/misc/freetype/imgui_freetype.cpp
    ${imgui_dir}/backends/imgui_impl_opengl3.cpp)
# The backend draws through the same loader as our own code, so it works in every context that we
# can make (X11, Wayland, EGL without a window) and does not look for a libGL of its own.
set_source_files_properties(${imgui_dir}/backends/imgui_impl_opengl3.cpp PROPERTIES
    COMPILE_OPTIONS "-include;glad/gl.h"
    COMPILE_DEFINITIONS IMGUI_IMPL_OPENGL_LOADER_CUSTOM)

# heatlab_add_imgui(NAME SOURCES...) makes heatlab::NAME. Programs and tests choose one of the two
# implementations by linking it; our libraries and ImPlot refer to neither, so all of it is linked
# as a whole, wherever it stands on the link line.
function(heatlab_add_imgui name)
    add_library(heatlab_${name}_objects STATIC EXCLUDE_FROM_ALL ${ARGN})
    target_compile_options(heatlab_${name}_objects PRIVATE -w)
    target_link_libraries(heatlab_${name}_objects
        PUBLIC heatlab::imgui_headers heatlab::glad_gl Freetype::Freetype)
    add_library(heatlab_${name} INTERFACE)
    add_library(heatlab::${name} ALIAS heatlab_${name})
    target_link_libraries(heatlab_${name} INTERFACE
        $<LINK_LIBRARY:WHOLE_ARCHIVE,heatlab_${name}_objects>)
endfunction()

heatlab_add_imgui(imgui ${imgui_sources})

file(GLOB test_engine_sources ${test_engine_dir}/imgui_test_engine/*.cpp)
heatlab_add_imgui(imgui_testable ${imgui_sources} ${test_engine_sources})
target_compile_definitions(heatlab_imgui_testable_objects PUBLIC
    HEATLAB_IMGUI_TESTABLE
    IMGUI_TEST_ENGINE_ENABLE_STD_FUNCTION=1
    IMGUI_TEST_ENGINE_ENABLE_COROUTINE_STDTHREAD_IMPL=1)
target_include_directories(heatlab_imgui_testable_objects SYSTEM PUBLIC
    ${test_engine_dir} ${test_engine_dir}/imgui_test_engine)
target_link_libraries(heatlab_imgui_testable_objects PUBLIC Threads::Threads)
add_library(heatlab::imgui_test_engine ALIAS heatlab_imgui_testable)

add_library(heatlab_imgui_glfw STATIC EXCLUDE_FROM_ALL ${imgui_dir}/backends/imgui_impl_glfw.cpp)
add_library(heatlab::imgui_glfw ALIAS heatlab_imgui_glfw)
target_compile_options(heatlab_imgui_glfw PRIVATE -w)
target_link_libraries(heatlab_imgui_glfw PUBLIC heatlab::imgui_headers heatlab::glfw)

# ---- ImPlot ----------------------------------------------------------------------------------
add_library(heatlab_implot STATIC EXCLUDE_FROM_ALL
    ${implot_dir}/implot.cpp ${implot_dir}/implot_items.cpp)
add_library(heatlab::implot ALIAS heatlab_implot)
target_compile_options(heatlab_implot PRIVATE -w)
# All of its number types instead of two would take 80 s longer to compile.
target_compile_definitions(heatlab_implot PUBLIC "IMPLOT_CUSTOM_NUMERIC_TYPES=(float)(double)")
target_include_directories(heatlab_implot SYSTEM PUBLIC ${implot_dir})
target_link_libraries(heatlab_implot PUBLIC heatlab::imgui_headers)

# ---- ImGuiColorTextEdit ----------------------------------------------------------------------
set(text_edit_dir ${bundle}/ImGuiColorTextEdit/ImGuiColorTextEdit)
add_library(heatlab_text_edit STATIC EXCLUDE_FROM_ALL ${text_edit_dir}/TextEditor.cpp)
add_library(heatlab::text_edit ALIAS heatlab_text_edit)
target_compile_options(heatlab_text_edit PRIVATE -w)
target_include_directories(heatlab_text_edit SYSTEM PUBLIC ${text_edit_dir})
target_link_libraries(heatlab_text_edit PUBLIC heatlab::imgui_headers)

# ---- MicroTeX --------------------------------------------------------------------------------
set(microtex_dir ${bundle}/imgui_microtex/MicroTeX/lib)
set(microtex_sources "")
# All of it but wrapper/, its interface for C.
foreach(folder IN ITEMS . atom box core env graphic macro otf render unimath utils)
    file(GLOB folder_sources ${microtex_dir}/${folder}/*.cpp)
    list(APPEND microtex_sources ${folder_sources})
endforeach()
add_library(heatlab_microtex STATIC EXCLUDE_FROM_ALL ${microtex_sources})
add_library(heatlab::microtex ALIAS heatlab_microtex)
# Many small files with the same large headers: together they compile in a third of the time. Four define
# macros or tables that would leak into the next file and stay alone.
set_target_properties(heatlab_microtex PROPERTIES CXX_STANDARD 17
    UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 16)
set_source_files_properties(${microtex_dir}/atom/colors_def.cpp ${microtex_dir}/macro/macro_def.cpp
    ${microtex_dir}/unimath/math_type.cpp ${microtex_dir}/unimath/uni_symbol.cpp
    PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
# It tells letters from digits by the locale en_US.UTF-8 and fails where that is not installed, but on Windows
# by the locale C, which is all that formulas need.
set_source_files_properties(${microtex_dir}/utils/utils.cpp PROPERTIES
    SKIP_UNITY_BUILD_INCLUSION ON COMPILE_DEFINITIONS __WIN32__)
target_compile_options(heatlab_microtex PRIVATE -w)
# Glyphs are named by number and drawn from the font (2), not as paths; the font is given, not looked for.
target_compile_definitions(heatlab_microtex PRIVATE GLYPH_RENDER_TYPE=2)
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/third_party/microtex/microtexconfig.h CONTENT
    "#pragma once\n#define MICROTEX_VERSION_MAJOR 1\n#define MICROTEX_VERSION_MINOR 0\n#define MICROTEX_VERSION_PATCH 0\n")
target_include_directories(heatlab_microtex SYSTEM PUBLIC
    ${microtex_dir} ${CMAKE_BINARY_DIR}/third_party/microtex)

# ---- md4c ------------------------------------------------------------------------------------
set(md4c_dir ${bundle}/imgui_rich_md/imgui_rich_md/external/md4c/src)
add_library(heatlab_md4c STATIC EXCLUDE_FROM_ALL ${md4c_dir}/md4c.c)
add_library(heatlab::md4c ALIAS heatlab_md4c)
target_compile_options(heatlab_md4c PRIVATE -w)
target_include_directories(heatlab_md4c SYSTEM PUBLIC ${md4c_dir})
