// What is seen of it, and what is painted on it.

#include "app/option_values.h"
#include "app/settings_check.h"
#include "app/value_range.h"
#include "app/value_reading.h"
#include "sim/errors.h"

namespace heatlab {

RangeSetting parse_range(const std::string& argument, const std::string& text) {
    if (text == "auto")
        return {RangeMode::automatic, 0, 1};
    if (text == "symmetric")
        return {RangeMode::symmetric, 0, 1};
    const std::vector<std::string> parts = split(text, ',');
    if (parts.size() != 2)
        refuse_value(argument, text, "auto, symmetric or LOW,HIGH is needed, such as 0,1");
    RangeSetting range{RangeMode::locked, 0, 1};
    try {
        range.low = parse_number(argument, parts[0]);
        range.high = parse_number(argument, parts[1]);
    } catch (const InputError&) {
        refuse_value(argument, text,
                     "auto, symmetric or LOW,HIGH is needed, two finite numbers such as 0,1");
    }
    try {
        validate_range(range);
    } catch (const InputError&) {
        refuse_value(argument, text,
                     "LOW lies below HIGH in float32, and both lie within +-1.5e38");
    }
    return range;
}

ViewSetting parse_view(const std::string& argument, const std::string& text) {
    ViewSetting view;
    if (text == "fit")
        return view;
    const std::optional<std::vector<double>> numbers = read_numbers(text, 3);
    if (!numbers || !((*numbers)[2] > 0))
        refuse_value(
            argument, text,
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
        refuse_value(
            argument, text,
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
        refuse_value(
            argument, text,
            "middle or COL,ROW,SLICE is needed: three whole numbers from 0, such as 64,64,32");
    return {at[0], at[1], at[2]};
}

OrbitView parse_camera(const std::string& argument, const std::string& text) {
    const std::optional<std::vector<double>> numbers = read_numbers(text, 3);
    if (!numbers)
        refuse_value(argument, text, camera_words());
    const OrbitView camera{(*numbers)[0], (*numbers)[1], (*numbers)[2]};
    try {
        validate_camera(camera);
    } catch (const InputError&) {  // in the user's own digits
        refuse_value(argument, text, camera_words());
    }
    return camera;
}

BrushSetting parse_brush(const std::string& argument, const std::string& text) {
    const std::optional<std::vector<double>> numbers = read_numbers(text, 3);
    if (!numbers)
        refuse_value(argument, text,
                     "three finite numbers RADIUS,HEAT,COOL are needed, such as 16,1,0");
    const BrushSetting brush{(*numbers)[0], (*numbers)[1], (*numbers)[2]};
    try {
        validate_brush(brush);
    } catch (const InputError&) {
        refuse_value(
            argument, text,
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
            refuse_value(argument, text,
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

}  // namespace heatlab
