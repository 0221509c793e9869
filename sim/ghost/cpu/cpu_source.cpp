#include <string>
#include <string_view>

#include "sim/errors.h"
#include "sim/ghost/application.h"
#include "sim/ghost/cpu/cpu_zone_engine.h"

namespace heatlab::ghost {
namespace {

// The build writes one HEATLAB_TEXT(kind, name, file, characters) per text.
#define HEATLAB_TEXT(kind, name, file, ...) constexpr char name##_text[] = {__VA_ARGS__};
#include "ghost_cpu_texts.inc"
#undef HEATLAB_TEXT

template <std::size_t Size>
constexpr std::string_view view(const char (&text)[Size]) {
    return {text, Size};
}

std::string_view tile_text_of(int dimensions) {
    if (dimensions == 1)
        return view(line_tile_text);
    return dimensions == 2 ? view(plane_tile_text) : view(block_tile_text);
}

/// Without the lines that only a compiler needs.
std::string readable(std::string_view text) {
    std::string lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
        const std::string_view line = text.substr(0, end);
        if (!line.starts_with("#pragma") && !line.starts_with("#include"))
            lines += line;
        text.remove_prefix(end);
    }
    return lines.substr(std::min(lines.find_first_not_of('\n'), lines.size()));
}

}  // namespace

std::string CpuZoneEngine::source(const Application& application, const Zone& zone) const {
    std::string text = "// " + std::string(application.title) + " in tiles of " +
                       tile_text(zone.tile, application.dimensions) + " cells that advance " +
                       std::to_string(zone.steps) + (zone.steps == 1 ? " step" : " steps") +
                       " per launch.\n// Compiled for " + backend_.instruction_set +
                       "; tile and steps are arguments, so every k runs the same code.\n\n";
    text += readable(application_text(application)) + "\n";
    return text + readable(view(levels_text)) + "\n" +
           readable(tile_text_of(application.dimensions));
}

}  // namespace heatlab::ghost
