#include "render/interop_field_texture.h"

// GLAD comes first: with it the OpenGL header that cuda_gl_interop.h asks for is already there.
#include <glad/gl.h>

#include <cuda_gl_interop.h>
#include <cuda_runtime_api.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "render/gl_info.h"
#include "render/graphics_error.h"
#include "sim/cuda/check.h"
#include "sim/errors.h"
#include "sim/picture.h"
#include "sim/text.h"

namespace heatlab {
namespace {

/// A texture of blocks grows by whole multiples of this, so that it does so rarely.
constexpr int block_texture_step = 256;

constexpr const char* offload_remedy =
    "Where the NVIDIA device can draw too, as in a laptop with two graphics devices, start heatlab "
    "with __NV_PRIME_RENDER_OFFLOAD=1 __GLX_VENDOR_LIBRARY_NAME=nvidia in its environment.";

/// `texels` rounded up to a whole step, as far as a texture goes.
int with_slack(int texels, int max_texture_size) {
    const int steps = (texels + block_texture_step - 1) / block_texture_step;
    return std::clamp(steps * block_texture_step, 1, max_texture_size);
}

InteropRefusal not_shared(const GlInfo& gl, const std::string& answer) {
    const std::string who = gl.software ? "OpenGL is drawn by the processor (" + gl.renderer + ")"
                                        : "OpenGL draws on " + gl.renderer;
    return {who + ", which shares no textures with CUDA (" + answer + ")", offload_remedy};
}

/// Binds a texture and puts the former one back at the end of the scope.
class BoundTexture {
public:
    /// `target`: GL_TEXTURE_2D or GL_TEXTURE_3D.
    BoundTexture(GLenum target, GLuint texture) : target_(target) {
        glGetIntegerv(target == GL_TEXTURE_2D ? GL_TEXTURE_BINDING_2D : GL_TEXTURE_BINDING_3D,
                      &before_);
        glBindTexture(target, texture);
    }
    ~BoundTexture() { glBindTexture(target_, static_cast<GLuint>(before_)); }
    BoundTexture(const BoundTexture&) = delete;
    BoundTexture& operator=(const BoundTexture&) = delete;

private:
    GLenum target_;
    GLint before_ = 0;
};

int max_volume_size() {
    GLint most = 0;
    glGetIntegerv(GL_MAX_3D_TEXTURE_SIZE, &most);
    return most;
}

/// Why the context's device is not `cuda_device`; nothing where it is.
std::optional<InteropRefusal> refusal_of_device(const GlInfo& gl, int cuda_device) {
    std::array<int, 16> devices{};
    unsigned count = 0;
    const cudaError_t error = cudaGLGetDevices(
        &count, devices.data(), static_cast<unsigned>(devices.size()), cudaGLDeviceListAll);
    if (error != cudaSuccess || count == 0) {
        cudaGetLastError();
        return not_shared(gl,
                          error == cudaSuccess ? "no device in common" : cuda::error_text(error));
    }
    const auto known = std::span(devices).first(std::min<std::size_t>(count, devices.size()));
    if (std::ranges::find(known, cuda_device) != known.end()) {
        return std::nullopt;
    }
    return InteropRefusal{"OpenGL draws on CUDA device " + std::to_string(known[0]) +
                              ", the simulation runs on device " + std::to_string(cuda_device),
                          "Choose --device " + std::to_string(known[0]) + "."};
}

}  // namespace

class InteropFieldTexture::Shared {
public:
    /// Throws GraphicsError where OpenGL has no room. Where CUDA refuses, `refusal` says in its
    /// words why, and the result is null.
    static std::unique_ptr<Shared> make(int width, int height, int channels, std::string& refusal) {
        Texture texture = Texture::make();
        allocate(texture, width, height, channels);
        return share(GL_TEXTURE_2D, std::move(texture), width, height, refusal);
    }
    /// The same of one channel in three dimensions.
    static std::unique_ptr<Shared> make_volume(GridSize grid, std::string& refusal) {
        Texture texture = Texture::make();
        allocate_volume(texture, grid);
        return share(GL_TEXTURE_3D, std::move(texture), grid.width, grid.height, refusal);
    }
    Shared(const Shared&) = delete;
    Shared& operator=(const Shared&) = delete;
    ~Shared() { HEATLAB_CUDA_CHECK_NO_THROW(cudaGraphicsUnregisterResource(resource_)); }

    GLuint id() const { return texture_.id(); }
    int width() const { return width_; }
    int height() const { return height_; }
    cudaGraphicsResource* resource() const { return resource_; }
    cudaArray_t array() const {
        cudaArray_t array = nullptr;
        HEATLAB_CUDA_CHECK(cudaGraphicsSubResourceGetMappedArray(&array, resource_, 0, 0));
        return array;
    }

private:
    Shared(Texture texture, cudaGraphicsResource* resource, int width, int height)
        : texture_(std::move(texture)), resource_(resource), width_(width), height_(height) {}

    static std::unique_ptr<Shared> share(GLenum target, Texture texture, int width, int height,
                                         std::string& refusal) {
        cudaGraphicsResource* resource = nullptr;
        const cudaError_t error = cudaGraphicsGLRegisterImage(
            &resource, texture.id(), target, cudaGraphicsRegisterFlagsSurfaceLoadStore);
        if (error != cudaSuccess) {
            cudaGetLastError();
            refusal = cuda::error_text(error);
            return nullptr;
        }
        return std::unique_ptr<Shared>(new Shared(std::move(texture), resource, width, height));
    }

    static void allocate_volume(const Texture& texture, GridSize grid) {
        const BoundTexture bound(GL_TEXTURE_3D, texture.id());
        set_volume_sampling();
        glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
        glTexImage3D(GL_TEXTURE_3D, 0, GL_R32F, grid.width, grid.height, grid.depth, 0, GL_RED,
                     GL_FLOAT, nullptr);
        check_gl("A texture of " + grid_text(grid) + " cells");
    }

    static void allocate(const Texture& texture, int width, int height, int channels) {
        const BoundTexture bound(GL_TEXTURE_2D, texture.id());
        for (const auto& [name, value] :
             {std::pair{GL_TEXTURE_BASE_LEVEL, 0}, std::pair{GL_TEXTURE_MAX_LEVEL, 0},
              std::pair{GL_TEXTURE_MIN_FILTER, GL_NEAREST},
              std::pair{GL_TEXTURE_MAG_FILTER, GL_NEAREST},
              std::pair{GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE},
              std::pair{GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE}}) {
            glTexParameteri(GL_TEXTURE_2D, static_cast<GLenum>(name), value);
        }
        // Else the texels would be taken from it.
        glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
        glTexImage2D(GL_TEXTURE_2D, 0, channels == 1 ? GL_R32F : GL_RGBA32F, width, height, 0,
                     channels == 1 ? GL_RED : GL_RGBA, GL_FLOAT, nullptr);
        check_gl("A field texture of " + std::to_string(width) + "x" + std::to_string(height) +
                 " texels");
    }

    Texture texture_;
    cudaGraphicsResource* resource_;
    int width_;
    int height_;
};

std::variant<std::unique_ptr<InteropFieldTexture>, InteropRefusal> InteropFieldTexture::create(
    GridSize grid, int cuda_device) {
    HEATLAB_CUDA_CHECK(cudaSetDevice(cuda_device));
    const GlInfo gl = query_gl_info();
    if (auto refusal = refusal_of_device(gl, cuda_device)) {
        return std::move(*refusal);
    }
    std::unique_ptr<InteropFieldTexture> texture(
        new InteropFieldTexture(grid, gl.max_texture_size, max_volume_size()));
    try {
        const int side = std::min(block_texture_step, gl.max_texture_size);
        std::string answer;
        texture->blocks_ = Shared::make(side, side, 4, answer);
        if (!texture->blocks_) {
            return not_shared(gl, answer);
        }
    } catch (const GraphicsError& problem) {
        return InteropRefusal{problem.what(), ""};
    }
    return texture;
}

InteropFieldTexture::InteropFieldTexture(GridSize grid, int max_texture_size, int max_volume_size)
    : grid_(grid),
      max_texture_size_(max_texture_size),
      may_have_volume_(grid.dimensions == 3 &&
                       std::max({grid.width, grid.height, grid.depth}) <= max_volume_size) {
    if (std::max(grid.width, grid.height) > max_texture_size) {
        most_cell_textures_ = 0;
    }
}

InteropFieldTexture::~InteropFieldTexture() = default;

int InteropFieldTexture::cell_textures() const {
    return cells_[1] ? 2 : cells_[0] ? 1 : 0;
}

bool InteropFieldTexture::reserve_cells(int count) {
    for (int index = cell_textures(); index < std::min(count, most_cell_textures_); ++index) {
        try {
            std::string refusal;
            cells_[index] = Shared::make(grid_.width, grid_.height, 1, refusal);
        } catch (const GraphicsError&) {
            // No room: the caller has another way.
        }
        if (!cells_[index]) {
            most_cell_textures_ = index;
        }
    }
    return count <= cell_textures();
}

void InteropFieldTexture::reserve_blocks(int width, int height, cudaStream_t stream) {
    if (width <= blocks_->width() && height <= blocks_->height()) {
        return;
    }
    const std::string size = std::to_string(width) + "x" + std::to_string(height);
    if (std::max(width, height) > max_texture_size_) {
        throw DeviceError("A picture of " + size + " texels is larger than a texture may be here");
    }
    std::unique_ptr<Shared> larger;
    std::string refusal;
    try {
        larger = Shared::make(std::max(blocks_->width(), with_slack(width, max_texture_size_)),
                              std::max(blocks_->height(), with_slack(height, max_texture_size_)), 4,
                              refusal);
    } catch (const GraphicsError& problem) {
        throw DeviceError(problem.what());
    }
    if (!larger) {
        throw DeviceError("CUDA refuses a texture of OpenGL of " + size + " texels: " + refusal);
    }
    HEATLAB_CUDA_CHECK(cudaStreamSynchronize(stream));
    if (shown_.texture == blocks_->id()) {
        shown_ = {};
    }
    blocks_ = std::move(larger);
}

bool InteropFieldTexture::reserve_volume() {
    if (!volume_ && may_have_volume_) {
        try {
            std::string refusal;
            volume_ = Shared::make_volume(grid_, refusal);
        } catch (const GraphicsError&) {
            // No room: the caller has another way.
        }
        may_have_volume_ = volume_ != nullptr;
    }
    return volume_ != nullptr;
}

void InteropFieldTexture::map(CudaFieldTextures textures, cudaStream_t stream) {
    mapped_.clear();
    for (int index = 0; textures.cells && index < cell_textures(); ++index) {
        mapped_.push_back(cells_[index]->resource());
    }
    if (textures.blocks) {
        mapped_.push_back(blocks_->resource());
    }
    if (textures.volume) {
        mapped_.push_back(volume_->resource());
    }
    HEATLAB_CUDA_CHECK(
        cudaGraphicsMapResources(static_cast<int>(mapped_.size()), mapped_.data(), stream));
}

void InteropFieldTexture::unmap(cudaStream_t stream) {
    HEATLAB_CUDA_CHECK(
        cudaGraphicsUnmapResources(static_cast<int>(mapped_.size()), mapped_.data(), stream));
}

cudaArray_t InteropFieldTexture::cells(int index) {
    return cells_[index]->array();
}

cudaArray_t InteropFieldTexture::blocks() {
    return blocks_->array();
}

cudaArray_t InteropFieldTexture::volume() {
    return volume_->array();
}

void InteropFieldTexture::present_volume(std::int64_t step) {
    shown_ = {};
    shown_volume_ = {volume_->id(), grid_.width, grid_.height,    grid_.depth,
                     step,          true,        ++volumes_shown_};
}

void InteropFieldTexture::present_cells(int index, std::int64_t step) {
    shown_volume_ = {};
    shown_ = {};
    shown_.texture = cells_[index]->id();
    shown_.grid = grid_;
    shown_.cells = {0, 0, grid_.width, grid_.height};
    shown_.block = 1;
    shown_.width = grid_.width;
    shown_.height = grid_.height;
    shown_.step = step;
    shown_.block_texels = false;
}

void InteropFieldTexture::present_blocks(const FieldPicture& picture) {
    shown_volume_ = {};
    shown_ = {};
    shown_.texture = blocks_->id();
    shown_.grid = picture.grid;
    shown_.cells = picture.cells;
    shown_.block = picture.block;
    shown_.width = picture.width;
    shown_.height = picture.height;
    shown_.step = picture.step;
    shown_.block_texels = true;
}

}  // namespace heatlab
