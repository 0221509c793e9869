#include "sim/cuda/ghost/image_cache.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <string>
#include <vector>

#include "tests/sim/test_support.h"

namespace heatlab::cuda::testing {
namespace {

using heatlab::test::TemporaryFolder;

const std::vector<unsigned char> image{0, 1, 2, 0, 255, 7, 10, 13};

TEST(Fnv1a, HasThePublishedValues) {
    // From the authors' test vectors for 64 bits.
    EXPECT_EQ(fnv1a(""), 0xcbf29ce484222325u);
    EXPECT_EQ(fnv1a("a"), 0xaf63dc4c8601ec8cu);
    EXPECT_EQ(fnv1a("foobar"), 0x85944171f73967e8u);
    EXPECT_EQ(fnv1a("bar", fnv1a("foo")), fnv1a("foobar"));
}

TEST(ImageCache, FindsWhatWasKeptUnderThatKeyAlone) {
    const TemporaryFolder folder;
    ImageCache cache(folder.path() / "not" / "yet");
    EXPECT_FALSE(cache.find("k", "key"));
    cache.keep("k", "key", image);
    EXPECT_EQ(cache.find("k", "key"), image);
    EXPECT_FALSE(cache.find("k", "key2"));
    EXPECT_FALSE(cache.find("k2", "key"));
    EXPECT_EQ(ImageCache(folder.path() / "not" / "yet").find("k", "key"), image);
    EXPECT_TRUE(cache.take_notices().empty());
}

TEST(ImageCache, WithoutAFolderKeepsNothing) {
    ImageCache cache(std::nullopt);
    cache.keep("k", "key", image);
    EXPECT_FALSE(cache.find("k", "key"));
    EXPECT_TRUE(cache.take_notices().empty());
}

/// Each byte of a file, and its length, matters.
TEST(ImageCache, SetsADamagedFileAside) {
    const TemporaryFolder folder;
    ImageCache cache(folder.path());
    const auto file = cache.file_of("k", "key");
    auto aside = file;
    aside += ".damaged";
    cache.keep("k", "key", image);
    const auto size = std::filesystem::file_size(file);
    const auto damage_and_find = [&](const auto& damage) {
        cache.keep("k", "key", image);
        damage();
        EXPECT_FALSE(cache.find("k", "key"));
        EXPECT_FALSE(std::filesystem::exists(file));
        EXPECT_TRUE(std::filesystem::exists(aside));
        const auto notices = cache.take_notices();
        ASSERT_EQ(notices.size(), 1u);
        EXPECT_NE(notices[0].find(aside.string()), std::string::npos) << notices[0];
        cache.keep("k", "key", image);
        EXPECT_EQ(cache.find("k", "key"), image);
    };
    for (std::uintmax_t i = 0; i < size; ++i) {
        damage_and_find([&] {
            std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
            stream.seekg(static_cast<std::streamoff>(i));
            const char byte = static_cast<char>(stream.get() ^ 0x20);
            stream.seekp(static_cast<std::streamoff>(i));
            stream.put(byte);
        });
    }
    for (const std::uintmax_t length : {std::uintmax_t{0}, std::uintmax_t{1}, size / 2, size - 1})
        damage_and_find([&] { std::filesystem::resize_file(file, length); });
    damage_and_find([&] { std::ofstream(file, std::ios::app) << 'x'; });
}

TEST(ImageCache, TakesAnotherKeyOfTheSameNameForNoDamage) {
    const TemporaryFolder folder;
    ImageCache cache(folder.path());
    cache.keep("k", "other", image);
    // As if both keys had one hash.
    std::filesystem::rename(cache.file_of("k", "other"), cache.file_of("k", "key"));
    EXPECT_FALSE(cache.find("k", "key"));
    EXPECT_TRUE(std::filesystem::exists(cache.file_of("k", "key")));
    EXPECT_TRUE(cache.take_notices().empty());
}

TEST(ImageCache, KeepsTheNewestOfAName) {
    const TemporaryFolder folder;
    ImageCache cache(folder.path());
    cache.keep("other", "key", image);
    cache.keep("k", "oldest", image);
    std::filesystem::last_write_time(
        cache.file_of("k", "oldest"),
        std::filesystem::file_time_type::clock::now() - std::chrono::hours(1));
    for (std::size_t i = 1; i < ImageCache::most_of_a_name; ++i)
        cache.keep("k", std::to_string(i), image);
    EXPECT_TRUE(cache.find("k", "oldest"));
    cache.keep("k", "one more", image);
    EXPECT_FALSE(cache.find("k", "oldest"));
    EXPECT_TRUE(cache.find("k", "1"));
    EXPECT_TRUE(cache.find("k", "one more"));
    EXPECT_TRUE(cache.find("other", "key"));
}

TEST(ImageCache, SetsAsideWhatDoesNotWork) {
    const TemporaryFolder folder;
    ImageCache cache(folder.path());
    cache.keep("k", "key", image);
    cache.set_aside("k", "key");
    EXPECT_FALSE(cache.find("k", "key"));
    EXPECT_EQ(cache.take_notices().size(), 1u);
}

TEST(ImageCache, SaysOnceThatItCannotWriteAndGoesOn) {
    const TemporaryFolder folder;
    // A file in the place of the folder: refused whoever asks.
    const auto place = folder.path() / "file";
    std::ofstream(place) << "x";
    ImageCache cache(place);
    cache.keep("k", "key", image);
    cache.keep("k2", "key", image);
    EXPECT_FALSE(cache.find("k", "key"));
    const auto notices = cache.take_notices();
    ASSERT_EQ(notices.size(), 1u);
    EXPECT_NE(notices[0].find(place.string()), std::string::npos) << notices[0];
    cache.keep("k3", "key", image);
    EXPECT_TRUE(cache.take_notices().empty());
}

}  // namespace
}  // namespace heatlab::cuda::testing
