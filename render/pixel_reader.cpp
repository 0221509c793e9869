#include "render/pixel_reader.h"

#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>

#include "render/graphics_error.h"

namespace heatlab {
namespace {

/// The binding of pixel-pack buffers as it was, put back at the end of the scope.
class PackBufferScope {
public:
    explicit PackBufferScope(GLuint buffer) {
        glGetIntegerv(GL_PIXEL_PACK_BUFFER_BINDING, &before_);
        glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer);
    }
    ~PackBufferScope() { glBindBuffer(GL_PIXEL_PACK_BUFFER, static_cast<GLuint>(before_)); }
    PackBufferScope(const PackBufferScope&) = delete;
    PackBufferScope& operator=(const PackBufferScope&) = delete;

private:
    GLint before_ = 0;
};

constexpr std::size_t channels = 4;
constexpr GLuint64 second_ns = 1'000'000'000;

std::size_t row_bytes(GridSize size) {
    return static_cast<std::size_t>(size.width) * channels;
}

}  // namespace

void PixelReader::request(GLuint framebuffer, GridSize size, RowOrder order, double moment) {
    if (count_ == most_under_way)
        throw std::logic_error("PixelReader: as many pictures as can be are under way");
    if (size.width < 1 || size.height < 1)
        throw GraphicsError("A picture of " + std::to_string(size.width) + " x " +
                            std::to_string(size.height) + " pixels cannot be read");
    Slot& slot = slots_[(first_ + count_) % most_under_way];
    if (!slot.buffer)
        slot.buffer = Buffer::make();
    const std::size_t bytes = row_bytes(size) * static_cast<std::size_t>(size.height);
    const FramebufferScope scope;
    const PackBufferScope pack(slot.buffer.id());
    if (slot.capacity < bytes) {
        glBufferData(GL_PIXEL_PACK_BUFFER, static_cast<GLsizeiptr>(bytes), nullptr, GL_STREAM_READ);
        slot.capacity = bytes;
    }
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glPixelStorei(GL_PACK_ROW_LENGTH, 0);
    glReadPixels(0, 0, size.width, size.height, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    check_gl("Reading a picture back");
    slot.arrived = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    slot.size = size;
    slot.order = order;
    slot.moment = moment;
    ++count_;
}

std::optional<PixelReader::Picture> PixelReader::poll() {
    if (count_ == 0)
        return std::nullopt;
    if (glClientWaitSync(oldest().arrived, GL_SYNC_FLUSH_COMMANDS_BIT, 0) == GL_TIMEOUT_EXPIRED)
        return std::nullopt;
    return copy_oldest();
}

std::optional<PixelReader::Picture> PixelReader::take() {
    if (count_ == 0)
        return std::nullopt;
    while (glClientWaitSync(oldest().arrived, GL_SYNC_FLUSH_COMMANDS_BIT, second_ns) ==
           GL_TIMEOUT_EXPIRED) {
    }
    return copy_oldest();
}

PixelReader::Picture PixelReader::copy_oldest() {
    const Slot& slot = oldest();
    const std::size_t stride = row_bytes(slot.size);
    const auto rows = static_cast<std::size_t>(slot.size.height);
    Image image{slot.size.width, slot.size.height, std::vector<std::uint8_t>(stride * rows)};
    const PackBufferScope pack(slot.buffer.id());
    const auto* pixels = static_cast<const std::uint8_t*>(glMapBufferRange(
        GL_PIXEL_PACK_BUFFER, 0, static_cast<GLsizeiptr>(stride * rows), GL_MAP_READ_BIT));
    drop_oldest();
    if (pixels == nullptr) {
        check_gl("Reading a picture back");
        throw GraphicsError("Reading a picture back: OpenGL does not give its buffer");
    }
    for (std::size_t row = 0; row < rows; ++row) {
        const std::size_t from = slot.order == RowOrder::bottom_first ? rows - 1 - row : row;
        std::memcpy(image.rgba.data() + row * stride, pixels + from * stride, stride);
    }
    glUnmapBuffer(GL_PIXEL_PACK_BUFFER);
    return {std::move(image), slot.moment};
}

void PixelReader::drop_oldest() {
    glDeleteSync(std::exchange(oldest().arrived, nullptr));
    first_ = (first_ + 1) % most_under_way;
    --count_;
}

void PixelReader::forget() {
    while (count_ > 0)
        drop_oldest();
}

}  // namespace heatlab
