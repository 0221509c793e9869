#include "app/own_process.h"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include "app/spawn.h"

namespace heatlab {
namespace {

std::string content(int file) {
    std::string text;
    std::array<char, 4096> piece{};
    off_t at = 0;
    for (ssize_t count = 0; (count = ::pread(file, piece.data(), piece.size(), at)) > 0;
         at += count)
        text.append(piece.data(), static_cast<std::size_t>(count));
    return text;
}

int reap(pid_t process, int flags, int& status) {
    int result = 0;
    do
        result = ::waitpid(process, &status, flags);
    while (result < 0 && errno == EINTR);
    return result;
}

}  // namespace

OwnProcess::OwnProcess(const std::vector<std::string>& arguments)
    : out_(::memfd_create("output", MFD_CLOEXEC)), err_(::memfd_create("messages", MFD_CLOEXEC)) {
    SpawnActions actions;
    actions.discard(STDIN_FILENO);
    actions.redirect(out_, STDOUT_FILENO);
    actions.redirect(err_, STDERR_FILENO);
    std::error_code error;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
    std::vector<std::string> all{program.string()};
    all.insert(all.end(), arguments.begin(), arguments.end());
    const int problem = spawn(process_, program, std::move(all), actions);
    if (problem != 0) {
        ::close(out_);
        ::close(err_);
        throw std::runtime_error("the program cannot be started once more: " +
                                 std::string(std::strerror(problem)));
    }
}

OwnProcess::~OwnProcess() {
    if (process_ > 0) {
        ::kill(process_, SIGTERM);
        int status = 0;
        reap(process_, 0, status);
    }
    ::close(out_);
    ::close(err_);
}

OwnProcess::End OwnProcess::end_of(int status) const {
    return {WIFEXITED(status) && WEXITSTATUS(status) == 0, end_text(status), content(out_),
            content(err_)};
}

std::optional<OwnProcess::End> OwnProcess::poll() {
    int status = 0;
    if (reap(process_, WNOHANG, status) == 0)
        return std::nullopt;
    process_ = -1;
    return end_of(status);
}

OwnProcess::End OwnProcess::wait() {
    int status = 0;
    reap(process_, 0, status);
    process_ = -1;
    return end_of(status);
}

}  // namespace heatlab
