# heatlab_options: what every target of ours is compiled with, and no third-party one.
#   target_link_libraries(my_target PRIVATE heatlab_options)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)

add_library(heatlab_options INTERFACE)
target_compile_features(heatlab_options INTERFACE cxx_std_20)
target_include_directories(heatlab_options INTERFACE ${PROJECT_SOURCE_DIR})
# Contraction is off everywhere: where a fused multiply-add is meant, the source says std::fma, so
# that every kernel on every backend rounds at the same places.
target_compile_options(heatlab_options INTERFACE -ffp-contract=off
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor -Woverloaded-virtual
    $<$<BOOL:${HEATLAB_WERROR}>:-Werror>)
# GCC 12 sees overlapping copies in the standard library's `"literal" + std::string` (GCC bug 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(heatlab_options INTERFACE -Wno-restrict)
endif()

find_program(HEATLAB_CCACHE ccache DOC "Compiler cache, used when present")
if(HEATLAB_CCACHE)
    foreach(language C CXX)
        if(NOT CMAKE_${language}_COMPILER_LAUNCHER)
            set(CMAKE_${language}_COMPILER_LAUNCHER ${HEATLAB_CCACHE})
        endif()
    endforeach()
endif()
