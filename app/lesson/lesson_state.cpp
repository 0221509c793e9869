#include "app/lesson/lesson_state.h"

#include <algorithm>

#include "app/lesson/wrong_view.h"
#include "app/presets.h"
#include "app/settings_check.h"
#include "app/state_options.h"
#include "sim/errors.h"
#include "sim/kernel_table.h"

namespace heatlab {
namespace {

void set_options(const LessonAction& action, Settings& settings) {
    settings.steps.reset();
    for (const auto& [name, text] : action.options)
        find_state_option(std::string_view(name).substr(2))->apply(settings, name, text);
    if (!action.names("--kernel"))
        take_supporting_kernel(settings);
}

void set_room(const LessonAction& action, Settings& settings) {
    if (action.show == "spectrum")
        settings.laboratory.spectrum = true;
    if (action.show == "explore") {
        settings.comparison.open = false;
        settings.zones.open = false;
    }
    if (action.show != "compare")
        return;
    if (settings.comparison.others.empty())
        throw InputError("show", "compare", "the option compare says which views there are");
    settings.comparison.open = true;
}

/// Named by any action.
bool named(const Lesson& lesson, const std::string& option) {
    const std::vector<LessonPlace> places = lesson_places(lesson);
    return std::ranges::any_of(
        places, [&](LessonPlace place) { return action_at(lesson, place).names(option); });
}

bool shows(const Lesson& lesson, const std::string& room) {
    const std::vector<LessonPlace> places = lesson_places(lesson);
    return std::ranges::any_of(
        places, [&](LessonPlace place) { return action_at(lesson, place).show == room; });
}

}  // namespace

std::vector<LessonPlace> lesson_places(const Lesson& lesson) {
    std::vector<LessonPlace> places;
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
        places.push_back({i, false});
        if (lesson.steps[i].question)
            places.push_back({i, true});
    }
    return places;
}

const LessonAction& action_at(const Lesson& lesson, LessonPlace place) {
    const LessonStep& step = lesson.steps.at(place.step);
    return place.answer && step.question ? step.question->action : step.action;
}

LessonState lesson_state(const Lesson& lesson, const Settings& user, LessonPlace place) {
    LessonState state;
    Settings& settings = state.settings;
    settings = with_default_experiment(user);
    settings.comparison = {};
    settings.zones = {};
    settings.show = ShowMode::flat;
    settings.preset.clear();
    state.control = "r";
    bool first = true;
    for (const LessonPlace at : lesson_places(lesson)) {
        const LessonAction& action = action_at(lesson, at);
        const Settings before = settings;
        const auto given = [&](const char* name) { return action.names(name); };
        set_options(action, settings);
        if (!first && !action.does_something())
            settings.steps = before.steps;  // the field that is looked at
        set_room(action, settings);
        check_combinations(settings, given);
        place_files(settings, lesson.file.parent_path(), given);
        validate_settings(settings);
        const bool counted = settings.steps.has_value();
        if (counted && action.run.value_or(false))
            throw InputError("run", "true", "steps are run, then it pauses: only one can be named");
        state.view_named = state.view_named || action.names("--view");
        state.restarts = first || action.restart || counted || settings.grid != before.grid ||
                         settings.type != before.type || settings.init != before.init;
        if (action.run)
            state.running = *action.run;
        else if (state.restarts)
            state.running = false;
        if (!action.show.empty())
            state.show = action.show;
        if (!action.control.empty())
            state.control = action.control;
        first = false;
        if (at == place)
            break;
    }
    show_wrong_view(action_at(lesson, place).wrong, settings);
    return state;
}

Settings with_users_choices(const Lesson& lesson, const Settings& user, const Settings& now) {
    const Settings experiment = with_default_experiment(user);
    Settings settings = with_grid(now, experiment.grid);
    for (const StateOption& option : state_options()) {
        if (option.text == nullptr || !named(lesson, option.name))
            continue;
        const std::string text = option.text(experiment).value_or(option.unset);
        if (!text.empty())
            option.apply(settings, option.name, text);
    }
    if (shows(lesson, "spectrum"))
        settings.laboratory.spectrum = experiment.laboratory.spectrum;
    settings.comparison = {};
    settings.zones = {};
    return with_default_experiment(settings);
}

}  // namespace heatlab
