#include "app/recording/frame_sink.h"

#include "app/recording/ffmpeg_sink.h"
#include "app/recording/png_sequence.h"
#include "sim/errors.h"

namespace heatlab {
namespace {

namespace fs = std::filesystem;

bool is_video(const fs::path& path) {
    return path.extension() == ".mp4" || path.extension() == ".gif";
}

}  // namespace

void validate_recording_path(const std::string& argument, const fs::path& path) {
    if (!is_video(path) && path.extension() != ".png")
        throw InputError(argument, path.empty() ? "\"\"" : path.string(),
                         "a name that ends in .mp4, .gif or .png (a folder of pictures) is needed");
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    std::error_code error;
    if (!fs::is_directory(folder, error))
        throw InputError(argument, path.string(), "there is no folder " + folder.string());
    if (is_video(path) && fs::is_directory(path, error))
        throw InputError(argument, path.string(), "is a folder");
}

fs::path frames_folder_of(const fs::path& path) {
    return path.parent_path() / (path.stem().string() + "-frames");
}

OpenedSink open_frame_sink(const fs::path& path, const RecordingFormat& format) {
    const fs::path folder = frames_folder_of(path);
    if (!is_video(path))
        return {std::make_unique<PngSequence>(folder), ""};
    if (const std::optional<fs::path> program = find_ffmpeg())
        return {std::make_unique<FfmpegSink>(*program, path, format), ""};
    return {std::make_unique<PngSequence>(folder),
            "ffmpeg is not installed: the frames are pictures in " + folder.string()};
}

}  // namespace heatlab
