#include "app/spawn.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>

namespace heatlab {

void SpawnActions::discard(int stream) {
    posix_spawn_file_actions_addopen(&actions_, stream, "/dev/null",
                                     stream == STDIN_FILENO ? O_RDONLY : O_WRONLY, 0);
}

int spawn(pid_t& process, const std::filesystem::path& program, std::vector<std::string> arguments,
          const SpawnActions& actions) {
    std::vector<char*> pointers;
    for (std::string& argument : arguments)
        pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    return ::posix_spawn(&process, program.c_str(), actions.get(), nullptr, pointers.data(),
                         environ);
}

std::string end_text(int status) {
    return WIFSIGNALED(status) ? std::string("ended by ") + strsignal(WTERMSIG(status))
                               : "exit code " + std::to_string(WEXITSTATUS(status));
}

}  // namespace heatlab
