#include "app/child_process.h"

#include <gtest/gtest.h>

#include <chrono>
#include <stdexcept>
#include <thread>

#include "tests/app/shell_child.h"

namespace heatlab {
namespace {

TEST(ChildProcess, KeepsWhatItSaysAndHowItEnds) {
    const auto child = shell_child("echo to out; echo to err >&2");
    const ChildProcess::End end = child->wait();
    EXPECT_TRUE(end.done);
    EXPECT_EQ(end.how, "exit code 0");
    EXPECT_EQ(end.out, "to out\n");
    EXPECT_EQ(end.err, "to err\n");
    const ChildProcess::End failed = shell_child("echo as it has to; exit 3")->wait();
    EXPECT_FALSE(failed.done);
    EXPECT_EQ(failed.how, "exit code 3");
    EXPECT_EQ(failed.out, "as it has to\n");
}

TEST(ChildProcess, KeepsMoreThanAPipeHolds) {
    const ChildProcess::End end = shell_child("head -c 300000 /dev/zero | tr '\\0' x")->wait();
    EXPECT_TRUE(end.done);
    EXPECT_EQ(end.out, std::string(300'000, 'x'));
}

TEST(ChildProcess, ReadsNothing) {
    EXPECT_EQ(shell_child("wc -c")->wait().out, "0\n");
}

TEST(ChildProcess, IsAskedWithoutWaiting) {
    const auto child = shell_child("sleep 0.2; echo late");
    EXPECT_FALSE(child->poll());
    std::optional<ChildProcess::End> end;
    while (!(end = child->poll()))
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    EXPECT_EQ(end->out, "late\n");
}

TEST(ChildProcess, IsKilledEvenWhereItWouldNotEnd) {
    const auto child = shell_child("trap '' TERM; while :; do sleep 1; done");
    child->kill();
    const ChildProcess::End end = child->wait();
    EXPECT_FALSE(end.done);
    EXPECT_EQ(end.how, "ended by Killed");
    child->kill();  // nobody is left
}

TEST(ChildProcess, EndsWithItsOwner) {
    const PidFile file;
    auto child = shell_child(file.script());
    file.wait_until_written();
    EXPECT_TRUE(file.is_alive());
    child.reset();
    EXPECT_FALSE(file.is_alive());
}

TEST(ChildProcess, SaysWhatCannotBeStarted) {
    try {
        const ChildProcess child("/nonesuch/program", {});
        FAIL() << "it started";
    } catch (const std::runtime_error& problem) {
        EXPECT_STREQ(problem.what(),
                     "/nonesuch/program cannot be started: No such file or directory");
    }
}

TEST(ChildProcess, ThisProgramOnceMoreIsTheTestProgram) {
    ChildProcess lists(own_program(), {"--gtest_list_tests", "--gtest_filter=ChildProcess.*"});
    EXPECT_NE(lists.wait().out.find("ThisProgramOnceMoreIsTheTestProgram"), std::string::npos);
}

}  // namespace
}  // namespace heatlab
