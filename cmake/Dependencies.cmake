# Every dependency of heatlab is decided here; versions and hashes are pinned in this file alone.
# What each one is for: docs/dependencies.md.
#
# Targets for the rooms
#   heatlab::imgui_headers  Dear ImGui's headers and our configuration: all that our libraries link
#   heatlab::imgui          its implementation with the OpenGL 3 backend: the program links it
#   heatlab::imgui_testable the same with the test engine: the tests link it instead
#   heatlab::imgui_glfw     its window backend (needs heatlab::glfw, off-screen code does not)
#   heatlab::implot         ImPlot for float and double
#   heatlab::text_edit      ImGuiColorTextEdit: text with highlighting
#   heatlab::microtex       MicroTeX: sets formulas; draws nothing itself
#   heatlab::md4c           md4c: what a Markdown text consists of
#   heatlab::glfw           GLFW 3.5.1, static, X11 and Wayland
#   heatlab::glad_gl        <glad/gl.h>: OpenGL 3.3 core; nothing links libGL
#   heatlab::glad_egl       <glad/egl.h>: EGL 1.5; nothing links libEGL. Load it once without a
#                           display for the client extensions (eglGetPlatformDisplayEXT), and again
#                           with the initialised display for everything else
#   heatlab::cudart         the CUDA runtime, static; only where HEATLAB_WITH_CUDA is true
#   heatlab::cupti_headers  CUPTI's headers for tests, where they are installed
#   heatlab::kissfft        kissfft for float: <kiss_fftr.h>
#   glm::glm CLI11::CLI11 nlohmann_json::nlohmann_json tomlplusplus::tomlplusplus PNG::PNG Freetype::Freetype Threads::Threads
#   GTest::gtest GTest::gtest_main (with HEATLAB_BUILD_TESTS)
# Variables: HEATLAB_WITH_CUDA, HEATLAB_FONT_FILES

# ---- from the distribution: what the scripts install -------------------------------------------
# scripts/lib.sh reads these lists: to build and run; to test besides; for the checks of .ci/run.
set(HEATLAB_APT_PACKAGES
    g++ cmake ninja-build pkg-config python3-venv
    libglm-dev libcli11-dev nlohmann-json3-dev libtomlplusplus-dev libkissfft-dev libpng-dev
    libfreetype-dev libgtest-dev
    xorg-dev libwayland-dev libxkbcommon-dev libgl-dev libegl-dev libopengl-dev
    libgl1-mesa-dri libegl-mesa0 libglx-mesa0 fonts-inter fonts-jetbrains-mono)
set(HEATLAB_APT_TEST_PACKAGES xvfb xauth xdotool)
set(HEATLAB_APT_CI_PACKAGES git ccache clang-format-14 clang-tidy-14)

# ---- from PyPI: archives, pinned -------------------------------------------------------------
set(HEATLAB_IMGUI_BUNDLE_VERSION 1.93.0)
set(HEATLAB_IMGUI_BUNDLE_SHA256 10ad1dab8258a6787b4f07bb926b08d0efc648a7906242568c8dd778c5e719bf)
# The generator of the OpenGL loader with what it imports, and the build back end that pip asks for
# before it hands out a source archive. markupsafe has one wheel per Python: 3.10 to 3.13.
set(HEATLAB_PYTHON_PACKAGES
    "pip==24.3.1 --hash=sha256:3790624780082365f47549d032f3770eeb2b1e8bd1f7b2e02dace1afa361b4ed"
    "glad2==2.0.8 --hash=sha256:cfe84018233043554710aa747d0bf4be55015154f8bcd451765d1984bcc9d70b"
    "jinja2==3.1.6 --hash=sha256:85ece4451f492d0c13c5dd7c13a64681a86afae63a5f347908daf103ce6d2f67"
    "markupsafe==3.0.4 --hash=sha256:d1aca03ede943eb80ab3d63bb082c84b7aab85ea83bd0fd0c200260945fb49d9 --hash=sha256:6da83a088f8ef93b2d483a8232a4dbf4d69d3d8496b568a03c56becac43e1808 --hash=sha256:8e124f974786f831d6043728e38296969d3579db8896fe004682f5758e613581 --hash=sha256:434139499bb20b502ed3baa1f169e618f924a97e7a777fea1a49446d80106cf6"
    "scikit-build-core==1.1.2 --hash=sha256:7f4f959a467692db50bdd1ea7ce1507f2c7972e6023b753ee302d169bc4cec85"
    "nanobind==3.1.0 --hash=sha256:96984dbe8154ffb86e653b1b60aaeed6985c710c5e75ad0279eb87943c66292d"
    "packaging==26.4 --hash=sha256:81383611a09c1bc0b08b76e0fd5829d7c6824c65b27a6aee339da133f4233ea2"
    "pathspec==1.1.1 --hash=sha256:a00ce642f577bf7f473932318056212bc4f8bfdf53128c78bbd5af0b9b20b189")

set(HEATLAB_GL_API "gl:core=3.3")
set(HEATLAB_GL_EXTENSIONS
    GL_ARB_timer_query GL_KHR_debug GL_ARB_texture_storage GL_ARB_buffer_storage
    GL_EXT_texture_filter_anisotropic)
set(HEATLAB_EGL_API "egl=1.5")
set(HEATLAB_EGL_EXTENSIONS
    EGL_EXT_client_extensions EGL_EXT_device_base EGL_EXT_device_enumeration EGL_EXT_device_query
    EGL_EXT_device_drm EGL_EXT_device_persistent_id EGL_NV_device_cuda
    EGL_EXT_platform_base EGL_EXT_platform_device EGL_MESA_platform_surfaceless
    EGL_KHR_no_config_context EGL_KHR_surfaceless_context EGL_KHR_create_context EGL_KHR_debug)

set(HEATLAB_IMGUI_BUNDLE_DIR "" CACHE PATH
    "Unpacked source archive of imgui-bundle ${HEATLAB_IMGUI_BUNDLE_VERSION}, used instead of the download")

include(DependencyCache)
heatlab_lock_cache()
heatlab_prepare_python()
heatlab_prepare_imgui_bundle()
heatlab_generate_glad(gl "${HEATLAB_GL_API}" "${HEATLAB_GL_EXTENSIONS}")
heatlab_generate_glad(egl "${HEATLAB_EGL_API}" "${HEATLAB_EGL_EXTENSIONS}")
heatlab_unlock_cache()

# ---- from the distribution -------------------------------------------------------------------
find_package(Threads REQUIRED)
find_package(PNG REQUIRED)
find_package(Freetype REQUIRED)
find_package(glm REQUIRED)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(tomlplusplus 3 REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(HEATLAB_KISSFFT REQUIRED IMPORTED_TARGET kissfft-float)
add_library(heatlab::kissfft ALIAS PkgConfig::HEATLAB_KISSFFT)
if(HEATLAB_BUILD_TESTS)
    find_package(GTest 1.12 REQUIRED)
endif()

find_path(HEATLAB_INTER_DIR Inter-Regular.otf REQUIRED
    PATHS /usr/share/fonts/opentype/inter /usr/local/share/fonts/inter
    DOC "Folder of the Inter fonts (package fonts-inter)")
find_path(HEATLAB_JETBRAINS_MONO_DIR JetBrainsMono-Regular.ttf REQUIRED
    PATHS /usr/share/fonts/truetype/jetbrains-mono /usr/local/share/fonts/jetbrains-mono
    DOC "Folder of the JetBrains Mono fonts (package fonts-jetbrains-mono)")
set(HEATLAB_FONT_FILES
    ${HEATLAB_INTER_DIR}/Inter-Regular.otf
    ${HEATLAB_INTER_DIR}/Inter-Medium.otf
    ${HEATLAB_INTER_DIR}/Inter-SemiBold.otf
    ${HEATLAB_INTER_DIR}/InterDisplay-SemiBold.otf
    ${HEATLAB_JETBRAINS_MONO_DIR}/JetBrainsMono-Regular.ttf
    ${HEATLAB_IMGUI_BUNDLE_DIR}/bindings/imgui_bundle/assets/fonts/Font_Awesome_6_Free-Solid-900.otf
    ${HEATLAB_IMGUI_BUNDLE_DIR}/external/imgui_microtex/MicroTeX/res/firamath/FiraMath-Regular.otf
    ${HEATLAB_IMGUI_BUNDLE_DIR}/external/imgui_microtex/MicroTeX/res/firamath/FiraMath-Regular.clm1)
foreach(font IN LISTS HEATLAB_FONT_FILES)
    if(NOT EXISTS ${font})
        message(FATAL_ERROR "Font ${font} is missing")
    endif()
endforeach()

include(InterfaceLibraries)
include(CudaToolchain)
