#pragma once

#include <filesystem>

namespace heatlab {

/// The folder with fonts/, shaders/ and assets/: share/heatlab beside the program's own bin folder,
/// built and installed alike. Throws std::runtime_error naming where it was looked for.
std::filesystem::path share_folder();

}  // namespace heatlab
