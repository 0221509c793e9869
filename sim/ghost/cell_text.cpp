#include "sim/ghost/cell_text.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
#include <string_view>
#include <system_error>

#include "sim/errors.h"
#include "sim/io/output_file.h"
#include "sim/text.h"

namespace heatlab::ghost {
namespace {

constexpr std::string_view blanks = " \t\r";

constexpr std::size_t longest_repeated = 32;  ///< of what is wrong, in a message

/// Adds the numbers of a line. The word that is none; empty: all are.
std::string_view read_line(std::string_view line, std::vector<float>& values) {
    for (;;) {
        const std::size_t begin = line.find_first_not_of(blanks);
        if (begin == std::string_view::npos)
            return {};
        line.remove_prefix(begin);
        const std::string_view word = line.substr(0, line.find_first_of(blanks));
        float value = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
        if (error != std::errc() || end != word.data() + word.size() || !std::isfinite(value))
            return word;
        values.push_back(value);
        line.remove_prefix(word.size());
    }
}

[[noreturn]] void refuse(const std::string& argument, const std::filesystem::path& path,
                         const std::string& why) {
    throw InputError(argument, path.string(), why);
}

std::string quoted(std::string_view word) {
    const bool is_long = word.size() > longest_repeated;
    return "\"" + std::string(word.substr(0, longest_repeated)) + (is_long ? "..." : "") + "\"";
}

}  // namespace

std::vector<float> read_number_file(const std::string& argument, const std::filesystem::path& path,
                                    std::int64_t most, const std::string& why_most) {
    // A pipe would keep the program waiting.
    std::error_code unknown;
    if (std::filesystem::exists(path, unknown) && !std::filesystem::is_regular_file(path, unknown))
        refuse(argument, path, "is no regular file");
    std::ifstream file(path);
    if (!file)
        refuse(argument, path, std::string("cannot be opened: ") + std::strerror(errno));
    std::vector<float> values;
    std::string line;
    for (std::int64_t number = 1; std::getline(file, line); ++number) {
        if (const std::string_view wrong = read_line(line, values); !wrong.empty())
            refuse(argument, path,
                   "line " + std::to_string(number) + ": " + quoted(wrong) +
                       " is not a finite number of float32; a number a line is needed, row by row");
        if (static_cast<std::int64_t>(values.size()) > most)
            refuse(argument, path,
                   "has more than " + std::to_string(most) + " numbers, and " + why_most);
    }
    return values;
}

std::vector<float> read_cell_text(const std::string& argument, const std::filesystem::path& path,
                                  GridSize grid) {
    const std::int64_t cells = grid.cells();
    const std::string needed = "a grid of " + grid_text(grid) + " needs " + std::to_string(cells);
    std::vector<float> values = read_number_file(argument, path, cells, needed);
    if (static_cast<std::int64_t>(values.size()) < cells)
        refuse(argument, path, "has " + std::to_string(values.size()) + " numbers, and " + needed);
    return values;
}

std::optional<GridSize> square_grid(std::int64_t cells) {
    const auto side =
        static_cast<std::int64_t>(std::llround(std::sqrt(static_cast<double>(cells))));
    if (side < 1 || side * side != cells || side > std::numeric_limits<int>::max())
        return std::nullopt;
    return GridSize{static_cast<int>(side), static_cast<int>(side)};
}

void write_cell_text(const std::filesystem::path& path, const Cells& cells) {
    OutputFile file(path);
    std::string text;
    const auto flush = [&] {
        static_cast<void>(file.write(text.data(), text.size()));  // commit() says what failed
        text.clear();
    };
    std::visit(
        [&](const auto& values) {
            constexpr std::size_t enough = 1 << 16;
            for (const auto value : values) {
                std::array<char, 32> digits{};
                const auto written =
                    std::to_chars(digits.data(), digits.data() + digits.size(), value);
                text.append(digits.data(), written.ptr).push_back('\n');
                if (text.size() >= enough)
                    flush();
            }
        },
        cells);
    flush();
    file.commit();
}

}  // namespace heatlab::ghost
