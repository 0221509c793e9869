#pragma once

#include <driver_types.h>

#include <cstdint>

#include "sim/grid.h"
#include "sim/picture.h"

namespace heatlab {

/// Which textures of a CudaFieldTarget are meant.
struct CudaFieldTextures {
    bool cells = false;
    bool blocks = false;
    bool volume = false;

    bool any() const { return cells || blocks || volume; }
};

/// A place on the device where a CUDA simulation shows its field: textures of OpenGL in the
/// program, something simpler in a test. Everything is stream-ordered, nothing passes by the host.
///
/// There are three kinds, each made when first needed:
/// - cells: up to two textures of one float32 channel and of the grid's size, one cell a texel;
/// - blocks: one texture of four float32 channels, a BlockTexel for each block of cells, which
///   holds a picture of what is visible. A block may be a single cell;
/// - volume: of a grid of three dimensions one texture of as many, one float32 channel, a cell a
///   texel.
class CudaFieldTarget {
public:
    virtual ~CudaFieldTarget() = default;
    CudaFieldTarget(const CudaFieldTarget&) = delete;
    CudaFieldTarget& operator=(const CudaFieldTarget&) = delete;

    /// Textures of cells that there are: 0 to 2.
    virtual int cell_textures() const = 0;
    /// Makes sure that there are `count` (1 or 2) textures of cells; false where the grid is larger
    /// than a texture may be, or memory does not hold them. Not while mapped.
    virtual bool reserve_cells(int count) = 0;
    /// Makes sure that the texture of blocks has at least `width` x `height` texels. Where it has
    /// to grow, it is another one afterwards, and until the next `present` nothing is shown that
    /// was in the old one, which goes once `stream` has finished with it. Not while mapped. Throws
    /// DeviceError.
    virtual void reserve_blocks(int width, int height, cudaStream_t stream) = 0;
    /// Makes sure that there is the texture of the volume; false where the grid has no three
    /// dimensions or more cells a side than a texture may have, or memory does not hold them. Not
    /// while mapped.
    virtual bool reserve_volume() = 0;

    /// Between `map` and `unmap` the arrays of these textures belong to CUDA. Throws DeviceError.
    virtual void map(CudaFieldTextures textures, cudaStream_t stream) = 0;
    virtual void unmap(cudaStream_t stream) = 0;
    /// Array of texture 0 or 1 of cells; only while mapped.
    virtual cudaArray_t cells(int index) = 0;
    virtual cudaArray_t blocks() = 0;
    virtual cudaArray_t volume() = 0;

    /// Texture `index` of cells now holds the newest field, that of `step` (once the stream gets
    /// there).
    virtual void present_cells(int index, std::int64_t step) = 0;
    /// The upper left of the texture of blocks now holds this picture, whose `texels` are empty.
    virtual void present_blocks(const FieldPicture& picture) = 0;
    /// The texture of the volume now holds the newest field, that of `step`.
    virtual void present_volume(std::int64_t step) = 0;

protected:
    CudaFieldTarget() = default;
};

}  // namespace heatlab
