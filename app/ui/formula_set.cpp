#include "app/ui/formula_set.h"

#include <algorithm>

namespace heatlab::ui {
namespace {

/// Far more than one frame shows, so that none that is on the screen is thrown away.
constexpr std::size_t most_entries = 512;

}  // namespace

FormulaSet::FormulaSet(const std::string& share)
    : face_(MathFont::load(share + "/fonts/FiraMath-Regular.otf")),
      typesetter_(share + "/fonts/FiraMath-Regular.clm1") {}

bool FormulaSet::Entry::is_for(const FormulaText& text, float wanted_size,
                               float wanted_width) const {
    return size == wanted_size && width == wanted_width && latex == text.latex &&
           std::ranges::equal(symbols, text.symbols, {}, {}, &FormulaSymbol::latex);
}

const FormulaLayout* FormulaSet::layout(const FormulaText& text, float size, float width) {
    const auto known = std::ranges::find_if(
        entries_, [&](const Entry& entry) { return entry.is_for(text, size, width); });
    if (known != entries_.end()) {
        entries_.splice(entries_.begin(), entries_, known);
    } else {
        Entry entry{std::string(text.latex), {}, size, width, false, {}};
        for (const FormulaSymbol& symbol : text.symbols) {
            entry.symbols.emplace_back(symbol.latex);
        }
        try {
            entry.layout = typesetter_.set(text, size * face_.em_per_size, width);
            entry.is_set = true;
        } catch (const FormulaError&) {
            // Shown as its source; FormulaTypesetter::set says why.
        }
        entries_.push_front(std::move(entry));
        if (entries_.size() > most_entries) {
            entries_.pop_back();
        }
    }
    const Entry& entry = entries_.front();
    return entry.is_set ? &entry.layout : nullptr;
}

}  // namespace heatlab::ui
