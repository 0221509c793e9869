// Lessons as files: what is read, and what is refused with file, line and key.

#include "app/lesson/lesson_file.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "app/lesson/claim_text.h"
#include "app/lesson/lesson_library.h"
#include "app/lesson/lesson_state.h"
#include "app/lesson/written_number.h"
#include "sim/errors.h"

namespace heatlab {
namespace {

namespace fs = std::filesystem;

const std::string front = "+++\ntitle = \"A\"\nsentence = \"B\"\n+++\n";

class LessonFile : public testing::Test {
protected:
    static fs::path write(const std::string& text, const std::string& name = "mine.md") {
        const auto* test = testing::UnitTest::GetInstance()->current_test_info();
        const fs::path folder =
            fs::path(testing::TempDir()) / (std::string("heatlab-lessons-") + test->name());
        fs::create_directories(folder);
        std::ofstream(folder / name) << text;
        return folder / name;
    }
    static std::string refusal(const std::string& text) {
        try {
            read_lesson(write(text));
        } catch (const InputError& problem) {
            return problem.what();
        }
        return "taken";
    }
    /// A lesson of one step with this block.
    static std::string with_block(const std::string& block) {
        return front + "## One\nText.\n```step\n" + block + "\n```\n";
    }
};

TEST_F(LessonFile, IsReadWithItsParts) {
    const Lesson lesson = read_lesson(fs::path(HEATLAB_TEST_DATA) / "checkerboard.md");
    EXPECT_EQ(lesson.name, "checkerboard");
    EXPECT_EQ(lesson.minutes, 5);
    ASSERT_EQ(lesson.steps.size(), 4u);
    const LessonStep& first = lesson.steps[0];
    EXPECT_EQ(first.title, "A step is an average");
    ASSERT_EQ(first.text.size(), 4u);
    EXPECT_EQ(first.text[0].kind, LessonBlock::Kind::paragraph);
    ASSERT_EQ(first.text[0].spans.size(), 3u);
    EXPECT_EQ(first.text[0].spans[1].kind, LessonSpan::Kind::formula);
    EXPECT_EQ(first.text[0].spans[1].text, "m = 1 - 4r");
    EXPECT_EQ(first.text[1].kind, LessonBlock::Kind::formula);
    EXPECT_EQ(first.text[1].spans[0].text, "u' = r\\,(N + E + S + W) + m\\,u");
    EXPECT_EQ(first.text[2].kind, LessonBlock::Kind::item);
    EXPECT_TRUE(first.text[2].spans.back().strong);
    EXPECT_EQ(plain_text(first.notes), "Ask for the sum of all five weights before going on.\n");
    EXPECT_EQ(first.action.point, (std::vector<std::string>{"r", "badge"}));
    EXPECT_TRUE(first.action.names("--grid"));
    ASSERT_EQ(first.action.claims.size(), 1u);
    EXPECT_EQ(first.action.claims[0].value, 0.2);
    EXPECT_NEAR(first.action.claims[0].tolerance, 0.05, 1e-6);

    ASSERT_TRUE(lesson.steps[1].question);
    EXPECT_EQ(lesson.steps[1].question->action.run, true);
    EXPECT_EQ(lesson.steps[1].action.claims[0].value, -0.04);
    const LessonBlock& table = lesson.steps[2].text[0];
    ASSERT_EQ(table.kind, LessonBlock::Kind::table);
    ASSERT_EQ(table.rows.size(), 3u);
    EXPECT_EQ(plain_text(table.rows[2][2]), "432");
    EXPECT_FALSE(lesson.steps[3].action.does_something());
}

TEST_F(LessonFile, KeepsCodeAndNumberedListsAsTheyAre) {
    const Lesson lesson = read_lesson(
        write(front + "## One\n\n```c\nif (i < n)\n    a[i] = 0;\n```\n\n3. three\n4. *four*\n"));
    const LessonText& text = lesson.steps[0].text;
    ASSERT_EQ(text.size(), 3u);
    EXPECT_EQ(text[0].kind, LessonBlock::Kind::code);
    EXPECT_EQ(text[0].spans[0].text, "if (i < n)\n    a[i] = 0;");
    EXPECT_EQ(text[1].marker, "3.");
    EXPECT_EQ(text[2].marker, "4.");
    EXPECT_TRUE(text[2].spans[0].emphasis);
}

TEST_F(LessonFile, IsRefusedWithFileLineAndKey) {
    struct Case {
        std::string text;
        std::string where;
        std::string what;
    };
    const std::string claim = "[[claim]]\ntext = \"Text\"\n";
    const std::vector<Case> cases{
        {"## One\n", "1", "begins with a line +++"},
        {"+++\ntitle = \"A\"\n", "1", "that ends title and sentence is missing"},
        {"+++\ntitle = \n+++\n## One\nText\n", "2", ""},
        {"+++\nsentence = \"B\"\n+++\n## One\nText\n", "1", "\"title\" is missing"},
        {"+++\ntitle = \"A\"\nsentence = \"B\"\ncolour = 1\n+++\n", "4", "\"colour\" is not known"},
        {"+++\ntitle = \"A\"\nsentence = \"B\"\nminutes = 0\n+++\n", "4", "\"minutes\": a whole"},
        {front, "1", "one step at least"},
        {front + "Text\n", "5", "begins with a heading ##"},
        {front + "# One\nText\n", "5", "heading \"One\""},
        {front + "## One\n", "5", "\"One\": it has no text"},
        {front + "## One\n> note\n", "5", "\"One\": it has no text"},
        {front + "## One\nText\n### Answer\nYes\n", "7", "heading \"Answer\""},
        {front + "## One\nText\n### Question\nWhy?\n", "5", "its question has no answer"},
        {front + "## One\nText\n### Question\n### Answer\nYes\n", "5", "question has no text"},
        {front + "## One\nText\n```answer\n```\n", "7", "stands behind ### Answer"},
        {front + "## One\nText\n```step\nrun = true\n```\n```step\nrun = true\n```\n", "10",
         "already, in line 8"},
        {front + "## One\n![x](y.png)\n", "", "a picture is not drawn"},
        {front + "## One\n[x](y)\n", "", "a link leads nowhere"},
        {front + "## One\na <b>c</b>\n", "6", "HTML is not drawn"},
        {with_block("speed = 1"), "8", "\"speed\" is not known"},
        {with_block("run = 1"), "8", "\"run\": true or false"},
        {with_block("point = [\"rr\"]"), "8", "\"rr\": the points are"},
        {with_block("point = 3"), "8", "\"point\": texts in brackets"},
        {with_block("show = \"tab\""), "8", "\"tab\": one of physics"},
        {with_block("control = \"q\""), "8", "\"q\": one of r"},
        {with_block("wrong = \"all\""), "8", "\"all\": one of"},
        {with_block("show = \"compare\""), "8", "says which views there are"},
        {with_block("point = [\"cell 700,3\"]\n[state]\ngrid = 64"), "8", "outside of the grid"},
        {with_block("[state]\nspeed = 3"), "9", "\"speed\" is no option"},
        {with_block("[state]\nr = 2.5"), "9", "--r 2.5"},
        {with_block("[state]\nbackend = \"cpu\""), "9", "is chosen where heatlab is started"},
        {with_block("[state]\npreset = \"plug\""), "9", "\"preset\" is no option"},
        {with_block("state = 3"), "8", "a table [state]"},
        {with_block("run = true\n[state]\nsteps = 5"), "8", "only one can be named"},
        {with_block("[state]\nboundary = \"periodic\"\nwalls = \"1,1,1,1\""), "8",
         "no side is fixed"},
        {with_block("[[claim]]\ntext = \"1.5\"\nmeasure = \"max_abs\""), "8",
         "\"1.5\" does not stand in step \"One\""},
        {front + "## One\nIt is 11.08.\n```step\n[[claim]]\ntext = \"1.08\"\n"
                 "measure = \"max_abs\"\n```\n",
         "8", "\"1.08\" does not stand in step \"One\""},
        {front + "## It is 1.0\n8 of them.\n```step\n[[claim]]\ntext = \"1.08\"\n"
                 "measure = \"max_abs\"\n```\n",
         "8", "\"1.08\" does not stand in step"},
        {front + "## 7\nText\n```step\n[state]\nkernel = \"copy\"\n[[claim]]\ntext = \"7\"\n"
                 "measure = \"max_abs\"\nsteps = 10\n```\n",
         "10", "max_abs: follows the steps of a run, and the kernel copy takes none"},
        {with_block("wrong = \"in_place\"\n[state]\ntype = \"float64\""), "8",
         "wrong in_place: is shown with cells of float32, and here they are float64"},
        {front + "## 7\nText\n```step\n[state]\ntype = \"float64\"\n[[claim]]\ntext = \"7\"\n"
                 "measure = \"steps_per_launch resident\"\n```\n",
         "10", "the kernel resident does not exist with them"},
        {with_block(claim + "measure = \"heat\""), "10", "\"heat\": the measures are"},
        {with_block(claim + "measure = \"tile_loads best\""), "10", "the measures are"},
        {with_block(claim + "measure = \"mean\""), "9", "no number is written here"},
        {with_block(claim + "measure = \"mean\"\nvalue = 1"), "11", "a tolerance goes with it"},
        {with_block(claim + "measure = \"mean\"\nsteps = -1"), "11", "\"steps\": a whole number"},
        {with_block(claim + "measure = \"mean\"\nunit = \"K\""), "11", "\"unit\" is not known"},
    };
    for (const Case& wrong : cases) {
        const std::string refused = refusal(wrong.text);
        EXPECT_NE(refused.find("mine.md:" + wrong.where), std::string::npos) << wrong.what << "\n"
                                                                             << refused;
        EXPECT_NE(refused.find(wrong.what), std::string::npos) << refused;
    }
}

TEST_F(LessonFile, MayNameAFileBesideItAloneToStartFrom) {
    const fs::path file = write(with_block("[state]\nfile = \"start.npy\""));
    const Settings settings = lesson_state(read_lesson(file), Settings{}, {0, false}).settings;
    EXPECT_EQ(settings.init.name, "file");
    EXPECT_EQ(settings.init.file, file.parent_path() / "start.npy");
}

TEST_F(LessonFile, LibraryOrdersHidesAndTellsWhatIsWrong) {
    const fs::path shipped = write(front + "## One\nText\n", "b.md").parent_path();
    write("+++\ntitle = \"First\"\nsentence = \"B\"\norder = 1\n+++\n## One\nText\n", "z.md");
    const fs::path own = shipped / "own";
    fs::create_directories(own);
    std::ofstream(own / "b.md") << "+++\ntitle = \"Mine\"\nsentence = \"B\"\n+++\n## One\nText\n";
    std::ofstream(own / "wrong.md") << "nothing";
    const LessonLibrary library({shipped, own, "/nonexistent"});
    ASSERT_EQ(library.lessons().size(), 2u);
    EXPECT_EQ(library.lessons()[0]->title, "First");
    EXPECT_EQ(library.lessons()[1]->title, "Mine");
    ASSERT_EQ(library.problems().size(), 1u);
    EXPECT_EQ(library.problems()[0].find((own / "wrong.md").string() + ":1: "), 0u);
    EXPECT_EQ(library.find((own / "b.md").string())->title, "Mine");
    EXPECT_THROW(library.find("wrong"), InputError);
    EXPECT_THROW(library.find("none"), InputError);
    EXPECT_EQ(find_lesson_step(library, "z:1").second, 0u);
    EXPECT_THROW(find_lesson_step(library, "z:2"), InputError);
    EXPECT_THROW(find_lesson_step(library, "z:one"), InputError);
}

TEST(WrittenNumber, ReadsWhatATextWrites) {
    const auto reads = [](const char* text, double value, double half_unit) {
        const std::optional<WrittenNumber> number = read_written_number(text);
        ASSERT_TRUE(number) << text;
        EXPECT_DOUBLE_EQ(number->value, value) << text;
        EXPECT_NEAR(number->half_unit, half_unit, half_unit * 1e-5) << text;
    };
    reads("0.26", 0.26, 0.005);
    reads("\u22120.040", -0.04, 0.0005);
    reads("16\u2009384", 16384, 0.5);
    reads("4.8316e9", 4.8316e9, 5e4);
    reads("4.83 \u00d7 10\u2079", 4.83e9, 5e6);
    reads("8.5 \\times 10^{37}", 8.5e37, 5e35);
    reads("1.2 \u00d7 10\u207b\u2075", 1.2e-5, 5e-7);
    reads("1/4", 0.25, 0.25e-6);
    for (const char* text : {"", "r", "1/0", "0.26 s", "1..2", "a/4"})
        EXPECT_FALSE(read_written_number(text)) << text;
}

struct Standing {
    const char* claim;
    const char* text;
    bool stands;
};

TEST(ClaimText, StandsAsAWholeOrNotAtAll) {
    const Standing cases[] = {
        // What a text writes around a number.
        {"1.08", "1.08", true},
        {"1.08", "By 1.08, its sign flipping. By 1.08.", true},
        {"1.08", "(1.08)", true},
        {"1.08", "\u201c1.08\u201d", true},
        {"8", "1 \u2212 8 r", true},
        {"8", "1\u22128 is \u22127", true},  // taken from another number
        {"4", "(a)\u22124", true},
        {"\u22120.04", "now \u22120.04, and", true},
        {"1/4", "at 1/4.", true},
        {"16\u2009384", "a side of 16\u2009384 cells", true},
        {"16", "16 384 with a plain space are two numbers", true},
        {"4", "4 \u00d7 10 cells", true},
        {"256", "340 / 256 = 1.33", true},
        {"4.83 \u00d7 10\u2079", "is 4.83 \u00d7 10\u2079.", true},
        {"16", "16 MiB, or 16\u2009%", true},
        {"five", "reads five cells", true},
        {"32 \u00d7 8", "a block of 32 \u00d7 8 threads", true},
        // A later place counts as well as the first.
        {"1.08", "11.08 is not 1.08", true},
        // Parts of another number.
        {"1.08", "11.08", false},
        {"1.08", "1.081", false},
        {"08", "1.08", false},
        {"1", "1.08", false},
        {"1", "1,08", false},
        {"384", "16\u2009384", false},
        {"16", "16\u202f384", false},
        {"16", "16\\,384", false},
        {"1", "1/4", false},
        {"4", "1/4", false},
        {"0.04", "\u22120.04", false},
        {"0.04", "now -0.04", false},
        {"4.83", "4.83 \u00d7 10\u2079", false},
        {"4.83", "4.83 \\times 10^{9}", false},
        {"4.83", "4.83e9", false},
        {"10", "10\u2079", false},
        {"10", "10^9", false},
        {"9", "10^9", false},
        {"9", "10^{9}", false},
        {"9", "10^{-9}", false},
        {"2", "256\u00b2 and u_2 and u_{2}", false},
        {"256", "256\u00b2", false},
        // Parts of a word.
        {"200", "H200", false},
        {"4", "4r", false},
        {"4", "4\u03b1", false},
        {"five", "fivefold", false},
        {"five", "\u03b1five", false},
        {"", "anything", false},
        {"1.08", "", false},
    };
    for (const Standing& each : cases)
        EXPECT_EQ(stands_in(each.claim, each.text), each.stands)
            << each.claim << " in " << each.text;
}

}  // namespace
}  // namespace heatlab
