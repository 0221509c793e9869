#pragma once

#include <cstdint>
#include <string>

namespace heatlab {

/// One line on standard error that is written over, on a terminal alone; gone in the end, however
/// that comes.
class TerminalProgress {
public:
    TerminalProgress();
    ~TerminalProgress();
    TerminalProgress(const TerminalProgress&) = delete;
    TerminalProgress& operator=(const TerminalProgress&) = delete;

    bool shown() const { return shown_; }
    void say(const std::string& what, std::int64_t done, std::int64_t total) const;

private:
    bool shown_;
};

}  // namespace heatlab
