// `heatlab sectors` as a shell sees it, on a machine whose CUDA devices are hidden.

#include <gtest/gtest.h>

#include <filesystem>

#include "tests/app/program_fixture.h"

namespace heatlab {
namespace {

class SectorsProgram : public ProgramTest {
protected:
    Ran run(const std::string& arguments) const {
        return shell("CUDA_VISIBLE_DEVICES= '" HEATLAB_PROGRAM "' sectors " + arguments + " 2>err");
    }
};

TEST_F(SectorsProgram, SaysThatThereIsNoDevice) {
    const Ran ran = run("--json counted.json --folder results");
    EXPECT_EQ(ran.exit_code, 1);
    EXPECT_EQ(ran.out, "");
    EXPECT_NE(ran.err.find("sectors are counted on a CUDA device: "), std::string::npos) << ran.err;
    EXPECT_FALSE(std::filesystem::exists(folder_ / "counted.json"));
    EXPECT_FALSE(std::filesystem::exists(folder_ / "results"));
}

TEST_F(SectorsProgram, RefusesBeforeItLooksForOne) {
    const Ran kernel = run("--kernel nonesuch");
    EXPECT_EQ(kernel.exit_code, 2);
    EXPECT_NE(kernel.err.find("the kernels on cuda are copy, global"), std::string::npos)
        << kernel.err;
    const Ran file = run("--json missing/counted.json");
    EXPECT_EQ(file.exit_code, 2);
    EXPECT_NE(file.err.find("--json"), std::string::npos) << file.err;
}

}  // namespace
}  // namespace heatlab
