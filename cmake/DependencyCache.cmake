# Fetches what comes from PyPI into a cache outside the source tree, shared by all build folders:
#   ${XDG_CACHE_HOME:-~/.cache}/heatlab/deps, or HEATLAB_CACHE_DIR
# Every entry is made under a temporary name and renamed when complete, and its name carries the
# version or a hash of what it was made from; a lock keeps two configure runs apart.

if(DEFINED ENV{XDG_CACHE_HOME} AND NOT "$ENV{XDG_CACHE_HOME}" STREQUAL "")
    set(heatlab_default_cache "$ENV{XDG_CACHE_HOME}/heatlab/deps")
else()
    set(heatlab_default_cache "$ENV{HOME}/.cache/heatlab/deps")
endif()
set(HEATLAB_CACHE_DIR ${heatlab_default_cache} CACHE PATH "Where downloaded dependencies are kept")

# One configure run at a time looks into the cache and fills it.
function(heatlab_lock_cache)
    file(MAKE_DIRECTORY ${HEATLAB_CACHE_DIR})
    file(LOCK ${HEATLAB_CACHE_DIR} DIRECTORY GUARD PROCESS TIMEOUT 900)
endfunction()

function(heatlab_unlock_cache)
    file(LOCK ${HEATLAB_CACHE_DIR} DIRECTORY RELEASE)
endfunction()

# Runs a command; when it fails, says what was being done and ends with the command's own words.
function(heatlab_run_or_stop purpose)
    execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output
        ERROR_VARIABLE output)
    if(NOT result EQUAL 0)
        message(FATAL_ERROR "${purpose} failed (${result}):\n${output}")
    endif()
endfunction()

# Sets HEATLAB_PYTHON to the interpreter of a virtual environment that holds exactly
# HEATLAB_PYTHON_PACKAGES.
function(heatlab_prepare_python)
    find_package(Python3 3.10 REQUIRED COMPONENTS Interpreter)
    list(JOIN HEATLAB_PYTHON_PACKAGES "\n" requirements)
    string(SHA256 key "${requirements} ${Python3_EXECUTABLE} ${Python3_VERSION}")
    string(SUBSTRING ${key} 0 12 key)
    set(environment ${HEATLAB_CACHE_DIR}/python-${key})
    if(NOT EXISTS ${environment}/complete)
        message(STATUS "Fetching the Python packages that generate the OpenGL loader")
        file(REMOVE_RECURSE ${environment})
        heatlab_run_or_stop("Making a Python environment (package python3-venv)"
            ${Python3_EXECUTABLE} -m venv ${environment})
        file(WRITE ${environment}/requirements.txt "${requirements}\n")
        heatlab_run_or_stop("Fetching the pinned Python packages"
            ${environment}/bin/python -m pip install --quiet --disable-pip-version-check
            --require-hashes --no-deps --only-binary :all: -r ${environment}/requirements.txt)
        file(TOUCH ${environment}/complete)
    endif()
    set(HEATLAB_PYTHON ${environment}/bin/python PARENT_SCOPE)
endfunction()

# Sets HEATLAB_IMGUI_BUNDLE_DIR, unless it was given, to the unpacked archive.
function(heatlab_prepare_imgui_bundle)
    set(probe external/imgui/imgui/imgui.h)
    if(HEATLAB_IMGUI_BUNDLE_DIR)
        if(NOT EXISTS ${HEATLAB_IMGUI_BUNDLE_DIR}/${probe})
            message(FATAL_ERROR "HEATLAB_IMGUI_BUNDLE_DIR is ${HEATLAB_IMGUI_BUNDLE_DIR}, "
                "which has no ${probe}: give the unpacked source archive of imgui-bundle "
                "${HEATLAB_IMGUI_BUNDLE_VERSION}")
        endif()
        return()
    endif()
    set(name imgui_bundle-${HEATLAB_IMGUI_BUNDLE_VERSION})
    string(SUBSTRING ${HEATLAB_IMGUI_BUNDLE_SHA256} 0 12 key)
    set(unpacked ${HEATLAB_CACHE_DIR}/${name}-${key})
    if(NOT EXISTS ${unpacked}/complete)
        message(STATUS "Fetching imgui-bundle ${HEATLAB_IMGUI_BUNDLE_VERSION} (54 MB)")
        set(work ${HEATLAB_CACHE_DIR}/work)
        file(REMOVE_RECURSE ${work} ${unpacked})
        file(WRITE ${work}/requirements.txt
            "imgui-bundle==${HEATLAB_IMGUI_BUNDLE_VERSION} --hash=sha256:${HEATLAB_IMGUI_BUNDLE_SHA256}\n")
        # pip asks the archive's build back end for its metadata: the pinned one, and no other.
        heatlab_run_or_stop("Fetching imgui-bundle ${HEATLAB_IMGUI_BUNDLE_VERSION}"
            ${HEATLAB_PYTHON} -m pip download --quiet --disable-pip-version-check --no-deps
            --no-build-isolation --require-hashes --no-binary imgui-bundle --dest ${work}
            -r ${work}/requirements.txt)
        file(SHA256 ${work}/${name}.tar.gz hash)
        if(NOT hash STREQUAL HEATLAB_IMGUI_BUNDLE_SHA256)
            message(FATAL_ERROR "${name}.tar.gz has SHA256 ${hash}, "
                "expected ${HEATLAB_IMGUI_BUNDLE_SHA256}")
        endif()
        file(ARCHIVE_EXTRACT INPUT ${work}/${name}.tar.gz DESTINATION ${work})
        file(TOUCH ${work}/${name}/complete)
        file(RENAME ${work}/${name} ${unpacked})
        file(REMOVE_RECURSE ${work})
    endif()
    set(HEATLAB_IMGUI_BUNDLE_DIR ${unpacked} PARENT_SCOPE)
endfunction()

# heatlab_generate_glad(gl|egl API EXTENSIONS) makes the static library heatlab::glad_gl|glad_egl.
function(heatlab_generate_glad kind api extensions)
    list(JOIN extensions "," extension_list)
    set(arguments --api ${api} --extensions ${extension_list} --reproducible c --loader)
    string(SHA256 key "${arguments} ${HEATLAB_PYTHON}")
    string(SUBSTRING ${key} 0 12 key)
    set(generated ${HEATLAB_CACHE_DIR}/glad-${kind}-${key})
    if(NOT EXISTS ${generated}/complete)
        message(STATUS "Generating the loader for ${api}")
        file(REMOVE_RECURSE ${generated})
        heatlab_run_or_stop("Generating the loader for ${api}"
            ${HEATLAB_PYTHON} -m glad --quiet --out-path ${generated} ${arguments})
        file(TOUCH ${generated}/complete)
    endif()
    add_library(heatlab_glad_${kind} STATIC EXCLUDE_FROM_ALL ${generated}/src/${kind}.c)
    add_library(heatlab::glad_${kind} ALIAS heatlab_glad_${kind})
    target_compile_options(heatlab_glad_${kind} PRIVATE -w)
    target_include_directories(heatlab_glad_${kind} SYSTEM PUBLIC ${generated}/include)
    target_link_libraries(heatlab_glad_${kind} PUBLIC ${CMAKE_DL_LIBS})
endfunction()
