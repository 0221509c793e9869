#pragma once

#include <map>
#include <memory>
#include <string>

#include "app/ui/panel_context.h"
#include "app/ui/panels/source_page.h"

namespace heatlab {
struct KernelInfo;
}

namespace heatlab::ui {

/// The source of a kernel as it was compiled, with highlighting, to be read, searched and copied
/// from: of the one that runs, or of another that was chosen here.
class SourcePanel {
public:
    /// Into the current window, from the cursor on. Says in InterfaceState::source_focused whether
    /// the keys belong to the text.
    void draw(const PanelContext& context);

private:
    const KernelInfo* choose_kernel(const PanelContext& context);
    void draw_toolbar(const PanelContext& context, const KernelInfo& shown, Rows& rows);
    SourcePage* page_of(const KernelInfo& kernel, BackendKind backend);

    std::map<std::string, std::unique_ptr<SourcePage>> pages_;  ///< by file
    std::string runs_;    ///< the kernel that ran in the last frame
    std::string chosen_;  ///< another one to show; empty: the one that runs
    SourceReader reader_;
};

}  // namespace heatlab::ui
