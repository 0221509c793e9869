#include "tests/app/program_fixture.h"

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <sstream>

namespace heatlab {

namespace fs = std::filesystem;

void ProgramTest::SetUp() {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::path(testing::TempDir()) /
              (std::string("heatlab-") + test->test_suite_name() + "-" + test->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
}

void ProgramTest::TearDown() {
    fs::remove_all(folder_);
}

ProgramTest::Ran ProgramTest::shell(const std::string& line) const {
    Ran result;
    fs::remove(folder_ / "err");
    FILE* pipe = popen(("cd '" + folder_.string() + "' && " + line).c_str(), "r");
    if (pipe == nullptr)
        return result;
    std::array<char, 4096> buffer{};
    while (const std::size_t read = fread(buffer.data(), 1, buffer.size(), pipe))
        result.out.append(buffer.data(), read);
    const int status = pclose(pipe);
    result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    result.err = file("err");
    return result;
}

ProgramTest::Ran ProgramTest::run(const std::string& arguments, const std::string& redirect) const {
    return shell("env -u DISPLAY -u WAYLAND_DISPLAY XDG_CONFIG_HOME='" + folder_.string() +
                 "' '" HEATLAB_PROGRAM "' " + arguments + " " + redirect);
}

std::string ProgramTest::file(const std::string& name) const {
    std::ifstream stream(folder_ / name, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

std::vector<std::string> ProgramTest::lines(const std::string& name) const {
    std::istringstream stream(file(name));
    std::vector<std::string> found;
    for (std::string line; std::getline(stream, line);)
        found.push_back(line);
    return found;
}

}  // namespace heatlab
