#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <memory>

#include "render/egl_context.h"
#include "render/field_renderer.h"
#include "render/field_texture.h"
#include "render/image.h"
#include "sim/grid.h"
#include "sim/picture.h"

namespace heatlab::test {

using CellFunction = std::function<float(int row, int col)>;

/// The cells of a whole grid as a picture.
FieldPicture picture_of_cells(GridSize grid, const CellFunction& value);

/// The same field reduced to blocks, written from the definition in sim/picture.h and independent
/// of any backend.
FieldPicture picture_of_blocks(GridSize grid, int block, const CellFunction& value);

/// Grey i for entry i: a pixel of it is the value in 255ths of the range.
ColorMap grey_map();

/// A software context, so that the pictures are the same on every machine, with a renderer and an
/// uploaded texture. Skips where there is no EGL at all.
class RenderTest : public testing::Test {
protected:
    void SetUp() override;

    /// Uploads and draws; row 0 of the image is the top.
    Image draw(const FieldPicture& picture, const ViewTransform& view, int width, int height);
    /// The texture as if nothing were known of its values.
    Image draw_unknown(const FieldPicture& picture, const ViewTransform& view, int width,
                       int height);

    std::unique_ptr<EglContext> context_;
    std::unique_ptr<FieldRenderer> renderer_;
    std::unique_ptr<UploadedFieldTexture> texture_;
    ColorMap grey_ = grey_map();
    FieldStyle style_;
};

/// The value that grey_map() draws as `level`, in a range from 0 to 1.
inline float grey_value(int level) {
    return static_cast<float>(level) / 255;
}

/// Of an opaque grey pixel.
int grey_at(const Image& image, int x, int y);
Rgb color_at(const Image& image, int x, int y);
int alpha_at(const Image& image, int x, int y);

/// Pixels whose grey is at most / at least a value.
int count_dark(const Image& image, int at_most);
int count_bright(const Image& image, int at_least);

}  // namespace heatlab::test
