#include "app/child_process.h"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
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

std::filesystem::path own_program() {
    std::error_code error;
    return std::filesystem::read_symlink("/proc/self/exe", error);
}

ChildProcess::ChildProcess(const std::filesystem::path& program,
                           const std::vector<std::string>& arguments)
    : out_(::memfd_create("output", MFD_CLOEXEC)), err_(::memfd_create("messages", MFD_CLOEXEC)) {
    SpawnActions actions;
    actions.discard(STDIN_FILENO);
    actions.redirect(out_, STDOUT_FILENO);
    actions.redirect(err_, STDERR_FILENO);
    std::vector<std::string> all{program.string()};
    all.insert(all.end(), arguments.begin(), arguments.end());
    const int problem = spawn(process_, program, std::move(all), actions);
    if (problem != 0) {
        ::close(out_);
        ::close(err_);
        throw std::runtime_error(program.string() +
                                 " cannot be started: " + std::strerror(problem));
    }
}

ChildProcess::~ChildProcess() {
    kill();
    int status = 0;
    if (process_ > 0)
        reap(process_, 0, status);
    ::close(out_);
    ::close(err_);
}

ChildProcess::End ChildProcess::end_of(int status) const {
    return {WIFEXITED(status) && WEXITSTATUS(status) == 0, end_text(status), content(out_),
            content(err_)};
}

void ChildProcess::kill() {
    if (process_ > 0)
        ::kill(process_, SIGKILL);
}

std::optional<ChildProcess::End> ChildProcess::poll() {
    int status = 0;
    if (reap(process_, WNOHANG, status) == 0)
        return std::nullopt;
    process_ = -1;
    return end_of(status);
}

ChildProcess::End ChildProcess::wait() {
    int status = 0;
    reap(process_, 0, status);
    process_ = -1;
    return end_of(status);
}

}  // namespace heatlab
