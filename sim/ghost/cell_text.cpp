#include "sim/ghost/cell_text.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fstream>
#include <string_view>
#include <system_error>

#include "sim/errors.h"
#include "sim/io/output_file.h"
#include "sim/text.h"

namespace heatlab::ghost {
namespace {

constexpr std::string_view blanks = " \t\r";

/// Adds the numbers of a line. False where it holds something else.
bool read_line(std::string_view line, std::vector<float>& values) {
    for (;;) {
        const std::size_t begin = line.find_first_not_of(blanks);
        if (begin == std::string_view::npos)
            return true;
        line.remove_prefix(begin);
        const std::string_view word = line.substr(0, line.find_first_of(blanks));
        float value = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
        if (error != std::errc() || end != word.data() + word.size() || !std::isfinite(value))
            return false;
        values.push_back(value);
        line.remove_prefix(word.size());
    }
}

}  // namespace

std::vector<float> read_cell_text(const std::string& argument, const std::filesystem::path& path,
                                  GridSize grid) {
    const auto refuse = [&](const std::string& why) {
        throw InputError(argument, path.string(), why);
    };
    // A pipe would keep the program waiting.
    std::error_code unknown;
    if (std::filesystem::exists(path, unknown) && !std::filesystem::is_regular_file(path, unknown))
        refuse("is no regular file");
    std::ifstream file(path);
    if (!file)
        refuse(std::string("cannot be opened: ") + std::strerror(errno));
    const auto cells = static_cast<std::size_t>(grid.cells());
    std::vector<float> values;
    values.reserve(cells);
    std::string line;
    for (std::int64_t number = 1; std::getline(file, line); ++number) {
        if (!read_line(line, values))
            refuse("line " + std::to_string(number) +
                   " is not a finite number; a number a line is needed, row by row");
        if (values.size() > cells)
            break;
    }
    if (values.size() > cells)
        refuse("has more than the " + std::to_string(cells) + " numbers of a grid of " +
               grid_text(grid));
    if (values.size() < cells)
        refuse("has " + std::to_string(values.size()) + " numbers, and a grid of " +
               grid_text(grid) + " needs " + std::to_string(cells));
    return values;
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
