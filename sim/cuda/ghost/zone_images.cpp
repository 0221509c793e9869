#include "sim/cuda/ghost/zone_images.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "sim/cuda/ghost/offered_zones.h"
#include "sim/cuda/ghost/zone_source.h"
#include "sim/cuda/kernel_images.h"
#include "sim/errors.h"

namespace heatlab::ghost {
namespace {

constexpr int most_offered = 32;

/// 1, 2, ... most_offered.
std::span<const int> counting() {
    static const auto numbers = [] {
        std::array<int, most_offered> all{};
        std::iota(all.begin(), all.end(), 1);
        return all;
    }();
    return numbers;
}

}  // namespace

ZoneImages::ZoneImages(int capability, int newest_major,
                       std::optional<std::filesystem::path> folder)
    : capability_(capability), newest_major_(newest_major), cache_(std::move(folder)) {}

void ZoneImages::open_compiler() {
    if (std::exchange(looked_for_compiler_, true))
        return;
    try {
        compiler_.emplace(cuda::NvrtcLibrary::open(newest_major_), capability_);
    } catch (const DeviceError& problem) {
        no_compiler_reason_ = problem.what();
    }
}

std::string ZoneImages::limitation() {
    open_compiler();
    return compiler_ ? std::string()
                     : "only some k, whose kernels are built in, for others cannot be compiled: " +
                           no_compiler_reason_;
}

std::span<const int> ZoneImages::offered_steps(const Application& application,
                                               const TileShape& tile) {
    const OfferedTile& offered = find_offered_tile(application, tile);
    open_compiler();
    return compiler_ ? counting().first(static_cast<std::size_t>(offered.most_steps))
                     : std::span<const int>(offered.built_in_steps);
}

std::string ZoneImages::key_of(const std::string& source) const {
    return compiler_->description() + "\n" + source;
}

ZoneImage ZoneImages::image(const Application& application, const Zone& zone) {
    const std::string source = zone_source(application, zone);
    const std::string name = zone_entry(application, zone);
    open_compiler();
    if (compiler_) {
        if (auto kept = cache_.find(name, key_of(source)))
            return {ZoneImage::Origin::kept, std::move(*kept)};
        return {ZoneImage::Origin::compiled, compiler_->compile(source, name + ".cu")};
    }
    const auto steps = offered_steps(application, zone.tile);
    if (std::ranges::find(steps, zone.steps) == steps.end()) {
        std::string allowed;
        for (const int k : steps)
            allowed += (allowed.empty() ? "" : ", ") + std::to_string(k);
        throw InputError("--k", std::to_string(zone.steps),
                         "one of " + allowed + " (" + limitation() + ")");
    }
    return {.built_in = cuda::find_kernel_image("zone_" + std::string(application.file)).bytes};
}

void ZoneImages::accept(const Application& application, const Zone& zone, const ZoneImage& image) {
    if (image.origin == ZoneImage::Origin::compiled)
        cache_.keep(zone_entry(application, zone), key_of(zone_source(application, zone)),
                    image.compiled);
}

void ZoneImages::refuse(const Application& application, const Zone& zone, const ZoneImage& image,
                        const std::string& reason) {
    if (!compiler_)
        return;  // given up already, with an image that was compiled at the same time
    if (image.origin == ZoneImage::Origin::kept)
        cache_.set_aside(zone_entry(application, zone), key_of(zone_source(application, zone)));
    if (image.origin == ZoneImage::Origin::compiled) {
        no_compiler_reason_ =
            "the driver does not load what " + compiler_->description() + " makes: " + reason;
        compiler_.reset();
    }
}

std::filesystem::path ZoneImages::file_of(const Application& application, const Zone& zone) {
    open_compiler();
    return cache_.file_of(zone_entry(application, zone), key_of(zone_source(application, zone)));
}

}  // namespace heatlab::ghost
