#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "app/baselines.h"
#include "app/comparison.h"
#include "app/difference_picture.h"
#include "app/flash_guard.h"
#include "app/pacing.h"
#include "app/stage.h"
#include "app/timing_windows.h"

namespace heatlab {

/// The simulations of the views beside A (B, C, D): made with A's field, they get what happens to
/// it, keep time, and are compared with it. The session owns it and decides what happens.
class ComparedViews {
public:
    /// View A, and what a view needs to be where A is.
    struct Origin {
        Simulation& first;
        StepRatio ratio;
        Boundaries boundaries;
        PictureRequest picture;
        Baselines baselines;  ///< of A; they hold for every view of its backend
    };

    bool open() const { return !views_.empty(); }
    /// Views, A among them.
    std::size_t count() const { return views_.size() + 1; }

    /// Makes the views that `others` names and brings them to A's field; a view that is there
    /// already stays, with another kernel or copy policy where that changed: then the result is
    /// true. Blocking. Throws InputError and DeviceError; nothing has changed then.
    bool show(const std::vector<ComparedView>& others, const Origin& origin,
              const StageFactory& make_stage);
    void close();
    /// Brings all to A's field and step. Blocking.
    void align(Simulation& first);
    /// All hold `field` as `step`; what was under way is of a field that is gone.
    void load(const Field& field, std::int64_t step);

    /// The same change for every view, in order with what was submitted.
    template <typename Change>
    void each(const Change& change) {
        for (View& view : views_)
            change(*view.stage.simulation);
        fields_changed();
    }
    void set_picture_request(const PictureRequest& request);
    /// `check(kernel)` for every view.
    template <typename Check>
    void each_kernel(const Check& check) const {
        for (const View& view : views_)
            check(*view.kernel);
    }
    std::vector<Simulation*> simulations();

    /// Takes what finished; returns the seconds that it took on the devices.
    double collect();
    /// Whether nothing that was submitted is left to take.
    bool idle() const;
    /// Whether every view has room for a batch.
    bool ready() const;
    /// Seconds that one step of all views takes; none where one of them has not run yet.
    std::optional<double> seconds_per_step() const;
    /// Steps in which the launches of `own` steps and those of all views end together.
    int whole_launch(int own) const;
    /// A's batch, for every view.
    void submit(std::int64_t steps, bool publish);

    /// A race begins or goes on: `steps` more for each view, none: without end.
    void start_race(std::optional<std::int64_t> steps);
    void stop_race();
    /// Each view that has room gets what `pacing` is due to it. `guard`: where flashes are held
    /// back, so that views land on even steps; else null.
    void race(const PacingSetting& pacing, double now, const FlashGuard* guard);
    /// Whether no view has steps of the race left.
    bool race_over() const;
    /// Whether all are at A's step, once what was submitted has run.
    bool in_step(const Simulation& first) const;

    /// Compares with A: now and then while `running`, else until each state was compared once.
    void compare(const Simulation& first, const ComparisonSetting& setting,
                 const PictureRequest& picture, bool running, double now);
    /// Blocking: everything submitted has run and, where all are in step, was compared.
    void settle(Simulation& first, const ComparisonSetting& setting, const PictureRequest& picture,
                double now);

    /// All but A's part of `views`.
    void fill(Comparison& shown, GridSize grid) const;

private:
    struct View {
        /// A batch that was submitted and not yet reported.
        struct InFlight {
            double expected_seconds = 0;
            HostCopySetting copies;
        };
        Stage stage;
        const KernelInfo* kernel = nullptr;
        std::optional<WrongVariant> wrong;  ///< a lesson's: the simulation runs nothing else
        HostCopySetting copies;
        KernelTimings timings;
        Pacer pacer;
        std::deque<InFlight> in_flight;
        Baselines baselines;
        std::int64_t finished_step = 0;
        std::optional<std::int64_t> steps_left;  ///< of a race
        std::unique_ptr<FieldComparer> comparer;
        std::uint64_t compared_change = 0;  ///< `changes_` when the newest comparison was submitted
        double compared_at = 0;
        bool with_picture = false;
        std::optional<FieldDifference> difference;

        std::optional<double> recent_seconds_per_step() const {
            return timings.recent_seconds_per_step(*kernel, false, copies.active());
        }
        bool has_room() const {
            return may_queue(in_flight.size(),
                             in_flight.empty() ? 0 : in_flight.front().expected_seconds);
        }
        void submit(std::int64_t steps, bool publish);
        /// Another kernel or copy policy on the same simulation. Throws InputError; nothing has
        /// changed then.
        void change_to(const KernelInfo& wanted_kernel, const HostCopySetting& wanted_copies);
        void absorb(const BatchReport& report);
    };

    /// For each of `others` the view that stays for it: the same one if there is, else another of
    /// its backend; none: one must be made.
    std::vector<std::optional<std::size_t>> staying(const std::vector<ComparedView>& others,
                                                    BackendKind own) const;
    /// Those that stay, all changed or, throwing, none. Returns whether any was.
    bool change_views(const std::vector<std::optional<std::size_t>>& stays,
                      const std::vector<ComparedView>& others);
    View make_view(const ComparedView& wanted, const Origin& origin, const StageFactory& make_stage,
                   const Simulation* beside) const;
    bool is_due(const View& view, bool running, bool shown, double now) const;
    void forget_picture();
    /// What was found out no longer holds.
    void fields_changed() { ++changes_; }

    std::vector<View> views_;
    std::uint64_t changes_ = 1;
    // The picture of the chosen difference: as the comparer gave it, and as it is drawn.
    std::size_t shown_view_ = 0;  ///< 0: none was chosen yet
    std::optional<PictureRequest> request_;
    std::shared_ptr<const FieldPicture> raw_;
    std::shared_ptr<const FieldPicture> drawn_from_;
    DifferenceScale drawn_scale_ = DifferenceScale::linear;
    DifferencePicture drawn_;
    std::uint64_t serial_ = 0;
};

/// What the timings say of `state.kernel` under `state.copies`, as Compare shows it.
void fill_speed(ComparedViewState& state, const KernelTimings& timings, GridSize grid,
                const Baselines& baselines);

}  // namespace heatlab
