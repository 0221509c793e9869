# heatlab_add_kernel_image(TARGET NAME SOURCE.cu [EXTRA_FLAGS flag...])
#
# Compiles SOURCE.cu to a fatbin for CMAKE_CUDA_ARCHITECTURES and embeds it in TARGET, whose sources
# then see it through <heatlab_image_NAME.h>:
#   extern "C" const unsigned char heatlab_image_NAME[];
#   extern "C" const std::size_t heatlab_image_NAME_size;  // bytes
# Flags that numbers depend on: denormals flushed, no contraction, exact division and square root.

function(heatlab_cuda_gencode_flags variable)
    set(flags "")
    foreach(entry IN LISTS CMAKE_CUDA_ARCHITECTURES)
        if(NOT entry MATCHES "^([0-9]+[af]?)(-real|-virtual)?$")
            message(FATAL_ERROR "CMAKE_CUDA_ARCHITECTURES holds \"${entry}\"; "
                "an entry is a number such as 90, 90-real or 90-virtual")
        endif()
        set(number ${CMAKE_MATCH_1})
        set(kind "${CMAKE_MATCH_2}")
        if(NOT kind STREQUAL "-virtual")
            list(APPEND flags -gencode arch=compute_${number},code=sm_${number})
        endif()
        if(NOT kind STREQUAL "-real")
            list(APPEND flags -gencode arch=compute_${number},code=compute_${number})
        endif()
    endforeach()
    set(${variable} ${flags} PARENT_SCOPE)
endfunction()

function(heatlab_add_kernel_image target name source)
    cmake_parse_arguments(PARSE_ARGV 3 image "" "" "EXTRA_FLAGS")
    if(image_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR
            "heatlab_add_kernel_image(${name}): unknown arguments ${image_UNPARSED_ARGUMENTS}")
    endif()
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE)
    set(folder ${CMAKE_CURRENT_BINARY_DIR}/kernel_images)
    set(image ${folder}/${name}.fatbin)
    heatlab_cuda_gencode_flags(gencode)
    # nvcc does not escape spaces in the name of a depfile's target: a relative one has none.
    cmake_path(RELATIVE_PATH image BASE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR} OUTPUT_VARIABLE dep_target)
    add_custom_command(OUTPUT ${image}
        COMMAND ${HEATLAB_NVCC} -ccbin ${CMAKE_CXX_COMPILER} --fatbin -std=c++20 -O3
            -ftz=true -fmad=false -prec-div=true -prec-sqrt=true -Werror all-warnings
            -I ${PROJECT_SOURCE_DIR} ${gencode} ${image_EXTRA_FLAGS}
            -MD -MF ${image}.d -MT ${dep_target} ${source} -o ${image}
        DEPENDS ${source} ${HEATLAB_NVCC}
        DEPFILE ${image}.d
        COMMENT "Compiling CUDA kernels ${name}"
        VERBATIM)

    file(CONFIGURE OUTPUT ${folder}/heatlab_image_${name}.h @ONLY CONTENT
"#pragma once

#include <cstddef>

extern \"C\" const unsigned char heatlab_image_@name@[];
extern \"C\" const std::size_t heatlab_image_@name@_size;
")
    # The assembler copies the bytes; as an array in C++ source they would take seconds to compile.
    file(CONFIGURE OUTPUT ${folder}/heatlab_image_${name}.cpp @ONLY CONTENT
"asm(R\"(
    .section .rodata
    .balign 16
    .global heatlab_image_@name@
    .type heatlab_image_@name@, @object
heatlab_image_@name@:
    .incbin \"@image@\"
heatlab_image_@name@_end:
    .size heatlab_image_@name@, heatlab_image_@name@_end - heatlab_image_@name@
    .balign 8
    .global heatlab_image_@name@_size
    .type heatlab_image_@name@_size, @object
heatlab_image_@name@_size:
    .quad heatlab_image_@name@_end - heatlab_image_@name@
    .size heatlab_image_@name@_size, 8
    .text
)\");
")
    set_source_files_properties(${folder}/heatlab_image_${name}.cpp PROPERTIES
        OBJECT_DEPENDS ${image})
    target_sources(${target} PRIVATE ${folder}/heatlab_image_${name}.cpp)
    target_include_directories(${target} PRIVATE ${folder})
endfunction()
