#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>

#include "app/recording/frame_sink.h"

namespace heatlab {

/// The program in $PATH; none where there is none that may be run.
std::optional<std::filesystem::path> find_ffmpeg();

/// Frames through a running ffmpeg. An MP4 is written in fragments and a GIF picture by picture, so
/// that what was recorded plays even where the end is missing.
class FfmpegSink final : public FrameSink {
public:
    /// Throws RecordingError where the program cannot be started.
    FfmpegSink(const std::filesystem::path& program, std::filesystem::path file,
               const RecordingFormat& format);
    /// Ends the program where `finish` was not called; the file keeps what was written.
    ~FfmpegSink() override;

    void write(const Image& frame) override;
    void finish() override;
    std::uint64_t bytes() const override;
    const std::filesystem::path& path() const override { return file_; }

private:
    /// Ends the input and waits for the program. Whether it did what it was asked.
    bool wait_for_end();
    [[noreturn]] void fail();

    std::filesystem::path file_;
    RecordingFormat format_;
    int input_ = -1;     ///< socket that is the program's standard input
    int messages_ = -1;  ///< file that takes its standard error
    pid_t program_ = -1;
    std::string end_;  ///< how it ended, in words
    std::uint64_t frames_ = 0;
};

}  // namespace heatlab
