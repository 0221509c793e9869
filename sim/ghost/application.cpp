#include "sim/ghost/application.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "sim/errors.h"
#include "sim/text.h"

namespace heatlab::ghost {
namespace {

// The build writes one HEATLAB_TEXT(kind, name, file, characters) per text.
#define HEATLAB_TEXT(kind, name, file, ...) constexpr char kind##_##name##_text[] = {__VA_ARGS__};
#include "ghost_texts.inc"
#undef HEATLAB_TEXT

struct Text {
    std::string_view kind;
    std::string_view name;
    HeaderText header;
};

constexpr Text texts[] = {
#define HEATLAB_TEXT(kind, name, file, ...) \
    {#kind, #name, {file, {kind##_##name##_text, sizeof kind##_##name##_text}}},
#include "ghost_texts.inc"
#undef HEATLAB_TEXT
};

constexpr auto is_header = [](const Text& text) { return text.kind == "header"; };

constexpr auto headers = [] {
    std::array<HeaderText, std::ranges::count_if(texts, is_header)> found{};
    auto next = found.begin();
    for (const Text& text : texts)
        if (is_header(text))
            *next++ = text.header;
    return found;
}();

}  // namespace

const Application& find_application(std::string_view name) {
    for (const Application& application : application_table())
        if (application.name == name)
            return application;
    throw InputError("--app", std::string(name),
                     "the applications are " + name_list(application_table(), &Application::name));
}

std::string_view application_text(const Application& application) {
    const auto found = std::ranges::find_if(texts, [&](const Text& text) {
        return text.kind == "application" && text.name == application.file;
    });
    const std::string_view text = found->header.text;
    return text.substr(0, text.find("\n#ifdef HEATLAB_APPLICATION_DATA"));
}

std::span<const HeaderText> application_headers() {
    return headers;
}

}  // namespace heatlab::ghost
