#include "app/ui/laboratory_words.h"

#include <cmath>

#include "app/format.h"

namespace heatlab::ui {

std::string factor_text(double factor) {
    const double from_one = std::abs(std::abs(factor) - 1);
    const int decimals = from_one >= 0.01 || from_one == 0 ? 3 : from_one >= 0.001 ? 4 : 6;
    return "×" + format_fixed(factor, decimals);
}

std::string difference_text(double difference) {
    const double percent = 100 * std::abs(difference);
    if (percent < 0.005) {
        return "under 0.01 % apart";
    }
    const int decimals = percent < 1 ? 2 : percent < 10 ? 1 : 0;
    return format_fixed(percent, decimals) + thin_space + "% apart";
}

std::string forecast_text(const GrowthForecast& forecast) {
    const auto steps = [](double count) {
        return count < 1e15 ? format_integer(std::llround(std::ceil(count)))
                            : format_significant(count, 2);
    };
    std::string text;
    if (forecast.steps_to_overshoot) {
        text = "overshoot in " + steps(*forecast.steps_to_overshoot) +
               (*forecast.steps_to_overshoot <= 1 ? " step" : " steps");
    }
    if (forecast.steps_to_overflow) {
        text += text.empty() ? "overflow in " + steps(*forecast.steps_to_overflow) + " steps"
                             : ", overflow in " + steps(*forecast.steps_to_overflow);
    }
    return text;
}

PrincipleWords principle_words(const MaximumPrinciple& principle, bool watch) {
    const std::string since = principle.watched_since
                                  ? "watched since step " + format_integer(*principle.watched_since)
                                  : std::string();
    if (principle.first_crossing) {
        const std::string step = format_integer(principle.first_crossing->step);
        if (!since.empty())
            return {"outside at step " + step + ", " + since, "outside at step " + step};
        return {"left the range at step " + step, "left at step " + step};
    }
    if (!watch)
        return {"not watched", "not watched"};
    if (!since.empty())
        return {since, since};
    return {"inside the initial range", "inside the range"};
}

std::string spectrum_region_text(const SpectrumPlan& plan, GridSize grid) {
    if (plan.whole) {
        return grid.dimensions == 1 ? "whole rod" : "whole grid";
    }
    const CellRect& cells = plan.cells;
    const Cell middle{cells.row + cells.height / 2, cells.col + cells.width / 2};
    const std::string size = grid.dimensions == 1
                                 ? format_integer(cells.width) + " cells"
                                 : format_grid({cells.width, cells.height}) + " window";
    return size + " around " + format_cell(middle, grid) + ", tapered";
}

std::string ratio_change_text(const RatioChange& change) {
    int decimals = 2;
    const auto short_of = [&decimals](double r) {
        const double scale = std::pow(10.0, decimals);
        return std::abs(std::round(r * scale) / scale - r) > 1e-6;
    };
    while (decimals < 6 && (short_of(change.from) || short_of(change.to))) {
        ++decimals;
    }
    return "r " + format_fixed(change.from, decimals) + " → " + format_fixed(change.to, decimals);
}

std::string value_text(double value) {
    const double magnitude = std::abs(value);
    return magnitude < 1000 && (magnitude >= 1e-3 || magnitude == 0) ? format_fixed(value, 3)
                                                                     : format_significant(value, 2);
}

const Traces* traces_of(const Snapshot& snapshot) {
    const Traces* traces = snapshot.laboratory.traces.get();
    return traces == nullptr || traces->points.empty() ? nullptr : traces;
}

bool grows(const Snapshot& snapshot) {
    return snapshot.stability.band == StabilityBand::unstable;
}

}  // namespace heatlab::ui
