#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

namespace heatlab {

/// This program once more, in a process of its own, with other arguments: for what a process can do
/// only once. What it writes is kept in memory.
class OwnProcess {
public:
    struct End {
        bool done = false;  ///< exit code 0
        std::string how;    ///< "exit code 1", "ended by Killed"
        std::string out;
        std::string err;
    };

    /// Throws std::runtime_error where it cannot be started.
    explicit OwnProcess(const std::vector<std::string>& arguments);
    /// Ends it, if it still runs.
    ~OwnProcess();
    OwnProcess(const OwnProcess&) = delete;
    OwnProcess& operator=(const OwnProcess&) = delete;

    /// None while it runs; does not wait. Once it has ended, not to be called again.
    std::optional<End> poll();
    End wait();

private:
    End end_of(int status) const;

    pid_t process_ = -1;
    int out_ = -1;
    int err_ = -1;
};

}  // namespace heatlab
