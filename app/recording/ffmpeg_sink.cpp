#include "app/recording/ffmpeg_sink.h"

#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <utility>
#include <vector>

#include "app/spawn.h"
#include "sim/text.h"

namespace heatlab {
namespace {

namespace fs = std::filesystem;

/// What ffmpeg does with the frames, by the file's ending.
std::vector<std::string> encoding(const fs::path& file) {
    if (file.extension() == ".gif")
        // A palette for each frame: one for all would need all of them in memory.
        return {"-filter_complex",
                "[0:v]split[a][b];[a]palettegen=stats_mode=single[p];[b][p]paletteuse=new=1", "-f",
                "gif"};
    // Players need even sides and this pixel format; fragments play without the end.
    return {"-vf",       "pad=ceil(iw/2)*2:ceil(ih/2)*2",
            "-c:v",      "libx264",
            "-preset",   "veryfast",
            "-crf",      "18",
            "-pix_fmt",  "yuv420p",
            "-threads",  "2",
            "-g",        "30",
            "-movflags", "frag_keyframe+empty_moov+default_base_moof",
            "-fflags",   "+bitexact",
            "-flags:v",  "+bitexact",
            "-f",        "mp4"};
}

std::vector<std::string> arguments(const fs::path& program, const fs::path& file,
                                   const RecordingFormat& format) {
    std::vector<std::string> all{program.string(),
                                 "-nostdin",
                                 "-hide_banner",
                                 "-loglevel",
                                 "error",
                                 "-y",
                                 "-f",
                                 "rawvideo",
                                 "-pixel_format",
                                 "rgba",
                                 "-video_size",
                                 grid_text(format.size),
                                 "-framerate",
                                 number_text(format.frames_per_second),
                                 "-i",
                                 "pipe:0"};
    for (std::string& part : encoding(file))
        all.push_back(std::move(part));
    // A name with a colon would be a protocol.
    all.push_back("file:" + file.string());
    return all;
}

std::string last_line(int file) {
    std::array<char, 4096> buffer{};
    const off_t size = ::lseek(file, 0, SEEK_END);
    const off_t begin = std::max<off_t>(0, size - static_cast<off_t>(buffer.size()));
    const ssize_t count = ::pread(file, buffer.data(), buffer.size(), begin);
    std::istringstream text(
        std::string(buffer.data(), static_cast<std::size_t>(std::max<ssize_t>(0, count))));
    std::string last;
    for (std::string line; std::getline(text, line);)
        if (!line.empty() && line != "Conversion failed!")
            last = line;
    return last;
}

}  // namespace

std::optional<fs::path> find_ffmpeg() {
    const char* folders = std::getenv("PATH");
    std::istringstream list(folders != nullptr ? folders : "");
    for (std::string folder; std::getline(list, folder, ':');) {
        const fs::path program = fs::path(folder.empty() ? "." : folder) / "ffmpeg";
        std::error_code error;
        if (fs::is_regular_file(program, error) && ::access(program.c_str(), X_OK) == 0)
            return program;
    }
    return std::nullopt;
}

FfmpegSink::FfmpegSink(const fs::path& program, fs::path file, const RecordingFormat& format)
    : file_(std::move(file)), format_(format) {
    const auto refuse = [&](int error) {
        throw RecordingError(program.string() + " cannot be started: " + std::strerror(error));
    };
    // A socket and no pipe: writing to one whose reader has gone is an error, and no signal.
    std::array<int, 2> ends{-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        refuse(errno);
    messages_ = ::memfd_create("ffmpeg-messages", MFD_CLOEXEC);
    SpawnActions actions;
    actions.redirect(ends[1], STDIN_FILENO);
    actions.discard(STDOUT_FILENO);
    actions.redirect(messages_, STDERR_FILENO);
    const int error = spawn(program_, program, arguments(program, file_, format), actions);
    ::close(ends[1]);
    input_ = ends[0];
    if (error != 0) {
        ::close(input_);
        ::close(messages_);
        refuse(error);
    }
}

FfmpegSink::~FfmpegSink() {
    wait_for_end();
    ::close(messages_);
}

void FfmpegSink::write(const Image& frame) {
    const auto* bytes = frame.rgba.data();
    std::size_t left = frame.rgba.size();
    while (left > 0) {
        const ssize_t sent = ::send(input_, bytes, left, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0)
            fail();
        bytes += sent;
        left -= static_cast<std::size_t>(sent);
    }
    ++frames_;
}

void FfmpegSink::finish() {
    if (!wait_for_end())
        fail();
}

bool FfmpegSink::wait_for_end() {
    if (input_ >= 0)
        ::close(std::exchange(input_, -1));
    if (program_ < 0)
        return end_.empty();
    int status = 0;
    while (::waitpid(program_, &status, 0) < 0 && errno == EINTR) {
    }
    program_ = -1;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return true;
    end_ = end_text(status);
    if (const std::string said = last_line(messages_); !said.empty())
        end_ = said;
    return false;
}

void FfmpegSink::fail() {
    wait_for_end();
    throw RecordingError("ffmpeg stopped after " + std::to_string(frames_) +
                         " frames: " + (end_.empty() ? "it reads no more" : end_) +
                         ". What it wrote is in " + file_.string());
}

std::uint64_t FfmpegSink::bytes() const {
    std::error_code error;
    const std::uintmax_t size = fs::file_size(file_, error);
    return error ? 0 : size;
}

}  // namespace heatlab
