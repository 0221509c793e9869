#include "app/lesson/wrong_view.h"

namespace heatlab {

void show_wrong_view(const std::string& variant, Settings& settings) {
    static_cast<void>(variant);
    static_cast<void>(settings);
}

bool shows_wrong_view(const ComparisonSetting& setting) {
    static_cast<void>(setting);
    return false;
}

}  // namespace heatlab
