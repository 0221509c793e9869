#pragma once

#include <map>
#include <memory>
#include <string>

#include "app/ui/panel_context.h"

namespace heatlab {
struct KernelInfo;
}

namespace heatlab::ui {

/// The source of a kernel as it was compiled, with highlighting, to be read, searched and copied
/// from: of the one that runs, or of another that was chosen here.
class SourcePanel {
public:
    SourcePanel();
    ~SourcePanel();
    SourcePanel(const SourcePanel&) = delete;
    SourcePanel& operator=(const SourcePanel&) = delete;

    /// Into the current window, from the cursor on. Says in InterfaceState::source_focused whether
    /// the keys belong to the text.
    void draw(const PanelContext& context);

private:
    struct Page;  ///< a text with its cursor, selection and scroll position
    struct Shared;

    const KernelInfo* choose_kernel(const PanelContext& context);
    void draw_toolbar(const PanelContext& context, const KernelInfo& shown, Rows& rows);
    void draw_find(const Look& look, Page& page, Rows& rows);
    void draw_text(const PanelContext& context, Page& page, const ImRect& area);
    Page* page_of(const KernelInfo& kernel, BackendKind backend);

    std::unique_ptr<Shared> shared_;
    std::map<std::string, std::unique_ptr<Page>> pages_;  ///< by file
    std::string runs_;                                    ///< the kernel that ran in the last frame
    std::string chosen_;  ///< another one to show; empty: the one that runs
    bool wrap_ = true;
    bool focused_ = false;  ///< the text had the keys in the last frame
    bool find_open_ = false;
    bool find_takes_focus_ = false;
    std::string wanted_;  ///< what is looked for
};

}  // namespace heatlab::ui
