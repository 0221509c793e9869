# Decides whether the CUDA backend is built: sets HEATLAB_WITH_CUDA, and with it HEATLAB_NVCC and the
# targets heatlab::cudart (the static runtime and its headers; libcuda is never linked) and
# heatlab::cupti_headers (where CUPTI's headers are installed; the library is opened at run time), and
# HEATLAB_WITH_SASS_METRICS (where they have those of counting in machine code).
# CMake's CUDA language stays off: host code is plain C++, kernels go through CudaKernelImage.cmake.

set(HEATLAB_CUDA_MINIMUM 12.0)
set(HEATLAB_NVCC "" CACHE FILEPATH "The CUDA compiler, where it is not to be looked for")

# Sets HEATLAB_NVCC and HEATLAB_NVCC_VERSION to the first of CUDACXX, the PATH and /usr/local/cuda/bin
# that is new enough (or to the one given as -DHEATLAB_NVCC=...), or `reason` to why there is none.
# Looked for by each configuration: a toolkit may have come or gone.
function(heatlab_look_for_nvcc)
    set(candidates ${HEATLAB_NVCC})
    if(NOT candidates)
        find_program(on_path nvcc NO_CACHE)
        set(candidates $ENV{CUDACXX} ${on_path} /usr/local/cuda/bin/nvcc)
    endif()
    set(reason "nvcc was not found")
    foreach(nvcc IN LISTS candidates)
        if(NOT EXISTS ${nvcc} OR IS_DIRECTORY ${nvcc})
            continue()
        endif()
        execute_process(COMMAND ${nvcc} --version OUTPUT_VARIABLE output ERROR_QUIET)
        if(NOT output MATCHES "release ([0-9]+\\.[0-9]+)")
            set(reason "${nvcc} does not tell its version")
        elseif(CMAKE_MATCH_1 VERSION_LESS HEATLAB_CUDA_MINIMUM)
            set(reason "nvcc ${CMAKE_MATCH_1} is older than ${HEATLAB_CUDA_MINIMUM}")
        else()
            set(HEATLAB_NVCC ${nvcc} PARENT_SCOPE)
            set(HEATLAB_NVCC_VERSION ${CMAKE_MATCH_1} PARENT_SCOPE)
            set(reason "")
            break()
        endif()
    endforeach()
    set(reason "${reason}" PARENT_SCOPE)
endfunction()

# Sets `reason` if nvcc refuses the host compiler or its installation is broken.
function(heatlab_probe_nvcc)
    set(key "${HEATLAB_NVCC} ${HEATLAB_NVCC_VERSION} ${CMAKE_CXX_COMPILER} ${CMAKE_CXX_COMPILER_VERSION}")
    if(HEATLAB_NVCC_PROBED STREQUAL key)
        return()
    endif()
    set(probe ${CMAKE_BINARY_DIR}/CMakeFiles/nvcc_probe)
    file(WRITE ${probe}.cu "__global__ void probe(float* value) { *value = 1.0f; }\n")
    execute_process(
        COMMAND ${HEATLAB_NVCC} -ccbin ${CMAKE_CXX_COMPILER} --fatbin -std=c++20
            ${probe}.cu -o ${probe}.fatbin
        RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
    if(result EQUAL 0)
        set(HEATLAB_NVCC_PROBED ${key} CACHE INTERNAL "Compilers that were seen to work together")
    else()
        file(WRITE ${probe}.log "${output}")
        set(reason "nvcc ${HEATLAB_NVCC_VERSION} does not compile with ${CMAKE_CXX_COMPILER}, "
            "see ${probe}.log")
        list(JOIN reason "" reason)
        set(reason "${reason}" PARENT_SCOPE)
    endif()
endfunction()

# Sets CMAKE_CUDA_ARCHITECTURES, unless it was given, to what this toolkit can compile for: machine
# code for the usual devices, and PTX of the oldest one, which the driver compiles for all others.
function(heatlab_choose_cuda_architectures)
    if(CMAKE_CUDA_ARCHITECTURES)
        return()
    endif()
    execute_process(COMMAND ${HEATLAB_NVCC} --list-gpu-arch OUTPUT_VARIABLE supported ERROR_QUIET)
    set(architectures 75-virtual)
    foreach(architecture IN ITEMS 75 80 86 89 90 100 120)
        if(supported MATCHES "compute_${architecture}\n")
            list(APPEND architectures ${architecture}-real)
        endif()
    endforeach()
    set(CMAKE_CUDA_ARCHITECTURES ${architectures} PARENT_SCOPE)
endfunction()

set(HEATLAB_WITH_CUDA OFF)
if(HEATLAB_CUDA STREQUAL "OFF")
    set(reason "HEATLAB_CUDA is OFF")
elseif(HEATLAB_CUDA MATCHES "^(AUTO|ON)$")
    heatlab_look_for_nvcc()
    if(NOT reason)
        heatlab_probe_nvcc()
    endif()
    if(NOT reason)
        get_filename_component(nvcc_file ${HEATLAB_NVCC} REALPATH)
        cmake_path(GET nvcc_file PARENT_PATH nvcc_bin)
        cmake_path(GET nvcc_bin PARENT_PATH CUDAToolkit_ROOT)
        find_package(CUDAToolkit ${HEATLAB_CUDA_MINIMUM} QUIET)
        if(NOT TARGET CUDA::cudart_static)
            set(reason "the toolkit of nvcc ${HEATLAB_NVCC_VERSION} has no static CUDA runtime")
        endif()
    endif()
else()
    message(FATAL_ERROR "HEATLAB_CUDA is ${HEATLAB_CUDA}; it is one of AUTO, ON, OFF")
endif()

if(reason)
    if(HEATLAB_CUDA STREQUAL "ON")
        message(FATAL_ERROR "HEATLAB_CUDA is ON, but ${reason}")
    endif()
    message(STATUS "CUDA backend: not built, ${reason}")
    return()
endif()
set(HEATLAB_WITH_CUDA ON)
heatlab_choose_cuda_architectures()
list(JOIN CMAKE_CUDA_ARCHITECTURES " " architectures)
message(STATUS "CUDA backend: nvcc ${HEATLAB_NVCC_VERSION}, architectures ${architectures}")

add_library(heatlab_cudart INTERFACE)
add_library(heatlab::cudart ALIAS heatlab_cudart)
target_link_libraries(heatlab_cudart INTERFACE CUDA::cudart_static)

find_path(HEATLAB_CUPTI_INCLUDE_DIR cupti.h
    PATHS ${CUDAToolkit_INCLUDE_DIRS} ${CUDAToolkit_ROOT}/extras/CUPTI/include
    NO_DEFAULT_PATH DOC "Folder of cupti.h")
if(HEATLAB_CUPTI_INCLUDE_DIR)
    add_library(heatlab_cupti_headers INTERFACE)
    add_library(heatlab::cupti_headers ALIAS heatlab_cupti_headers)
    target_include_directories(heatlab_cupti_headers SYSTEM INTERFACE ${HEATLAB_CUPTI_INCLUDE_DIR})
    target_link_libraries(heatlab_cupti_headers INTERFACE heatlab::cudart)
endif()
# Counting in machine code came with CUDA 12.4.
set(HEATLAB_WITH_SASS_METRICS OFF)
if(HEATLAB_CUPTI_INCLUDE_DIR AND EXISTS ${HEATLAB_CUPTI_INCLUDE_DIR}/cupti_sass_metrics.h)
    set(HEATLAB_WITH_SASS_METRICS ON)
endif()
