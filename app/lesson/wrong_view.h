#pragma once

#include <string>

#include "app/settings.h"

namespace heatlab {

/// Opens Compare with the variant beside the right field; nothing for an empty name. Throws
/// InputError (argument "wrong") for cells of another type than float32.
void show_wrong_view(const std::string& variant, Settings& settings);
/// Whether a view of the setting is wrong on purpose.
bool shows_wrong_view(const ComparisonSetting& setting);

}  // namespace heatlab
