#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/cuda/ghost/image_cache.h"
#include "sim/cuda/ghost/runtime_compiler.h"
#include "sim/ghost/application.h"
#include "sim/ghost/zone.h"

namespace heatlab::ghost {

/// The compiled image of a zone's kernel.
struct ZoneImage {
    enum class Origin { compiled, kept, built_in };

    Origin origin = Origin::built_in;
    std::vector<unsigned char> compiled{};      ///< empty where it is built in
    std::span<const unsigned char> built_in{};  ///< empty where it is not

    std::span<const unsigned char> bytes() const {
        return origin == Origin::built_in ? built_in : compiled;
    }
};

/// Where kernels of zones come from: NVRTC, the folder of those that it compiled before, and the
/// program itself where there is no NVRTC. Makes no call of CUDA, and needs no device.
class ZoneImages {
public:
    /// `capability`: of the device, 90 for 9.0; `newest_major`: of CUDA, which its driver supports;
    /// `folder`: where compiled kernels are kept; none: nowhere.
    ZoneImages(int capability, int newest_major, std::optional<std::filesystem::path> folder);

    /// All k where they can be compiled, else those built in. Throws InputError for a tile that is
    /// not offered.
    std::span<const int> offered_steps(const Application& application, const TileShape& tile);
    /// Why kernels cannot be compiled; empty where they can. NVRTC is opened when first asked for.
    std::string limitation();

    /// Throws InputError for a zone that is not offered, CompileError where NVRTC refuses it.
    /// Several threads may ask, once limitation() has been asked for.
    ZoneImage image(const Application& application, const Zone& zone);
    /// The driver has loaded it: one that was compiled just now is kept.
    void accept(const Application& application, const Zone& zone, const ZoneImage& image);
    /// The driver does not load it. A kept one is set aside, and the next image is compiled anew;
    /// after one that was compiled just now nothing more is compiled.
    void refuse(const Application& application, const Zone& zone, const ZoneImage& image,
                const std::string& reason);

    std::vector<std::string> take_notices() { return cache_.take_notices(); }
    /// Where a compiled kernel is kept, for tests.
    std::filesystem::path file_of(const Application& application, const Zone& zone);

private:
    void open_compiler();
    /// All that an image depends on.
    std::string key_of(const std::string& source) const;

    int capability_;
    int newest_major_;
    cuda::ImageCache cache_;
    bool looked_for_compiler_ = false;
    std::optional<cuda::RuntimeCompiler> compiler_;
    std::string no_compiler_reason_;
};

}  // namespace heatlab::ghost
