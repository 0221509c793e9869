#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/settings.h"
#include "app/size_sweep.h"
#include "app/start_field.h"
#include "sim/simulation.h"

namespace heatlab::command {

struct Play {};
struct Pause {};
struct TogglePlay {};
struct RunSteps {
    std::int64_t count = 1;
};                ///< runs so many steps, then pauses
struct Reset {};  ///< back to step 0 of the initial field, paused
struct SetStepRatio {
    double r = 0;
};  ///< refused with a notice when impossible
struct ChangeStepRatio {
    double delta = 0;
};  ///< stops at 0 and 1, as a key does
struct ScaleTimeStep {
    double factor = 1;
};  ///< halve and double dt
struct SetTimeStep {
    double seconds = 0;
};
struct SetDiffusivity {
    double value = 0;
};  ///< keeps dt; r follows
struct SetCellSize {
    double value = 0;
};  ///< keeps dt; r follows
struct SetWalls {
    Walls walls;
};
struct SetBoundaries {
    Boundaries boundaries;
};  ///< keeps field and step; refused where the kernel keeps fixed walls only
struct SetInitialField {
    InitialFieldSpec spec;
};  ///< resets
struct SetGrid {
    GridSize grid;
};  ///< resets
struct SetCellType {
    CellType type = CellType::float32;
};  ///< resets; a kernel that does not exist for it gives way to the usual one
struct SetKernel {
    std::string name;
};  ///< keeps field and step; "auto": the fastest here, from now on
struct SetHostCopies {
    HostCopySetting setting;
};  ///< keeps field and step; refused where the kernel keeps its field in the displayed textures
struct SetPacing {
    PacingSetting pacing;
};
struct SetStepCount {
    std::int64_t count = 100;
};
struct SetColormap {
    std::string name;
};
struct SetRange {
    RangeSetting range;
};
struct SetLinearFilter {
    bool on = false;
};
struct SetIsotherms {
    bool on = false;
};
struct SetCellLines {
    bool on = false;
};
struct SetFlashGuard {
    FlashGuardMode mode = FlashGuardMode::even_steps;
};
struct SetBrush {
    BrushSetting brush;
};
struct SetView {
    ViewSetting view;
};
/// The plane that is seen of a grid of three dimensions. Cells, rectangles and dabs of other
/// commands lie in it.
struct SetSlice {
    SliceSetting slice;
};
struct SetShow {
    ShowMode mode = ShowMode::flat;
};  ///< refused in Compare, and where the grid has too few dimensions
struct SetCamera {
    OrbitView camera;
};
struct SetCrossing {
    CrossingSetting crossing;
};  ///< of three slices
/// What the field view shows now: the visible cells and its size in framebuffer pixels.
struct SetPicture {
    CellRect visible;
    int width = 1;
    int height = 1;
};
struct SetProbe {
    std::optional<Cell> cell;
    /// Of a grid of three dimensions: in which `cell` lies; none: in that which is seen.
    std::optional<Plane> plane = std::nullopt;
};
struct BeginStroke {};
struct Paint {
    BrushDab dab;
};
struct EndStroke {};
struct UndoStroke {};
struct DismissNotice {
    std::uint64_t id = 0;
};
struct SetLaboratory {
    LaboratorySetting setting;
};
struct SetLoupe {
    std::optional<CellRect> cells;
};
/// Half the cell size at the same dt: the grid doubles, the field is interpolated, r goes up
/// fourfold. `factor` 2 refines, 0.5 goes back.
struct RefineGrid {
    double factor = 2;
};
/// The state of a preset, from step 0; by name, see PresetLibrary::find.
struct LoadPreset {
    std::string name;
};
/// Another whole state as one change, all or nothing (Compare alone may close, and says so, where
/// its views find no memory). From step 0, paused, where `restart` is set or grid or initial field
/// differ, or from `start`; otherwise field and step go on, and so does the run. `settings.steps`,
/// where above 0, are run at once, then it pauses. Backend, device, display and
/// flash guard stay.
struct SetState {
    Settings settings;
    bool restart = false;
    std::optional<StartField> start;
};
/// Opens, closes or changes Compare; refused as a whole where a kernel cannot run there.
struct SetComparison {
    ComparisonSetting setting;
};
struct StartSweep {
    RatioSweep sweep;
};
struct CancelSweep {};
struct StartSizeSweep {
    SizeSweep sweep;
};  ///< times all kernels on many sizes; a run waits meanwhile and goes on afterwards
struct CancelSizeSweep {};
/// Opens, closes or changes the room "Ghost zones". While it is open a run waits, and Play, Pause,
/// RunSteps and Reset are its scene's.
struct SetZones {
    ZoneSetting setting;
};
/// Its application's start or source from a text file, or where `file` is empty its own again. The
/// room opens with an application that takes such files; a file with another number of cells brings
/// the square grid of them along. `guessed`: the role was, and a notice offers the other one.
struct LoadZoneFile {
    std::size_t role = 0;  ///< of zone_file_roles
    std::filesystem::path file;
    bool guessed = false;
};
struct MeasureZones {};  ///< checks and times every k of what the room is about
struct CancelZones {};   ///< what was measured stays
/// Counts the sectors of a kernel on this grid, on a CUDA device, in a process of its own; a run
/// waits meanwhile and goes on afterwards.
struct CountSectors {
    std::string kernel;
};
struct CancelSectors {};
struct MeasureCopy {};  ///< measure the copy and an empty launch again

}  // namespace heatlab::command

namespace heatlab {

/// Everything that changes a session. Keyboard, panels, command line, lessons and tests speak it.
using Command = std::variant<
    command::Play, command::Pause, command::TogglePlay, command::RunSteps, command::Reset,
    command::SetStepRatio, command::ChangeStepRatio, command::ScaleTimeStep, command::SetTimeStep,
    command::SetDiffusivity, command::SetCellSize, command::SetWalls, command::SetBoundaries,
    command::SetInitialField, command::SetGrid, command::SetCellType, command::SetKernel,
    command::SetHostCopies, command::SetPacing, command::SetStepCount, command::SetColormap,
    command::SetRange, command::SetLinearFilter, command::SetIsotherms, command::SetCellLines,
    command::SetFlashGuard, command::SetBrush, command::SetView, command::SetSlice,
    command::SetShow, command::SetCamera, command::SetCrossing, command::SetPicture,
    command::SetProbe, command::BeginStroke, command::Paint, command::EndStroke,
    command::UndoStroke, command::DismissNotice, command::SetLaboratory, command::SetLoupe,
    command::RefineGrid, command::LoadPreset, command::SetState, command::SetComparison,
    command::StartSweep, command::CancelSweep, command::StartSizeSweep, command::CancelSizeSweep,
    command::CountSectors, command::CancelSectors, command::SetZones, command::LoadZoneFile,
    command::MeasureZones, command::CancelZones, command::MeasureCopy>;

/// What the panels of one frame asked for, in order; applied between frames.
using CommandList = std::vector<Command>;

}  // namespace heatlab
