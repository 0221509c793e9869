#include "app/field_display.h"

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

#include "app/cuda_stage.h"
#include "app/line_view.h"
#include "render/space_time.h"
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
    /// A simulation that shows its field on the device.
    struct Shown {
        const Simulation* simulation;
        std::unique_ptr<cuda_stage::Surface> surface;
    };
    /// A picture from the host as a texture.
    struct Uploaded {
        UploadedFieldTexture texture;
        std::shared_ptr<const FieldPicture> picture;  // the one uploaded last

        const FieldTextureView& show(std::shared_ptr<const FieldPicture> newest) {
            // Everyone counts pictures from the start: another one's may bear the same number.
            if (picture && picture != newest && picture->serial == newest->serial)
                texture = UploadedFieldTexture();
            picture = std::move(newest);
            texture.upload(*picture);
            return texture.view();
        }
    };

    /// All cells of a grid of three dimensions.
    struct UploadedCells {
        UploadedVolume volume;
        std::shared_ptr<const FieldPicture> picture;  // the one uploaded last

        const VolumeView& show(std::shared_ptr<const FieldPicture> newest) {
            if (picture != newest) {
                picture = std::move(newest);
                volume.upload(picture->texels, picture->width, picture->height / picture->slices,
                              picture->slices, picture->step);
            }
            return volume.view();
        }
    };

    BackendSelection backend;
    DisplayChoice choice;
    std::vector<Shown> surfaces;  // of the session's simulations, and briefly of some before them
    std::vector<std::unique_ptr<Uploaded>> uploaded;    // by view, where it needs one
    std::vector<std::unique_ptr<UploadedCells>> cells;  // likewise
    std::vector<VolumeView> volumes;
    Uploaded difference;
    std::vector<std::unique_ptr<SpaceTimeTexture>> histories;  // of grids of one dimension
    std::unique_ptr<SpaceTimeTexture> difference_history;
    std::vector<FieldTextureView> fields;
    std::vector<FieldTextureView> views;
    FieldTextureView difference_view;
    double seconds = 0;

    Stage make_stage(const StageRequest& request) {
        Stage stage = make_shown_stage(request);
        stage.sectors = sector_means(backend);
        return stage;
    }

    Stage make_shown_stage(const StageRequest& request) {
        if (request.backend.value_or(backend.kind) == BackendKind::cpu) {
            Stage stage;
            stage.simulation = make_cpu_simulation(
                request.grid, {.beside = request.beside, .wrong = request.wrong});
            stage.display.rung = DisplayRung::upload;
            stage.display.forced = choice == DisplayChoice::upload;
            return stage;
        }
        if (backend.kind == BackendKind::cpu)
            throw InputError("--backend", "cuda",
                             "a view cannot run there beside one on the CPU" +
                                 (backend.reason.empty() ? "" : " (" + backend.reason + ")"));
        cuda_stage::ShownStage shown = cuda_stage::make_shown(request, backend.device, choice);
        const Simulation* simulation = shown.stage.simulation.get();
        // One that is gone may have lain at the same address.
        std::erase_if(surfaces, [&](const Shown& s) { return s.simulation == simulation; });
        if (shown.surface)
            surfaces.push_back({simulation, std::move(shown.surface)});
        return std::move(shown.stage);
    }

    // Surfaces of simulations that are gone go too.
    void keep_only(const std::vector<Simulation*>& simulations) {
        std::erase_if(surfaces, [&](const Shown& s) {
            return std::ranges::find(simulations, s.simulation) == simulations.end();
        });
    }

    const cuda_stage::Surface* surface_of(const Simulation* simulation) const {
        for (const Shown& shown : surfaces)
            if (shown.simulation == simulation)
                return shown.surface.get();
        return nullptr;
    }

    /// What is seen of a field or a difference: itself, or space and time of one of one dimension,
    /// which `history` goes on with.
    static FieldTextureView seen(std::unique_ptr<SpaceTimeTexture>& history, GridSize grid,
                                 const FieldTextureView& now) {
        if (grid.dimensions != 1) {
            history.reset();
            return now;
        }
        const int rows = LineView(grid).rows;
        if (!history || history->rows() != rows)
            history = std::make_unique<SpaceTimeTexture>(rows);
        history->add(now);
        return history->view();
    }

    static bool holds_volume(const std::shared_ptr<const FieldPicture>& picture) {
        return picture && picture->slices > 0;
    }

    VolumeView volume_of(const Simulation& simulation, std::size_t index) {
        if (const cuda_stage::Surface* surface = surface_of(&simulation);
            surface != nullptr && !surface->volume().empty()) {
            cells[index].reset();
            return surface->volume();
        }
        const auto picture = simulation.picture();
        if (!holds_volume(picture)) {
            cells[index].reset();
            return {};
        }
        if (!cells[index])
            cells[index] = std::make_unique<UploadedCells>();
        return cells[index]->show(picture);
    }

    FieldTextureView view_of(const Simulation& simulation, std::size_t index) {
        if (const cuda_stage::Surface* surface = surface_of(&simulation))
            return surface->view();
        const auto picture = simulation.picture();
        if (!picture || holds_volume(picture))
            return {};
        if (!uploaded[index])
            uploaded[index] = std::make_unique<Uploaded>();
        return uploaded[index]->show(picture);
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
    return
        [state = state_.get()](const StageRequest& request) { return state->make_stage(request); };
}

void FieldDisplay::update(Session& session) {
    const auto begin = std::chrono::steady_clock::now();
    const std::vector<Simulation*> simulations = session.simulations();
    state_->keep_only(simulations);
    state_->uploaded.resize(simulations.size());
    state_->histories.resize(simulations.size());
    state_->fields.clear();
    state_->views.clear();
    state_->cells.resize(simulations.size());
    state_->volumes.clear();
    for (std::size_t i = 0; i < simulations.size(); ++i) {
        state_->volumes.push_back(state_->volume_of(*simulations[i], i));
        state_->fields.push_back(state_->view_of(*simulations[i], i));
        state_->views.push_back(
            State::seen(state_->histories[i], simulations[i]->grid(), state_->fields.back()));
    }
    const auto& difference = session.snapshot().comparison.picture;
    state_->difference_view =
        difference ? State::seen(state_->difference_history, session.snapshot().settings.grid,
                                 state_->difference.show(difference))
                   : FieldTextureView{};
    state_->seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

const std::vector<FieldTextureView>& FieldDisplay::views() const {
    return state_->views;
}

const std::vector<FieldTextureView>& FieldDisplay::fields() const {
    return state_->fields;
}

const std::vector<VolumeView>& FieldDisplay::volumes() const {
    return state_->volumes;
}

const FieldTextureView& FieldDisplay::difference() const {
    return state_->difference_view;
}

double FieldDisplay::seconds() const {
    return state_->seconds;
}

LiveSession::LiveSession(const Settings& settings, const BackendSelection& backend,
                         std::shared_ptr<const PresetLibrary> presets,
                         const std::optional<StartField>& start)
    : display(backend, settings.display),
      session(settings, display.stage_factory(), backend.reason, std::move(presets), start) {}

void LiveSession::begin_frame(double now) {
    session.begin_frame(now);
    display.update(session);
}

}  // namespace heatlab
