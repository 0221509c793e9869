# Decides whether the CUDA backend is built: sets HEATLAB_WITH_CUDA, and with it HEATLAB_NVCC and the
# targets heatlab::cudart (the static runtime and its headers; libcuda is never linked) and
# heatlab::cupti_headers (where CUPTI's headers are installed; the library is opened at run time).
# CMake's CUDA language stays off: host code is plain C++, kernels go through CudaKernelImage.cmake.

set(HEATLAB_CUDA_MINIMUM 12.0)

# Sets HEATLAB_NVCC (cached) and HEATLAB_NVCC_VERSION, or `reason` to why nvcc cannot be used.
function(heatlab_look_for_nvcc)
    set(reason "" PARENT_SCOPE)
    if(EXISTS "$ENV{CUDACXX}" AND NOT IS_DIRECTORY "$ENV{CUDACXX}")
        set(HEATLAB_NVCC $ENV{CUDACXX} CACHE FILEPATH "The CUDA compiler")
    endif()
    find_program(HEATLAB_NVCC nvcc PATHS /usr/local/cuda/bin DOC "The CUDA compiler")
    if(NOT HEATLAB_NVCC)
        # Looked for again by the next configuration: a toolkit may have been installed by then.
        unset(HEATLAB_NVCC CACHE)
        set(reason "nvcc was not found" PARENT_SCOPE)
        return()
    endif()
    execute_process(COMMAND ${HEATLAB_NVCC} --version OUTPUT_VARIABLE output ERROR_QUIET)
    if(NOT output MATCHES "release ([0-9]+\\.[0-9]+)")
        set(reason "${HEATLAB_NVCC} does not tell its version" PARENT_SCOPE)
        return()
    endif()
    set(version ${CMAKE_MATCH_1})
    set(HEATLAB_NVCC_VERSION ${version} PARENT_SCOPE)
    if(version VERSION_LESS HEATLAB_CUDA_MINIMUM)
        set(reason "nvcc ${version} is older than ${HEATLAB_CUDA_MINIMUM}" PARENT_SCOPE)
        return()
    endif()
    # nvcc may refuse the host compiler, and a broken installation shows itself here.
    set(probe ${CMAKE_BINARY_DIR}/CMakeFiles/nvcc_probe)
    set(key "${HEATLAB_NVCC} ${version} ${CMAKE_CXX_COMPILER} ${CMAKE_CXX_COMPILER_VERSION}")
    if(NOT HEATLAB_NVCC_PROBED STREQUAL key)
        file(WRITE ${probe}.cu "__global__ void probe(float* value) { *value = 1.0f; }\n")
        execute_process(
            COMMAND ${HEATLAB_NVCC} -ccbin ${CMAKE_CXX_COMPILER} --fatbin -std=c++20
                ${probe}.cu -o ${probe}.fatbin
            RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
        if(NOT result EQUAL 0)
            file(WRITE ${probe}.log "${output}")
            set(reason "nvcc ${version} does not compile with ${CMAKE_CXX_COMPILER}, see ${probe}.log"
                PARENT_SCOPE)
            return()
        endif()
        set(HEATLAB_NVCC_PROBED ${key} CACHE INTERNAL "The compilers that were seen to work together")
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
    NO_DEFAULT_PATH DOC "Folder of cupti.h, for tests")
if(HEATLAB_CUPTI_INCLUDE_DIR)
    add_library(heatlab_cupti_headers INTERFACE)
    add_library(heatlab::cupti_headers ALIAS heatlab_cupti_headers)
    target_include_directories(heatlab_cupti_headers SYSTEM INTERFACE ${HEATLAB_CUPTI_INCLUDE_DIR})
    target_link_libraries(heatlab_cupti_headers INTERFACE heatlab::cudart)
endif()
