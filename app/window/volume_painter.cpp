#include "app/window/volume_painter.h"

#include <utility>

#include "render/gl_info.h"

namespace heatlab {
namespace {

/// On a processor, while the cloud moves; and so many frames without a change are rest.
constexpr int reduction_in_motion = 3;
constexpr int frames_to_rest = 6;

bool alike(const Walls& walls) {
    return walls == Walls{walls.top, walls.top, walls.top, walls.top, walls.top, walls.top};
}

}  // namespace

VolumeStyle volume_style(const Snapshot& snapshot, const FieldStyle& style) {
    VolumeStyle cloud;
    if (alike(snapshot.walls))
        cloud.neutral = static_cast<float>(snapshot.walls.top);
    else if (style.map->kind == ColorMapKind::diverging)
        cloud.neutral = 0.5f * style.low + 0.5f * style.high;
    else
        cloud.neutral = style.low;
    return cloud;
}

VolumePainter::VolumePainter(std::filesystem::path share)
    : share_(std::move(share)), software_(query_gl_info().software) {}

void VolumePainter::draw(const Scene& scene, bool in_time) {
    const bool same = drawn_ && *drawn_ == scene;
    frames_at_rest_ = same ? frames_at_rest_ + 1 : 0;
    const bool coarse =
        software_ && in_time && scene.show == ShowMode::volume && frames_at_rest_ < frames_to_rest;
    const int wanted = coarse ? reduction_in_motion : 1;
    // What rests is not drawn coarser again.
    if (same && wanted >= reduction_)
        return;
    reduction_ = wanted;
    render(scene);
    drawn_ = scene;
}

void VolumePainter::render(const Scene& scene) {
    if (scene.show == ShowMode::slices) {
        if (!slices_)
            slices_ = std::make_unique<SlicesRenderer>(share_);
        slices_->render(scene.volume, scene.style, scene.space, scene.places, scene.width,
                        scene.height);
        return;
    }
    if (!cloud_)
        cloud_ = std::make_unique<VolumeRenderer>(share_);
    VolumeStyle cloud = scene.cloud;
    cloud.reduction = reduction_;
    cloud_->render(scene.volume, scene.style, scene.space, cloud, scene.width, scene.height);
}

GLuint VolumePainter::texture() const {
    if (!drawn_)
        return 0;
    return drawn_->show == ShowMode::slices ? slices_->texture() : cloud_->texture();
}

GLuint VolumePainter::framebuffer() const {
    if (!drawn_)
        return 0;
    return drawn_->show == ShowMode::slices ? slices_->framebuffer() : cloud_->framebuffer();
}

}  // namespace heatlab
