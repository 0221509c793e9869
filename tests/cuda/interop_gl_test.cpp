#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

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

/// What OpenGL sees of a picture: the texture may be larger than it.
std::vector<float> seen_by_gl(const FieldTextureView& view, GLenum format, int channels) {
    glBindTexture(GL_TEXTURE_2D, view.texture);
    GLint width = 0;
    GLint height = 0;
    glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_WIDTH, &width);
    glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_HEIGHT, &height);
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    const auto row_floats = static_cast<std::size_t>(width) * static_cast<std::size_t>(channels);
    std::vector<float> all(row_floats * static_cast<std::size_t>(height));
    glGetTexImage(GL_TEXTURE_2D, 0, format, GL_FLOAT, all.data());
    std::vector<float> seen;
    for (int row = 0; row < view.height; ++row) {
        const auto first = all.begin() + static_cast<std::ptrdiff_t>(row_floats) * row;
        seen.insert(seen.end(), first, first + std::ptrdiff_t{view.width} * channels);
    }
    return seen;
}

TEST_F(InteropTest, ZoomingSwitchesBetweenCellsAndBlocks) {
    const GridSize grid{700, 500};
    Field expected = noise_field(grid, 54);
    const StepRatio r = StepRatio::from(0.2);
    const auto texture = shared_texture(grid);
    ASSERT_NE(texture, nullptr);
    const auto simulation =
        make_cuda_simulation(grid, {.display = CudaDisplay::interop, .target = texture.get()});
    const auto cpu = make_cpu_simulation(grid);
    simulation->load(expected, 0);
    simulation->set_step_ratio(r);
    const PictureRequest far_away{.visible = {0, 0, 700, 500}, .max_width = 234};
    const PictureRequest nearer{.visible = {30, 20, 600, 400}, .max_width = 300};
    const PictureRequest close{.visible = {300, 200, 50, 50}};
    std::int64_t steps = 0;
    for (const KernelInfo* kernel : cuda_kernels()) {
        simulation->set_kernel(*kernel);
        // Nearer needs a larger texture than far away, the first time.
        for (const PictureRequest& request : {far_away, nearer, close, far_away, close, nearer}) {
            for (const std::int64_t batch : {0, 2}) {
                simulation->set_picture_request(request);
                simulation->submit({.steps = batch});
                const std::int64_t taken = kernel->advances ? batch : 0;
                steps += taken;
                expected = reference_steps(expected, r, taken);
                const FieldTextureView view = texture->view();
                SCOPED_TRACE(std::string(kernel->name) + ", step " + std::to_string(steps));
                ASSERT_EQ(view.step, steps);
                if (request == close) {
                    ASSERT_EQ(view.block, 1);
                    EXPECT_EQ(view.cells, (CellRect{0, 0, 700, 500}));
                    EXPECT_TRUE(same_cells(expected, seen_by_gl(view)));
                    continue;
                }
                cpu->load(expected, steps);
                cpu->set_picture_request(request);
                run_batch(*cpu, {});
                const auto picture = cpu->picture();
                ASSERT_GT(picture->block, 1);
                ASSERT_EQ(view.block, picture->block);
                EXPECT_EQ(view.cells, picture->cells);
                const std::vector<float> seen = seen_by_gl(view, GL_RGBA, 4);
                ASSERT_EQ(seen.size(), picture->texels.size());
                for (std::size_t i = 0; i < seen.size(); ++i) {
                    ASSERT_NEAR(seen[i], picture->texels[i], 1e-6) << i;
                }
            }
        }
    }
    EXPECT_EQ(simulation->field_bytes_to_host(), 0u);
}

TEST_F(InteropTest, AGridLargerThanATextureIsShownInBlocksAndCellByCell) {
    const int side = context_->info().max_texture_size;
    const GridSize grid{side + 10, 64};
    const auto texture = shared_texture(grid);
    ASSERT_NE(texture, nullptr);
    EXPECT_FALSE(texture->reserve_cells(1));
    Field field(grid);
    field.at(33, side + 5) = 8;
    const auto simulation =
        make_cuda_simulation(grid, {.display = CudaDisplay::interop, .target = texture.get()});
    simulation->load(field, 0);
    const int texels = (side + 10 + 15) / 16;
    simulation->set_picture_request(
        {.visible = {0, 0, side + 10, 64}, .max_width = texels, .max_height = 64});
    run_batch(*simulation, {});
    ASSERT_EQ(texture->view().block, 16);
    EXPECT_EQ(texture->view().width, texels);
    EXPECT_EQ(texture->view().height, 4);
    const std::vector<float> blocks = seen_by_gl(texture->view(), GL_RGBA, 4);
    const std::size_t hot =
        (2 * static_cast<std::size_t>(texels) + static_cast<std::size_t>((side + 5) / 16)) * 4;
    // The last block of a row: the grid ends 10 columns after a multiple of 16.
    EXPECT_FLOAT_EQ(blocks[hot], 8.0f / (10 * 16));
    EXPECT_EQ(blocks[hot + 1], 0.0f);
    EXPECT_EQ(blocks[hot + 2], 8.0f);
    EXPECT_EQ(blocks[hot - 4], 0.0f);

    simulation->set_picture_request({.visible = {side, 30, 10, 10}});
    run_batch(*simulation, {});
    ASSERT_EQ(texture->view().block, 1);
    EXPECT_EQ(texture->view().cells, (CellRect{side, 30, 10, 10}));
    const std::vector<float> cells = seen_by_gl(texture->view(), GL_RED, 1);
    ASSERT_EQ(cells.size(), 100u);
    for (std::size_t i = 0; i < cells.size(); ++i) {
        EXPECT_EQ(cells[i], i == 3 * 10 + 5 ? 8.0f : 0.0f) << i;
    }
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

/// What OpenGL sees in a texture of three dimensions.
Field seen_by_gl(const VolumeView& view) {
    Field field(GridSize::box(view.width, view.height, view.depth));
    glBindTexture(GL_TEXTURE_3D, view.texture);
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glGetTexImage(GL_TEXTURE_3D, 0, GL_RED, GL_FLOAT, field.cells().data());
    return field;
}

TEST_F(InteropTest, AVolumeIsSharedCellByCell) {
    for (const GridSize grid : {GridSize::box(33, 21, 9), GridSize::box(128, 96, 80)}) {
        const auto texture = shared_texture(grid);
        ASSERT_NE(texture, nullptr);
        const auto simulation =
            make_cuda_simulation(grid, {.display = CudaDisplay::interop, .target = texture.get()});
        simulation->load(noise_field(grid, 54), 0);
        simulation->set_step_ratio(StepRatio::from(0.15, 3));
        PictureRequest request;
        request.visible = {0, 0, grid.width, grid.height};
        std::uint64_t serial = 0;
        for (const bool volume : {true, true, false, true}) {
            request.volume = volume;
            simulation->set_picture_request(request);
            simulation->submit({.steps = 2});
            EXPECT_EQ(texture->view().empty(), volume);
            EXPECT_EQ(texture->volume_view().empty(), !volume);
            if (!volume) {
                continue;
            }
            EXPECT_EQ(texture->volume_view().step, simulation->step());
            EXPECT_GT(texture->volume_view().serial, serial);
            serial = texture->volume_view().serial;
            EXPECT_TRUE(same_cells(simulation->read_back(), seen_by_gl(texture->volume_view())));
        }
        EXPECT_EQ(simulation->field_bytes_to_host(), 0u);
    }
}

TEST_F(InteropTest, AGridLargerThanAVolumeMayBeHasNone) {
    GLint most = 0;
    glGetIntegerv(GL_MAX_3D_TEXTURE_SIZE, &most);
    const auto texture = shared_texture(GridSize::box(most + 1, 4, 4));
    ASSERT_NE(texture, nullptr);
    EXPECT_FALSE(texture->reserve_volume());
    const auto plate = shared_texture({64, 64});
    ASSERT_NE(plate, nullptr);
    EXPECT_FALSE(plate->reserve_volume());
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
