#include <gtest/gtest.h>

#include <variant>

#include "render/egl_context.h"
#include "render/graphics_error.h"
#include "render/interop_field_texture.h"
#include "tests/cuda/cuda_test_fixture.h"

namespace heatlab::testing {
namespace {

/// Off-screen OpenGL on the CUDA device; skips where either is missing.
class InteropTest : public CudaTest {
protected:
    void SetUp() override {
        CudaTest::SetUp();
        if (IsSkipped()) {
            return;
        }
        try {
            context_ = EglContext::create(
                {.preference = EglPreference::hardware, .device_index = {}, .cuda_device = 0});
        } catch (const GraphicsError& problem) {
            GTEST_SKIP() << problem.what();
        }
    }

    static std::unique_ptr<InteropFieldTexture> shared_texture(GridSize grid) {
        auto result = InteropFieldTexture::create(grid, 0);
        if (const auto* refusal = std::get_if<InteropRefusal>(&result)) {
            ADD_FAILURE() << refusal->reason << "; " << refusal->remedy;
            return nullptr;
        }
        return std::move(std::get<0>(result));
    }

    std::unique_ptr<EglContext> context_;
};

/// What OpenGL sees in a texture of one cell a texel.
Field seen_by_gl(const FieldTextureView& view) {
    Field field(view.grid);
    glBindTexture(GL_TEXTURE_2D, view.texture);
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RED, GL_FLOAT, field.cells().data());
    return field;
}

TEST_F(InteropTest, TextureHoldsTheFieldOfEveryKernel) {
    const GridSize grid{701, 333};
    const Field initial = noise_field(grid, 51);
    const StepRatio r = StepRatio::from(0.24);
    const auto texture = shared_texture(grid);
    ASSERT_NE(texture, nullptr);
    EXPECT_TRUE(texture->view().empty());
    const auto simulation =
        make_cuda_simulation(grid, {.display = CudaDisplay::interop, .target = texture.get()});
    simulation->load(initial, 0);
    simulation->set_step_ratio(r);
    std::int64_t steps = 0;
    for (const KernelInfo* kernel : cuda_kernels()) {
        simulation->set_kernel(*kernel);
        for (const std::int64_t batch : {0, 1, 2, 5}) {
            // Not waited for: that OpenGL sees the finished field is the mapping's affair.
            simulation->submit({.steps = batch});
            steps += kernel->advances ? batch : 0;
            const FieldTextureView view = texture->view();
            EXPECT_EQ(view.step, steps);
            EXPECT_EQ(view.block, 1);
            const Field seen = seen_by_gl(view);
            EXPECT_TRUE(same_cells(reference_steps(initial, r, steps), seen))
                << kernel->name << ", batch of " << batch;
            EXPECT_TRUE(same_cells(simulation->read_back(), seen)) << kernel->name;
        }
    }
    EXPECT_EQ(simulation->field_bytes_to_host(), 0u);
}

TEST_F(InteropTest, ATextureOfBlocksStandsForAGridLargerThanATexture) {
    const int side = context_->info().max_texture_size;
    const GridSize grid{side + 10, 64};
    const auto texture = shared_texture(grid);
    ASSERT_NE(texture, nullptr);
    EXPECT_EQ(texture->block(), 2);
    Field field(grid);
    field.at(33, side + 5) = 8;
    const auto simulation =
        make_cuda_simulation(grid, {.display = CudaDisplay::interop, .target = texture.get()});
    simulation->load(field, 0);
    run_batch(*simulation, {});
    const FieldTextureView view = texture->view();
    EXPECT_EQ(view.width, side / 2 + 5);
    EXPECT_EQ(view.height, 32);
    std::vector<float> texels(static_cast<std::size_t>(view.width) *
                              static_cast<std::size_t>(view.height) * 4);
    glBindTexture(GL_TEXTURE_2D, view.texture);
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_FLOAT, texels.data());
    const std::size_t hot =
        (16 * static_cast<std::size_t>(view.width) + static_cast<std::size_t>(side / 2 + 2)) * 4;
    EXPECT_EQ(texels[hot], 2.0f);      // one of four cells
    EXPECT_EQ(texels[hot + 2], 8.0f);  // the largest of them
    EXPECT_EQ(texels[hot + 4], 0.0f);
}

TEST_F(InteropTest, ASimulationAfterAnotherUsesANewTexture) {
    for (const GridSize grid : {GridSize{64, 64}, GridSize{128, 32}, GridSize{1, 1}}) {
        const auto texture = shared_texture(grid);
        ASSERT_NE(texture, nullptr);
        const auto simulation =
            make_cuda_simulation(grid, {.display = CudaDisplay::interop, .target = texture.get()});
        const Field field = noise_field(grid, 52);
        simulation->load(field, 0);
        simulation->submit({});
        EXPECT_TRUE(same_cells(field, seen_by_gl(texture->view())));
    }
}

using InteropRefusalTest = CudaTest;

TEST_F(InteropRefusalTest, SoftwareOpenGlIsRefusedInWordsAndCudaGoesOn) {
    std::unique_ptr<EglContext> context;
    try {
        context = EglContext::create(
            {.preference = EglPreference::software, .device_index = {}, .cuda_device = {}});
    } catch (const GraphicsError& problem) {
        GTEST_SKIP() << problem.what();
    }
    const auto result = InteropFieldTexture::create({64, 64}, 0);
    const auto* refusal = std::get_if<InteropRefusal>(&result);
    ASSERT_NE(refusal, nullptr);
    EXPECT_NE(refusal->reason.find("OpenGL"), std::string::npos);
    EXPECT_NE(refusal->remedy.find("__NV_PRIME_RENDER_OFFLOAD=1"), std::string::npos);
    EXPECT_NE(refusal->remedy.find("__GLX_VENDOR_LIBRARY_NAME=nvidia"), std::string::npos);

    const Field initial = noise_field({64, 64}, 53);
    const auto simulation = make_cuda_simulation({64, 64}, {.display = CudaDisplay::staged});
    simulation->load(initial, 0);
    simulation->set_step_ratio(StepRatio::from(0.2));
    simulation->set_picture_request({.visible = {0, 0, 64, 64}});
    run_batch(*simulation, {.steps = 2});
    EXPECT_EQ(
        difference_text(reference_steps(initial, StepRatio::from(0.2), 2), *simulation->picture()),
        std::nullopt);
}

}  // namespace
}  // namespace heatlab::testing
