// Formulas: what the typesetter makes of a source, and the widget in a window of its own.
#include "app/ui/widgets/formula.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>
#include <string>

#include "app/share_folder.h"
#include "app/ui/formula_set.h"
#include "app/ui/stability_formulas.h"

namespace heatlab::ui {
namespace {

constexpr float wide = 1000;  ///< wider than any formula of the table

class FormulaTest : public ::testing::TestWithParam<float> {
protected:
    FormulaTest() : share_(share_folder().string()), context_(ImGui::CreateContext()) {
        ImGuiIO& io = ImGui::GetIO();
        io.IniFilename = nullptr;
        io.DisplaySize = ImVec2(1200, 900);
        io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
        io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
        look_.colour = palette_of(ThemeKind::dark);
        look_.fonts = Fonts::load(share_);
        formulas_ = std::make_unique<FormulaSet>(share_);
        look_.formulas = formulas_.get();
    }
    ~FormulaTest() override {
        for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) {
            texture->SetStatus(ImTextureStatus_Destroyed);
        }
        ImGui::DestroyContext(context_);
    }

    /// One frame with a window at (100, 100) and no padding, in which `draw` draws.
    template <class Draw>
    void frame(Draw draw) {
        ImGui::GetIO().DeltaTime = 1.0f / 60;
        ImGui::NewFrame();
        ImGui::SetNextWindowPos(origin);
        ImGui::SetNextWindowSize(ImVec2(1000, 700));
        ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
        ImGui::Begin("window", nullptr,
                     ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings);
        ImGui::PopStyleVar();
        draw();
        ImGui::End();
        ImGui::Render();
        for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) {
            texture->SetTexID(1);
            texture->SetStatus(ImTextureStatus_OK);
        }
    }
    std::vector<FormulaSymbolBox> boxes(const FormulaText& text, float width) {
        std::vector<FormulaSymbolBox> result;
        frame([&] { result = formula_symbols(look_, text, 16, width); });
        return result;
    }
    ImVec2 size(const FormulaText& text, float width) {
        return formula_size(look_, text, 16, width);
    }
    /// Whether a tooltip is shown with the pointer at `point` of the formula.
    bool has_tooltip(const FormulaText& text, ImVec2 point, float width = wide) {
        bool shown = false;
        for (int i = 0; i < 40; ++i) {
            ImGui::GetIO().AddMousePosEvent(origin.x + point.x, origin.y + point.y);
            frame([&] { formula(look_, text, 16, width); });
            shown = std::ranges::any_of(ImGui::GetCurrentContext()->Windows, [](ImGuiWindow* w) {
                return w->Active && (w->Flags & ImGuiWindowFlags_Tooltip) != 0;
            });
        }
        return shown;
    }
    /// Vertices that the last frame drew in `colour`.
    static int vertices_in(ImU32 colour) {
        int count = 0;
        for (const ImDrawList* list : ImGui::GetDrawData()->CmdLists) {
            count +=
                static_cast<int>(std::ranges::count(list->VtxBuffer, colour, &ImDrawVert::col));
        }
        return count;
    }

    static constexpr ImVec2 origin{100, 100};
    std::string share_;
    ImGuiContext* context_;
    Look look_;
    std::unique_ptr<FormulaSet> formulas_;
};

INSTANTIATE_TEST_SUITE_P(Scales, FormulaTest, ::testing::Values(1.0f, 1.5f, 2.0f));

TEST_F(FormulaTest, EveryFormulaOfTheTableCanBeSet) {
    const FormulaTypesetter typesetter(share_ + "/fonts/FiraMath-Regular.clm1");
    std::set<std::string_view> names;
    for (const StabilityFormula which : stability_formulas()) {
        const FormulaText text = stability_formula(which);
        EXPECT_NO_THROW(typesetter.set(text, 16, 0)) << text.name;
        EXPECT_TRUE(names.insert(text.name).second) << text.name << " is there twice";
    }
    EXPECT_EQ(stability_formulas().back(), StabilityFormula::refinement);
    EXPECT_EQ(stability_formulas().size(),
              static_cast<std::size_t>(StabilityFormula::refinement) + 1);
}

TEST_F(FormulaTest, EverySymbolIsShownAndHasWords) {
    for (const StabilityFormula which : stability_formulas()) {
        const FormulaText text = stability_formula(which);
        std::set<int> shown;
        for (const FormulaSymbolBox& box : boxes(text, wide)) {
            shown.insert(box.symbol);
        }
        EXPECT_EQ(shown.size(), text.symbols.size()) << text.name;
        for (const FormulaSymbol& symbol : text.symbols) {
            EXPECT_GT(symbol.tooltip.size(), 3u) << text.name << ": " << symbol.latex;
        }
    }
}

TEST_F(FormulaTest, EveryFormulaCanBeSetOfRodsAndBlocks) {
    const FormulaTypesetter typesetter(share_ + "/fonts/FiraMath-Regular.clm1");
    for (const int dimensions : {1, 3}) {
        for (const StabilityFormula which : stability_formulas()) {
            const FormulaText text = stability_formula(which, dimensions);
            EXPECT_EQ(text.name, stability_formula(which).name);
            EXPECT_NO_THROW(typesetter.set(text, 16, 0)) << text.name;
            std::set<int> shown;
            for (const FormulaSymbolBox& box : boxes(text, wide)) {
                shown.insert(box.symbol);
            }
            EXPECT_EQ(shown.size(), text.symbols.size()) << text.name << " " << dimensions;
        }
    }
    // Twice the dimensions are the neighbours.
    EXPECT_NE(stability_formula(StabilityFormula::weights, 1).latex.find("(1 - 2r)"),
              std::string_view::npos);
    EXPECT_NE(stability_formula(StabilityFormula::weights, 3).latex.find("(1 - 6r)"),
              std::string_view::npos);
}

TEST_F(FormulaTest, WhatCannotBeSetIsRefused) {
    const FormulaTypesetter typesetter(share_ + "/fonts/FiraMath-Regular.clm1");
    constexpr std::array symbols{FormulaSymbol{"r", "ratio"}};
    for (const char* latex : {"\\sym{q}", "\\sym{r", "\\frac{1}{", "1}", "\\nosuchcommand", "中",
                              "\\fbox{1}", "\\rotatebox{45}{x}"}) {
        EXPECT_THROW(typesetter.set({"wrong", latex, symbols}, 16, 0), FormulaError) << latex;
    }
    EXPECT_NO_THROW(typesetter.set({"right", "\\frac{1}{\\sym{r}}", symbols}, 16, 0));
}

TEST_F(FormulaTest, WhatCannotBeSetIsDrawnAsItsSource) {
    const FormulaText wrong{"wrong", "\\nosuchcommand", {}};
    EXPECT_TRUE(boxes(wrong, wide).empty());
    EXPECT_EQ(size(wrong, wide).x, text_size(look_, Role::code, wrong.latex).x);
    frame([&] { formula(look_, wrong, 16, wide); });
    // A quad for each of the 14 characters.
    EXPECT_EQ(vertices_in(look_.colour.text), 4 * 14);
}

TEST_F(FormulaTest, MissingFaceNamesTheFile) {
    try {
        FormulaTypesetter typesetter(share_ + "/fonts/absent.clm1");
        FAIL() << "no error";
    } catch (const std::runtime_error& error) {
        EXPECT_NE(std::string(error.what()).find("absent.clm1"), std::string::npos);
    }
}

TEST_P(FormulaTest, SymbolsLieInsideTheFormula) {
    look_.scale = GetParam();
    for (const StabilityFormula which : stability_formulas()) {
        const FormulaText text = stability_formula(which);
        const float column = look_.px(wide);
        const ImVec2 all = size(text, column);
        // The ink of a slanted letter may stand a pixel out of its box.
        const float out = std::ceil(look_.scale);
        for (const FormulaSymbolBox& box : boxes(text, column)) {
            EXPECT_GT(box.box.GetWidth(), 0) << text.name;
            EXPECT_GT(box.box.GetHeight(), 0) << text.name;
            EXPECT_GE(box.box.Min.x, -out) << text.name;
            EXPECT_GE(box.box.Min.y, -out) << text.name;
            EXPECT_LE(box.box.Max.x, all.x + out) << text.name;
            EXPECT_LE(box.box.Max.y, all.y + out) << text.name;
        }
    }
}

TEST_F(FormulaTest, SymbolsStandWhereMathematicsPutsThem) {
    // r = alpha dt / h^2: r at the left, below alpha and dt, above h; alpha left of dt.
    const FormulaText ratio = stability_formula(StabilityFormula::step_ratio);
    const std::vector<FormulaSymbolBox> box = boxes(ratio, wide);
    ASSERT_EQ(box.size(), 4u);
    const ImRect r = box[0].box;
    const ImRect alpha = box[1].box;
    const ImRect dt = box[2].box;
    const ImRect h = box[3].box;
    EXPECT_EQ(ratio.symbols[static_cast<std::size_t>(box[3].symbol)].latex, "h");
    EXPECT_LT(r.Max.x, alpha.Min.x);
    EXPECT_LE(alpha.Max.x, dt.Min.x);
    EXPECT_LT(dt.Max.y, h.Min.y);
    EXPECT_LT(alpha.GetCenter().y, r.GetCenter().y);
    EXPECT_GT(h.GetCenter().y, r.GetCenter().y);
    EXPECT_GT(h.Min.x, r.Max.x);
    EXPECT_LT(h.Max.x, dt.Max.x);
}

TEST_F(FormulaTest, PointerTintsAndExplainsTheSymbolUnderIt) {
    const FormulaText ratio = stability_formula(StabilityFormula::step_ratio);
    const std::vector<FormulaSymbolBox> box = boxes(ratio, wide);
    for (const FormulaSymbolBox& symbol : box) {
        EXPECT_TRUE(has_tooltip(ratio, symbol.box.GetCenter()));
        // A quad for each glyph of the one occurrence: dt has two.
        EXPECT_EQ(vertices_in(look_.colour.accent), symbol.symbol == 2 ? 8 : 4);
    }
    // The equals sign is no symbol.
    const ImVec2 equals((box[0].box.Max.x + box[1].box.Min.x) / 2, box[0].box.GetCenter().y);
    EXPECT_FALSE(has_tooltip(ratio, equals));
    EXPECT_EQ(vertices_in(look_.colour.accent), 0);
}

TEST_F(FormulaTest, KeyboardFocusListsAllSymbols) {
    const FormulaText ratio = stability_formula(StabilityFormula::step_ratio);
    for (int i = 0; i < 10; ++i) {
        ImGui::GetIO().AddKeyEvent(ImGuiKey_Tab, i == 4);
        frame([&] { formula(look_, ratio, 16, wide); });
    }
    const auto& windows = ImGui::GetCurrentContext()->Windows;
    const auto tooltip = std::ranges::find_if(windows, [](ImGuiWindow* w) {
        return w->Active && (w->Flags & ImGuiWindowFlags_Tooltip) != 0;
    });
    ASSERT_NE(tooltip, windows.end());
    // A title and four rows.
    EXPECT_GT((*tooltip)->Size.y, 5 * 16);
}

TEST_P(FormulaTest, NarrowColumnHoldsEveryFormula) {
    look_.scale = GetParam();
    for (const float logical : {300.0f, 200.0f, 120.0f}) {
        const float column = look_.px(logical);
        for (const StabilityFormula which : stability_formulas()) {
            EXPECT_LE(size(stability_formula(which), column).x, column);
        }
    }
    const FormulaText scheme = stability_formula(StabilityFormula::scheme);
    const ImVec2 line = size(scheme, look_.px(wide));
    // A little too wide: smaller. Much too wide: in lines.
    EXPECT_LT(size(scheme, line.x * 0.92f).y, line.y);
    for (const float share : {0.6f, 0.4f}) {
        const float column = std::floor(line.x * share);
        EXPECT_GT(size(scheme, column).y, line.y * 1.5f);
        const std::vector<FormulaSymbolBox> all = boxes(scheme, column);
        ASSERT_EQ(all.size(), 8u);
        for (const FormulaSymbolBox& box : all) {
            EXPECT_LE(box.box.Max.x, column + std::ceil(look_.scale));
        }
        // The last symbol, u, has come under the first lines.
        EXPECT_GT(all.back().box.Min.y, all.front().box.Max.y);
    }
}

TEST_F(FormulaTest, WhatCannotBeBrokenIsCutAndShownWholeInTheTooltip) {
    const FormulaText whole{"whole", "\\frac{1 + 2 + 3 + 4 + 5 + 6 + 7 + 8}{9}", {}};
    EXPECT_EQ(size(whole, 60).x, 60);
    EXPECT_TRUE(has_tooltip(whole, ImVec2(30, 10), 60));
    EXPECT_FALSE(has_tooltip(whole, ImVec2(30, 10), wide));
}

TEST_F(FormulaTest, LayoutIsKept) {
    const FormulaText scheme = stability_formula(StabilityFormula::scheme);
    const FormulaLayout* first = formulas_->layout(scheme, 16, 0);
    ASSERT_NE(first, nullptr);
    EXPECT_EQ(formulas_->layout(scheme, 16, 0), first);
    EXPECT_NE(formulas_->layout(scheme, 17, 0), first);
    // Another list of symbols makes another formula, even from the same source.
    constexpr std::array one{FormulaSymbol{"u", "value"}};
    EXPECT_NE(formulas_->layout({"a", "\\sym{u}", one}, 16, 0), nullptr);
    EXPECT_EQ(formulas_->layout({"a", "\\sym{u}", {}}, 16, 0), nullptr);
}

}  // namespace
}  // namespace heatlab::ui
