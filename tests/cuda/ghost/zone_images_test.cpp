#include "sim/cuda/ghost/zone_images.h"

#include <gtest/gtest.h>

#include <fstream>

#include "sim/cuda/ghost/offered_zones.h"
#include "sim/cuda/kernel_images.h"
#include "sim/errors.h"
#include "tests/cuda/environment_variable.h"
#include "tests/sim/test_support.h"

namespace heatlab::ghost::testing {
namespace {

using heatlab::test::TemporaryFolder;
using heatlab::testing::EnvironmentVariable;
using Origin = ZoneImage::Origin;

constexpr int any_major = 99;

/// Skips the tests that compile where there is no NVRTC. None of them needs a device.
class ZoneImagesTest : public ::testing::Test {
protected:
    void need_compiler() const {
        ZoneImages here(90, any_major, folder_.path());
        if (const std::string reason = here.limitation(); !reason.empty())
            GTEST_SKIP() << reason;
    }

    TemporaryFolder folder_;
    const Application& application_ = find_application("heat2d");
    const Zone zone_{{32, 32}, 3};
};

TEST_F(ZoneImagesTest, KeepsWhatTheDriverTook) {
    need_compiler();
    if (IsSkipped())
        return;
    ZoneImages first(90, any_major, folder_.path());
    const ZoneImage made = first.image(application_, zone_);
    EXPECT_EQ(made.origin, Origin::compiled);
    EXPECT_FALSE(std::filesystem::exists(first.file_of(application_, zone_)));
    first.accept(application_, zone_, made);

    ZoneImages second(90, any_major, folder_.path());
    const ZoneImage kept = second.image(application_, zone_);
    EXPECT_EQ(kept.origin, Origin::kept);
    EXPECT_TRUE(std::ranges::equal(kept.bytes(), made.bytes()));
    // Another device, another k: not that image.
    ZoneImages older(80, any_major, folder_.path());
    EXPECT_EQ(older.image(application_, zone_).origin, Origin::compiled);
    EXPECT_EQ(second.image(application_, {{32, 32}, 4}).origin, Origin::compiled);
    EXPECT_TRUE(second.take_notices().empty());
}

TEST_F(ZoneImagesTest, MakesADamagedImageAnew) {
    need_compiler();
    if (IsSkipped())
        return;
    ZoneImages images(90, any_major, folder_.path());
    const ZoneImage made = images.image(application_, zone_);
    images.accept(application_, zone_, made);
    std::ofstream(images.file_of(application_, zone_), std::ios::app) << "more";
    const ZoneImage again = images.image(application_, zone_);
    EXPECT_EQ(again.origin, Origin::compiled);
    EXPECT_TRUE(std::ranges::equal(again.bytes(), made.bytes()));
    EXPECT_EQ(images.take_notices().size(), 1u);
}

TEST_F(ZoneImagesTest, AKeptImageThatTheDriverRefusesIsMadeAnewThenTheBuiltInOneServes) {
    need_compiler();
    if (IsSkipped())
        return;
    ZoneImages images(90, any_major, folder_.path());
    const Zone built_in{{32, 32}, 2};
    images.accept(application_, built_in, images.image(application_, built_in));
    const ZoneImage kept = images.image(application_, built_in);
    ASSERT_EQ(kept.origin, Origin::kept);
    images.refuse(application_, built_in, kept, "no kernel image");
    const ZoneImage anew = images.image(application_, built_in);
    EXPECT_EQ(anew.origin, Origin::compiled);
    EXPECT_EQ(images.limitation(), "");

    images.refuse(application_, built_in, anew, "no kernel image");
    EXPECT_NE(images.limitation().find("no kernel image"), std::string::npos);
    EXPECT_EQ(images.image(application_, built_in).origin, Origin::built_in);
    EXPECT_THROW(images.image(application_, zone_), InputError);
    // Of several that were compiled at a time the others are refused too.
    images.refuse(application_, built_in, anew, "again");
    EXPECT_NE(images.limitation().find("no kernel image"), std::string::npos);
}

TEST_F(ZoneImagesTest, WithoutNvrtcOffersWhatIsBuiltInAndSaysWhy) {
    const EnvironmentVariable none("HEATLAB_NVRTC", "/no/such/libnvrtc.so");
    ZoneImages images(90, any_major, folder_.path());
    EXPECT_NE(images.limitation().find("/no/such/libnvrtc.so"), std::string::npos);
    for (const Application& application : application_table()) {
        for (const OfferedTile& offered : offered_tiles(application.dimensions)) {
            const auto steps = images.offered_steps(application, offered.tile);
            EXPECT_TRUE(std::ranges::equal(steps, offered.built_in_steps));
            for (const int k : steps) {
                const ZoneImage image = images.image(application, {offered.tile, k});
                EXPECT_EQ(image.origin, Origin::built_in);
                EXPECT_EQ(
                    image.bytes().data(),
                    cuda::find_kernel_image("zone_" + std::string(application.file)).bytes.data());
            }
        }
    }
    try {
        images.image(application_, zone_);
        FAIL();
    } catch (const InputError& problem) {
        EXPECT_EQ(problem.argument(), "--k");
        EXPECT_NE(std::string(problem.what()).find("3: one of 1, 2, 4, 8 ("), std::string::npos)
            << problem.what();
    }
}

TEST_F(ZoneImagesTest, WithNvrtcOffersEveryK) {
    need_compiler();
    if (IsSkipped())
        return;
    ZoneImages images(90, any_major, std::nullopt);
    for (const Application& application : application_table()) {
        for (const OfferedTile& offered : offered_tiles(application.dimensions)) {
            const auto steps = images.offered_steps(application, offered.tile);
            ASSERT_EQ(steps.size(), static_cast<std::size_t>(offered.most_steps));
            for (std::size_t i = 0; i < steps.size(); ++i)
                EXPECT_EQ(steps[i], static_cast<int>(i) + 1);
        }
    }
    EXPECT_THROW(images.offered_steps(application_, {48, 48}), InputError);
}

}  // namespace
}  // namespace heatlab::ghost::testing
