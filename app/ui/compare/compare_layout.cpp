#include "app/ui/compare/compare_layout.h"

#include <algorithm>

#include "app/ui/transport.h"

namespace heatlab::ui {
namespace {

constexpr float gap = 8;
constexpr float wide_column = 404;
constexpr float compact_column = 356;
constexpr float race_share = 0.55f;
constexpr float race_share_of_four = 0.6f;
/// Another number of columns than the usual must make pictures larger by so much.
constexpr double worth_while = 1.2;

/// A grid of equal sheets.
struct Cells {
    ImRect area;
    int columns;
    int rows;
    float gap;

    ImRect at(int column, int row) const {
        const ImRect line = column_of(area, column, columns, gap);
        const float height = area.GetHeight() - static_cast<float>(rows - 1) * gap;
        const auto edge = [&](int i) {
            return area.Min.y +
                   std::floor(height * static_cast<float>(i) / static_cast<float>(rows)) +
                   static_cast<float>(i) * gap;
        };
        return {line.Min.x, edge(row), line.Max.x, edge(row + 1) - gap};
    }
};

/// Width of a view's picture with so many columns.
double picture_width(const Look& look, const Cells& cells, double aspect) {
    const ImRect sheet = cells.at(0, 0);
    const double width = sheet.GetWidth() - 2 * look.px(view_margin);
    const double height = sheet.GetHeight() - look.px(view_header_height) - look.px(view_margin);
    return std::max(0.0, std::min(width, height * aspect));
}

Cells choose_cells(const Look& look, const ImRect& area, int sheets, double aspect) {
    const auto cells_of = [&](int columns) {
        return Cells{area, columns, (sheets + columns - 1) / columns, look.px(gap)};
    };
    Cells best = cells_of(sheets <= 4 ? 2 : 3);
    double width = picture_width(look, best, aspect) * worth_while;
    for (int columns = 1; columns <= sheets; ++columns) {
        const Cells cells = cells_of(columns);
        const double other = picture_width(look, cells, aspect);
        if (other > width) {
            best = cells;
            width = other;
        }
    }
    return best;
}

}  // namespace

CompareLayout compare_layout(const Look& look, WidthClass width_class, const ImRect& area,
                             std::size_t views, double aspect) {
    CompareLayout layout;
    const float space = look.px(gap);
    layout.transport = {area.Min.x, area.Max.y - look.px(transport_height), area.Max.x, area.Max.y};
    ImRect sheets(area.Min, {area.Max.x, layout.transport.Min.y - space});
    if (width_class != WidthClass::narrow) {
        const bool wide = width_class == WidthClass::wide;
        ImRect column = sheets;
        column.Min.x = sheets.Max.x - look.px(wide ? wide_column : compact_column);
        sheets.Max.x = column.Min.x - space;
        layout.race = column;
        if (wide) {
            layout.race.Max.y =
                column.Min.y +
                std::floor(column.GetHeight() *
                           (views < most_compared_views ? race_share : race_share_of_four));
            layout.agreement = {column.Min.x, layout.race.Max.y + space, column.Max.x,
                                column.Max.y};
        }
    }
    const int count = static_cast<int>(views);
    const Cells cells = choose_cells(look, sheets, count + 1, aspect);
    for (int i = 0; i < count; ++i)
        layout.views.push_back(cells.at(i % cells.columns, i / cells.columns));
    layout.difference = cells.at(count % cells.columns, count / cells.columns);
    layout.difference.Max.x = cells.at(cells.columns - 1, count / cells.columns).Max.x;
    return layout;
}

}  // namespace heatlab::ui
