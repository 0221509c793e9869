#pragma once

#include <imgui_internal.h>

#include <optional>
#include <string>
#include <vector>

#include "tests/ui/panel_fixture.h"
#include "tests/ui/preview_comparison.h"

namespace heatlab {

inline ComparedView view(const char* kernel, std::optional<BackendKind> backend = std::nullopt) {
    return {.kernel = kernel, .backend = backend, .copies = {}};
}

class ComparisonTest : public PanelTest {
protected:
    void open(const std::vector<std::string>& others) {
        snapshot.settings.kernel = "tiled";
        snapshot.step = 1000;
        make_up_comparison(snapshot, others);
        images.difference = {1, 1, 1};
    }
    static ImGuiWindow* find_window(const char* name) {
        ImGuiWindow* window = ImGui::FindWindowByName(name);
        return window != nullptr && window->WasActive ? window : nullptr;
    }
    std::vector<const char*> windows() const {
        std::vector<const char*> names{"View A", "View B",     "View C",
                                       "View D", "Difference", "Transport"};
        names.erase(names.begin() +
                        static_cast<std::ptrdiff_t>(snapshot.settings.comparison.others.size() + 1),
                    names.begin() + 4);
        if (width >= 1600)
            names.insert(names.end(), {"Race", "Agreement"});
        else if (width >= 1200)
            names.push_back("Comparison");
        return names;
    }
};

}  // namespace heatlab
