#include "app/commands/terminal_progress.h"

#include <unistd.h>

#include <iostream>

namespace heatlab {

TerminalProgress::TerminalProgress() : shown_(isatty(STDERR_FILENO) != 0) {}

TerminalProgress::~TerminalProgress() {
    if (shown_)
        std::cerr << "\r\033[K" << std::flush;
}

void TerminalProgress::say(const std::string& what, std::int64_t done, std::int64_t total) const {
    constexpr std::int64_t length = 24;
    if (!shown_)
        return;
    const std::int64_t full = total > 0 ? length * done / total : 0;
    std::cerr << "\r\033[K[" << std::string(static_cast<std::size_t>(full), '#')
              << std::string(static_cast<std::size_t>(length - full), ' ') << "] " << what
              << std::flush;
}

}  // namespace heatlab
