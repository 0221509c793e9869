#pragma once

#include <cstddef>
#include <memory>

namespace heatlab {

/// Memory for the scratch of the wavefront kernel, on huge pages where there are any. Grows when
/// needed; what it held is then lost.
class Workspace {
public:
    /// At least `bytes`, aligned to 4096. Throws std::bad_alloc.
    void* require(std::size_t bytes);

private:
    struct Release {
        void operator()(void* memory) const;
    };

    std::unique_ptr<void, Release> memory_;
    std::size_t bytes_ = 0;
};

}  // namespace heatlab
