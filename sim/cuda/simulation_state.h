#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "sim/cuda/batch_slot.h"
#include "sim/cuda/cuda_simulation.h"
#include "sim/cuda/field_analyser.h"
#include "sim/cuda/field_buffers.h"
#include "sim/cuda/field_readings.h"
#include "sim/cuda/field_target.h"
#include "sim/cuda/host_copies.h"
#include "sim/cuda/kernel_set.h"
#include "sim/cuda/launch_graph.h"
#include "sim/cuda/limit_watch.h"
#include "sim/cuda/plane_cells.h"
#include "sim/cuda/planned_kernel.h"
#include "sim/cuda/staged_field.h"
#include "sim/cuda/texture_buffers.h"

namespace heatlab::cuda {

/// See make_cuda_simulation.
///
/// The newest field is either in the current linear buffer or, after steps of the kernel `texture`,
/// in the current array. Whatever is not that kernel works on the linear buffer: `bring_to_linear`
/// brings the field there.
class CudaSimulation final : public Simulation {
public:
    CudaSimulation(GridSize grid, const CudaOptions& options);
    ~CudaSimulation() override;

    const BackendInfo& backend() const override { return backend_; }
    GridSize grid() const override { return grid_; }

    void load(const Field& initial, std::int64_t step) override;
    void set_kernel(const KernelInfo& kernel) override;
    void set_step_ratio(StepRatio r) override { r_ = r; }
    void set_boundaries(const Boundaries& boundaries) override;
    void set_walls(const Walls& walls) override;
    void paint(const BrushDab& dab) override;
    void checkpoint() override;
    bool restore_checkpoint() override;
    int checkpoint_capacity() const override { return checkpoints_.capacity(); }

    void set_picture_request(const PictureRequest& request) override { request_ = request; }
    void set_probe(std::optional<Cell> cell) override { probe_ = cell; }
    void set_loupe(std::optional<CellRect> cells) override { loupe_ = loupe_cells(cells, grid_); }
    void set_projections(std::vector<SeparableWeight> weights) override;

    void set_host_copies(const HostCopySetting& setting) override;
    std::optional<Field> newest_host_copy() override;
    void submit(const Batch& batch) override;
    std::optional<BatchReport> poll() override;
    int batches_in_flight() const override;
    void wait() override;

    std::int64_t step() const override { return step_; }
    Field read_back() override;
    std::unique_ptr<PendingField> request_field(Field memory) override;
    std::unique_ptr<FieldComparer> make_comparer_with(Simulation& second) override;
    std::shared_ptr<const FieldPicture> picture() const override { return picture_; }
    std::uint64_t field_bytes_to_host() const override { return field_bytes_to_host_; }
    double measure_copy_bandwidth() override;
    std::optional<KernelResources> kernel_resources(const KernelInfo& kernel) override;

    /// Shared by those who take turns.
    const SharedStream& stream() const { return stream_; }
    int device() const { return options_.device; }
    const FieldLayout& layout() const { return buffers_.layout(); }
    void use_device() const;
    /// The field in linear memory, in the stream's order until the next step or edit. It stays
    /// where it is beside that.
    const float* linear_field();

private:
    enum class Home { linear, textures };

    // Where the field is. While the target is mapped, where it holds the arrays:
    void copy_to_linear();  ///< the field is then in the linear buffer too
    void move_to_linear();  ///< ... and there alone
    void move_to_textures();
    /// For calls outside a batch: maps if need be, moves to the linear buffer.
    void bring_to_linear() {
        linear_field();
        home_ = Home::linear;
    }
    bool array_holds_newest() const { return home_ == Home::textures && !linear_is_copy_; }

    // Parts of submit.
    std::unique_ptr<BatchSlot> take_slot();
    /// Returns whether the last launch stored the field in the texture behind `shown` (0: none)
    /// too.
    bool run_linear_steps(BatchReport& report, std::int64_t steps, cudaSurfaceObject_t shown);
    /// Whole series of launches, as many as fit into `launches`; returns how many launches that
    /// were.
    std::int64_t launch_series(const StepKernel& kernel, std::int64_t launches);
    bool launch_linear(const StepKernel& kernel, cudaSurfaceObject_t shown);
    /// The same as run_linear_steps for a kernel that plans batches; launches are added.
    bool run_planned_steps(BatchReport& report, std::int64_t steps, cudaSurfaceObject_t shown);
    PlannedKernel& planned(const KernelInfo& kernel);
    /// What takes single steps where a kernel takes several.
    const KernelInfo& plain_step() const { return default_kernel(grid_.dimensions); }
    /// The outermost cells' part of a step of any kernel, where a side is not fixed.
    void launch_edges(const float* from, float* to, cudaSurfaceObject_t shown);
    /// The same, with a copy to the host after each interval of the policy.
    bool run_copied_steps(BatchReport& report, std::int64_t steps, cudaSurfaceObject_t shown);
    void end_host_copies(BatchReport& report);
    /// One at a time, each compared with the slot's limits. Returns as run_linear_steps.
    bool run_compared_steps(BatchSlot& slot, std::int64_t steps, cudaSurfaceObject_t shown);
    /// Enqueues what the laboratory reads; the field is in the linear buffer.
    void read_for_laboratory(BatchSlot& slot, const Batch& batch);
    static void report_laboratory(BatchSlot& slot, GridSize grid);
    void run_texture_steps(BatchSlot& slot, std::int64_t steps);
    /// What the request asks for, of the step reached.
    FieldPicture requested_picture() const;
    /// Where what is shown goes: to the host, or into a texture of the target.
    enum class ShownIn { host, cells, blocks, volume };
    /// Makes the texture in which the target is to show what is requested.
    ShownIn reserve_shown();
    void publish(BatchSlot& slot, ShownIn place, bool stored);
    void publish_cells(bool stored);
    void publish_blocks(BatchSlot& slot);
    void publish_volume();
    void publish_staged(BatchSlot& slot);
    void finish_oldest();

    double seconds_per_copy(int launches);

    static constexpr int most_in_flight = 4;

    GridSize grid_;
    CudaOptions options_;
    BackendInfo backend_;
    SharedStream stream_;
    FieldBuffers buffers_;
    TextureBuffers textures_;
    Checkpoints checkpoints_;
    KernelSet kernels_;
    LaunchGraph series_;
    std::map<std::string_view, std::unique_ptr<PlannedKernel>> planned_;  ///< once needed
    FieldReadings readings_;
    FieldAnalyser analyser_;
    LimitWatch watch_;
    StagedFields staged_fields_;
    Planes planes_;
    DeviceScratch changes_scratch_;
    HostCopies host_copies_;
    DeviceMemory picture_scratch_;
    std::size_t picture_scratch_bytes_ = 0;

    const KernelInfo* kernel_ = nullptr;
    StepRatio r_;
    PictureRequest request_;
    std::optional<Cell> probe_;
    std::optional<CellRect> loupe_;
    Boundaries boundaries_;
    std::int64_t step_ = 0;
    Home home_ = Home::linear;
    bool linear_is_copy_ = false;  ///< of the textures, and up to date
    bool warm_up_ = true;

    std::vector<std::unique_ptr<BatchSlot>> free_slots_;
    std::deque<std::unique_ptr<BatchSlot>> in_flight_;
    std::deque<BatchReport> finished_;
    std::shared_ptr<const FieldPicture> picture_;
    std::uint64_t picture_serial_ = 0;
    std::uint64_t field_bytes_to_host_ = 0;
};

}  // namespace heatlab::cuda
