#pragma once

#include <optional>
#include <vector>

#include "app/ui/interface.h"
#include "app/ui/panel_context.h"

namespace heatlab::ui {

/// The application as it runs: its cells and what is seen beside them, each with its colour bar;
/// where it is unstable, why, and the remedy. Keeps where the camera was taken.
class ZoneSceneSheet {
public:
    /// Answers what is to be drawn for the next frame, a request for each picture.
    std::vector<FieldImageRequest> draw(const PanelContext& context, const ImRect& area,
                                        const std::vector<FieldImage>& images);

private:
    FieldImageRequest draw_picture(const PanelContext& context, const ScenePicture& picture,
                                   const ImRect& area, const FieldImage& image);
    FieldImageRequest draw_volume(const PanelContext& context, const ScenePicture& picture,
                                  const ImRect& area, const FieldImage& image);
    std::vector<FieldImageRequest> draw_wall(const PanelContext& context, const ZoneScene& scene,
                                             const ImRect& area,
                                             const std::vector<FieldImage>& images);

    ImVec2 dragged_from_{};
    bool files_open_ = false;
};

}  // namespace heatlab::ui
