#include "app/lesson/wrong_view.h"

#include <algorithm>

#include "sim/errors.h"

namespace heatlab {

void show_wrong_view(const std::string& variant, Settings& settings) {
    if (variant.empty())
        return;
    if (settings.type != CellType::float32)
        throw InputError("wrong", variant,
                         "is shown with cells of float32, and here they are " +
                             std::string(to_string(settings.type)));
    settings.comparison = {};
    settings.comparison.others = {wrong_view(find_wrong_variant(variant).variant)};
    settings.comparison.open = true;
}

bool shows_wrong_view(const ComparisonSetting& setting) {
    return std::ranges::any_of(setting.others,
                               [](const ComparedView& view) { return view.wrong.has_value(); });
}

}  // namespace heatlab
