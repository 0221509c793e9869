#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>

#include "app/options.h"
#include "app/settings_check.h"
#include "app/value_range.h"
#include "sim/errors.h"
#include "sim/kernel_table.h"
#include "sim/text.h"

namespace heatlab {
namespace {

std::string quoted(const std::string& text) {
    return text.empty() ? "\"\"" : text;
}

// The parts between commas; empty ones too.
std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> parts;
    std::size_t begin = 0;
    for (;;) {
        const std::size_t end = text.find(separator, begin);
        parts.push_back(text.substr(begin, end - begin));
        if (end == std::string::npos)
            return parts;
        begin = end + 1;
    }
}

enum class Reading { good, malformed, too_large };

template <typename T>
Reading read_whole(const std::string& text, T& value) {
    const char* begin = text.data();
    const char* end = begin + text.size();
    if (begin != end && *begin == '+' && begin + 1 != end && begin[1] != '-')
        ++begin;
    const auto [stop, error] = std::from_chars(begin, end, value);
    if (error == std::errc::result_out_of_range && stop == end)
        return Reading::too_large;
    return error == std::errc{} && stop == end ? Reading::good : Reading::malformed;
}

[[noreturn]] void refuse(const std::string& argument, const std::string& text,
                         const std::string& allowed) {
    throw InputError(argument, quoted(text), allowed);
}

// So many finite numbers between commas.
std::optional<std::vector<double>> read_numbers(const std::string& text, std::size_t count) {
    std::vector<double> numbers;
    for (const std::string& part : split(text, ',')) {
        double value = 0;
        if (read_whole(part, value) != Reading::good || !std::isfinite(value))
            return std::nullopt;
        numbers.push_back(value);
    }
    return numbers.size() == count ? std::optional(std::move(numbers)) : std::nullopt;
}

double to_temperature(const std::string& argument, const std::string& text, double value) {
    if (std::abs(value) > std::numeric_limits<float>::max())
        refuse(argument, text, "a number that float32 holds is needed, at most 3.4e38");
    return value;
}

}  // namespace

std::string parse_path(const std::string& argument, const std::string& text) {
    if (text.empty())
        refuse(argument, text, "the name of a file is needed");
    return text;
}

double parse_number(const std::string& argument, const std::string& text) {
    double value = 0;
    switch (read_whole(text, value)) {
        case Reading::good:
            break;
        case Reading::malformed:
            refuse(argument, text, "a number is needed, such as 0.2 or 1e-3");
        case Reading::too_large:
            refuse(argument, text, "this number is beyond what a double holds");
    }
    if (!std::isfinite(value))
        refuse(argument, text, "a finite number is needed");
    return value;
}

std::int64_t parse_integer(const std::string& argument, const std::string& text, std::int64_t low,
                           std::int64_t high) {
    const std::string allowed =
        "a whole number from " + std::to_string(low) + " to " + std::to_string(high) + " is needed";
    std::int64_t value = 0;
    if (read_whole(text, value) != Reading::good || value < low || value > high)
        refuse(argument, text, allowed);
    return value;
}

namespace {

constexpr int longest_side = 1 << 30;

// The sides in a size, between the letters x.
std::vector<int> read_sides(const std::string& argument, const std::string& text,
                            const std::string& allowed, std::size_t most) {
    std::vector<int> sides;
    for (const std::string& part : split(text, 'x')) {
        int value = 0;
        if (read_whole(part, value) != Reading::good || value < 1 || value > longest_side)
            refuse(argument, text, allowed);
        sides.push_back(value);
    }
    if (sides.size() > most)
        refuse(argument, text, allowed);
    return sides;
}

}  // namespace

GridSize parse_size(const std::string& argument, const std::string& text) {
    const std::vector<int> sides = read_sides(argument, text,
                                              "WIDTHxHEIGHT or one number for both is needed, such "
                                              "as 1024x512, each from 1 to 1073741824",
                                              2);
    return {sides.front(), sides.back()};
}

GridSize parse_grid(const std::string& argument, const std::string& text, int dimensions) {
    static constexpr std::array<const char*, 3> allowed = {
        "the number of cells is needed in one dimension, such as 1024, from 1 to 1073741824",
        "WIDTHxHEIGHT or one number for both is needed, such as 1024x512, each from 1 to "
        "1073741824; WIDTHxHEIGHTxDEPTH in three dimensions",
        "WIDTHxHEIGHTxDEPTH or one number for all is needed in three dimensions, such as "
        "128x128x64, each from 1 to 1073741824"};
    const std::string needed = allowed.at(static_cast<std::size_t>(dimensions) - 1);
    const std::vector<int> sides = read_sides(argument, text, needed, dimensions == 1 ? 1 : 3);
    if (dimensions == 1)
        return GridSize::line(sides[0]);
    if (dimensions == 3 && sides.size() == 2)
        refuse(argument, text, needed);
    if (dimensions == 2 && sides.size() < 3)
        return {sides.front(), sides.back()};
    const int depth = sides.back();
    const int height = sides.size() == 1 ? sides[0] : sides[1];
    if (std::int64_t{height} * depth > longest_side)
        refuse(argument, text, "HEIGHT times DEPTH is at most 1073741824");
    return GridSize::box(sides[0], height, depth);
}

RangeSetting parse_range(const std::string& argument, const std::string& text) {
    if (text == "auto")
        return {RangeMode::automatic, 0, 1};
    if (text == "symmetric")
        return {RangeMode::symmetric, 0, 1};
    const std::vector<std::string> parts = split(text, ',');
    if (parts.size() != 2)
        refuse(argument, text, "auto, symmetric or LOW,HIGH is needed, such as 0,1");
    RangeSetting range{RangeMode::locked, 0, 1};
    try {
        range.low = parse_number(argument, parts[0]);
        range.high = parse_number(argument, parts[1]);
    } catch (const InputError&) {
        refuse(argument, text,
               "auto, symmetric or LOW,HIGH is needed, two finite numbers such as 0,1");
    }
    try {
        validate_range(range);
    } catch (const InputError&) {
        refuse(argument, text, "LOW lies below HIGH in float32, and both lie within +-1.5e38");
    }
    return range;
}

HostCopySetting parse_host_copies(const std::string& argument, const std::string& text) {
    constexpr std::int64_t most_steps = 1'000'000'000'000'000;
    const std::size_t colon = text.find(':');
    HostCopySetting setting;
    setting.policy = find_host_copy_policy(quoted(text.substr(0, colon)), argument).policy;
    if (colon == std::string::npos)
        return setting;
    if (setting.policy != HostCopyPolicy::every_n)
        refuse(argument, text, "only every_n takes a number of steps");
    setting.interval = parse_integer(argument, text.substr(colon + 1), 1, most_steps);
    return setting;
}

std::string host_copies_text(const HostCopySetting& setting) {
    const std::string name(host_copy_policies()[static_cast<std::size_t>(setting.policy)].name);
    return setting.policy == HostCopyPolicy::every_n ? name + ":" + std::to_string(setting.interval)
                                                     : name;
}

Walls parse_walls(const std::string& argument, const std::string& text) {
    std::optional<std::vector<double>> read = read_numbers(text, 4);
    if (!read)
        read = read_numbers(text, 6);
    if (!read)
        refuse(argument, text,
               "four finite numbers TOP,RIGHT,BOTTOM,LEFT are needed, such as 1,0,0,0, and in "
               "three dimensions FRONT,BACK behind them");
    read->resize(6, 0.0);
    const auto side = [&](std::size_t i) { return to_temperature(argument, text, (*read)[i]); };
    return {side(0), side(1), side(2), side(3), side(4), side(5)};
}

Boundaries parse_boundaries(const std::string& argument, const std::string& text) {
    const std::vector<std::string> parts = split(text, ',');
    const auto kind_of = [&](const std::string& part) {
        for (const BoundaryKind kind :
             {BoundaryKind::dirichlet, BoundaryKind::insulated, BoundaryKind::periodic})
            if (part == name_of(kind))
                return kind;
        refuse(argument, text,
               "dirichlet, insulated or periodic is needed, or one of them per side: "
               "TOP,RIGHT,BOTTOM,LEFT");
    };
    if (parts.size() == 1)
        return Boundaries::all(kind_of(parts[0]));
    if (parts.size() != 4)
        refuse(argument, text,
               "one kind for all sides or four are needed, TOP,RIGHT,BOTTOM,LEFT, such as "
               "insulated,dirichlet,insulated,dirichlet");
    const Boundaries boundaries{kind_of(parts[0]), kind_of(parts[1]), kind_of(parts[2]),
                                kind_of(parts[3])};
    validate_boundaries(boundaries);
    return boundaries;
}

std::vector<ComparedView> parse_compared_views(const std::string& argument, const std::string& text,
                                               int dimensions) {
    const std::vector<std::string> parts = split(text, ',');
    if (parts.size() + 1 > most_compared_views)
        refuse(argument, text,
               "at most " + std::to_string(most_compared_views - 1) +
                   " kernels are shown beside the one of --kernel");
    std::vector<ComparedView> views;
    for (const std::string& part : parts) {
        ComparedView view;
        const std::size_t at = part.find('@');
        view.kernel = part.substr(0, at);
        if (at != std::string::npos)
            view.copies = parse_host_copies(argument, part.substr(at + 1));
        for (const BackendKind kind : {BackendKind::cpu, BackendKind::cuda}) {
            const std::string prefix = std::string(to_string(kind)) + ":";
            if (view.kernel.starts_with(prefix)) {
                view.kernel.erase(0, prefix.size());
                view.backend = kind;
            }
        }
        const auto fits = [&](const KernelInfo& kernel) {
            return kernel.name == view.kernel && kernel.advances && kernel.suits(dimensions) &&
                   (!view.backend || kernel.runs_on(*view.backend));
        };
        std::string names;
        for (const KernelInfo& kernel : kernel_table())
            if (kernel.advances && kernel.suits(dimensions) &&
                (!view.backend || kernel.runs_on(*view.backend)))
                names += (names.empty() ? "" : ", ") + std::string(kernel.name);
        if (std::ranges::none_of(kernel_table(), fits))
            refuse(argument, part, "one of " + names + " is needed, or cpu:NAME, cuda:NAME");
        views.push_back(std::move(view));
    }
    return views;
}

std::string compared_views_text(const std::vector<ComparedView>& views) {
    std::string text;
    for (const ComparedView& view : views) {
        text += text.empty() ? "" : ",";
        if (view.backend)
            text += std::string(to_string(*view.backend)) + ":";
        text += view.kernel;
        if (view.copies.active())
            text += "@" + host_copies_text(view.copies);
    }
    return text;
}

void parse_difference(const std::string& argument, const std::string& text,
                      ComparisonSetting& comparison) {
    const std::vector<std::string> parts = split(text, ',');
    const bool logarithmic = parts.size() == 2 && parts[1] == "logarithmic";
    const bool linear = parts.size() == 1 || (parts.size() == 2 && parts[1] == "linear");
    const std::string& letter = parts[0];
    if (!(logarithmic || linear) || letter.size() != 1 || letter[0] < 'B' || letter[0] > 'D')
        refuse(argument, text,
               "the letter of a view, B, C or D, is needed, and behind a comma linear or "
               "logarithmic where wanted");
    comparison.difference = static_cast<std::size_t>(letter[0] - 'A');
    comparison.scale = logarithmic ? DifferenceScale::logarithmic : DifferenceScale::linear;
}

std::string difference_text(const ComparisonSetting& comparison) {
    const char letter = static_cast<char>('A' + static_cast<char>(comparison.difference));
    return std::string(1, letter) +
           (comparison.scale == DifferenceScale::logarithmic ? ",logarithmic" : "");
}

ViewSetting parse_view(const std::string& argument, const std::string& text) {
    ViewSetting view;
    if (text == "fit")
        return view;
    const std::optional<std::vector<double>> numbers = read_numbers(text, 3);
    if (!numbers || !((*numbers)[2] > 0))
        refuse(argument, text,
               "fit or COL,ROW,PIXELS is needed: two finite numbers of cells, and pixels above 0 "
               "for a cell's side");
    return {false, (*numbers)[0], (*numbers)[1], (*numbers)[2]};
}

SliceSetting parse_slice(const std::string& argument, const std::string& text) {
    const std::vector<std::string> parts = split(text, ':');
    const std::string axes = "xyz";
    SliceSetting slice;
    const std::size_t axis = parts[0].size() == 1 ? axes.find(parts[0]) : std::string::npos;
    int index = 0;
    const bool indexed = parts.size() == 2;
    if (axis == std::string::npos || parts.size() > 2 ||
        (indexed && (read_whole(parts[1], index) != Reading::good || index < 0)))
        refuse(argument, text,
               "x, y or z is needed, the axis across which the slice lies, and behind a colon its "
               "number from 0 where it is not the middle one, such as z:12");
    slice.across = static_cast<Axis>(axis);
    if (indexed)
        slice.index = index;
    return slice;
}

std::string slice_text(const SliceSetting& slice) {
    const std::string axis(1, "xyz"[static_cast<int>(slice.across)]);
    return slice.index ? axis + ":" + std::to_string(*slice.index) : axis;
}

CrossingSetting parse_crossing(const std::string& argument, const std::string& text) {
    if (text == "middle")
        return {};
    const std::vector<std::string> parts = split(text, ',');
    int at[3] = {};
    bool good = parts.size() == 3;
    for (std::size_t i = 0; good && i < parts.size(); ++i)
        good = read_whole(parts[i], at[i]) == Reading::good && at[i] >= 0;
    if (!good)
        refuse(argument, text,
               "middle or COL,ROW,SLICE is needed: three whole numbers from 0, such as 64,64,32");
    return {at[0], at[1], at[2]};
}

OrbitView parse_camera(const std::string& argument, const std::string& text) {
    const std::optional<std::vector<double>> numbers = read_numbers(text, 3);
    if (!numbers)
        refuse(argument, text, camera_words());
    const OrbitView camera{(*numbers)[0], (*numbers)[1], (*numbers)[2]};
    try {
        validate_camera(camera);
    } catch (const InputError&) {  // in the user's own digits
        refuse(argument, text, camera_words());
    }
    return camera;
}

BrushSetting parse_brush(const std::string& argument, const std::string& text) {
    const std::optional<std::vector<double>> numbers = read_numbers(text, 3);
    if (!numbers)
        refuse(argument, text, "three finite numbers RADIUS,HEAT,COOL are needed, such as 16,1,0");
    const BrushSetting brush{(*numbers)[0], (*numbers)[1], (*numbers)[2]};
    try {
        validate_brush(brush);
    } catch (const InputError&) {
        refuse(argument, text,
               "the radius lies above 0 and is at most 1000000 cells; heat and cool are numbers "
               "that float32 holds");
    }
    return brush;
}

LaboratorySetting parse_observed(const std::string& argument, const std::string& text) {
    LaboratorySetting setting{false, false, false};
    if (text == "none")
        return setting;
    for (const std::string& part : split(text, ',')) {
        if (part == "traces")
            setting.traces = true;
        else if (part == "spectrum")
            setting.spectrum = true;
        else if (part == "watch")
            setting.watch = true;
        else
            refuse(argument, text,
                   "none is needed, or of traces, spectrum and watch some, after commas");
    }
    return setting;
}

std::string observed_text(const LaboratorySetting& setting) {
    std::string text;
    for (const auto& [on, name] :
         {std::pair(setting.traces, "traces"), std::pair(setting.spectrum, "spectrum"),
          std::pair(setting.watch, "watch")})
        if (on)
            text += (text.empty() ? "" : ",") + std::string(name);
    return text.empty() ? "none" : text;
}

std::string walls_text(const Walls& walls) {
    std::string text = number_text(walls.top) + "," + number_text(walls.right) + "," +
                       number_text(walls.bottom) + "," + number_text(walls.left);
    if (walls.front != 0 || walls.back != 0)
        text += "," + number_text(walls.front) + "," + number_text(walls.back);
    return text;
}

std::array<int, 3> parse_mode(const std::string& argument, const std::string& text,
                              int dimensions) {
    static constexpr std::array<const char*, 3> allowed = {
        "a whole number P of at least 1 is needed in one dimension, such as 3",
        "two whole numbers P,Q of at least 1 are needed, such as 3,2 (P along the columns)",
        "three whole numbers P,Q,S of at least 1 are needed in three dimensions, such as 3,2,1"};
    const std::vector<std::string> parts = split(text, ',');
    const auto count = static_cast<std::size_t>(dimensions);
    std::array<int, 3> mode = {1, 1, 1};
    bool good = parts.size() == count;
    for (std::size_t i = 0; good && i < count; ++i)
        good = read_whole(parts[i], mode[i]) == Reading::good && mode[i] >= 1;
    if (!good)
        refuse(argument, text, allowed.at(count - 1));
    return mode;
}

}  // namespace heatlab
