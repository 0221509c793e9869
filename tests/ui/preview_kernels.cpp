#include "tests/ui/preview_kernels.h"

#include <cmath>
#include <utility>

namespace heatlab {
namespace {

/// Made up: launching costs `launch`, then a cell costs what the cache gives, and past the cache
/// what memory gives.
double seconds(const KernelInfo& kernel, int side, std::size_t index, double cache_bytes) {
    const double cells = 1.0 * side * side;
    const double fill = 8 * cells / cache_bytes;
    const double in_memory = 1 / (1 + std::exp(-6 * std::log(fill)));
    const double memory = 1.9e-12 * (1 + 0.08 * static_cast<double>(index));
    const double cache = 1.1e-12 * (1 + 0.15 * static_cast<double>(index));
    const double launch = 2.4e-6 + cells * (cache + (memory - cache) * in_memory);
    return launch / (kernel.steps_per_launch == 2 ? 1.5 : 1.0);
}

}  // namespace

void make_up_resources(Snapshot& snapshot) {
    for (KernelFigures& row : snapshot.kernels) {
        const KernelInfo& kernel = *row.kernel;
        const int halo = kernel.tile_width > 0 ? kernel.halo : 0;
        const int shared =
            halo > 0 ? 4 * (kernel.tile_width + 2 * halo) * (kernel.tile_height + 2 * halo) : 0;
        row.resources = KernelResources{24 + 4 * kernel.halo + shared / 512, shared,
                                        kernel.cuda.block_width * kernel.cuda.block_height, 8, 1.0};
    }
}

void make_up_sizes(Snapshot& snapshot, double part) {
    SizeSweepState sweep;
    sweep.backend = snapshot.backend;
    sweep.backend.cache_bytes = 50'000'000;
    for (const KernelFigures& row : snapshot.kernels) {
        sweep.kernels.push_back({row.kernel, {}});
    }
    const std::vector<int> sides = sweep.sweep.sides();
    sweep.total = sides.size() * sweep.kernels.size();
    const auto end = static_cast<std::size_t>(part * static_cast<double>(sweep.total));
    for (const int side : sides) {
        for (std::size_t i = 0; i < sweep.kernels.size() && sweep.measured < end; ++i) {
            const KernelInfo& kernel = *sweep.kernels[i].kernel;
            sweep.kernels[i].points.push_back({side, seconds(kernel, side, i, 50e6)});
            sweep.side = side;
            ++sweep.measured;
        }
    }
    sweep.running = sweep.measured < sweep.total;
    snapshot.running = snapshot.running && !sweep.running;
    snapshot.sizes = std::make_shared<const SizeSweepState>(std::move(sweep));
}

void make_up_sectors(Snapshot& snapshot, MadeUpSectors state) {
    SectorTable table;
    table.countable = true;
    for (const KernelFigures& figures : snapshot.kernels) {
        const KernelInfo& kernel = *figures.kernel;
        KernelSectors row;
        row.kernel = &kernel;
        row.grid = snapshot.settings.grid;
        const auto cells = static_cast<double>(row.grid.cells());
        const double accesses =
            kernel.reads_per_cell_per_launch + kernel.writes_per_cell_per_launch;
        if (kernel.plans_batches) {
            row.source.explanation =
                "Rows come and go by asynchronous copies, which are no loads and stores of a warp.";
        } else {
            row.source.sectors = std::llround(accesses * cells / 8);
        }
        if (kernel.name == snapshot.settings.kernel && state == MadeUpSectors::counting) {
            row.state = KernelSectors::State::counting;
        } else if (kernel.name == snapshot.settings.kernel && state == MadeUpSectors::failed) {
            row.problem =
                "CUPTI, which comes with the CUDA Toolkit, is not there: none of libcupti.so.13, "
                "libcupti.so.12, /usr/local/cuda/lib64/libcupti.so could be opened. HEATLAB_CUPTI "
                "names another file";
        } else if (kernel.name == snapshot.settings.kernel && state != MadeUpSectors::by_source) {
            row.counted.emplace();
            row.counted->launches = row.counted->steps = 1;
            row.counted->sectors =
                row.source.sectors.value_or(3086) + (state == MadeUpSectors::differing ? 4096 : 0);
        }
        table.kernels.push_back(std::move(row));
    }
    snapshot.sectors = std::make_shared<const SectorTable>(std::move(table));
}

std::vector<PreviewScene> kernel_scenes(PreviewScene (*running)(const std::string&, int, int)) {
    std::vector<PreviewScene> scenes;
    const auto add = [&](const char* name, bool wide, ui::ThemeKind theme, double sizes,
                         std::vector<std::string> input) {
        PreviewScene scene = wide ? running(name, 1920, 1080) : running(name, 1280, 720);
        scene.state.theme = theme;
        make_up_resources(scene.snapshot);
        if (sizes > 0) {
            make_up_sizes(scene.snapshot, sizes);
        }
        scene.input = std::move(input);
        scenes.push_back(std::move(scene));
    };
    using ui::ThemeKind;
    const std::string kernels = "click 1030 70";  // the tab of a compact window
    add("source-1920", true, ThemeKind::dark, 0, {"click 1626 671"});
    add("source-light-1280", false, ThemeKind::light, 0, {kernels, "click 1045 107"});
    add("sizes-1920", true, ThemeKind::dark, 1, {"click 1695 671"});
    add("sizes-light-1920", true, ThemeKind::light, 0.6, {"click 1695 671"});
    add("sizes-1280", false, ThemeKind::dark, 1, {kernels, "click 1110 107"});
    add("card-1920", true, ThemeKind::dark, 0, {});
    add("card-light-1280", false, ThemeKind::light, 0, {kernels});
    const auto add_sectors = [&](const char* name, bool wide, ThemeKind theme, const char* kernel,
                                 MadeUpSectors state) {
        add(name, wide, theme, 0, wide ? std::vector<std::string>{} : std::vector{kernels});
        scenes.back().snapshot.settings.kernel = kernel;
        make_up_sectors(scenes.back().snapshot, state);
    };
    using Sectors = MadeUpSectors;
    add_sectors("sectors-1920", true, ThemeKind::dark, "tiled", Sectors::by_source);
    add_sectors("sectors-counting-1920", true, ThemeKind::light, "tiled", Sectors::counting);
    add_sectors("sectors-counted-1920", true, ThemeKind::dark, "two_step", Sectors::counted);
    add_sectors("sectors-failed-1920", true, ThemeKind::dark, "vector", Sectors::failed);
    add_sectors("sectors-wavefront-1920", true, ThemeKind::light, "wavefront", Sectors::counted);
    add_sectors("sectors-1280", false, ThemeKind::dark, "tiled", Sectors::by_source);
    add_sectors("sectors-counted-light-1280", false, ThemeKind::light, "tiled", Sectors::counted);
    add_sectors("sectors-failed-1280", false, ThemeKind::dark, "tiled", Sectors::failed);
    add_sectors("sectors-differing-1280", false, ThemeKind::light, "vector", Sectors::differing);
    for (const auto& [name, state] : {std::pair("sectors-1440p", Sectors::differing),
                                      std::pair("sectors-failed-1440p", Sectors::failed)}) {
        add_sectors(name, true, ThemeKind::dark, "tiled", state);
        scenes.back().width = 2560;
        scenes.back().height = 1440;
    }
    return scenes;
}

}  // namespace heatlab
