#include "app/export/table.h"

namespace heatlab {
namespace {

void add_line(std::string& text, const std::vector<std::string>& cells) {
    for (std::size_t i = 0; i < cells.size(); ++i)
        text += (i > 0 ? "," : "") + cells[i];
    text += "\r\n";
}

}  // namespace

std::string csv_of(const Table& table) {
    std::string text;
    add_line(text, table.columns);
    for (const auto& row : table.rows)
        add_line(text, row);
    return text;
}

}  // namespace heatlab
