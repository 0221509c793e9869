#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "app/command.h"
#include "app/presets.h"
#include "app/session.h"
#include "app/snapshot.h"
#include "sim/pending_field.h"

namespace heatlab {

/// A moment of a session as it goes into a state file, a picture or a command line.
struct SharedState {
    /// Those that options say and that are not personal (StateOption); `steps` is none.
    Settings settings;
    std::int64_t step = 0;
    /// The field itself; none: `step` steps from the initial field give it.
    std::optional<StartField> field;
    /// Why they do not, where the field does not go along: then the moment itself is lost, and
    /// step 0 is what can be brought back. Empty: nothing is lost.
    std::string altered;
};

/// Without its field.
SharedState shared_state(const Snapshot& snapshot);

/// Blocking: the field of `grid`. Throws DeviceError, and std::runtime_error that says how large it
/// is where memory does not hold it.
template <typename Real>
BasicField<Real> take_field(BasicPendingField<Real>& pending, GridSize grid);

/// The copy of a field in its own type.
using AnyPendingField =
    std::variant<std::shared_ptr<PendingField>, std::shared_ptr<PendingField64>>;
AnyPendingField request_as_it_is(Simulation& simulation);
/// As above.
AnyField take_field(const AnyPendingField& pending, GridSize grid);

/// A state whose field is still on its way.
struct PendingState {
    SharedState state;  ///< but for the field
    /// None where none goes along. Shared, so that a task which holds it can be copied.
    std::optional<AnyPendingField> field;
    double seconds = 0;  ///< simulated by then
};

/// The state of a session at its newest step, with the field where `with_field` is set or options
/// cannot bring it back. Returns at once.
PendingState request_state(Session& session, bool with_field);
/// Blocking: with the field, which has then arrived; on any thread, once. Throws as
/// take_field.
SharedState arrived(const PendingState& pending);
/// Both. Waits for what was submitted.
SharedState state_to_save(Session& session, bool with_field);

/// What brings it back in a session.
command::SetState brought_back(const SharedState& state);

/// A line for a shell, `heatlab --grid 512 ...`, that brings the state back, written with the
/// preset it began with where `presets` has that. Not for an altered state, nor for one with a
/// field.
std::string command_text(const SharedState& state, const PresetLibrary& presets);
/// One word for a shell: as it is, or in quotes.
std::string shell_quoted(const std::string& word);

// ---- state files: JSON

/// Of a file in `folder`; `field_name`: of the NPY file there, where the field goes along.
std::string state_text(const SharedState& state, const std::filesystem::path& folder,
                       const std::string& field_name = {});
/// Reads what `state_text` wrote, or anybody: everything wrong is refused as InputError (argument
/// "--state") that names `file`, key, value and what is allowed. `file`: whose folder holds what
/// the state names.
SharedState parse_state(const std::string& text, const std::filesystem::path& file);

/// Writes the state and, where it has one, its field beside it, under the same name with .npy.
/// Written and refused as OutputFile.
void write_state(const std::filesystem::path& file, const SharedState& state);
/// Where `write_state` puts the field of `file`.
std::filesystem::path field_file_of(const std::filesystem::path& file);
/// A state file, or a PNG picture that carries one. Throws InputError (argument "--state").
SharedState read_state(const std::filesystem::path& file);

/// Keyword of the text in which a PNG picture carries its state.
inline constexpr const char* state_keyword = "heatlab-state";

}  // namespace heatlab
