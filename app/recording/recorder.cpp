#include "app/recording/recorder.h"

#include <algorithm>
#include <utility>

namespace heatlab {
namespace {

// Of 1920 x 1080 these take 66 MB; half a second of film may wait for the disk.
constexpr std::size_t most_waiting = 8;

}  // namespace

Recorder::Recorder(std::unique_ptr<FrameSink> sink, const RecordingFormat& format, double now)
    : format_(format), begin_(now), sink_(std::move(sink)) {
    writer_ = std::thread([this] { write(); });
}

Recorder::~Recorder() {
    end();
    writer_.join();
}

std::int64_t Recorder::slot_at(double now) const {
    return static_cast<std::int64_t>((now - begin_) * format_.frames_per_second + 1e-6);
}

bool Recorder::is_due(double now) const {
    return slot_at(now) >= next_due_;
}

void Recorder::expect(double now) {
    next_due_ = std::max(next_due_, slot_at(now) + 1);
}

void Recorder::take(Image picture, double now) {
    const std::int64_t slot = slot_at(now);
    if (slot < next_slot_)
        return;
    next_slot_ = slot + 1;
    expect(now);
    {
        const std::lock_guard lock(mutex_);
        if (ending_ || status_.ended)
            return;
        if (waiting_.size() >= most_waiting) {
            ++status_.left_out;
            return;
        }
        waiting_.push_back({std::move(picture), slot});
    }
    changed_.notify_one();
}

void Recorder::end() {
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
    }
    changed_.notify_one();
}

RecordingStatus Recorder::status() const {
    const std::lock_guard lock(mutex_);
    return status_;
}

void Recorder::write() {
    std::string problem;
    try {
        write_until_ended();
        sink_->finish();
    } catch (const std::exception& failed) {
        problem = failed.what();
    }
    const std::lock_guard lock(mutex_);
    status_.bytes = sink_->bytes();
    status_.ended = true;
    status_.problem = problem;
    waiting_.clear();
}

void Recorder::write_until_ended() {
    Image shown;
    std::int64_t written = 0;
    for (;;) {
        Taken next;
        {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [this] { return ending_ || !waiting_.empty(); });
            if (waiting_.empty())
                return;
            next = std::move(waiting_.front());
            waiting_.pop_front();
        }
        if (written == 0)
            written = next.slot;  // the film begins with its first picture
        for (; written < next.slot; ++written)
            sink_->write(shown);
        shown = std::move(next.picture);
        sink_->write(shown);
        ++written;
        const std::lock_guard lock(mutex_);
        status_.seconds = static_cast<double>(written) / format_.frames_per_second;
        status_.bytes = sink_->bytes();
    }
}

}  // namespace heatlab
