#include "app/ui/source_language.h"

#include <array>
#include <initializer_list>
#include <string>
#include <string_view>

namespace heatlab::ui {
namespace {

using Iterator = TextEditor::Iterator;
using Language = TextEditor::Language;

constexpr std::array<std::string_view, 10> cuda_keywords{
    "__global__",   "__device__",      "__host__",          "__shared__",        "__constant__",
    "__restrict__", "__forceinline__", "__launch_bounds__", "__grid_constant__", "__align__"};

constexpr std::array<std::string_view, 33> types{"bool",      "char",     "char8_t",
                                                 "char16_t",  "char32_t", "double",
                                                 "float",     "int",      "long",
                                                 "short",     "signed",   "unsigned",
                                                 "void",      "wchar_t",  "size_t",
                                                 "ptrdiff_t", "int8_t",   "int16_t",
                                                 "int32_t",   "int64_t",  "uint8_t",
                                                 "uint16_t",  "uint32_t", "uint64_t",
                                                 "float2",    "float4",   "int2",
                                                 "int4",      "uint2",    "uint3",
                                                 "uint4",     "dim3",     "cudaSurfaceObject_t"};

constexpr std::array<std::string_view, 5> cuda_variables{"threadIdx", "blockIdx", "blockDim",
                                                         "gridDim", "warpSize"};

std::string text_of(Iterator from, Iterator to) {
    std::string text;
    for (Iterator at = from; at < to; ++at) {
        std::array<char, 4> utf8{};
        text.append(utf8.data(), TextEditor::CodePoint::write(utf8.data(), *at));
    }
    return text;
}

}  // namespace

Language kernel_language() {
    Language language = *Language::Cpp();
    language.name = "CUDA C++";
    // The editor counts `const` or `struct` among its declarations; here those are types alone.
    language.keywords.merge(language.declarations);
    language.declarations.clear();
    for (const std::string_view word : cuda_keywords) {
        language.keywords.emplace(word);
    }
    for (const std::string_view word : types) {
        language.keywords.erase(std::string(word));
        language.declarations.emplace(word);
    }
    for (const std::string_view word : cuda_variables) {
        language.identifiers.emplace(word);
    }
    // A name that is called, unless it is a keyword or a type.
    language.customTokenizer = [named = language.getIdentifier, keywords = language.keywords,
                                declarations = language.declarations](Iterator start, Iterator end,
                                                                      TextEditor::Color& colour) {
        const Iterator after = named(start, end);
        if (after == start || after == end || *after != '(') {
            return start;
        }
        const std::string name = text_of(start, after);
        if (keywords.count(name) > 0 || declarations.count(name) > 0) {
            return start;
        }
        colour = TextEditor::Color::knownIdentifier;
        return after;
    };
    return language;
}

TextEditor::Palette source_palette(const Palette& p) {
    using Color = TextEditor::Color;
    TextEditor::Palette palette;
    palette.fill(p.text);
    const auto set = [&](Color token, ImU32 colour) {
        palette[static_cast<std::size_t>(token)] = colour;
    };
    set(Color::keyword, p.accent);
    set(Color::preprocessor, p.accent);
    set(Color::declaration, p.source_type);
    set(Color::number, p.source_number);
    set(Color::string, p.source_number);
    set(Color::knownIdentifier, p.source_function);
    set(Color::comment, p.text3);
    set(Color::background, 0);
    set(Color::selection, p.dark() ? mix(p.accent_tint, p.accent, 0.12f) : p.accent_tint);
    set(Color::whitespace, p.line2);
    set(Color::matchingBracketBackground, p.control_hover);
    set(Color::lineNumber, p.text3);
    set(Color::currentLineNumber, p.text2);
    set(Color::currentLineHighlight, 0);
    set(Color::currentLineHighlightBorder, 0);
    return palette;
}

}  // namespace heatlab::ui
