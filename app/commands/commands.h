#pragma once

#include "app/options.h"

namespace heatlab {

inline constexpr int exit_done = 0;
inline constexpr int exit_failed = 1;
inline constexpr int exit_bad_arguments = 2;

// The subcommands. Each returns the exit code; what is asked for wrongly is thrown as InputError
// (2), what fails on the way as another exception (1). Standard output carries results alone.

int run_command(const WindowCommand& command);
int run_command(const RenderCommand& command);
int run_command(const CheckCommand& command);
int run_command(const ListCommand& command);
int run_command(const BenchCommand& command);
int run_command(const StabilityCommand& command);
int run_command(const LessonCommand& command);
int run_command(const SectorsCommand& command);
int run_command(const GhostZoneCommand& command);

}  // namespace heatlab
