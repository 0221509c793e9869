#include "sim/ghost/cell_text.h"

#include <gtest/gtest.h>

#include <fstream>

#include "tests/sim/test_support.h"

namespace heatlab::ghost {
namespace {

using heatlab::test::TemporaryFolder;

class GhostCellText : public testing::Test {
protected:
    std::filesystem::path write(const std::string& text) const {
        const auto path = folder_.file("cells");
        std::ofstream(path, std::ios::binary) << text;
        return path;
    }
    std::string refusal(const std::string& text) const {
        try {
            read_cell_text("--power", write(text), {3, 2});
        } catch (const InputError& error) {
            return error.what();
        }
        return {};
    }

    TemporaryFolder folder_;
};

TEST_F(GhostCellText, ReadsANumberALine) {
    EXPECT_EQ(read_cell_text("--power", write("323.829814\n1e-3\n-2\n0\n4\n5\n"), {3, 2}),
              (std::vector<float>{323.829814f, 1e-3f, -2, 0, 4, 5}));
    EXPECT_EQ(read_cell_text("--power", write("1 2\t3\r\n\r\n4\r\n  5\n6"), {3, 2}),
              (std::vector<float>{1, 2, 3, 4, 5, 6}));
}

TEST_F(GhostCellText, NamesFileAndLineOfWhatDoesNotFit) {
    EXPECT_NE(refusal("1\n2\nx\n4\n5\n6\n").find("cells: line 3: \"x\" is not a finite number"),
              std::string::npos);
    for (const char* wrong : {"nan", "inf", "1,5", "1e60", "0x10", "1.5f"})
        EXPECT_NE(refusal("1\n2\n3\n4\n5\n" + std::string(wrong))
                      .find("line 6: \"" + std::string(wrong) + "\""),
                  std::string::npos)
            << wrong;
    EXPECT_LT(refusal(std::string(5000, 'x')).size(), 300u);
    EXPECT_NE(refusal("1\n2\n").find("has 2 numbers, and a grid of 3x2 needs 6"),
              std::string::npos);
    EXPECT_NE(refusal("").find("has 0 numbers"), std::string::npos);
    EXPECT_NE(
        refusal("1\n2\n3\n4\n5\n6\n7\n").find("more than 6 numbers, and a grid of 3x2 needs 6"),
        std::string::npos);
    EXPECT_THROW(read_cell_text("--power", folder_.file("missing"), {3, 2}), InputError);
    EXPECT_THROW(read_cell_text("--power", folder_.path(), {3, 2}), InputError);
}

TEST_F(GhostCellText, ReadsFilesWhoseSizeNobodyKnows) {
    EXPECT_EQ(read_number_file("--power", write("1\n2\n3\n"), 3, ""),
              (std::vector<float>{1, 2, 3}));
    EXPECT_THROW(read_number_file("--power", write("1\n2\n3\n"), 2, ""), InputError);
    EXPECT_EQ(square_grid(262'144), (GridSize{512, 512}));
    EXPECT_EQ(square_grid(1), (GridSize{1, 1}));
    for (const std::int64_t cells : {0, 2, 262'143, 262'145})
        EXPECT_FALSE(square_grid(cells)) << cells;
}

TEST_F(GhostCellText, WritesWhatReadsBackTheSame) {
    const std::vector<float> values = {0.1f, 323.829814f, 1e-30f, -0.0f, 16777216, 3.4e38f};
    write_cell_text(folder_.file("out"), values);
    EXPECT_EQ(read_cell_text("--power", folder_.file("out"), {3, 2}), values);
    write_cell_text(folder_.file("whole"), std::vector<std::int32_t>{7, -8, 2147483647});
    EXPECT_EQ(heatlab::test::read_bytes(folder_.file("whole")), "7\n-8\n2147483647\n");
}

}  // namespace
}  // namespace heatlab::ghost
