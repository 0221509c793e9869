// Compares fields of any two backends, on the host.

#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

#include "sim/cpu/thread_team.h"
#include "sim/difference.h"
#include "sim/errors.h"
#include "sim/memory.h"
#include "sim/simulation.h"
#include "sim/text.h"
#include "sim/turn.h"

namespace heatlab {
namespace {

/// The turns of two simulations, which may be one and the same. In the order of their addresses, so
/// that no two who want both wait for each other.
class BothTurns {
public:
    BothTurns(Turn* a, Turn* b, const std::atomic<bool>& stop)
        : first_(std::less<>{}(b, a) ? b : a, stop),
          second_(a == b                ? nullptr
                  : std::less<>{}(b, a) ? a
                                        : b,
                  stop) {}

private:
    HeldTurn first_;
    HeldTurn second_;
};

std::unique_ptr<PendingField> request(Simulation& simulation, Field memory) {
    return simulation.request_field(std::move(memory));
}
std::unique_ptr<PendingField64> request(Simulation& simulation, Field64 memory) {
    return simulation.request_field_float64(std::move(memory));
}

/// Of fields with cells of `Real`, or of float32 that are widened to it.
template <typename Real>
class HostComparer final : public FieldComparer {
public:
    HostComparer(Simulation& first, Simulation& second)
        : first_(first), second_(second), first_turn_(first.turn()), second_turn_(second.turn()) {}

    ~HostComparer() override {
        stop_ = true;
        for (const auto& turn : {first_turn_, second_turn_}) {
            if (turn)
                turn->wake();
        }
        if (work_.valid())
            work_.wait();
    }

    void submit(const std::optional<PictureRequest>& picture) override {
        if (busy())
            throw std::logic_error("FieldComparer::submit while busy");
        require_memory(first_.grid(), bytes_needed(), available_host_memory(), "this machine");
        first_step_ = first_.step();
        second_step_ = second_.step();
        picture_ = nullptr;
        if (picture) {
            picture_ = std::make_shared<FieldPicture>(blank_picture(first_.grid(), *picture));
            picture_->step = second_step_;
            picture_->serial = ++serial_;
        }
        try {
            auto pending = request(first_, std::exchange(first_memory_, {}));
            second_pending_ = request(second_, std::exchange(second_memory_, {}));
            first_pending_ = std::move(pending);
        } catch (const std::bad_alloc&) {
            refuse_for_memory();
        }
    }

    bool busy() const override { return first_pending_ || work_.valid(); }

    std::optional<FieldDifference> poll() override {
        if (first_pending_)
            start_when_copied();
        if (!work_.valid() || work_.wait_for(std::chrono::seconds(0)) != std::future_status::ready)
            return std::nullopt;
        try {
            return finished(work_.get());
        } catch (const std::bad_alloc&) {
            refuse_for_memory();
        }
    }

private:
    struct Outcome {
        BasicField<Real> first;
        BasicField<Real> second;
        std::optional<FieldDifference> difference;
    };

    /// What is not there yet: the copies, and the memory by which a device reaches the host.
    std::uint64_t bytes_needed() const {
        std::uint64_t copies = 0;
        for (const Simulation* simulation : {&first_, &second_})
            copies += simulation->backend().kind == BackendKind::cpu ? 1 : 2;
        return saturating_product(field_bytes(first_.grid(), cell_type_of<Real>()), copies, 1);
    }

    [[noreturn]] void refuse_for_memory() const {
        throw InputError(
            "--grid", grid_text(first_.grid()),
            "needs " + bytes_text(bytes_needed()) + " to be compared, and the system refused them");
    }

    void start_when_copied() {
        try {
            if (!first_pending_->ready() || !second_pending_->ready())
                return;
            work_ = std::async(
                std::launch::async,
                [this, first = std::move(first_pending_), second = std::move(second_pending_),
                 picture = std::move(picture_)] { return compare(*first, *second, picture); });
        } catch (const std::system_error& error) {
            give_up();
            throw DeviceError(std::string("Comparing needs a thread, and the system refused it: ") +
                              error.what());
        } catch (...) {
            give_up();
            throw;
        }
    }

    void give_up() {
        first_pending_.reset();
        second_pending_.reset();
    }

    /// On the comparer's own thread.
    Outcome compare(BasicPendingField<Real>& first, BasicPendingField<Real>& second,
                    const std::shared_ptr<FieldPicture>& picture) const {
        yield_to_interface();
        Outcome outcome{first.take(), second.take(), std::nullopt};
        const BothTurns turns(first_turn_.get(), second_turn_.get(), stop_);
        outcome.difference = field_difference(outcome.first, outcome.second, picture, stop_);
        return outcome;
    }

    std::optional<FieldDifference> finished(Outcome outcome) {
        if (field_bytes(first_.grid(), cell_type_of<Real>()) <= most_kept_copy_bytes) {
            first_memory_ = std::move(outcome.first);
            second_memory_ = std::move(outcome.second);
        }
        FieldDifference& difference = outcome.difference.value();
        difference.first_step = first_step_;
        difference.second_step = second_step_;
        return std::move(outcome.difference);
    }

    Simulation& first_;
    Simulation& second_;
    std::shared_ptr<Turn> first_turn_;
    std::shared_ptr<Turn> second_turn_;
    std::shared_ptr<FieldPicture> picture_;  ///< to be drawn; until the thread has it
    std::int64_t first_step_ = 0;
    std::int64_t second_step_ = 0;
    std::uint64_t serial_ = 0;
    BasicField<Real> first_memory_;
    BasicField<Real> second_memory_;
    std::unique_ptr<BasicPendingField<Real>> first_pending_;  ///< until the thread has it
    std::unique_ptr<BasicPendingField<Real>> second_pending_;
    std::atomic<bool> stop_{false};
    std::future<Outcome> work_;
};

}  // namespace

std::unique_ptr<FieldComparer> make_field_comparer(Simulation& first, Simulation& second) {
    if (first.grid() != second.grid()) {
        throw InputError("--grid", grid_text(second.grid()),
                         "must be the other field's, " + grid_text(first.grid()));
    }
    if (auto comparer = first.make_comparer_with(second))
        return comparer;
    const bool wide =
        first.cell_type() == CellType::float64 || second.cell_type() == CellType::float64;
    if (wide)
        return std::make_unique<HostComparer<double>>(first, second);
    return std::make_unique<HostComparer<float>>(first, second);
}

}  // namespace heatlab
