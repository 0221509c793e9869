#pragma once

#include <spawn.h>
#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

namespace heatlab {

/// File descriptors and streams of a program to start.
class SpawnActions {
public:
    SpawnActions() { posix_spawn_file_actions_init(&actions_); }
    ~SpawnActions() { posix_spawn_file_actions_destroy(&actions_); }
    SpawnActions(const SpawnActions&) = delete;
    SpawnActions& operator=(const SpawnActions&) = delete;

    void redirect(int from, int to) { posix_spawn_file_actions_adddup2(&actions_, from, to); }
    /// Nothing is read from the stream, and what is written to it is gone.
    void discard(int stream);
    const posix_spawn_file_actions_t* get() const { return &actions_; }

private:
    posix_spawn_file_actions_t actions_{};
};

/// Starts `program` with this process's environment; the first argument is its name for itself.
/// Returns 0, or an error number.
int spawn(pid_t& process, const std::filesystem::path& program, std::vector<std::string> arguments,
          const SpawnActions& actions);

/// How a process ended, by its wait status: "exit code 3", "ended by Killed".
std::string end_text(int status);

}  // namespace heatlab
