#include "app/commands/list_tables.h"

#include <algorithm>
#include <iostream>
#include <sstream>

#include "app/backends.h"
#include "app/format.h"
#include "app/presets.h"
#include "app/share_folder.h"
#include "render/colormap.h"
#include "sim/ghost/application.h"
#include "sim/initial_field.h"
#include "sim/kernel_table.h"

namespace heatlab {
namespace {

using Json = nlohmann::ordered_json;

Json kernel_rows() {
    Json rows = Json::array();
    for (const KernelInfo& kernel : kernel_table()) {
        Json row;
        row["name"] = kernel.name;
        row["sentence"] = kernel.sentence;
        row["backends"] = Json::array();
        for (BackendKind backend : {BackendKind::cpu, BackendKind::cuda})
            if (kernel.runs_on(backend))
                row["backends"].push_back(to_string(backend));
        row["float64"] = Json::array();
        for (BackendKind backend : {BackendKind::cpu, BackendKind::cuda})
            if (kernel.runs_on(backend, CellType::float64))
                row["float64"].push_back(to_string(backend));
        row["dimensions"] = kernel.dimensions;
        row["any_dimensions"] = kernel.any_dimensions;
        row["steps_per_launch"] = kernel.steps_per_launch;
        row["halo"] = kernel.halo;
        row["reads_per_cell_per_launch"] = kernel.reads_per_cell_per_launch;
        if (kernel.float64 != Float64Support::none)
            row["float64_reads_per_cell_per_launch"] =
                kernel.reads_per_cell_per_launch_of(CellType::float64);
        row["writes_per_cell_per_launch"] = kernel.writes_per_cell_per_launch;
        row["tile_width"] = kernel.tile_width;
        row["tile_height"] = kernel.tile_height;
        row["advances"] = kernel.advances;
        row["boundaries"] = Json::array();
        for (BoundaryKind kind :
             {BoundaryKind::dirichlet, BoundaryKind::insulated, BoundaryKind::periodic})
            if (kernel.supports(Boundaries::all(kind)))
                row["boundaries"].push_back(name_of(kind));
        rows.push_back(std::move(row));
    }
    return rows;
}

Json preset_rows() {
    const auto library = load_presets(share_folder());
    for (const std::string& problem : library->problems())
        std::cerr << "heatlab: " << problem << "\n";
    Json rows = Json::array();
    for (const Preset& preset : library->presets()) {
        Json row;
        row["name"] = preset.name;
        row["title"] = preset.title;
        row["text"] = preset.text;
        row["variants"] = Json::array();
        for (const PresetVariant& variant : preset.variants)
            if (!variant.name.empty())
                row["variants"].push_back(variant.name);
        row["file"] = preset.file.string();
        rows.push_back(std::move(row));
    }
    return rows;
}

Json device_rows() {
    Json rows = Json::array();
    for (const DeviceListing& listing : list_devices()) {
        Json row;
        row["backend"] = to_string(listing.info.kind);
        row["device_index"] = listing.info.device_index;
        row["device"] = listing.info.device;
        row["driver"] = listing.info.driver;
        row["instruction_set"] = listing.info.instruction_set;
        row["threads"] = listing.info.threads;
        row["memory_bytes"] = listing.info.memory_bytes;
        row["usable"] = listing.usable;
        row["reason"] = listing.reason;
        rows.push_back(std::move(row));
    }
    return rows;
}

Json init_rows() {
    Json rows = Json::array();
    for (const InitialFieldInfo& field : initial_fields()) {
        Json row;
        row["name"] = field.name;
        row["title"] = field.title;
        row["sentence"] = field.sentence;
        row["walls"] = {{"top", field.walls.top},
                        {"right", field.walls.right},
                        {"bottom", field.walls.bottom},
                        {"left", field.walls.left}};
        row["uses_seed"] = field.uses_seed;
        row["uses_mode"] = field.uses_mode;
        row["uses_file"] = field.uses_file;
        row["is_signed"] = field.is_signed;
        rows.push_back(std::move(row));
    }
    return rows;
}

Json application_rows() {
    Json rows = Json::array();
    for (const ghost::Application& application : ghost::application_table()) {
        Json row;
        row["name"] = application.name;
        row["title"] = application.title;
        row["sentence"] = application.sentence;
        row["formula"] = application.formula;
        row["dimensions"] = application.dimensions;
        row["type"] = application.cells == ghost::CellKind::real ? "float32" : "int32";
        row["cells"] = application.cells_name;
        row["cells_unit"] = application.cells_unit;
        row["source"] = application.source_name;
        row["source_unit"] = application.source_unit;
        rows.push_back(std::move(row));
    }
    return rows;
}

Json colormap_rows() {
    Json rows = Json::array();
    const ColorMapLibrary library(share_folder());
    for (const ColorMap& map : library.maps()) {
        Json row;
        row["name"] = map.name;
        row["title"] = map.title;
        row["kind"] = map.kind == ColorMapKind::diverging ? "diverging" : "sequential";
        row["source"] = map.source;
        row["licence"] = map.licence;
        rows.push_back(std::move(row));
    }
    return rows;
}

std::string text_of(const Json& value) {
    if (value.is_string())
        return value.get<std::string>();
    if (!value.is_array())
        return value.dump();
    std::string joined;
    for (const Json& item : value) {
        if (!joined.empty())
            joined += ' ';
        joined += text_of(item);
    }
    return joined;
}

std::string csv_field(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos)
        return text;
    std::string quoted = "\"";
    for (char c : text)
        quoted += c == '"' ? "\"\"" : std::string(1, c);
    return quoted + "\"";
}

// The members of a row, those of inner objects as "key.member".
std::vector<std::pair<std::string, std::string>> flatten(const Json& row) {
    std::vector<std::pair<std::string, std::string>> cells;
    for (const auto& [key, value] : row.items()) {
        if (!value.is_object()) {
            cells.emplace_back(key, text_of(value));
            continue;
        }
        for (const auto& [member, inner] : value.items())
            cells.emplace_back(key + "." + member, text_of(inner));
    }
    return cells;
}

std::string detail_of(ListCommand::What what, const Json& row) {
    switch (what) {
        case ListCommand::What::kernels:
            return text_of(row["sentence"]) + " [" + text_of(row["backends"]) + "] (" +
                   text_of(row["boundaries"]) + ")" +
                   (row["float64"].empty() ? "" : " float64 [" + text_of(row["float64"]) + "]");
        case ListCommand::What::inits:
            return text_of(row["sentence"]);
        case ListCommand::What::applications:
            return text_of(row["sentence"]) + " " + text_of(row["formula"]);
        case ListCommand::What::presets:
            return text_of(row["title"]) + ". " + text_of(row["text"]) +
                   (row["variants"].empty() ? "" : " [" + text_of(row["variants"]) + "]");
        case ListCommand::What::colormaps:
            return text_of(row["kind"]) + ", " + text_of(row["source"]);
        case ListCommand::What::devices:
            break;
    }
    std::string text = text_of(row["device"]);
    if (row["memory_bytes"].get<std::uint64_t>() > 0)
        text += ", " + text_of(row["instruction_set"]) + ", driver " + text_of(row["driver"]) +
                ", " + format_bytes(row["memory_bytes"].get<double>());
    if (!row["usable"].get<bool>())
        text += (text.empty() ? "" : "; ") + ("not usable: " + text_of(row["reason"]));
    return text;
}

}  // namespace

Json list_rows(ListCommand::What what) {
    switch (what) {
        case ListCommand::What::kernels:
            return kernel_rows();
        case ListCommand::What::devices:
            return device_rows();
        case ListCommand::What::inits:
            return init_rows();
        case ListCommand::What::presets:
            return preset_rows();
        case ListCommand::What::applications:
            return application_rows();
        case ListCommand::What::colormaps:
            break;
    }
    return colormap_rows();
}

std::string csv_text(const Json& rows) {
    std::ostringstream out;
    if (rows.empty())
        return {};
    const auto line = [&out](const auto& cells, auto pick) {
        const char* separator = "";
        for (const auto& cell : cells) {
            out << separator << csv_field(pick(cell));
            separator = ",";
        }
        out << "\r\n";
    };
    line(flatten(rows.front()), [](const auto& cell) { return cell.first; });
    for (const Json& row : rows)
        line(flatten(row), [](const auto& cell) { return cell.second; });
    return out.str();
}

std::string plain_text(ListCommand::What what, const Json& rows) {
    const auto name_of = [what](const Json& row) {
        if (what != ListCommand::What::devices)
            return text_of(row["name"]);
        std::string name = text_of(row["backend"]);
        if (name == "cuda")
            name.append(" ").append(text_of(row["device_index"]));
        return name;
    };
    std::size_t width = 0;
    for (const Json& row : rows)
        width = std::max(width, name_of(row).size());
    std::ostringstream out;
    for (const Json& row : rows) {
        const std::string name = name_of(row);
        out << name << std::string(width - name.size() + 2, ' ') << detail_of(what, row) << "\n";
    }
    return out.str();
}

}  // namespace heatlab
