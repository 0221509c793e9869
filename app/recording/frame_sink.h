#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>

#include "render/image.h"
#include "sim/grid.h"

namespace heatlab {

/// A recording that cannot begin, go on or end: what happened, where, and what of it is kept.
class RecordingError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Where the frames of a recording go. All have the size that it was opened for.
class FrameSink {
public:
    virtual ~FrameSink() = default;
    FrameSink(const FrameSink&) = delete;
    FrameSink& operator=(const FrameSink&) = delete;

    /// Blocking. Throws RecordingError; the frames before stay.
    virtual void write(const Image& frame) = 0;
    /// Blocking: completes what was written. Throws RecordingError.
    virtual void finish() = 0;
    /// On the disk so far.
    virtual std::uint64_t bytes() const = 0;
    /// The file, or the folder of a sequence.
    virtual const std::filesystem::path& path() const = 0;

protected:
    FrameSink() = default;
};

struct RecordingFormat {
    GridSize size;  ///< pixels
    double frames_per_second = 30;
};

/// One that was opened, and what the user is told of it; empty: as asked.
struct OpenedSink {
    std::unique_ptr<FrameSink> sink;
    std::string note;
};

/// Refuses what `open_frame_sink` would refuse by its name: another ending than .mp4, .gif or .png,
/// a folder that does not exist. Throws InputError (argument `argument`).
void validate_recording_path(const std::string& argument, const std::filesystem::path& path);

/// NAME-frames beside `path`, for the pictures of a recording of that name.
std::filesystem::path frames_folder_of(const std::filesystem::path& path);

/// NAME.mp4 and NAME.gif are written by ffmpeg; where that is not installed, and for NAME.png, the
/// frames are pictures in a folder NAME-frames. Throws RecordingError.
OpenedSink open_frame_sink(const std::filesystem::path& path, const RecordingFormat& format);

}  // namespace heatlab
