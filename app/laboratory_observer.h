#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>

#include "app/background_worker.h"
#include "app/laboratory.h"
#include "app/settings.h"
#include "app/trace_recorder.h"
#include "sim/simulation.h"
#include "sim/waves.h"

namespace heatlab {

/// What the laboratory sees of a run: decides what each batch measures besides its steps, and turns
/// reports into histories and readings. Everything of it can be switched off; then it asks for
/// nothing.
class LaboratoryObserver {
public:
    /// Another field at step 0, another grid, other boundaries: what is projected on is set anew.
    /// `step`: that the field has.
    void begin_run(Simulation& simulation, const Settings& settings, std::int64_t step);
    void set_boundaries(Simulation& simulation, const Settings& settings, std::int64_t step);
    void ratio_changed(std::int64_t step, double from, double to);
    /// The brush or a wall put `value` into the field: it belongs to the range from now on. `step`:
    /// the first at which the field is sure to hold it when it is read.
    void value_injected(std::int64_t step, double value);
    void went_back(std::int64_t step);
    /// Ends what a setting no longer asks for.
    void apply(const LaboratorySetting& setting);

    /// Adds what is to be measured to a batch of `settings`, submitted at `step` and at time `now`
    /// (seconds).
    void plan(Batch& batch, const Settings& settings, StepRatio r, bool advances, std::int64_t step,
              double now);
    /// A batch that is submitted at `step` and not observed at all.
    void leave_out(const Batch& batch, const Settings& settings, StepRatio r, bool advances,
                   std::int64_t step);
    /// `projections`: in force when the batch was submitted.
    void absorb(const BatchReport& report, const Settings& settings, std::uint64_t projections);
    /// Whether a run that stands still at `step` is to be read once more for what the setting asks
    /// for.
    bool is_behind(std::int64_t step, double now) const;
    /// Counts the changes of what is projected on.
    std::uint64_t projections() const { return projections_; }
    /// Collects what the background has finished; once a frame.
    void end_frame();
    void set_non_finite_step(std::optional<std::int64_t> step);

    void fill(Laboratory& laboratory, const Settings& settings, StepRatio r) const;
    /// The next batches compare each step with limits.
    bool watching() const { return principle_.watching; }

private:
    /// Of the wave that a run started from, at a step.
    struct ModePoint {
        std::int64_t step = 0;
        double amplitude = 0;  ///< signed
    };

    /// The wave that a run started from, by itself: waves that share its angles are not in the
    /// field.
    struct StartWave {
        double angle_x = 0;
        double angle_y = 0;
        double strength = 0;  ///< sin^2(angle_x / 2) + sin^2(angle_y / 2)
        double squared_norm = 1;
        std::size_t weight_index = 0;  ///< of its projection
    };

    void set_projections(Simulation& simulation, const Settings& settings);
    void absorb_analysis(const FieldAnalysis& analysis, bool finite, std::int64_t cells);
    void absorb_mode(const FieldAnalysis& analysis, std::int64_t cells);
    /// Whether the next step may be the first to leave the initial range.
    bool may_leave_range(const Settings& settings, StepRatio r) const;
    void plan_watch(Batch& batch, std::int64_t step);
    void leave_unwatched(const Batch& batch, std::int64_t step);
    bool analysis_is_due(const Batch& batch, const Settings& settings, double now) const;
    bool spectrum_is_due(double now) const;
    ExactMode exact_mode(const Settings& settings, StepRatio r) const;

    LaboratorySetting setting_;
    BackendKind backend_ = BackendKind::cpu;
    std::optional<WaveGauge> fastest_;
    std::optional<StartWave> mode_;

    TraceRecorder recorder_;
    std::optional<FieldAnalysis> analysis_;
    std::optional<ModePoint> first_mode_point_;
    std::optional<ModePoint> last_mode_point_;
    double mode_sign_ = 0;  ///< of the factor; 0: not seen yet

    bool range_known_ = false;
    MaximumPrinciple principle_;
    std::int64_t unwatched_from_ = 0;  ///< matters where principle_.watched_since is set
    bool started_ = false;             ///< steps were taken since begin_run

    double analysis_cost_ = 0;  ///< seconds of the newest one
    double last_analysis_ = -1e9;
    double frame_seconds_ = 0;
    double seconds_per_frame_ = 0;  ///< eased

    SpectrumPlan spectrum_plan_;
    double last_spectrum_ = -1e9;
    std::uint64_t run_ = 0;           ///< counts begin_run: a spectrum of an earlier one is dropped
    std::uint64_t spectrum_run_ = 0;  ///< that the transform in progress belongs to
    std::optional<std::int64_t> spectrum_step_;  ///< of the newest changes that were transformed
    bool spectrum_exists_ = true;                ///< a grid without cells to update has none
    std::uint64_t projections_ = 0;
    std::shared_ptr<const Spectrum> spectrum_;
    std::shared_ptr<const CellBlock> loupe_;
    BackgroundWorker<Spectrum> transformer_;
};

}  // namespace heatlab
