// Compile-time configuration of Dear ImGui, given to every file by IMGUI_USER_CONFIG. The layout of
// its structures is the same for the program and for the tests: only the library itself is compiled
// a second time with HEATLAB_IMGUI_TESTABLE.
#pragma once

#define IMGUI_DISABLE_OBSOLETE_FUNCTIONS
#define IMGUI_DISABLE_DEMO_WINDOWS
#define IMGUI_DEFINE_MATH_OPERATORS
#define IMGUI_ENABLE_FREETYPE

#ifdef HEATLAB_IMGUI_TESTABLE
#include <cstdio>
#include <cstdlib>
#define IMGUI_ENABLE_TEST_ENGINE
// Misuse of the interface library ends a test, in every build type.
#define IM_ASSERT(expression)                                                              \
    ((expression) ? static_cast<void>(0)                                                   \
                  : (std::fprintf(stderr, "%s:%d: imgui assertion failed: %s\n", __FILE__, \
                                  __LINE__, #expression),                                  \
                     std::abort()))
#endif
