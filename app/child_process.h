#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace heatlab {

/// The file of this program: to start it once more, for what a process can do only once.
std::filesystem::path own_program();

/// Another process, which reads nothing; what it writes is kept in memory.
class ChildProcess {
public:
    struct End {
        bool done = false;  ///< exit code 0
        std::string how;    ///< "exit code 1", "ended by Killed"
        std::string out;
        std::string err;
    };

    /// Throws std::runtime_error where it cannot be started.
    ChildProcess(const std::filesystem::path& program, const std::vector<std::string>& arguments);
    /// Ends it, if it still runs, and waits until it has ended.
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    /// None while it runs; does not wait. Once it has ended, not to be called again.
    std::optional<End> poll();
    End wait();
    /// Ends it, without waiting for that: `poll` tells. It gets no chance to finish anything.
    void kill();

private:
    End end_of(int status) const;

    pid_t process_ = -1;
    int out_ = -1;
    int err_ = -1;
};

}  // namespace heatlab
