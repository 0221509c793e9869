#include "sim/cuda/ghost/zone_source.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "sim/cuda/ghost/offered_zones.h"

namespace heatlab::ghost {
namespace {

// The build writes one HEATLAB_TEXT(backend, name, file, characters) per text.
#define HEATLAB_TEXT(backend, name, file, ...) constexpr char name##_text[] = {__VA_ARGS__};
#include "zone_texts.inc"
#undef HEATLAB_TEXT

struct Text {
    std::string_view name;
    std::string_view characters;
};

constexpr Text texts[] = {
#define HEATLAB_TEXT(backend, name, file, ...) {#name, {name##_text, sizeof name##_text}},
#include "zone_texts.inc"
#undef HEATLAB_TEXT
};

std::string_view text_named(std::string_view name) {
    const auto* const found = std::ranges::find(texts, name, &Text::name);
    if (found == std::end(texts))
        throw std::logic_error("no text " + std::string(name) + " was built in");
    return found->characters;
}

std::string constant(const std::string& name, int value, const std::string& comment = {}) {
    return "constexpr int " + name + " = " + std::to_string(value) + ";" +
           (comment.empty() ? "" : "  // " + comment) + "\n";
}

std::string constants(const Application& application, const Zone& zone) {
    const OfferedTile& offered = find_offered_tile(application, zone.tile);
    const int threads = offered.threads_across() * offered.threads_down();
    std::string text = constant("tile_width", zone.tile.width, "cells, ghost cells included");
    if (application.dimensions > 1)
        text += constant("tile_height", zone.tile.height);
    if (application.dimensions > 2)
        text += constant("tile_depth", zone.tile.depth);
    text += constant("zone_steps", zone.steps, "k: steps per launch, and ghost cells on each side");
    if (application.dimensions == 2)
        text += constant("rows_per_thread", offered.rows_per_thread);
    const std::string down =
        application.dimensions > 1 ? " x " + std::to_string(offered.threads_down()) : "";
    return text + constant("threads", threads,
                           "of a block: " + std::to_string(offered.threads_across()) + down);
}

/// The time loop with the entry point's own name.
std::string loop_text(const Application& application, const Zone& zone) {
    std::string text =
        device_text(text_named("zone_" + std::to_string(application.dimensions) + "d"));
    constexpr std::string_view placeholder = "heatlab_zone(";
    const std::size_t found = text.find(placeholder);
    if (found == std::string::npos)
        throw std::logic_error("a time loop has no entry point");
    return text.replace(found, placeholder.size(), zone_entry(application, zone) + "(");
}

/// Paragraphs: what stands between empty lines, which may be several.
std::vector<std::string> paragraphs(const std::string& text) {
    std::vector<std::string> found(1);
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (!line.empty())
            found.back() += line + "\n";
        else if (!found.back().empty())
            found.emplace_back();
    }
    if (found.back().empty())
        found.pop_back();
    return found;
}

std::string joined(const std::vector<std::string>& parts) {
    std::string text;
    for (const std::string& part : parts)
        text += (text.empty() ? "" : "\n") + part;
    return text;
}

/// The function that a paragraph of a header defines; empty where it defines none.
std::string function_name(const std::string& paragraph) {
    constexpr std::string_view mark = "HEATLAB_UPDATE ";
    const std::size_t found = paragraph.find(mark);
    const std::size_t bracket = paragraph.find('(', found);
    if (paragraph.starts_with("#") || found == std::string::npos || bracket == std::string::npos)
        return {};
    const std::size_t start = paragraph.rfind(' ', bracket) + 1;
    return paragraph.substr(start, bracket - start);
}

bool calls(const std::string& text, const std::string& function) {
    for (std::size_t at = text.find(function); at != std::string::npos;
         at = text.find(function, at + 1)) {
        const std::size_t behind = at + function.size();
        if (behind < text.size() && (text[behind] == '(' || text[behind] == '<'))
            return true;
    }
    return false;
}

/// Of the headers of applications what `users` call, themselves or by way of each other.
std::string called_functions(std::string users) {
    std::string macros;
    std::string functions;
    const auto headers = application_headers();
    for (auto header = headers.rbegin(); header != headers.rend(); ++header) {
        std::string scope;
        std::string called;
        const auto all = paragraphs(device_text(header->text));
        for (auto paragraph = all.rbegin(); paragraph != all.rend(); ++paragraph) {
            const std::string name = function_name(*paragraph);
            if (paragraph->starts_with("#"))
                macros += *paragraph + "\n";
            if (paragraph->starts_with("namespace"))
                scope = paragraph->substr(0, paragraph->find(" {"));
            if (name.empty() || !calls(users, name))
                continue;
            users += *paragraph;
            called = *paragraph + "\n" + called;
        }
        if (!called.empty())
            functions = scope + " {\n\n" + called + "}  // " + scope + "\n\n" + functions;
    }
    return macros + functions;
}

/// What is the same for all zones of an application.
std::string update_text(const Application& application) {
    const std::string own = joined(paragraphs(device_text(application_text(application))));
    return called_functions(own) + own + "\n" +
           joined(paragraphs(device_text(text_named("zone_launch")))) +
           "\nusing heatlab::ghost::ZoneLaunch;\nusing Application = heatlab::ghost::" +
           std::string(application.type) + ";\n\n";
}

}  // namespace

std::string device_text(std::string_view text) {
    std::string kept;
    std::vector<bool> inside;  // of each open #if: whether what follows is kept
    const auto is_kept = [&] { return std::ranges::all_of(inside, std::identity()); };
    // Conditions on anything else stay in the text, with their #else and #endif.
    std::vector<bool> resolved;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1);
        const std::string_view line = text.substr(0, end + 1);
        text.remove_prefix(end + 1);
        const bool open = line.starts_with("#if");
        if (line.starts_with("#ifdef __CUDACC__") || line.starts_with("#ifndef __CUDACC__")) {
            inside.push_back(line.starts_with("#ifdef"));
            resolved.push_back(true);
            continue;
        }
        if (open) {
            inside.push_back(true);
            resolved.push_back(false);
        } else if (line.starts_with("#else") && !resolved.empty() && resolved.back()) {
            inside.back() = !inside.back();
            continue;
        } else if (line.starts_with("#endif") && !resolved.empty()) {
            const bool dropped = resolved.back();
            inside.pop_back();
            resolved.pop_back();
            if (dropped)
                continue;
        }
        if (is_kept() && !line.starts_with("#include") && !line.starts_with("#pragma once"))
            kept += line;
    }
    return kept;
}

std::string zone_entry(const Application& application, const Zone& zone) {
    return "heatlab_" + std::string(application.name) + "_" +
           tile_text(zone.tile, application.dimensions) + "_k" + std::to_string(zone.steps);
}

std::string zone_source(const Application& application, const Zone& zone) {
    check_offered(application, zone);
    const std::string k = std::to_string(zone.steps);
    return "// " + std::string(application.title) + " in tiles of " +
           tile_text(zone.tile, application.dimensions) + " cells with a ghost zone of " + k +
           (zone.steps == 1 ? " cell: 1 step" : " cells: " + k + " steps") + " per launch.\n\n" +
           constants(application, zone) + "\n" + update_text(application) +
           loop_text(application, zone);
}

std::string built_in_source(const Application& application) {
    std::string text = update_text(application);
    for (const OfferedTile& offered : offered_tiles(application.dimensions)) {
        for (const int steps : offered.built_in_steps) {
            const Zone zone{offered.tile, steps};
            const std::string name = zone_entry(application, zone) + "_constants";
            text += "namespace " + name + " {\n" + constants(application, zone) +
                    loop_text(application, zone) + "}  // namespace " + name + "\n";
        }
    }
    return text;
}

}  // namespace heatlab::ghost
