#include "render/interop_field_texture.h"

// GLAD comes first: with it the OpenGL header that cuda_gl_interop.h asks for is already there.
#include <glad/gl.h>

#include <cuda_gl_interop.h>
#include <cuda_runtime_api.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>

#include "render/gl_info.h"
#include "render/graphics_error.h"
#include "sim/cuda/check.h"
#include "sim/errors.h"
#include "sim/picture.h"

namespace heatlab {
namespace {

/// A texture of blocks has at most so many texels (16 bytes each): 256 MiB.
constexpr std::int64_t most_block_texels = std::int64_t{1} << 24;

constexpr const char* offload_remedy =
    "Where the NVIDIA device can draw too, as in a laptop with two graphics devices, start heatlab "
    "with __NV_PRIME_RENDER_OFFLOAD=1 __GLX_VENDOR_LIBRARY_NAME=nvidia in its environment.";

int divide_up(int value, int by) {
    return (value + by - 1) / by;
}

/// 1 where the grid fits a texture, else the smallest block with which a reduced one does.
int block_for(GridSize grid, int max_texture_size) {
    PictureRequest request;
    request.visible = {0, 0, grid.width, grid.height};
    request.max_width = max_texture_size;
    request.max_height = max_texture_size;
    int block = picture_block(request);
    const auto texels = [&] {
        return std::int64_t{divide_up(grid.width, block)} * divide_up(grid.height, block);
    };
    while (block > 1 && texels() > most_block_texels) {
        ++block;
    }
    return block;
}

InteropRefusal not_shared(const GlInfo& gl, const std::string& answer) {
    const std::string who = gl.software ? "OpenGL is drawn by the processor (" + gl.renderer + ")"
                                        : "OpenGL draws on " + gl.renderer;
    return {who + ", which shares no textures with CUDA (" + answer + ")", offload_remedy};
}

/// Binds a texture and puts the former one back at the end of the scope.
class BoundTexture {
public:
    explicit BoundTexture(GLuint texture) {
        glGetIntegerv(GL_TEXTURE_BINDING_2D, &before_);
        glBindTexture(GL_TEXTURE_2D, texture);
    }
    ~BoundTexture() { glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(before_)); }
    BoundTexture(const BoundTexture&) = delete;
    BoundTexture& operator=(const BoundTexture&) = delete;

private:
    GLint before_ = 0;
};

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

std::variant<std::unique_ptr<InteropFieldTexture>, InteropRefusal> InteropFieldTexture::create(
    GridSize grid, int cuda_device) {
    HEATLAB_CUDA_CHECK(cudaSetDevice(cuda_device));
    const GlInfo gl = query_gl_info();
    if (auto refusal = refusal_of_device(gl, cuda_device)) {
        return std::move(*refusal);
    }
    std::unique_ptr<InteropFieldTexture> texture(
        new InteropFieldTexture(grid, block_for(grid, gl.max_texture_size)));
    try {
        const std::string answer = texture->add_texture(0);
        if (!answer.empty()) {
            return not_shared(gl, answer);
        }
    } catch (const GraphicsError& problem) {
        return InteropRefusal{problem.what(), "A smaller grid needs a smaller texture."};
    }
    return texture;
}

InteropFieldTexture::InteropFieldTexture(GridSize grid, int block)
    : grid_(grid),
      block_(block),
      width_(divide_up(grid.width, block)),
      height_(divide_up(grid.height, block)) {}

InteropFieldTexture::~InteropFieldTexture() {
    for (cudaGraphicsResource* resource : resources_) {
        if (resource != nullptr) {
            HEATLAB_CUDA_CHECK_NO_THROW(cudaGraphicsUnregisterResource(resource));
        }
    }
}

std::string InteropFieldTexture::add_texture(int index) {
    Texture texture = Texture::make();
    {
        const BoundTexture bound(texture.id());
        for (const auto& [name, value] :
             {std::pair{GL_TEXTURE_BASE_LEVEL, 0}, std::pair{GL_TEXTURE_MAX_LEVEL, 0},
              std::pair{GL_TEXTURE_MIN_FILTER, GL_NEAREST},
              std::pair{GL_TEXTURE_MAG_FILTER, GL_NEAREST},
              std::pair{GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE},
              std::pair{GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE}}) {
            glTexParameteri(GL_TEXTURE_2D, static_cast<GLenum>(name), value);
        }
        const bool cells = block_ == 1;
        glTexImage2D(GL_TEXTURE_2D, 0, cells ? GL_R32F : GL_RGBA32F, width_, height_, 0,
                     cells ? GL_RED : GL_RGBA, GL_FLOAT, nullptr);
        check_gl("the field texture of " + std::to_string(width_) + "x" + std::to_string(height_) +
                 " texels");
    }
    cudaGraphicsResource* resource = nullptr;
    const cudaError_t error = cudaGraphicsGLRegisterImage(
        &resource, texture.id(), GL_TEXTURE_2D, cudaGraphicsRegisterFlagsSurfaceLoadStore);
    if (error != cudaSuccess) {
        cudaGetLastError();
        return cuda::error_text(error);
    }
    textures_[index] = std::move(texture);
    resources_[index] = resource;
    return {};
}

void InteropFieldTexture::reserve_second() {
    if (resources_[1] != nullptr) {
        return;
    }
    try {
        const std::string answer = add_texture(1);
        if (!answer.empty()) {
            throw DeviceError("CUDA refuses a second texture of OpenGL: " + answer);
        }
    } catch (const GraphicsError& problem) {
        throw DeviceError(problem.what());
    }
}

void InteropFieldTexture::map(cudaStream_t stream) {
    HEATLAB_CUDA_CHECK(cudaGraphicsMapResources(count(), resources_, stream));
}

void InteropFieldTexture::unmap(cudaStream_t stream) {
    HEATLAB_CUDA_CHECK(cudaGraphicsUnmapResources(count(), resources_, stream));
}

cudaArray_t InteropFieldTexture::array(int index) {
    cudaArray_t array = nullptr;
    HEATLAB_CUDA_CHECK(cudaGraphicsSubResourceGetMappedArray(&array, resources_[index], 0, 0));
    return array;
}

void InteropFieldTexture::present(int index, std::int64_t step) {
    shown_ = index;
    step_ = step;
}

FieldTextureView InteropFieldTexture::view() const {
    FieldTextureView view;
    if (shown_ < 0) {
        return view;
    }
    view.texture = textures_[shown_].id();
    view.grid = grid_;
    view.cells = {0, 0, grid_.width, grid_.height};
    view.block = block_;
    view.width = width_;
    view.height = height_;
    view.step = step_;
    return view;
}

}  // namespace heatlab
