# heatlab_header_checks compiles every header of ours alone and twice in one file: each includes what
# it needs and guards itself. Not part of the default build; .ci/run builds it.

file(GLOB_RECURSE checked_headers CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}
    ${PROJECT_SOURCE_DIR}/sim/*.h ${PROJECT_SOURCE_DIR}/render/*.h ${PROJECT_SOURCE_DIR}/app/*.h)
if(NOT HEATLAB_WITH_CUDA)
    list(FILTER checked_headers EXCLUDE REGEX "^sim/cuda/|interop")
endif()

set(check_sources "")
foreach(header IN LISTS checked_headers)
    string(REGEX REPLACE "[/.]" "_" name ${header})
    set(check_source ${CMAKE_BINARY_DIR}/header_checks/${name}.cpp)
    file(CONFIGURE OUTPUT ${check_source} CONTENT "#include \"${header}\"\n#include \"${header}\"\n")
    list(APPEND check_sources ${check_source})
endforeach()
if(check_sources)
    add_library(heatlab_header_checks OBJECT EXCLUDE_FROM_ALL ${check_sources})
    target_link_libraries(heatlab_header_checks PRIVATE heatlab_options heatlab::glad_egl
        heatlab::imgui_headers heatlab::implot heatlab::text_edit nlohmann_json::nlohmann_json CLI11::CLI11)
    target_compile_options(heatlab_header_checks PRIVATE -O0)
    # As for one of the copies that sim/cpu compiles for each instruction set and type.
    target_compile_definitions(heatlab_header_checks PRIVATE HEATLAB_ISA=header_check
        HEATLAB_REAL=float)
    foreach(room IN ITEMS sim sim_cuda render interop app ui)
        if(TARGET heatlab_${room})
            target_link_libraries(heatlab_header_checks PRIVATE heatlab_${room})
        endif()
    endforeach()
endif()
