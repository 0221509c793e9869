#include "sim/io/output_file.h"

#include <csignal>
#include <stdexcept>

#include <sys/resource.h>
#include <sys/stat.h>

#include "tests/sim/test_support.h"

namespace heatlab {
namespace {

using test::read_bytes;
using test::TemporaryFolder;
using test::write_bytes;

void replace(const std::filesystem::path& path, const std::string& text) {
    OutputFile file(path);
    EXPECT_TRUE(file.write(text.data(), text.size()));
    file.commit();
}

std::string words(const std::filesystem::path& path) {
    try {
        OutputFile file(path);
        file.write("text", 4);
        file.commit();
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return "";
}

std::ptrdiff_t entries(const TemporaryFolder& folder) {
    return std::distance(std::filesystem::directory_iterator(folder.path()), {});
}

TEST(OutputFile, TakesItsNameWhenItIsComplete) {
    const TemporaryFolder folder;
    const auto path = folder.file("a.txt");
    write_bytes(path, "before");
    {
        OutputFile file(path);
        EXPECT_TRUE(file.write("new", 3));
        EXPECT_EQ(read_bytes(path), "before");
        EXPECT_EQ(entries(folder), 2);
    }
    EXPECT_EQ(read_bytes(path), "before") << "not committed";
    EXPECT_EQ(entries(folder), 1);
    replace(path, "new");
    EXPECT_EQ(read_bytes(path), "new");
    EXPECT_EQ(entries(folder), 1);
}

TEST(OutputFile, KeepsThePermissionsOfWhatItReplaces) {
    const TemporaryFolder folder;
    const auto path = folder.file("a.txt");
    write_bytes(path, "before");
    for (const mode_t mode : {0600, 0640, 0664}) {
        ASSERT_EQ(::chmod(path.c_str(), mode), 0);
        replace(path, "new");
        struct stat found {};
        ASSERT_EQ(::stat(path.c_str(), &found), 0);
        EXPECT_EQ(found.st_mode & 07777, mode);
    }
}

TEST(OutputFile, FollowsLinks) {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder.file("inner"));
    write_bytes(folder.file("inner/real.txt"), "before");
    std::filesystem::create_symlink("real.txt", folder.file("inner/second"));
    std::filesystem::create_symlink("inner/second", folder.file("first"));
    replace(folder.file("first"), "new");
    EXPECT_TRUE(std::filesystem::is_symlink(folder.file("first")));
    EXPECT_TRUE(std::filesystem::is_symlink(folder.file("inner/second")));
    EXPECT_EQ(read_bytes(folder.file("inner/real.txt")), "new");
    // One that leads to nothing yet.
    std::filesystem::create_symlink(folder.file("inner/later.txt"), folder.file("dangling"));
    replace(folder.file("dangling"), "made");
    EXPECT_TRUE(std::filesystem::is_symlink(folder.file("dangling")));
    EXPECT_EQ(read_bytes(folder.file("inner/later.txt")), "made");
    std::filesystem::create_symlink("circle", folder.file("circle"));
    EXPECT_NE(words(folder.file("circle")).find("circle cannot be written: Too many levels"),
              std::string::npos);
}

TEST(OutputFile, SaysWhyItCannotWrite) {
    const TemporaryFolder folder;
    EXPECT_NE(words(folder.file("none/a.txt")).find("none/a.txt cannot be written: No such"),
              std::string::npos);
    EXPECT_NE(words(folder.path()).find("cannot be written: Is a directory"), std::string::npos);
    EXPECT_NE(words("/dev/full").find("/dev/full cannot be written: No space"), std::string::npos);
    EXPECT_EQ(words("/dev/null"), "");
    EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST(OutputFile, AFullDiskKeepsTheOldFile) {
    const TemporaryFolder folder;
    const auto path = folder.file("a.txt");
    write_bytes(path, "before");
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
    auto* const handler = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{4096, before.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
    std::string refused;
    bool first = true;
    bool later = true;
    try {
        OutputFile file(path);
        const std::string much(10'000, 'x');
        first = file.write(much.data(), much.size());
        later = file.write("y", 1);
        file.commit();
    } catch (const std::runtime_error& error) {
        refused = error.what();
    }
    ::setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
    EXPECT_FALSE(first);
    EXPECT_FALSE(later) << "a part was left out";
    EXPECT_NE(refused.find("File too large"), std::string::npos) << refused;
    EXPECT_EQ(read_bytes(path), "before");
    EXPECT_EQ(entries(folder), 1);
}

TEST(OutputFile, PassesByWhatAnEarlierProcessLeft) {
    const TemporaryFolder folder;
    const auto path = folder.file("a.txt");
    write_bytes(path.string() + ".partial-" + std::to_string(::getpid()), "left");
    replace(path, "new");
    EXPECT_EQ(read_bytes(path), "new");
    EXPECT_EQ(entries(folder), 2);
}

}  // namespace
}  // namespace heatlab
