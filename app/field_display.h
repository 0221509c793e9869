#pragma once

#include <memory>
#include <vector>

#include "app/backends.h"
#include "app/session.h"
#include "render/field_texture.h"
#include "render/volume_texture.h"

namespace heatlab {

/// The OpenGL side of a session: makes stages on the best rung that works (interop, staged, upload)
/// and holds the textures in which the fields are seen. Needs the context current that was current
/// when it was made, in every call and when it is destroyed; the session that uses its stages is
/// destroyed first.
class FieldDisplay {
public:
    /// Throws InputError (argument "--display") where a forced rung cannot work here; the message
    /// names what stands against it.
    FieldDisplay(const BackendSelection& backend, DisplayChoice choice);
    ~FieldDisplay();

    /// For Session's constructor; valid as long as this display.
    StageFactory stage_factory();

    /// Once per frame, after Session::begin_frame: uploads the newest pictures where their serial
    /// changed; with interop there is nothing to upload.
    void update(Session& session);

    /// What each view of the session shows, on the device of OpenGL, A's first; empty before its
    /// first published batch. The field as it is now, or in one dimension the last ones.
    const std::vector<FieldTextureView>& views() const;
    /// The fields themselves: in one dimension one row each.
    const std::vector<FieldTextureView>& fields() const;
    /// All cells of a grid of three dimensions, where those are asked for
    /// (PictureRequest::volume) and have come; empty otherwise. In the order of `views`, whose own
    /// are empty meanwhile.
    const std::vector<VolumeView>& volumes() const;
    /// The difference that Compare shows; empty where there is none.
    const FieldTextureView& difference() const;
    /// Seconds that the last `update` took.
    double seconds() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// A session and what shows it, destroyed in the right order. Needs a current OpenGL context.
struct LiveSession {
    /// Throws as FieldDisplay and Session do.
    LiveSession(const Settings& settings, const BackendSelection& backend,
                std::shared_ptr<const PresetLibrary> presets = nullptr,
                const std::optional<StartField>& start = std::nullopt);

    /// Session::begin_frame and FieldDisplay::update.
    void begin_frame(double now);

    FieldDisplay display;
    Session session;
};

}  // namespace heatlab
