#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "app/options.h"

namespace heatlab {

/// What `list` lists: an array of objects that all have the same keys, in the same order; read from
/// the tables of the program, devices by asking.
nlohmann::ordered_json list_rows(ListCommand::What what);

/// RFC 4180: a header of the keys, then a line per object; arrays are joined by spaces, objects
/// member by member as "key.member" columns.
std::string csv_text(const nlohmann::ordered_json& rows);

/// For people: one entry a paragraph line, name and sentence aligned.
std::string plain_text(ListCommand::What what, const nlohmann::ordered_json& rows);

}  // namespace heatlab
