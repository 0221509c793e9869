#include "app/field_display.h"

#include <chrono>
#include <utility>
#include <vector>

#include "app/cuda_stage.h"
#include "sim/errors.h"

namespace heatlab {
namespace {

const char* name_of(DisplayChoice choice) {
    switch (choice) {
        case DisplayChoice::interop:
            return "interop";
        case DisplayChoice::staged:
            return "staged";
        case DisplayChoice::upload:
            return "upload";
        case DisplayChoice::automatic:
            break;
    }
    return "auto";
}

void require_possible(const BackendSelection& backend, DisplayChoice choice) {
    const bool cpu = backend.kind == BackendKind::cpu;
    if (cpu && (choice == DisplayChoice::interop || choice == DisplayChoice::staged))
        throw InputError("--display", name_of(choice),
                         "needs the CUDA backend, but the CPU computes here (" +
                             (backend.reason.empty() ? "no CUDA device" : backend.reason) + ")");
    if (!cpu && choice == DisplayChoice::upload)
        throw InputError(
            "--display", name_of(choice),
            "belongs to the CPU backend (--backend cpu); with CUDA the field is shared "
            "(interop) or copied (staged)");
}

}  // namespace

struct FieldDisplay::State {
    struct Shown {
        const Simulation* simulation;
        std::unique_ptr<cuda_stage::Surface> surface;
    };

    BackendSelection backend;
    DisplayChoice choice;
    std::vector<Shown>
        surfaces;  // of the session's simulation, and briefly of one before or beside it
    UploadedFieldTexture uploaded;
    std::shared_ptr<const FieldPicture> picture;  // the one uploaded last
    FieldTextureView view;
    double seconds = 0;

    Stage make_stage(GridSize grid) {
        if (backend.kind == BackendKind::cpu) {
            Stage stage;
            stage.simulation = make_cpu_simulation(grid);
            stage.display.rung = DisplayRung::upload;
            stage.display.forced = choice == DisplayChoice::upload;
            return stage;
        }
        cuda_stage::ShownStage shown = cuda_stage::make_shown(grid, backend.device, choice);
        const Simulation* simulation = shown.stage.simulation.get();
        // One that is gone may have lain at the same address.
        std::erase_if(surfaces, [&](const Shown& s) { return s.simulation == simulation; });
        if (shown.surface)
            surfaces.push_back({simulation, std::move(shown.surface)});
        return std::move(shown.stage);
    }

    // Surfaces of simulations that are gone go too.
    const cuda_stage::Surface* keep_only(const Simulation& simulation) {
        std::erase_if(surfaces, [&](const Shown& s) { return s.simulation != &simulation; });
        return surfaces.empty() ? nullptr : surfaces.back().surface.get();
    }
};

FieldDisplay::FieldDisplay(const BackendSelection& backend, DisplayChoice choice) {
    require_possible(backend, choice);
    state_ = std::make_unique<State>();
    state_->backend = backend;
    state_->choice = choice;
}

FieldDisplay::~FieldDisplay() = default;

StageFactory FieldDisplay::stage_factory() {
    return [state = state_.get()](GridSize grid) { return state->make_stage(grid); };
}

void FieldDisplay::update(Session& session) {
    const auto begin = std::chrono::steady_clock::now();
    Simulation& simulation = session.simulation();
    if (const cuda_stage::Surface* surface = state_->keep_only(simulation)) {
        state_->view = surface->view();
    } else if (const auto picture = simulation.picture()) {
        // Every simulation counts its pictures from the start: another one's may bear the same
        // number.
        if (state_->picture && state_->picture != picture &&
            state_->picture->serial == picture->serial)
            state_->uploaded = UploadedFieldTexture();
        state_->picture = picture;
        state_->uploaded.upload(*picture);
        state_->view = state_->uploaded.view();
    } else {
        state_->view = {};
    }
    state_->seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

const FieldTextureView& FieldDisplay::view() const {
    return state_->view;
}

double FieldDisplay::seconds() const {
    return state_->seconds;
}

LiveSession::LiveSession(const Settings& settings, const BackendSelection& backend,
                         std::shared_ptr<const PresetLibrary> presets)
    : display(backend, settings.display),
      session(settings, display.stage_factory(), backend.reason, std::move(presets)) {}

const FieldTextureView& LiveSession::begin_frame(double now) {
    session.begin_frame(now);
    display.update(session);
    return display.view();
}

}  // namespace heatlab
