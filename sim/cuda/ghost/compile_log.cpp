#include "sim/cuda/ghost/compile_log.h"

#include <charconv>
#include <sstream>
#include <string_view>

namespace heatlab::cuda {
namespace {

/// "12): error: text" or "12): catastrophic error: text"; nothing changes in `found` else.
bool read_error(std::string_view rest, LoggedError& found) {
    int line = 0;
    const auto [end, problem] = std::from_chars(rest.data(), rest.data() + rest.size(), line);
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    constexpr std::string_view mark = "error: ";
    const std::size_t start = rest.find(mark);
    if (problem != std::errc() || !rest.starts_with("): ") || start == std::string_view::npos)
        return false;
    found = {line, std::string(rest.substr(start + mark.size()))};
    return true;
}

}  // namespace

LoggedError first_error(const std::string& log, const std::string& name) {
    std::istringstream lines(log);
    LoggedError first;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with(name + "(") &&
            read_error(std::string_view(line).substr(name.size() + 1), first))
            return first;
        if (first.text.empty())
            first.text = line;
    }
    return first;
}

}  // namespace heatlab::cuda
