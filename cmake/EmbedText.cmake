# heatlab_embed_texts(TARGET SOURCE NAME TEXT...)
#
# Writes NAME.inc, which TARGET's file SOURCE includes: for each TEXT, "backend kernel file" with the file relative
# to the project's root, one line HEATLAB_TEXT(backend, kernel, "file", characters). The characters are the file's
# bytes, and it is read again whenever it changes.
#
# The second half of this file is run as a script, by the build.

if(NOT CMAKE_SCRIPT_MODE_FILE)
    set(HEATLAB_EMBED_TEXT_SCRIPT ${CMAKE_CURRENT_LIST_FILE})

    function(heatlab_embed_texts target source name)
        set(folder ${CMAKE_CURRENT_BINARY_DIR}/texts)
        set(files "")
        foreach(text IN LISTS ARGN)
            separate_arguments(text)
            list(GET text 2 file)
            list(APPEND files ${PROJECT_SOURCE_DIR}/${file})
        endforeach()
        # The list itself is an input too: a kernel that is added or taken away.
        list(JOIN ARGN "\n" list)
        file(CONFIGURE OUTPUT ${folder}/${name}.list CONTENT "${list}\n")
        add_custom_command(OUTPUT ${folder}/${name}.inc
            COMMAND ${CMAKE_COMMAND} -D ROOT=${PROJECT_SOURCE_DIR} -D LIST=${folder}/${name}.list
                -D OUTPUT=${folder}/${name}.inc -P ${HEATLAB_EMBED_TEXT_SCRIPT}
            DEPENDS ${files} ${folder}/${name}.list ${HEATLAB_EMBED_TEXT_SCRIPT}
            COMMENT "Embedding ${name}"
            VERBATIM)
        target_sources(${target} PRIVATE ${folder}/${name}.inc)
        # Of this file alone: a path in the build folder would keep a compiler's cache from all others.
        set_source_files_properties(${source} PROPERTIES INCLUDE_DIRECTORIES ${folder})
    endfunction()
    return()
endif()

file(STRINGS ${LIST} texts)
set(lines "")
foreach(text IN LISTS texts)
    separate_arguments(text)
    list(GET text 0 backend)
    list(GET text 1 kernel)
    list(GET text 2 file)
    file(READ ${ROOT}/${file} bytes HEX)
    string(REGEX REPLACE "(..)" "'\\\\x\\1'," bytes "${bytes}")
    string(APPEND lines "HEATLAB_TEXT(${backend}, ${kernel}, \"${file}\", ${bytes})\n")
endforeach()
file(WRITE ${OUTPUT} "${lines}")
