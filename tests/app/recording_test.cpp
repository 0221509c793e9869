// Recordings: where frames go, what is kept when that fails, and which picture stands for which
// moment.

#include "app/recording/recorder.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <mutex>
#include <vector>

#include "app/recording/ffmpeg_sink.h"
#include "app/recording/png_sequence.h"
#include "sim/errors.h"

namespace heatlab {
namespace {

namespace fs = std::filesystem;

Image grey(int width, int height, std::uint8_t value) {
    Image image{width, height, {}};
    image.rgba.assign(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4,
                      value);
    return image;
}

class RecordingTest : public testing::Test {
protected:
    RecordingTest()
        : folder_(fs::path(testing::TempDir()) /
                  (std::string("heatlab-recording-") +
                   testing::UnitTest::GetInstance()->current_test_info()->name())) {
        fs::remove_all(folder_);
        fs::create_directories(folder_);
    }
    ~RecordingTest() override { fs::remove_all(folder_); }

    /// A program in ffmpeg's place; its last argument is "file:PATH".
    fs::path program(const std::string& script) const {
        const fs::path path = folder_ / "ffmpeg";
        std::ofstream(path) << "#!/bin/bash\nfile=\"${@: -1}\"; file=\"${file#file:}\"\n" << script;
        fs::permissions(path, fs::perms::owner_all);
        return path;
    }
    static std::string content(const fs::path& path) {
        std::ifstream stream(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), {}};
    }
    /// What a recording of frames of 64 x 64 says when it fails.
    std::string failure(const std::string& script, int frames = 200) const {
        FfmpegSink sink(program(script), folder_ / "a.mp4", {{64, 64}, 30});
        try {
            for (int i = 0; i < frames; ++i)
                sink.write(grey(64, 64, 7));
            sink.finish();
        } catch (const RecordingError& error) {
            return error.what();
        }
        return "";
    }

    fs::path folder_;
};

TEST_F(RecordingTest, FfmpegGetsEveryByteInOrder) {
    const fs::path file = folder_ / "a:b c.mp4";
    FfmpegSink sink(program("cat > \"$file\"\n"), file, {{3, 2}, 30});
    std::string expected;
    for (const int value : {1, 200, 3}) {
        sink.write(grey(3, 2, static_cast<std::uint8_t>(value)));
        expected += std::string(3 * 2 * 4, static_cast<char>(value));
    }
    sink.finish();
    EXPECT_EQ(content(file), expected);
    EXPECT_EQ(sink.bytes(), expected.size());
}

TEST_F(RecordingTest, WhatEndsFfmpegIsSaidWithWhatIsKept) {
    const std::string full = failure(
        "head -c 40000 > \"$file\"\necho first >&2\necho 'No space left on device' >&2\nexit 1\n");
    EXPECT_NE(full.find("No space left on device"), std::string::npos) << full;
    EXPECT_NE(full.find("a.mp4"), std::string::npos) << full;
    EXPECT_EQ(fs::file_size(folder_ / "a.mp4"), 40000u);
    const std::string killed = failure("head -c 40000 > \"$file\"\nkill -9 $$\n");
    EXPECT_NE(killed.find("Killed"), std::string::npos) << killed;
    // Where all was taken, and the end fails.
    const std::string late = failure("cat > \"$file\"\nexit 3\n", 2);
    EXPECT_NE(late.find("after 2 frames"), std::string::npos) << late;
    EXPECT_NE(late.find("exit code 3"), std::string::npos) << late;
    EXPECT_EQ(failure("cat > \"$file\"\n", 2), "");
}

TEST_F(RecordingTest, AProgramThatCannotBeStartedIsNamed) {
    try {
        const FfmpegSink sink(folder_ / "nothing", folder_ / "a.mp4", {{2, 2}, 30});
        FAIL();
    } catch (const RecordingError& error) {
        EXPECT_NE(std::string(error.what()).find("nothing cannot be started"), std::string::npos);
    }
}

TEST_F(RecordingTest, WithoutFfmpegTheFramesArePicturesAndThatIsSaid) {
    const char* path = std::getenv("PATH");
    const std::string before = path != nullptr ? path : "";
    setenv("PATH", folder_.c_str(), 1);
    const OpenedSink pictures = open_frame_sink(folder_ / "a.mp4", {{2, 2}, 30});
    EXPECT_NE(pictures.note.find("ffmpeg is not installed"), std::string::npos);
    EXPECT_EQ(pictures.sink->path(), folder_ / "a-frames");
    program("cat > \"$file\"\n");
    const OpenedSink film = open_frame_sink(folder_ / "b.mp4", {{2, 2}, 30});
    setenv("PATH", before.c_str(), 1);
    EXPECT_EQ(film.note, "");
    EXPECT_EQ(film.sink->path(), folder_ / "b.mp4");
}

TEST_F(RecordingTest, ASequenceIsNumberedAndReplacesTheOneBefore) {
    const fs::path folder = folder_ / "s-frames";
    {
        PngSequence sequence(folder);
        for (const int value : {10, 20, 30})
            sequence.write(grey(5, 4, static_cast<std::uint8_t>(value)));
        EXPECT_EQ(sequence.bytes(), fs::file_size(folder / "frame-000001.png") * 3);
    }
    EXPECT_EQ(read_png(folder / "frame-000002.png").rgba[0], 20);
    PngSequence shorter(folder);
    shorter.write(grey(5, 4, 40));
    EXPECT_TRUE(fs::exists(folder / "frame-000001.png"));
    EXPECT_FALSE(fs::exists(folder / "frame-000002.png"));
    std::ofstream(folder / "frame-0001.png") << "mine";  // of another program
    EXPECT_THROW(PngSequence another(folder), RecordingError);
    EXPECT_TRUE(fs::exists(folder / "frame-000001.png"));
}

TEST_F(RecordingTest, NamesThatCannotBeAreRefused) {
    validate_recording_path("--video", folder_ / "a.mp4");
    validate_recording_path("--video", folder_ / "a.gif");
    validate_recording_path("--video", folder_ / "a.png");
    for (const fs::path& wrong :
         {folder_ / "a.avi", folder_ / "a", folder_ / "no" / "a.mp4", fs::path()})
        EXPECT_THROW(validate_recording_path("--video", wrong), InputError) << wrong;
}

/// Keeps the first byte of each frame; stands still, or fails, as told.
class NotedSink final : public FrameSink {
public:
    struct Notes {
        std::mutex mutex;
        std::mutex gate;  ///< held by a test: nothing is written
        std::vector<int> frames;
        int most = 1 << 30;
        bool finished = false;
    };
    explicit NotedSink(Notes& notes) : notes_(notes) {}
    void write(const Image& frame) override {
        const std::lock_guard gate(notes_.gate);
        const std::lock_guard lock(notes_.mutex);
        if (static_cast<int>(notes_.frames.size()) >= notes_.most)
            throw RecordingError("the disk is full");
        notes_.frames.push_back(frame.rgba[0]);
    }
    void finish() override { notes_.finished = true; }
    std::uint64_t bytes() const override { return 1; }
    const fs::path& path() const override { return path_; }

private:
    Notes& notes_;
    fs::path path_ = "film";
};

TEST(Recorder, EveryMomentOfTheFilmShowsTheNewestPicture) {
    NotedSink::Notes notes;
    {
        Recorder recorder(std::make_unique<NotedSink>(notes), {{1, 1}, 10}, 5.0);
        EXPECT_TRUE(recorder.is_due(5.0));
        recorder.take(grey(1, 1, 1), 5.0);
        EXPECT_FALSE(recorder.is_due(5.05));
        recorder.take(grey(1, 1, 9), 5.05);  // not due: the moment has its picture
        EXPECT_TRUE(recorder.is_due(5.1));
        recorder.take(grey(1, 1, 2), 5.1);
        recorder.take(grey(1, 1, 3), 5.45);
    }
    EXPECT_EQ(notes.frames, (std::vector<int>{1, 2, 2, 2, 3}));
    EXPECT_TRUE(notes.finished);
}

// As it is where pictures arrive after they were drawn.
TEST(Recorder, APictureThatIsExpectedKeepsItsMoment) {
    NotedSink::Notes notes;
    {
        Recorder recorder(std::make_unique<NotedSink>(notes), {{1, 1}, 10}, 5.0);
        recorder.expect(5.0);
        EXPECT_FALSE(recorder.is_due(5.05));
        EXPECT_TRUE(recorder.is_due(5.1));
        recorder.expect(5.1);
        recorder.take(grey(1, 1, 1), 5.0);
        EXPECT_FALSE(recorder.is_due(5.15)) << "taking the one before does not forget it";
        EXPECT_TRUE(recorder.is_due(5.2));
        recorder.take(grey(1, 1, 2), 5.1);
        recorder.expect(5.4);
        recorder.take(grey(1, 1, 3), 5.4);
    }
    EXPECT_EQ(notes.frames, (std::vector<int>{1, 2, 2, 2, 3}));
}

TEST(Recorder, NeverWaitsForTheWriter) {
    NotedSink::Notes notes;
    RecordingStatus status;
    {
        Recorder recorder(std::make_unique<NotedSink>(notes), {{1, 1}, 10}, 0);
        {
            const std::lock_guard gate(notes.gate);
            for (int i = 0; i < 100; ++i)
                recorder.take(grey(1, 1, static_cast<std::uint8_t>(i)), 0.1 * i);
            status = recorder.status();
        }
        recorder.end();
    }
    EXPECT_GE(status.left_out, 90);
    EXPECT_LT(status.left_out, 100);
    EXPECT_EQ(notes.frames.front(), 0);
    EXPECT_EQ(notes.frames.size(), 100u - static_cast<std::size_t>(status.left_out));
}

TEST(Recorder, EndsByItselfWhereTheSinkFails) {
    NotedSink::Notes notes;
    notes.most = 3;
    Recorder recorder(std::make_unique<NotedSink>(notes), {{1, 1}, 10}, 0);
    for (int i = 0; i < 2000 && !recorder.status().ended; ++i) {
        recorder.take(grey(1, 1, 1), 0.1 * i);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    EXPECT_TRUE(recorder.status().ended);
    EXPECT_EQ(recorder.status().problem, "the disk is full");
    EXPECT_EQ(notes.frames.size(), 3u);
    EXPECT_FALSE(notes.finished);
}

}  // namespace
}  // namespace heatlab
