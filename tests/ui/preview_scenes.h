#pragma once

#include <string>
#include <vector>

#include "app/snapshot.h"
#include "app/ui/interface_state.h"
#include "sim/field.h"

namespace heatlab {

/// One picture of the interface: a made-up snapshot and how the window shows it.
struct PreviewScene {
    std::string name;
    int width = 1280;
    int height = 720;
    ui::InterfaceState state;
    Snapshot snapshot;
    /// Steps of the explicit scheme that the shown field has made.
    int field_steps = 0;
    /// Keys and clicks before the picture is taken: "tab", "key X", "click X Y".
    std::vector<std::string> input;
};

std::vector<PreviewScene> preview_scenes();

/// The scene's field after its steps, on a grid of its proportions but at most 1024 wide.
Field preview_field(const PreviewScene& scene);

}  // namespace heatlab
