#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "render/gl_objects.h"
#include "render/image.h"
#include "sim/grid.h"

namespace heatlab {

/// Reads pictures back without waiting for them: each goes into one of two pixel-pack buffers and
/// is had when it has arrived, in the order in which they were asked for. Needs the context current
/// in which it was first used.
class PixelReader {
public:
    PixelReader() = default;
    ~PixelReader() { forget(); }
    PixelReader(const PixelReader&) = delete;
    PixelReader& operator=(const PixelReader&) = delete;

    struct Picture {
        Image image;
        double moment = 0;  ///< as it was given with the request
    };

    static constexpr std::size_t most_under_way = 2;
    std::size_t under_way() const { return count_; }

    /// The lower left `size` pixels of a framebuffer, 0: the window's, as they are when what was
    /// drawn so far is. Not while `most_under_way` are (std::logic_error). Throws GraphicsError.
    void request(GLuint framebuffer, GridSize size, RowOrder order, double moment);
    /// The oldest, if it has arrived. Throws GraphicsError; that one is then lost.
    std::optional<Picture> poll();
    /// Blocking: the oldest; none where none is under way. Throws likewise.
    std::optional<Picture> take();
    /// Lets go of what is under way.
    void forget();

private:
    struct Slot {
        Buffer buffer;
        std::size_t capacity = 0;  ///< bytes
        GridSize size;
        RowOrder order = RowOrder::bottom_first;
        double moment = 0;
        GLsync arrived = nullptr;
    };
    Slot& oldest() { return slots_[first_]; }
    Picture copy_oldest();
    void drop_oldest();

    std::array<Slot, most_under_way> slots_;
    std::size_t first_ = 0;
    std::size_t count_ = 0;
};

}  // namespace heatlab
