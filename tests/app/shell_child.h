#pragma once

#include <gtest/gtest.h>
#include <sys/types.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <thread>

#include "app/child_process.h"

namespace heatlab {

/// A process that runs a script.
inline std::unique_ptr<ChildProcess> shell_child(const std::string& script) {
    return std::make_unique<ChildProcess>("/bin/sh", std::vector<std::string>{"-c", script});
}

/// The number of a process that would run for a long time, in a file of its own.
class PidFile {
public:
    PidFile() {
        std::string name = (std::filesystem::temp_directory_path() / "pid-XXXXXX").string();
        const int file = ::mkstemp(name.data());
        EXPECT_GE(file, 0);
        ::close(file);
        path_ = name;
    }
    ~PidFile() { std::filesystem::remove(path_); }
    PidFile(const PidFile&) = delete;
    PidFile& operator=(const PidFile&) = delete;

    std::string script() const { return "echo $$ >'" + path_.string() + "'; exec sleep 600"; }
    void wait_until_written() const {
        for (int i = 0; i < 2000 && number() == 0; ++i)
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        ASSERT_NE(number(), 0);
    }
    /// Whether it has not been reaped.
    bool is_alive() const { return ::kill(number(), 0) == 0; }

private:
    pid_t number() const {
        pid_t found = 0;
        std::ifstream(path_) >> found;
        return found;
    }
    std::filesystem::path path_;
};

}  // namespace heatlab
