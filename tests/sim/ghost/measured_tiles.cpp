#include "tests/sim/ghost/measured_tiles.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace heatlab::ghost::test {
namespace {

using Json = nlohmann::json;

constexpr double microsecond = 1e-6;

GpuCalibration common_calibration(const Json& file) {
    GpuCalibration calibration;
    calibration.multiprocessors = file.at("multiprocessors");
    calibration.cache_bytes = file.at("cache_bytes");
    return calibration;
}

MeasuredTile read_tile(const Json& json, GpuCalibration calibration) {
    calibration.resident_blocks = json.at("resident_blocks");
    calibration.rows_per_thread = json.at("rows_per_thread");
    calibration.empty_launch_seconds = json.at("empty_launch_us").get<double>() * microsecond;
    for (const Json& row : json.at("bandwidths"))
        calibration.bandwidths.push_back({.arrays_read = row[0],
                                          .writes = row[1],
                                          .footprint_bytes = row[2].get<double>() * 1e6,
                                          .bytes_per_second = row[3].get<double>() * 1e9});
    for (const Json& row : json.at("loads"))
        calibration.loads.push_back({.blocks_per_multiprocessor = row[0],
                                     .steps = row[1],
                                     .source_in_cache = row[2],
                                     .seconds = row[3].get<double>() * microsecond});
    const Json& sides = json.at("tile");
    MeasuredTile tile{application_of(json.at("application")),
                      {sides[0], sides[1], sides[2]},
                      json.at("rows_of_a_thread"),
                      std::move(calibration),
                      {}};
    for (const Json& row : json.at("cases")) {
        const Json& grid = row.at("grid");
        MeasuredCase measured{{grid[0], grid[1], grid[2], tile.application.dimensions}, {}};
        for (const double us : row.at("launch_us"))
            measured.launch_seconds.push_back(us * microsecond);
        tile.cases.push_back(std::move(measured));
    }
    return tile;
}

}  // namespace

int MeasuredCase::best_steps() const {
    int best = 1;
    for (int k = 2; k <= static_cast<int>(launch_seconds.size()); ++k)
        if (per_step(k) < per_step(best))
            best = k;
    return best;
}

GpuModel MeasuredTile::model() const {
    return {application, tile, calibration, static_cast<int>(cases.front().launch_seconds.size())};
}

std::string MeasuredTile::name() const {
    return std::string(application.name) + " " + tile_text(tile, application.dimensions) + " " +
           rows_of_a_thread;
}

std::vector<MeasuredTile> measured_tiles(const std::string& file) {
    const std::string path = HEATLAB_TEST_ROOT "/tests/data/ghost-zones/" + file;
    std::ifstream stream(path);
    if (!stream)
        throw std::runtime_error("cannot read " + path);
    const Json read = Json::parse(stream);
    const GpuCalibration common = common_calibration(read);
    std::vector<MeasuredTile> tiles;
    for (const Json& json : read.at("tiles"))
        tiles.push_back(read_tile(json, common));
    return tiles;
}

Application application_of(const std::string& name) {
    struct Row {
        const char* name;
        int dimensions;
        SourceKind source;
    };
    static constexpr Row rows[] = {
        {"heat1d", 1, SourceKind::none},      {"heat2d", 2, SourceKind::none},
        {"heat3d", 3, SourceKind::none},      {"pathfinder", 1, SourceKind::per_step},
        {"hotspot", 2, SourceKind::per_cell}, {"poisson", 2, SourceKind::per_cell},
        {"cell", 3, SourceKind::none}};
    for (const Row& row : rows)
        if (row.name == name) {
            Application application;
            application.name = row.name;
            application.dimensions = row.dimensions;
            application.source = row.source;
            return application;
        }
    throw std::invalid_argument(name);
}

}  // namespace heatlab::ghost::test
