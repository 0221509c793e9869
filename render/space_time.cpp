#include "render/space_time.h"

#include <algorithm>

namespace heatlab {

SpaceTimeTexture::SpaceTimeTexture(int rows) : rows_(std::max(1, rows)) {}

void SpaceTimeTexture::clear() {
    steps_.clear();
    view_ = {};
}

void SpaceTimeTexture::begin(const FieldTextureView& row) {
    clear();
    if (!reader_)
        reader_ = Framebuffer::make();
    for (Texture& texture : textures_) {
        texture = Texture::make();
        glBindTexture(GL_TEXTURE_2D, texture.id());
        sample_nearest();
        glTexImage2D(GL_TEXTURE_2D, 0, row.block_texels ? GL_RGBA32F : GL_R32F, row.width, rows_, 0,
                     row.block_texels ? GL_RGBA : GL_RED, GL_FLOAT, nullptr);
    }
    view_.grid = {row.width, rows_};
    view_.width = row.width;
    view_.block_texels = row.block_texels;
    view_.may_be_non_finite = false;
    view_.alternating_maximum = 0;
}

void SpaceTimeTexture::copy_rows(GLuint from, int from_row, int to_row, int count) {
    glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, from, 0);
    glReadBuffer(GL_COLOR_ATTACHMENT0);
    glBindTexture(GL_TEXTURE_2D, textures_[present_].id());
    glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 0, to_row, 0, from_row, view_.width, count);
}

void SpaceTimeTexture::add(const FieldTextureView& row) {
    if (row.empty())
        return;
    glActiveTexture(GL_TEXTURE0);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    const bool goes_on = !steps_.empty() && row.width == view_.width &&
                         row.block_texels == view_.block_texels && row.step >= steps_.back();
    if (!goes_on)
        begin(row);
    else if (row.step == steps_.back())
        steps_.pop_back();  // what was painted, or another start
    const FramebufferScope scope;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, reader_.id());
    if (static_cast<int>(steps_.size()) == rows_) {
        const GLuint before = textures_[present_].id();
        present_ = 1 - present_;
        copy_rows(before, 1, 0, rows_ - 1);
        steps_.pop_front();
    }
    copy_rows(row.texture, 0, static_cast<int>(steps_.size()), 1);
    glBindTexture(GL_TEXTURE_2D, 0);
    check_gl("Adding a row to the picture of space and time");
    steps_.push_back(row.step);
    view_.texture = textures_[present_].id();
    view_.height = static_cast<int>(steps_.size());
    view_.cells = {0, 0, view_.width, view_.height};
    view_.step = row.step;
    // Whether a row that has gone was the one is not known any more.
    view_.may_be_non_finite = view_.may_be_non_finite || row.may_be_non_finite;
    view_.alternating_maximum = std::max(view_.alternating_maximum, row.alternating_maximum);
}

}  // namespace heatlab
