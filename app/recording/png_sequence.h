#pragma once

#include <filesystem>

#include "app/recording/frame_sink.h"

namespace heatlab {

/// Frames as FOLDER/frame-000001.png and so on.
class PngSequence final : public FrameSink {
public:
    /// Makes the folder. Frames of an earlier recording in it are removed, so that no two are
    /// mixed. Throws RecordingError, also where something else is in the folder.
    explicit PngSequence(std::filesystem::path folder);

    void write(const Image& frame) override;
    void finish() override {}
    std::uint64_t bytes() const override { return bytes_; }
    const std::filesystem::path& path() const override { return folder_; }

private:
    std::filesystem::path folder_;
    std::uint64_t bytes_ = 0;
    int frames_ = 0;
};

}  // namespace heatlab
