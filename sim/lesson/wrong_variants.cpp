#include "sim/lesson/wrong_variants.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <utility>

#include "sim/errors.h"
#include "sim/lesson/block.h"
#include "sim/lesson/steps.h"
#include "sim/text.h"

namespace heatlab {
namespace {

// The build writes one HEATLAB_TEXT(wrong, variant, file, characters) per text.
#define HEATLAB_TEXT(kind, variant, file, ...) \
    constexpr char kind##_##variant##_text[] = {__VA_ARGS__};
#include "wrong_texts.inc"
#undef HEATLAB_TEXT

struct Text {
    std::string_view variant;
    KernelSource source;
};

constexpr Text texts[] = {
#define HEATLAB_TEXT(kind, variant, file, ...) \
    {#variant, {file, {kind##_##variant##_text, sizeof kind##_##variant##_text}}},
#include "wrong_texts.inc"
#undef HEATLAB_TEXT
};

constexpr double tile_reads = static_cast<double>(lesson::tile_cells) / lesson::threads;

constexpr KernelInfo card(std::string_view name, std::string_view sentence, double reads) {
    KernelInfo kernel;
    kernel.name = name;
    kernel.sentence = sentence;
    kernel.halo = 1;
    kernel.reads_per_cell_per_launch = reads;
    kernel.writes_per_cell_per_launch = 1;
    if (reads == tile_reads) {
        kernel.tile_width = lesson::outputs_x;
        kernel.tile_height = lesson::outputs_y;
    }
    return kernel;
}

constexpr std::array<WrongVariantInfo, 5> variants = {{
    {.variant = WrongVariant::one_buffer_filled,
     .title = "one buffer filled",
     .kernel = card("one_buffer_filled",
                    "Only one of the two buffers was given the walls, so every other step reads "
                    "walls of 0.",
                    5),
     .step = lesson::one_buffer_filled,
     .fills_both = false},
    {.variant = WrongVariant::in_place,
     .title = "in place",
     .kernel = card("in_place",
                    "There is one buffer, so a cell reads two neighbours of this step and two of "
                    "the next.",
                    5),
     .step = lesson::in_place,
     .two_buffers = false},
    {.variant = WrongVariant::no_load_guard,
     .title = "load not guarded",
     .kernel = card("no_load_guard",
                    "The tile is loaded beyond the grid too: no value comes out wrong, but memory "
                    "is read that is not the field's.",
                    tile_reads),
     .step = lesson::no_load_guard},
    {.variant = WrongVariant::no_store_guard,
     .title = "store not guarded",
     .kernel = card("no_store_guard",
                    "Threads beyond the right edge store all the same, into the left of the row "
                    "below.",
                    tile_reads),
     .step = lesson::no_store_guard},
    {.variant = WrongVariant::barrier_in_guard,
     .title = "barrier inside the guard",
     .kernel = card("barrier_in_guard",
                    "Threads beyond the edge return before the barrier, and the cells that they "
                    "should have loaded are missing in the tile.",
                    tile_reads),
     .step = lesson::barrier_in_guard},
}};

}  // namespace

std::span<const WrongVariantInfo> wrong_variants() {
    return variants;
}

const WrongVariantInfo& info_of(WrongVariant variant) {
    return variants.at(static_cast<std::size_t>(variant));
}

const WrongVariantInfo& find_wrong_variant(std::string_view name) {
    for (const WrongVariantInfo& info : variants)
        if (info.kernel.name == name)
            return info;
    const auto name_of = [](const WrongVariantInfo& info) { return info.kernel.name; };
    throw InputError("wrong", std::string(name),
                     "the wrong variants are " + name_list(variants, name_of));
}

const KernelSource& source_of(WrongVariant variant) {
    return std::ranges::find(texts, info_of(variant).kernel.name, &Text::variant)->source;
}

std::string_view wrong_function(WrongVariant variant) {
    const std::string_view text = source_of(variant).text;
    const std::size_t wrong = text.find("// Wrong: ");
    const std::size_t begin = text.rfind("\nvoid ", wrong) + 1;
    return text.substr(begin, text.find("\n}\n", wrong) + 3 - begin);
}

WrongRun::WrongRun(WrongVariant variant, GridSize grid)
    : info_(info_of(variant)),
      grid_(grid),
      // A tile's rim reaches one row and one cell before the grid; its blocks end at most a block
      // behind it, and their rim is one row and one cell more.
      room_(std::ptrdiff_t{lesson::tile_height} * grid.width + 2 * lesson::tile_width) {
    const auto floats = static_cast<std::size_t>(grid.cells() + 2 * room_);
    // Not a number: were it used, it would be seen.
    current_.assign(floats, std::numeric_limits<float>::quiet_NaN());
    if (info_.two_buffers)
        other_ = current_;
}

void WrongRun::fill(const std::vector<float>& start) {
    float* const u = cells(current_);
    float* const next = info_.two_buffers ? cells(other_) : u;
    std::fill_n(next, start.size(), 0.0f);  // as fresh memory from the system is
    if (info_.fills_both) {
        std::ranges::copy(start, u);
        std::ranges::copy(start, next);
        return;
    }
    lesson::fill_one_buffer({u, next, grid_.width, grid_.height, 0, 1}, start.data(), u);
}

std::int64_t WrongRun::advance(StepRatio r, std::int64_t steps, const std::atomic<bool>& stop) {
    std::int64_t done = 0;
    for (; done < steps && !stop.load(std::memory_order_relaxed); ++done) {
        float* const u = cells(current_);
        float* const next = info_.two_buffers ? cells(other_) : u;
        info_.step({u, next, grid_.width, grid_.height, r.value(), r.centre_weight()});
        if (info_.two_buffers)
            std::swap(current_, other_);
    }
    return done;
}

}  // namespace heatlab
