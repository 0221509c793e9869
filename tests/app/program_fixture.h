#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace heatlab {

/// Runs the program itself, as a shell does, in a folder of the test's own.
class ProgramTest : public testing::Test {
protected:
    struct Ran {
        int exit_code = -1;
        std::string out;
        std::string err;  ///< empty where it was redirected elsewhere
    };

    void SetUp() override;
    void TearDown() override;

    /// A command line in that folder; what it writes to the file "err" becomes `err`.
    Ran shell(const std::string& line) const;
    /// The program without a display; `redirect`: of standard error.
    Ran run(const std::string& arguments, const std::string& redirect = "2>err") const;
    /// The content of a file in the folder; empty where there is none.
    std::string file(const std::string& name) const;
    std::vector<std::string> lines(const std::string& name) const;

    std::filesystem::path folder_;
};

}  // namespace heatlab
