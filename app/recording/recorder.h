#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "app/recording/frame_sink.h"

namespace heatlab {

/// How a recording is going.
struct RecordingStatus {
    double seconds = 0;         ///< of the film
    std::uint64_t bytes = 0;    ///< on the disk
    std::int64_t left_out = 0;  ///< frames that came while the writer was behind
    bool ended = false;
    std::string problem;  ///< why it ended by itself; empty: it did not
};

/// Records pictures as they come, at a steady rate: a moment without one of its own shows the one
/// before. They are written on a thread of its own, so that who hands them over never waits; where
/// writing falls behind, pictures are left out and counted.
class Recorder {
public:
    Recorder(std::unique_ptr<FrameSink> sink, const RecordingFormat& format, double now);
    /// Completes the recording as `end` does, and waits for it.
    ~Recorder();
    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;

    const RecordingFormat& format() const { return format_; }
    const std::filesystem::path& path() const { return sink_->path(); }

    /// Whether the next picture's moment has come. `now`: seconds on the clock of the constructor.
    bool is_due(double now) const;
    /// The picture of this moment is under way: until another one's nothing is due.
    void expect(double now);
    /// The picture of the moment `now`, of the size that was promised; in the order of time.
    void take(Image picture, double now);
    /// What was taken is written and the film completed, in the background: then the status says
    /// `ended`.
    void end();
    RecordingStatus status() const;

private:
    struct Taken {
        Image picture;
        std::int64_t slot = 0;  ///< place in the film
    };
    void write();
    void write_until_ended();
    std::int64_t slot_at(double now) const;

    const RecordingFormat format_;
    const double begin_;
    std::int64_t next_due_ = 0;   ///< slot
    std::int64_t next_slot_ = 0;  ///< to be filled
    std::unique_ptr<FrameSink> sink_;

    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Taken> waiting_;
    bool ending_ = false;
    RecordingStatus status_;
    std::thread writer_;
};

}  // namespace heatlab
