#pragma once

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/amplitude_bound.h"
#include "app/baselines.h"
#include "app/compared_views.h"
#include "app/flash_guard.h"
#include "app/laboratory_observer.h"
#include "app/notice_queue.h"
#include "app/pacing.h"
#include "app/picture_plan.h"
#include "app/ranking_cache.h"
#include "app/run_record.h"
#include "app/sector_counts.h"
#include "app/session.h"
#include "app/size_sweep_worker.h"
#include "app/sweep_worker.h"
#include "app/timing_windows.h"
#include "app/value_range.h"
#include "app/zones/zone_worker.h"

namespace heatlab {

/// What Session keeps. Its functions stand in a file for each subject, named with them below.
struct Session::State {
    /// A batch that was submitted and not yet reported.
    struct InFlight {
        std::int64_t steps = 0;
        double seconds_simulated = 0;
        bool published = false;
        std::uint64_t epoch = 0;
        std::uint64_t projections = 0;  ///< LaboratoryObserver::projections
        double expected_seconds = 0;
        HostCopySetting host_copies;  ///< in force when it was submitted
    };
    /// What else belongs to a checkpoint of the simulation.
    struct Checkpoint {
        std::optional<Walls> walls;
        double simulated_seconds = 0;
        bool anything_ran = false;
        std::optional<std::int64_t> non_finite_step;
        RunRecord record;
    };
    /// What the screen does not show yet.
    struct Stale {
        bool picture = true;
        bool statistics = true;
        bool probe = false;
    };

    /// What a stage is made for.
    struct Start {
        GridSize grid;
        CellType type = CellType::float32;
        InitialFieldSpec init;
        std::optional<Walls> walls;
        Boundaries boundaries;
        StepRatio ratio;
        std::string kernel;
        HostCopySetting host_copies;
        /// Instead of the initial field; of the grid's size.
        const AnyField* field = nullptr;
        std::int64_t step = 0;

        /// The initial field. Throws InputError.
        AnyField make_field() const;
    };

    State(Settings initial, StageFactory factory, std::string reason,
          std::shared_ptr<const PresetLibrary> library, const std::optional<StartField>& first,
          ZoneEngineFactory engines);

    // ---- settings and simulation
    Settings settings;
    StepRatio ratio;  ///< settings.r, as the simulation has it
    StageFactory make_stage;
    ZoneEngineFactory make_engine;  ///< null: the backend's
    std::string backend_reason;
    std::shared_ptr<const PresetLibrary> presets;  ///< never null
    Stage stage;
    const KernelInfo* kernel = nullptr;
    bool device_lost = false;

    // ---- the run
    bool running = false;
    std::optional<std::int64_t> steps_to_submit;  ///< of RunSteps
    std::uint64_t epoch = 0;                      ///< counts the jumps of the field: load, undo
    std::int64_t finished_step = 0;
    double simulated_seconds = 0;
    bool anything_ran = false;
    std::optional<std::int64_t> non_finite_step;
    RunRecord run_record;
    std::deque<InFlight> in_flight;
    AmplitudeBound amplitude;
    Pacer pacer;

    // ---- what is seen
    double now = 0;
    Stale stale;
    std::optional<FieldStatistics> statistics;
    std::optional<ProbeReading> probe;
    std::optional<Cell> probed_cell;
    std::optional<Plane> probed_plane;  ///< in which its cell is told; none: in that which is seen
    std::int64_t shown_step = 0;
    PictureView view;
    PictureRequest request;
    RangeEasing range;
    FlashGuard guard;
    AreaLatch checkerboard;  ///< whether the field holds a visible one

    // ---- the kernel that is chosen by itself
    RankingCache rankings{ranking_cache_path()};
    std::vector<KernelTime> ranking;  ///< of `ranked_grid`; empty: not measured yet
    GridSize ranked_grid;
    CellType ranked_type = CellType::float32;

    // ---- the stability laboratory
    LaboratoryObserver observer;
    SweepWorker sweeps;
    std::optional<CellRect> loupe;

    // ---- Compare
    ComparedViews views;

    // ---- what a run waits for
    struct WaitingRun {
        std::optional<std::int64_t> steps;  ///< of RunSteps
    };
    SizeSweepWorker sizes;  ///< time against size
    SectorCounts sectors;
    std::optional<WaitingRun> waiting_run;

    // ---- ghost zones
    std::unique_ptr<ZoneWorker> zones;  ///< null: the room was never open
    ZoneCells zone_cells;               ///< what the files of settings.zones hold
    bool scene_runs_on = false;         ///< it was not told after how many steps to pause

    // ---- painting
    bool stroke_open = false;
    bool stroke_checkpointed = false;
    std::vector<Checkpoint> checkpoints;

    // ---- figures
    KernelTimings timings;
    FrameTimings frames;
    FramePace pace;
    /// By kernel and type of cells, where the backend has such.
    std::map<std::pair<const KernelInfo*, CellType>, KernelResources> resources;
    Baselines baselines;                  ///< of this grid
    double frame_simulation_seconds = 0;  ///< of reports since the last end_frame
    double frame_display_seconds = 0;
    std::int64_t frame_steps = 0;
    std::uint64_t earlier_bytes_to_host = 0;  ///< of stages that are gone

    NoticeQueue notices;
    mutable Snapshot snapshot;
    mutable bool snapshot_outdated = true;

    Simulation& simulation() { return *stage.simulation; }
    /// What changes the field, or how it advances, goes to every view.
    template <typename Change>
    void change_all(const Change& change) {
        change(simulation());
        views.each(change);
    }

    // ---- session.cpp
    /// The present settings, from step 0.
    Start present_start() const;
    /// Those of `wanted`, from step 0 or from `field`. Throws InputError.
    static Start start_of(const Settings& wanted, const std::optional<StartField>& field);
    /// A run begins with `field` instead of an initial field.
    void go_on_from(const StartField& field);
    /// Stage, kernel, r, boundaries and field for a start; changes nothing where it throws, but
    /// that strokes may be forgotten (a notice says so). Where the new stage does not fit beside
    /// the present one, that one is released first, and made again with its field if the new one is
    /// refused all the same. std::runtime_error where that fails too: there is nothing left to
    /// show.
    void rebuild(const Start& start);
    void rebuild_first(const Start& start);  ///< of view A alone
    /// The same on the present stage, whose grid it has.
    void restart(const Start& start);
    Stage prepare_stage(const Start& start) const;
    Stage prepare_stage_alone(const Start& start);
    /// Of the simulation alone; boundaries are to be set anew after it. Throws InputError; nothing
    /// has changed then.
    void change_kernel(const KernelInfo& chosen, const HostCopySetting& copies);
    void adopt(const Start& start);
    bool may_fit_alone(const Start& start) const;
    void release_stage();
    void restore_stage(const AnyField& field, std::int64_t step);
    /// Another field was loaded as step 0: forgets what belonged to the one before.
    void forget_field();
    /// What the kernels take of the device: once, it is the same for every grid.
    void query_resources();
    void lose_device(const std::string& what);

    // ---- session_batches.cpp
    void collect_reports();
    void absorb(const BatchReport& report, const InFlight& batch);
    void absorb_statistics(const FieldStatistics& found, bool published);
    void stop_at_non_finite(const FieldStatistics& found);
    void update_request();
    void submit_next();
    bool submit_steps();
    void submit_refresh();
    /// Adds what the laboratory wants to know.
    void submit(Batch batch);
    bool can_submit() const;
    bool runs_fast() const;
    Speed speed() const;
    bool guard_in_force() const;
    bool may_show(std::int64_t step) const;
    /// `shown`: called for each of the fields on the way, as many as the picture has rows.
    void finish(const std::function<void()>& shown);

    // ---- session_commands.cpp
    void start(std::optional<std::int64_t> steps);
    /// The field, or while the room of ghost zones is open its scene.
    void run_what_is_seen(std::optional<std::int64_t> steps);
    void pause();
    /// What was read of cells of the plane is not of the next one.
    void leave_plane();
    /// The screen does not show the field's newest cells.
    void field_changed() { stale = {true, true, probed_cell.has_value()}; }
    /// `remedy`: label of a button that applies `commands`; empty: none.
    void refuse(const std::string& title, const std::string& text, const std::string& remedy = {},
                CommandList commands = {});

    // ---- session_scheme.cpp
    void set_ratio(double r);
    void set_time_step(double seconds);
    /// The r that follows from `argument`; refuses in terms of that argument. Throws InputError.
    void set_derived_ratio(const char* argument, double value, double r);
    void set_boundaries(const Boundaries& boundaries);
    /// Throws InputError.
    void set_kernel(const std::string& name);
    void set_host_copies(const HostCopySetting& setting);
    // What was found to be possible, done.
    void put_walls(const Walls& walls);
    void put_kernel(const KernelInfo& chosen);
    void put_boundaries(const Boundaries& boundaries);
    void put_host_copies(const HostCopySetting& setting);

    // ---- session_strokes.cpp
    /// A dab in the plane that is seen, in the whole grid.
    BrushDab in_grid_of(BrushDab dab) const;
    /// A dab in the plane that is seen. Throws InputError.
    void paint(const BrushDab& seen);
    /// Remembers the field, and what goes back with it.
    void checkpoint_stroke();
    void undo_stroke();

    // ---- session_kernel_choice.cpp
    /// From now on the fastest kernel, whatever grid and boundaries are.
    void choose_automatically();
    /// Where that was asked for: measures a grid that is new, and takes the fastest kernel.
    void follow_automatic_kernel();
    /// The one for `boundaries`; null where none is chosen by itself.
    const KernelInfo* automatic_for(const Boundaries& boundaries);
    void rank_on_this_grid();

    // ---- session_laboratory.cpp
    /// A value enters the field behind all that was submitted.
    void value_injected(double value);
    /// The same for the temperatures of the fixed sides.
    void walls_injected(const Walls& walls);
    void set_laboratory(const LaboratorySetting& setting);
    void set_loupe(const std::optional<CellRect>& cells);
    /// Another cell size at the same dt, by `factor`: the present field on the finer or coarser
    /// grid; r follows. Throws InputError.
    void refine(double factor);

    // ---- session_comparison.cpp
    /// Throws InputError and DeviceError; nothing has changed then.
    void set_comparison(const ComparisonSetting& wanted);
    /// Refuses settings whose views cannot run, but for their memory. Throws InputError.
    void require_comparable(const Settings& wanted) const;
    ComparedViews::Origin origin();
    /// The views again after another grid; where they no longer fit, Compare closes and says so.
    void reopen_views();
    bool racing() const { return views.open() && settings.comparison.racing; }
    void close_comparison(const std::string& why);
    /// Opening Compare ends the view in space, and says so.
    void show_flat_in_comparison();
    /// A advances with another kernel: a race starts anew from its field.
    void runner_changed();
    /// What each view of a race gets of a frame.
    PacingSetting race_pacing() const;
    /// Refuses, in the name of `argument`, boundaries that a view's kernel does not support.
    void require_views_support(const Boundaries& boundaries, const char* argument) const;
    void compare_views();
    void fill_comparison(Comparison& shown) const;

    // ---- session_sizes.cpp
    /// Throws InputError.
    void start_size_sweep(SizeSweep sweep);

    // ---- session_sectors.cpp
    /// Throws InputError.
    void count_sectors(const std::string& kernel_name);
    void follow_sectors();
    /// Before anything is timed: never while sectors are counted.
    void stop_counting();

    // ---- session_waiting.cpp
    /// Whether a run would be in what is measured now.
    bool run_has_to_wait() const { return sizes.running() || sectors.busy(); }
    /// Stops the run until nothing is measured any more.
    void hold_run();
    /// Lets it go on then.
    void follow_waiting_run();
    /// The wish to run, meanwhile.
    void put_off_run(std::optional<std::int64_t> steps);

    // ---- session_zones.cpp
    /// Opens, changes or closes the room. Throws InputError; nothing has changed then.
    void set_zones(const ZoneSetting& wanted);
    /// `read`: what was just read of its files; the others are where they are not the same.
    void set_zones(const ZoneSetting& wanted, const ZoneCells& read);
    void load_zone_file(const command::LoadZoneFile& wanted);
    void measure_zones();
    /// Lets its thread work while nothing else does.
    void follow_zones();
    /// Blocks until it has done all that was asked for.
    void finish_zones();
    /// The device is the room's, or still is.
    bool zones_busy() const;

    // ---- session_state_change.cpp
    void set_cell_type(CellType type);
    /// All of `wanted` as one change. Throws InputError; nothing has changed then.
    void set_state(const command::SetState& wanted);
    /// All of a preset's state as one change, from step 0. Throws InputError.
    void load_preset(const std::string& name);
    /// Of settings that a session can take over: what differs, on the field as it is.
    void change_run(const Settings& next);
    void change_kernel_and_boundaries(const KernelInfo& next, const Boundaries& boundaries);

    // ---- session_snapshot.cpp
    void make_snapshot() const;
    void make_timings(Timings& timings) const;
    HostCopyFigures host_copy_figures() const;
};

}  // namespace heatlab
