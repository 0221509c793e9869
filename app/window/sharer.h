#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "app/background_worker.h"
#include "app/session.h"
#include "app/ui/interface_state.h"
#include "render/colormap.h"
#include "render/image.h"

namespace heatlab {

/// What came of a wish, in a notice.
void tell(Session& session, Notice::Kind kind, std::string title, std::string text);

/// The user's folder for pictures, as the desktop names it; the current one where there is none.
std::filesystem::path pictures_folder();

/// Of `folder`, with `extension`, such as ".png" or "-growth.csv":
/// "heatlab-hot-square-r0.26-step400.png", numbered where that exists; while the ghost zones are
/// open "heatlab-hotspot-512x512-step400.png". `step`: of the field, where that is what is saved.
std::filesystem::path free_name(const std::filesystem::path& folder, const Snapshot& snapshot,
                                const std::string& extension,
                                std::optional<std::int64_t> step = std::nullopt);

/// Does what the Share popup and its keys ask for, in a window: the clipboard, and files, which a
/// thread of its own writes. That thread waits for fields, too. What came of it is said in a
/// notice.
class Sharer {
public:
    using ReadWindow = std::function<Image()>;
    using SetClipboard = std::function<void(const std::string&)>;

    /// `state_file`: where states are saved; none: under a free name in `folder`.
    /// `colormaps` outlives it.
    Sharer(const ColorMapLibrary& colormaps, std::filesystem::path folder,
           std::optional<std::filesystem::path> state_file)
        : colormaps_(colormaps), folder_(std::move(folder)), state_file_(std::move(state_file)) {}

    const std::filesystem::path& folder() const { return folder_; }

    /// After a frame was drawn, and before it is shown. `read_window` gives that frame.
    void follow(Session& session, ui::InterfaceState& state, const ReadWindow& read_window,
                const SetClipboard& set_clipboard);
    /// Something is under way: the next frames are needed.
    bool busy() const { return frames_to_picture_ > 0 || !reported_; }
    /// After the last frame. Blocking: what is being written is on the disk. Why not, where nobody
    /// was told; else empty. Cells of the ghost zones that need another frame to come are given up.
    std::string finish();

private:
    void serve(Session& session, ui::InterfaceState& state, const ReadWindow& read_window,
               const SetClipboard& set_clipboard);
    void copy_command(Session& session, const SetClipboard& set_clipboard);
    void save_state(Session& session, bool with_field);
    void save_field(Session& session, ui::ShareWish form);
    void save_traces(Session& session);
    void save_cells(Session& session);
    void save_picture(Session& session, const ReadWindow& read_window);
    /// As a table or as JSON.
    void save_figures(Session& session, const ui::ExportWish& wish);
    void save_plot(Session& session, const ui::ExportWish& wish, const ReadWindow& read_window);
    /// False, and said, while something else is written.
    bool is_free(Session& session);
    void report(Session& session);
    /// What `work` returns is said when it is done. `is_free` was asked.
    void write(std::function<std::string()> work);

    const ColorMapLibrary& colormaps_;
    std::filesystem::path folder_;
    std::optional<std::filesystem::path> state_file_;
    int frames_to_picture_ = 0;
    std::optional<ui::ExportWish> plot_wish_;  ///< of that picture; none: the whole window
    bool reported_ = true;
    BackgroundWorker<std::string> writer_;  ///< what to say
};

}  // namespace heatlab
