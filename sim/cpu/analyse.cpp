#include "sim/change.h"
#include "sim/cpu/analyse_job.h"
#include "sim/cpu/row_update.h"

namespace heatlab::HEATLAB_ISA {
namespace {

typedef float HalfFloats __attribute__((vector_size(lanes * 2)));
typedef double Doubles __attribute__((vector_size(lanes * 4)));

constexpr float largest = 3.4028234663852886e38f;
constexpr int exponent_bits = 0x7f800000;
constexpr int size_bits = 0x7fffffff;

/// Packs whose squares or products are added up in float before they go on in double.
constexpr int packs_at_once = AnalyseJob::column_padding / 16;

/// Sum of both halves of a pack in double precision, lane by lane.
Doubles widened(Pack pack) {
    struct Halves {
        HalfFloats low;
        HalfFloats high;
    };
    const Halves halves = __builtin_bit_cast(Halves, pack.v);
    return __builtin_convertvector(halves.low, Doubles) +
           __builtin_convertvector(halves.high, Doubles);
}

/// As above, of the products of two packs, which are exact.
Doubles widened_product(Pack a, Pack b) {
    struct Halves {
        HalfFloats low;
        HalfFloats high;
    };
    const Halves first = __builtin_bit_cast(Halves, a.v);
    const Halves second = __builtin_bit_cast(Halves, b.v);
    return __builtin_convertvector(first.low, Doubles) *
               __builtin_convertvector(second.low, Doubles) +
           __builtin_convertvector(first.high, Doubles) *
               __builtin_convertvector(second.high, Doubles);
}

double sum_of(Doubles v) {
    double sum = 0;
    for (int i = 0; i < lanes / 2; ++i)
        sum += v[i];
    return sum;
}

Reals lesser(Reals a, Reals b) {
    return a < b ? a : b;
}
Reals greater(Reals a, Reals b) {
    return a > b ? a : b;
}
Ints greater(Ints a, Ints b) {
    return a > b ? a : b;
}

float least_of(Reals v) {
    float least = v[0];
    for (int i = 1; i < lanes; ++i)
        least = v[i] < least ? v[i] : least;
    return least;
}
float greatest_of(Reals v) {
    float greatest = v[0];
    for (int i = 1; i < lanes; ++i)
        greatest = v[i] > greatest ? v[i] : greatest;
    return greatest;
}
int greatest_of(Ints v) {
    int greatest = v[0];
    for (int i = 1; i < lanes; ++i)
        greatest = v[i] > greatest ? v[i] : greatest;
    return greatest;
}

Ints size_bits_of(Reals v) {
    return reinterpret_cast<Ints>(v) & size_bits;
}

/// The rows around a row; `north` is null where the row is fixed. Each pointer is at column 0.
struct RowAround {
    const float* north;
    const float* centre;
    const float* south;
};

/// What some packs of a row hold. Sizes of changes are kept as bits, which sort as the sizes do,
/// with what is not finite above all else; -1: none.
struct Findings {
    Reals minimum = Pack::broadcast(largest).v;
    Reals maximum = Pack::broadcast(-largest).v;
    Ints change = Ints{} - 1;
    Ints non_finite{};
    Doubles squares{};
};

/// What a whole row holds.
struct RowFindings {
    float minimum = largest;
    float maximum = -largest;
    int change = -1;
    int non_finite = 0;
    double squares = 0;
    double projections[PartialAnalysis::most_weights] = {};
};

/// Mean of the neighbours - u. `col`: of the pack's first lane. With `Edge`, the first and last
/// column have the neighbours that the sides give them.
template <bool Edge>
Pack change_of_pack(const AnalyseJob& job, const RowAround& row, int col) {
    Pack west = Pack::load_unaligned(row.centre + col - 1);
    Pack east = Pack::load_unaligned(row.centre + col + 1);
    if constexpr (Edge) {
        const int last = job.grid.width - 1;
        if (col == 0)
            west.v[0] = row.centre[index_before(0, job.grid.width, job.ends.left)];
        if (last - col < lanes)
            east.v[last - col] = row.centre[index_after(last, job.grid.width, job.ends.right)];
    }
    const Pack quarter = Pack::broadcast(0.25f);
    return change_from_quarters(Pack::load(row.north + col) * quarter, east * quarter,
                                Pack::load(row.south + col) * quarter, west * quarter,
                                Pack::load(row.centre + col));
}

/// Adds the pack at column `col`, whatever it holds; its changes go to `changes`.
void add_carefully(const AnalyseJob& job, const RowAround& row, int col, float* changes,
                   Findings& found) {
    const Pack u = Pack::load(row.centre + col);
    const Ints columns = lane_numbers() + col;
    const Ints inside = columns < job.grid.width;
    const Ints finite = inside & (size_bits_of(u.v) < exponent_bits);
    found.non_finite -= inside & ~finite;
    found.minimum = lesser(finite ? u.v : found.minimum, found.minimum);
    found.maximum = greater(finite ? u.v : found.maximum, found.maximum);
    const Pack squared{finite ? u.v : Reals{}};
    found.squares += widened_product(squared, squared);
    if (row.north == nullptr)
        return;
    const Ints updated =
        (columns >= job.updated.col) & (columns < job.updated.col + job.updated.width);
    const Pack change{updated ? change_of_pack<true>(job, row, col).v : Reals{}};
    const Ints size = size_bits_of(change.v);
    found.change = greater(found.change, updated & (size < exponent_bits) ? size : found.change);
    change.store(changes);
}

/// Adds packs [first, last) of an updated row, all of them between the first and the last one,
/// where `may_add_in_float` of what was found.
void add_in_float(const AnalyseJob& job, const RowAround& row, int first, int last, float* changes,
                  Findings& found) {
    for (int pack = first; pack < last;) {
        const int end = last - pack < packs_at_once ? last : pack + packs_at_once;
        Pack squares = Pack::broadcast(0);
        for (; pack < end; ++pack, changes += lanes) {
            const Pack u = Pack::load(row.centre + pack * lanes);
            const Pack change = change_of_pack<false>(job, row, pack * lanes);
            found.minimum = lesser(u.v, found.minimum);
            found.maximum = greater(u.v, found.maximum);
            found.change = greater(found.change, size_bits_of(change.v));
            squares = squares + u * u;
            change.store(changes);
        }
        found.squares += widened(squares);
    }
}

bool is_moderate(float size, float least) {
    return size == 0 || (size >= least && size <= 0x1p60f);
}

/// Whether all was finite, and of a size whose squares and products float holds without loss.
bool may_add_in_float(const RowFindings& found) {
    if (found.change >= exponent_bits)
        return false;
    const float size = found.maximum > -found.minimum ? found.maximum : -found.minimum;
    return is_moderate(size, 0x1p-40f) &&
           is_moderate(__builtin_bit_cast(float, found.change), 0x1p-60f);
}

/// Sum of `changes` times `weights` over a multiple of `packs_at_once`.
double dot_in_float(const float* changes, const float* weights, int packs) {
    Doubles sum{};
    for (int pack = 0; pack < packs; pack += packs_at_once) {
        Pack even = Pack::broadcast(0);
        Pack odd = Pack::broadcast(0);
        for (int i = 0; i < packs_at_once; i += 2, changes += 2 * lanes, weights += 2 * lanes) {
            even = even + Pack::load(changes) * Pack::load(weights);
            odd = odd + Pack::load(changes + lanes) * Pack::load(weights + lanes);
        }
        sum += widened(even + odd);
    }
    return sum_of(sum);
}

double dot_carefully(const float* changes, const float* weights, int packs) {
    Doubles sum{};
    for (int at = 0; at < packs * lanes; at += lanes)
        sum += widened_product(Pack::load(changes + at), Pack::load(weights + at));
    return sum_of(sum);
}

RowFindings row_findings(const Findings& found) {
    RowFindings row;
    row.minimum = least_of(found.minimum);
    row.maximum = greatest_of(found.maximum);
    row.change = greatest_of(found.change);
    for (int i = 0; i < lanes; ++i)
        row.non_finite += found.non_finite[i];
    row.squares = sum_of(found.squares);
    return row;
}

/// Packs [first, last) of a row, at most a strip. `changes`: room for as many packs, up to a
/// multiple of `packs_at_once`.
RowFindings strip_findings(const AnalyseJob& job, const RowAround& row, int first, int last,
                           float* changes) {
    const int end = packs_in(job.grid.width) - 1;  // the pack that holds the last column
    const int packs = last - first;
    const auto at = [&](int pack) { return changes + (pack - first) * lanes; };
    const auto add_edge = [&](int pack, Findings& found) {
        add_carefully(job, row, pack * lanes, at(pack), found);
    };
    if (row.north != nullptr) {
        Findings found;
        const int inner_first = first > 0 ? first : 1;
        const int inner_last = last <= end ? last : end;
        if (first == 0)
            add_edge(0, found);
        if (inner_first < inner_last)
            add_in_float(job, row, inner_first, inner_last, at(inner_first), found);
        if (end > 0 && last > end)
            add_edge(end, found);
        RowFindings result = row_findings(found);
        if (result.non_finite == 0 && may_add_in_float(result)) {
            const int all = (packs + packs_at_once - 1) / packs_at_once * packs_at_once;
            for (int pack = packs; pack < all; ++pack)
                Pack::broadcast(0).store(changes + pack * lanes);
            for (int k = 0; k < job.weights; ++k)
                result.projections[k] = dot_in_float(changes, job.columns[k] + first * lanes, all);
            return result;
        }
    }
    Findings found;
    for (int pack = first; pack < last; ++pack)
        add_carefully(job, row, pack * lanes, at(pack), found);
    RowFindings result = row_findings(found);
    if (row.north != nullptr) {
        for (int k = 0; k < job.weights; ++k)
            result.projections[k] = dot_carefully(changes, job.columns[k] + first * lanes, packs);
    }
    return result;
}

void add_strip(RowFindings& row, const RowFindings& strip) {
    row.minimum = strip.minimum < row.minimum ? strip.minimum : row.minimum;
    row.maximum = strip.maximum > row.maximum ? strip.maximum : row.maximum;
    row.change = strip.change > row.change ? strip.change : row.change;
    row.non_finite += strip.non_finite;
    row.squares += strip.squares;
    for (int k = 0; k < PartialAnalysis::most_weights; ++k)
        row.projections[k] += strip.projections[k];
}

void keep(ExtremeRow& kept, float value, int row, bool better) {
    if (kept.row < 0 || better)
        kept = {value, row};
}

void add_row(const AnalyseJob& job, int row, const RowFindings& in_row, PartialAnalysis& found) {
    if (in_row.non_finite < job.grid.width) {
        keep(found.minimum, in_row.minimum, row, in_row.minimum < found.minimum.value);
        keep(found.maximum, in_row.maximum, row, in_row.maximum > found.maximum.value);
    }
    if (in_row.change >= 0) {
        const float change = __builtin_bit_cast(float, in_row.change);
        keep(found.change, change, row, change > found.change.value);
    }
    found.non_finite_cells += in_row.non_finite;
    found.squares += in_row.squares;
    for (int k = 0; k < job.weights; ++k)
        found.projections[k] += double{job.rows[k][row]} * in_row.projections[k];
}

}  // namespace

void analyse(const AnalyseJob& job, int first, int last, float* scratch, PartialAnalysis& found) {
    const int packs = packs_in(job.grid.width);
    constexpr int strip = AnalyseJob::strip_columns / lanes;
    const auto row_at = [&](int row) { return job.cells + row * job.pitch; };
    for (int row = first; row < last; ++row) {
        RowAround around{nullptr, row_at(row), nullptr};
        if (job.updated.width > 0 &&
            is_updated(row, job.grid.height, job.ends.top, job.ends.bottom)) {
            around.north = row_at(index_before(row, job.grid.height, job.ends.top));
            around.south = row_at(index_after(row, job.grid.height, job.ends.bottom));
        }
        RowFindings in_row;
        for (int pack = 0; pack < packs; pack += strip) {
            const int end = pack + strip < packs ? pack + strip : packs;
            add_strip(in_row, strip_findings(job, around, pack, end, scratch));
        }
        add_row(job, row, in_row, found);
    }
}

bool find_outside(const float* cells, std::ptrdiff_t pitch, int width, int first, int last,
                  float low, float high) {
    const Reals lowest = Pack::broadcast(low).v;
    const Reals highest = Pack::broadcast(high).v;
    const int whole = width / lanes;
    const Ints rest = lane_numbers() < width - whole * lanes;
    const auto outside = [&](const float* at) {
        const Reals u = Pack::load(at).v;
        return ((u < lowest) & (u >= -largest)) | ((u > highest) & (u <= largest));
    };
    Ints any{};
    for (int row = first; row < last; ++row) {
        const float* at = cells + row * pitch;
        for (int pack = 0; pack < whole; ++pack, at += lanes)
            any |= outside(at);
        if (whole * lanes < width)
            any |= outside(at) & rest;
    }
    int found = 0;
    for (int i = 0; i < lanes; ++i)
        found |= any[i];
    return found != 0;
}

}  // namespace heatlab::HEATLAB_ISA
