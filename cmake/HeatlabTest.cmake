include(GoogleTest)

# heatlab_add_test(NAME SOURCES file... [LIBRARIES target...] [LABELS label...] [TIMEOUT seconds]
#                  [SERIAL])
# One GoogleTest program whose tests are each known to ctest as NAME.Suite.Test. Labels in use: unit,
# gl (off-screen OpenGL, software is enough), ui, window (needs Xvfb or a display), gpu (skips
# itself where there is no CUDA device). SERIAL tests never run beside another one.
# A program without a single test fails: its test NAME.has_tests says so.
function(heatlab_add_test name)
    cmake_parse_arguments(PARSE_ARGV 1 test "SERIAL" "TIMEOUT" "SOURCES;LIBRARIES;LABELS")
    if(NOT test_SOURCES OR test_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "heatlab_add_test(${name}): SOURCES are missing or an argument is "
            "unknown: ${test_UNPARSED_ARGUMENTS}")
    endif()
    if(NOT test_TIMEOUT)
        set(test_TIMEOUT 120)
    endif()
    if(NOT test_LABELS)
        set(test_LABELS unit)
    endif()
    add_executable(${name} ${test_SOURCES})
    target_link_libraries(${name} PRIVATE heatlab_options ${test_LIBRARIES} GTest::gtest_main)
    add_dependencies(${name} heatlab_share)
    set(properties LABELS "${test_LABELS}" TIMEOUT ${test_TIMEOUT})
    if(test_SERIAL)
        list(APPEND properties RUN_SERIAL TRUE)
    endif()
    gtest_discover_tests(${name} TEST_PREFIX ${name}. DISCOVERY_MODE PRE_TEST
        DISCOVERY_TIMEOUT 60 PROPERTIES ${properties})
    add_test(NAME ${name}.has_tests COMMAND ${name} --gtest_list_tests)
    set_tests_properties(${name}.has_tests PROPERTIES PASS_REGULAR_EXPRESSION "\n  [^ ]"
        LABELS "${test_LABELS}" TIMEOUT 60)
endfunction()
