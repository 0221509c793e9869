#include "app/commands/text_table.h"

#include <algorithm>
#include <sstream>

namespace heatlab {
namespace {

// Characters, not bytes: the text is UTF-8.
std::size_t width_of(const std::string& text) {
    return static_cast<std::size_t>(std::ranges::count_if(
        text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

}  // namespace

std::string text_table(const std::vector<std::vector<std::string>>& rows) {
    std::vector<std::size_t> widths;
    for (const auto& row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], width_of(row[i]));
    }
    std::ostringstream text;
    for (const auto& row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::string padding(widths[i] - width_of(row[i]), ' ');
            text << "  " << (i == 0 ? row[i] + padding : padding + row[i]);
        }
        text << "\n";
    }
    return text.str();
}

}  // namespace heatlab
