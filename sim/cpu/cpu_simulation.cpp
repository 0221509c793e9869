#include "sim/cpu/cpu_simulation.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <deque>
#include <exception>
#include <future>
#include <mutex>
#include <new>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "sim/cpu/cpu_engine.h"
#include "sim/cpu/cpu_memory.h"
#include "sim/cpu/cpu_worker.h"
#include "sim/errors.h"
#include "sim/lesson/wrong_variants.h"
#include "sim/memory.h"
#include "sim/text.h"
#include "sim/turn.h"

namespace heatlab {
namespace {

/// A copy that the worker makes when it gets there.
template <typename Real>
class PromisedField final : public BasicPendingField<Real> {
public:
    explicit PromisedField(std::future<BasicField<Real>> field) : field_(std::move(field)) {}

    bool ready() override {
        return field_.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
    }
    BasicField<Real> take() override {
        try {
            return field_.get();
        } catch (const std::future_error&) {
            throw DeviceError("The CPU backend stopped before it copied the field.");
        }
    }

private:
    std::future<BasicField<Real>> field_;
};

std::shared_ptr<Turn> turn_beside(const Simulation* other) {
    if (other == nullptr)
        return std::make_shared<Turn>();
    auto turn = other->turn();
    if (!turn)
        throw std::invalid_argument("CpuOptions::beside is a simulation of another backend");
    return turn;
}

/// The front of the CPU backend: keeps the books for the caller and has an engine do the work on a
/// thread of its own.
template <typename Real>
class CpuSimulation final : public Simulation {
public:
    CpuSimulation(GridSize grid, const BackendInfo& info, const InstructionSet& instructions,
                  int checkpoint_capacity, std::shared_ptr<Turn> turn)
        : info_(info),
          grid_(grid),
          checkpoint_capacity_(checkpoint_capacity),
          engine_(grid, info.threads, instructions, checkpoint_capacity, stop_),
          worker_(type, std::move(turn), stop_) {}

    /// At first.
    void show_wrong(WrongVariant variant) {
        kernel_ = &info_of(variant).kernel;
        wrong_ = true;
        enqueue([variant](Engine& engine) { engine.set_wrong(variant); });
    }

    const BackendInfo& backend() const override { return info_; }
    GridSize grid() const override { return grid_; }
    CellType cell_type() const override { return type; }

    void load(const Field& initial, std::int64_t step) override {
        require_size(initial.size());
        if constexpr (is_float32)
            load_own(initial.clone(), step);
        else
            load_own(widened(initial), step);
    }

    void load_float64(const Field64& initial, std::int64_t step) override {
        if constexpr (is_float32) {
            Simulation::load_float64(initial, step);
        } else {
            require_size(initial.size());
            load_own(initial.clone(), step);
        }
    }

    void set_kernel(const KernelInfo& kernel) override {
        if (wrong_)
            throw InputError("--kernel", std::string(kernel.name),
                             "this copy shows " + std::string(kernel_->name) + " and nothing else");
        require_kernel(kernel, BackendKind::cpu, grid_.dimensions, type);
        require_support(kernel, boundaries_, "--kernel");
        kernel_ = &kernel;
        enqueue([&kernel](Engine& engine) { engine.set_kernel(kernel); });
    }

    void set_step_ratio(StepRatio r) override {
        enqueue([r](Engine& engine) { engine.set_step_ratio(r); });
    }

    void set_boundaries(const Boundaries& boundaries) override {
        validate_boundaries(boundaries);
        require_support(*kernel_, boundaries, "--boundary");
        boundaries_ = boundaries;
        enqueue([boundaries](Engine& engine) { engine.set_boundaries(boundaries); });
    }

    void set_walls(const Walls& walls) override {
        enqueue([walls](Engine& engine) { engine.set_walls(walls); });
    }

    void paint(const BrushDab& dab) override {
        for (const float number : {dab.row0, dab.col0, dab.row1, dab.col1, dab.radius, dab.value,
                                   dab.slice0, dab.slice1}) {
            if (!std::isfinite(number)) {
                throw InputError("brush", number_text(number), "finite numbers are needed");
            }
        }
        enqueue([dab](Engine& engine) { engine.paint(dab); });
    }

    void checkpoint() override {
        if (checkpoint_capacity_ == 0)
            return;
        if (static_cast<int>(checkpoint_steps_.size()) == checkpoint_capacity_) {
            checkpoint_steps_.pop_front();
        }
        checkpoint_steps_.push_back(step_);
        enqueue([](Engine& engine) { engine.checkpoint(); });
    }

    bool restore_checkpoint() override {
        if (checkpoint_steps_.empty())
            return false;
        step_ = checkpoint_steps_.back();
        checkpoint_steps_.pop_back();
        enqueue([](Engine& engine) { engine.restore_checkpoint(); });
        return true;
    }

    int checkpoint_capacity() const override { return checkpoint_capacity_; }

    void set_picture_request(const PictureRequest& request) override {
        enqueue([request](Engine& engine) { engine.set_picture_request(request); });
    }

    void set_probe(std::optional<Cell> cell) override {
        enqueue([cell](Engine& engine) { engine.set_probe(cell); });
    }

    void set_loupe(std::optional<CellRect> cells) override {
        const std::optional<CellRect> inside = loupe_cells(cells, grid_);
        enqueue([inside](Engine& engine) { engine.set_loupe(inside); });
    }

    void set_projections(std::vector<SeparableWeight> weights) override {
        validate_projections(weights, grid_);
        auto shared = std::make_shared<std::vector<SeparableWeight>>(std::move(weights));
        enqueue([shared](Engine& engine) { engine.set_projections(*shared); });
    }

    void set_host_copies(const HostCopySetting& setting) override {
        validate_host_copies(setting, *kernel_, type);
        const std::uint64_t free = available_host_memory();
        if (setting.active() && field_bytes(grid_) > free)
            throw InputError("--host-copies", std::to_string(field_bytes(grid_)) + " bytes",
                             "this machine has " + std::to_string(free) +
                                 " left; a smaller grid or never is allowed");
        enqueue([setting](Engine& engine) { engine.set_host_copies(setting); });
    }
    std::optional<Field> newest_host_copy() override {
        return ask<std::optional<Field>>([](Engine& engine) { return engine.newest_host_copy(); });
    }

    void submit(const Batch& batch) override {
        validate_batch(batch, grid_, boundaries_);
        if (wrong_ && batch.watch)
            throw std::invalid_argument("A wrong variant watches no limits");
        enqueue([this, batch](Engine& engine) {
            BatchReport report = engine.run(batch);
            auto picture = engine.picture();
            const std::lock_guard lock(mutex_);
            reports_.push_back(std::move(report));
            picture_ = std::move(picture);
        });
        ++in_flight_;
        if (kernel_->advances)
            step_ += std::max<std::int64_t>(0, batch.steps);
    }

    std::optional<BatchReport> poll() override {
        worker_.require_working();
        const std::lock_guard lock(mutex_);
        if (reports_.empty())
            return std::nullopt;
        BatchReport report = std::move(reports_.front());
        reports_.pop_front();
        --in_flight_;
        return report;
    }

    int batches_in_flight() const override { return in_flight_; }

    void wait() override { worker_.wait(); }

    std::int64_t step() const override { return step_; }

    Field read_back() override {
        if constexpr (is_float32)
            return read_back_own();
        else
            return rounded(read_back_own());
    }

    Field64 read_back_float64() override {
        if constexpr (is_float32)
            return Simulation::read_back_float64();
        else
            return read_back_own();
    }

    std::unique_ptr<PendingField> request_field(Field memory) override {
        if constexpr (is_float32)
            return request_from_engine(std::move(memory), [](Engine& engine, Field&& room) {
                return engine.read_back(std::move(room));
            });
        else
            return request_from_engine(std::move(memory), [](Engine& engine, Field&&) {
                return rounded(engine.read_back({}));
            });
    }

    std::unique_ptr<PendingField64> request_field_float64(Field64 memory) override {
        if constexpr (is_float32)
            return request_from_engine(std::move(memory), [](Engine& engine, Field64&&) {
                return widened(engine.read_back({}));
            });
        else
            return request_from_engine(std::move(memory), [](Engine& engine, Field64&& room) {
                return engine.read_back(std::move(room));
            });
    }

    std::shared_ptr<Turn> turn() const override { return worker_.turn(); }

    std::shared_ptr<const FieldPicture> picture() const override {
        worker_.require_working();
        const std::lock_guard lock(mutex_);
        return picture_;
    }

    std::uint64_t field_bytes_to_host() const override { return 0; }

    double measure_copy_bandwidth() override {
        return ask<double>([](Engine& engine) { return engine.copy_bandwidth(); });
    }

    std::optional<double> measure_empty_launch() override {
        return ask<double>([](Engine& engine) { return engine.empty_launch_seconds(); });
    }

private:
    static constexpr CellType type = cell_type_of<Real>();
    static constexpr bool is_float32 = type == CellType::float32;
    using Engine = CpuEngine<Real>;

    void require_size(GridSize size) const {
        if (size != grid_) {
            throw InputError("initial field", grid_text(size),
                             "must have the grid's size, " + grid_text(grid_));
        }
    }

    void load_own(BasicField<Real> initial, std::int64_t step) {
        auto field = std::make_shared<BasicField<Real>>(std::move(initial));
        enqueue([field, step](Engine& engine) { engine.load(*field, step); });
        step_ = step;
        checkpoint_steps_.clear();
    }

    BasicField<Real> read_back_own() {
        return ask<BasicField<Real>>([](Engine& engine) { return engine.read_back({}); });
    }

    /// `copy(engine, memory)` makes the field.
    template <typename Given, typename Copy>
    std::unique_ptr<BasicPendingField<Given>> request_from_engine(BasicField<Given> memory,
                                                                  const Copy& copy) {
        // Shared, as a command can be copied. If it is never run, its end breaks the promise.
        auto promise = std::make_shared<std::promise<BasicField<Given>>>();
        auto room = std::make_shared<BasicField<Given>>(std::move(memory));
        auto pending = std::make_unique<PromisedField<Given>>(promise->get_future());
        enqueue([promise, room, copy](Engine& engine) {
            try {
                promise->set_value(copy(engine, std::move(*room)));
            } catch (const std::bad_alloc&) {  // the simulation itself goes on
                promise->set_exception(std::current_exception());
            }
        });
        return pending;
    }

    /// `work(engine)`, on the worker's thread.
    template <typename Work>
    void enqueue(Work work) {
        worker_.enqueue([this, work = std::move(work)] { work(engine_); });
    }

    /// Blocking.
    template <typename Answer, typename Question>
    Answer ask(const Question& question) {
        std::optional<Answer> answer;
        enqueue([&](Engine& engine) { answer.emplace(question(engine)); });
        wait();
        return std::move(*answer);
    }

    // The caller's books.
    BackendInfo info_;
    GridSize grid_;
    const KernelInfo* kernel_ = &default_kernel(grid_.dimensions);
    bool wrong_ = false;
    Boundaries boundaries_ = fixed_walls(grid_.dimensions);
    std::int64_t step_ = 0;
    int in_flight_ = 0;
    int checkpoint_capacity_;
    std::deque<std::int64_t> checkpoint_steps_;

    // Shared with the worker, under the mutex.
    mutable std::mutex mutex_;
    std::deque<BatchReport> reports_;
    std::shared_ptr<const FieldPicture> picture_;

    std::atomic<bool> stop_{false};
    Engine engine_;  ///< used on the worker's thread alone
    CpuWorker worker_;
};

}  // namespace

std::unique_ptr<Simulation> make_cpu_simulation(GridSize grid, const CpuOptions& options,
                                                const InstructionSet& instructions) {
    const std::uint64_t available = available_host_memory();
    require_memory(grid, cpu_bytes_to_start(grid, options.type), available, "this machine");
    require_cell_type(options.type, grid.dimensions);
    if (options.wrong && options.type != CellType::float32)
        throw std::invalid_argument("wrong variants are shown on fields of float32");
    const BackendInfo info = cpu_backend_info(options, instructions);
    try {
        return with_cell_type(options.type, [&](auto zero) -> std::unique_ptr<Simulation> {
            using Real = decltype(zero);
            auto simulation = std::make_unique<CpuSimulation<Real>>(
                grid, info, instructions, cpu_checkpoints_that_fit(grid, options.type, available),
                turn_beside(options.beside));
            if (options.wrong)
                simulation->show_wrong(*options.wrong);
            return simulation;
        });
    } catch (const std::bad_alloc&) {
        throw InputError("--grid", grid_text(grid),
                         "needs " + bytes_text(cpu_bytes_to_start(grid, options.type)) +
                             ", and the system refused them; choose a smaller grid");
    } catch (const std::system_error& error) {
        throw DeviceError("The CPU backend needs " + std::to_string(info.threads) +
                          " threads, and the system refused them: " + error.what());
    }
}

std::unique_ptr<Simulation> make_cpu_simulation(GridSize grid, const CpuOptions& options) {
    return make_cpu_simulation(grid, options, best_instruction_set());
}

}  // namespace heatlab
