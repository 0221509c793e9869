# Gathers what the program loads at run time in ${CMAKE_BINARY_DIR}/share/heatlab: fonts/, shaders/
# and assets/. A file that changes is copied again by the next build. HEATLAB_FONT_FILES comes from
# Dependencies.cmake.

set(HEATLAB_SHARE_DIR ${CMAKE_BINARY_DIR}/share/heatlab)

function(heatlab_share_file source relative_target)
    set(target ${HEATLAB_SHARE_DIR}/${relative_target})
    add_custom_command(OUTPUT ${target}
        COMMAND ${CMAKE_COMMAND} -E copy ${source} ${target}
        DEPENDS ${source}
        COMMENT "Copying ${relative_target}"
        VERBATIM)
    set_property(GLOBAL APPEND PROPERTY HEATLAB_SHARE_FILES ${target})
endfunction()

foreach(font IN LISTS HEATLAB_FONT_FILES)
    get_filename_component(font_name ${font} NAME)
    heatlab_share_file(${font} fonts/${font_name})
endforeach()
foreach(folder IN ITEMS shaders assets)
    file(GLOB_RECURSE shared_files CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}
        ${PROJECT_SOURCE_DIR}/${folder}/*)
    foreach(shared_file IN LISTS shared_files)
        heatlab_share_file(${PROJECT_SOURCE_DIR}/${shared_file} ${shared_file})
    endforeach()
endforeach()

get_property(share_files GLOBAL PROPERTY HEATLAB_SHARE_FILES)
add_custom_target(heatlab_share ALL DEPENDS ${share_files})
install(DIRECTORY ${HEATLAB_SHARE_DIR} DESTINATION share)
