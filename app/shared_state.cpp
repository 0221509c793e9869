// A moment of a session: from its snapshot, back into a session, and as a command line.

#include "app/shared_state.h"

#include <algorithm>
#include <memory>
#include <new>
#include <stdexcept>
#include <utility>

#include "app/state_options.h"
#include "sim/errors.h"
#include "sim/memory.h"
#include "sim/text.h"

namespace heatlab {
namespace {

namespace fs = std::filesystem;

/// What a command line begins with: the program's own settings, or those of a preset.
struct Base {
    Settings settings;
    std::string preset;  ///< as --preset takes it; empty: none
    bool runs = false;   ///< by itself, unless told how far
};

Base base_of(const std::string& name, const PresetLibrary& presets) {
    if (name.empty())
        return {};
    try {
        const auto [preset, variant] = presets.find(name);
        Base base{with_preset(Settings{}, *preset, *variant), name, preset->runs};
        const bool is_file = name.find(".toml") != std::string::npos;
        if (is_file)
            base.preset = fs::absolute(name).string();
        return base;
    } catch (const InputError&) {
        return {};  // it is gone: everything is said without it
    }
}

bool is_plain(char c) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    return letter || (c >= '0' && c <= '9') ||
           std::string_view("-_./,:=+@").find(c) != std::string_view::npos;
}

}  // namespace

SharedState shared_state(const Snapshot& snapshot) {
    SharedState state;
    state.settings = snapshot.settings;
    state.settings.steps.reset();
    // What a lesson shows beside the right field no option can ask for.
    ComparisonSetting& comparison = state.settings.comparison;
    if (std::erase_if(comparison.others, [](const ComparedView& view) { return view.wrong; }) > 0) {
        comparison.open = comparison.open && !comparison.others.empty();
        comparison.difference = 1;
    }
    state.step = snapshot.step;
    state.altered = snapshot.altered;
    return state;
}

template <typename Real>
BasicField<Real> take_field(BasicPendingField<Real>& pending, GridSize grid) {
    try {
        return pending.take();
    } catch (const std::bad_alloc&) {
        throw std::runtime_error("A copy of the field takes " +
                                 bytes_text(field_bytes(grid, cell_type_of<Real>())) +
                                 ", which memory does not hold.");
    }
}

template Field take_field(PendingField&, GridSize);
template Field64 take_field(PendingField64&, GridSize);

AnyPendingField request_as_it_is(Simulation& simulation) {
    if (simulation.cell_type() == CellType::float64)
        return std::shared_ptr(simulation.request_field_float64({}));
    return std::shared_ptr(simulation.request_field({}));
}

AnyField take_field(const AnyPendingField& pending, GridSize grid) {
    return std::visit([&](const auto& field) { return AnyField(take_field(*field, grid)); },
                      pending);
}

PendingState request_state(Session& session, bool with_field) {
    const Snapshot& snapshot = session.snapshot();
    PendingState pending{shared_state(snapshot), std::nullopt, snapshot.simulated_seconds};
    SharedState& state = pending.state;
    if (!with_field && state.altered.empty())
        return pending;
    Simulation& simulation = session.simulation();
    pending.field = request_as_it_is(simulation);
    // Steps that were under way when the snapshot was made.
    const bool advances = find_kernel(state.settings.kernel, snapshot.backend.kind,
                                      state.settings.grid.dimensions, state.settings.type)
                              .advances;
    const auto newer = static_cast<double>(advances ? simulation.step() - snapshot.step : 0);
    pending.seconds += newer * state.settings.time_step();
    state.step = simulation.step();
    state.altered.clear();
    return pending;
}

SharedState arrived(const PendingState& pending) {
    SharedState state = pending.state;
    if (pending.field)
        state.field = StartField{
            std::make_shared<const AnyField>(take_field(*pending.field, state.settings.grid)),
            state.step, pending.seconds};
    return state;
}

SharedState state_to_save(Session& session, bool with_field) {
    return arrived(request_state(session, with_field));
}

command::SetState brought_back(const SharedState& state) {
    command::SetState wanted{state.settings, true, state.field};
    wanted.settings.steps.reset();
    if (!state.field && state.altered.empty())
        wanted.settings.steps = state.step;
    return wanted;
}

std::string shell_quoted(const std::string& word) {
    if (!word.empty() && std::ranges::all_of(word, is_plain))
        return word;
    std::string text = "'";
    for (const char c : word)
        text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + "'";
}

std::string command_text(const SharedState& state, const PresetLibrary& presets) {
    const Base base = base_of(state.settings.preset, presets);
    std::string text = "heatlab";
    const auto add = [&](const std::string& name, const std::string& value) {
        text += " " + name + " " + shell_quoted(value);
    };
    if (!base.preset.empty())
        add("--preset", base.preset);
    for (const auto& [name, value] : option_texts(state.settings, base.settings)) {
        if (find_state_option(name.substr(2))->is_switch)
            text += (value == "on" ? " --" : " --no-") + name.substr(2);
        else if (find_state_option(name.substr(2))->is_path)
            add(name, fs::absolute(value).string());
        else
            add(name, value);
    }
    if (state.step > 0 || base.runs || base.settings.steps)
        add("--steps", std::to_string(state.step));
    return text;
}

}  // namespace heatlab
