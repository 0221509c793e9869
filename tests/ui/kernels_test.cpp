// What there is about kernels: their source, their time against size, and the facts on a card.
#include <imgui_internal.h>

#include <string>

#include "app/format.h"
#include "app/ui/panels/kernel_facts.h"
#include "sim/kernel_source.h"
#include "tests/ui/panel_fixture.h"

namespace heatlab {
namespace {

class KernelsTest : public PanelTest {
protected:
    static std::string source_of(const char* kernel) {
        return std::string(
            kernel_source(find_kernel(kernel, BackendKind::cpu), BackendKind::cpu)->text);
    }
    /// The text of a file of sim/cpu, as the window shows it.
    static ImGuiWindow* text_window(const std::string& file) {
        for (ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
            if (window->WasActive && std::string(window->Name).find(file) != std::string::npos)
                return window;
        return nullptr;
    }
    static void click_text(ImGuiTestContext& engine, const std::string& file) {
        const ImGuiWindow* window = text_window(file);
        ASSERT_NE(window, nullptr) << file;
        engine.MouseMoveToPos(window->Pos + ImVec2(120, 60));
        engine.MouseClick();
        engine.Yield(2);
    }
    /// All of the text in the window, by way of the clipboard.
    static std::string copied(ImGuiTestContext& engine) {
        engine.KeyPress(ImGuiMod_Ctrl | ImGuiKey_A);
        engine.KeyPress(ImGuiMod_Ctrl | ImGuiKey_C);
        engine.Yield(2);
        return ImGui::GetClipboardText();
    }
    static void open(ImGuiTestContext& engine, const char* sheet) {
        engine.WindowFocus((std::string("//") + sheet).c_str());
        engine.Yield(3);
    }
};

TEST_F(KernelsTest, TheSourceIsThatOfTheKernelThatRuns) {
    snapshot.settings.kernel = "two_step";
    drive([this](ImGuiTestContext& engine) {
        open(engine, "Source");
        click_text(engine, "two_step.cpp");
        EXPECT_EQ(copied(engine), source_of("two_step"));
        snapshot.settings.kernel = "global";
        engine.Yield(3);
        click_text(engine, "global.cpp");
        EXPECT_EQ(copied(engine), source_of("global"));
    });
}

TEST_F(KernelsTest, AnotherSourceIsReadUntilAnotherKernelRuns) {
    snapshot.settings.kernel = "tiled";
    drive([this](ImGuiTestContext& engine) {
        open(engine, "Source");
        engine.ItemClick("//Source/source of");
        engine.Yield(2);
        engine.ItemClick("//$FOCUSED/wavefront");
        engine.Yield(3);
        EXPECT_EQ(last<command::SetKernel>(), std::nullopt);
        click_text(engine, "sweep.h");
        EXPECT_EQ(copied(engine), source_of("wavefront"));
        snapshot.settings.kernel = "copy";
        engine.Yield(3);
        EXPECT_NE(text_window("copy.cpp"), nullptr);
        EXPECT_EQ(text_window("sweep.h"), nullptr);
    });
}

TEST_F(KernelsTest, NothingChangesTheSource) {
    drive([](ImGuiTestContext& engine) {
        open(engine, "Source");
        click_text(engine, "tiled.cpp");
        engine.KeyPress(ImGuiMod_Ctrl | ImGuiKey_A);
        engine.KeyPress(ImGuiMod_Ctrl | ImGuiKey_X);
        engine.KeyPress(ImGuiMod_Ctrl | ImGuiKey_Delete);
        engine.KeyPress(ImGuiKey_Delete);
        engine.KeyPress(ImGuiKey_Backspace);
        engine.KeyPress(ImGuiKey_Enter);
        engine.KeyChars("int");
        engine.Yield(2);
        EXPECT_EQ(copied(engine), source_of("tiled"));
    });
}

TEST_F(KernelsTest, KeysBelongToTheTextWhileItIsFocusedAndToTheRunElsewhere) {
    drive([this](ImGuiTestContext& engine) {
        open(engine, "Source");
        forget();
        engine.KeyPress(ImGuiKey_Space);
        engine.Yield(2);
        EXPECT_TRUE(last<command::TogglePlay>()) << "the sheet alone takes no keys";
        click_text(engine, "tiled.cpp");
        EXPECT_TRUE(state.source_focused);
        forget();
        for (const ImGuiKey key :
             {ImGuiKey_Space, ImGuiKey_S, ImGuiKey_R, ImGuiKey_N, ImGuiKey_RightArrow,
              ImGuiKey_LeftArrow, ImGuiKey_DownArrow, ImGuiKey_LeftBracket, ImGuiKey_T, ImGuiKey_F})
            engine.KeyPress(key);
        engine.KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
        engine.Yield(2);
        EXPECT_FALSE(last<command::TogglePlay>());
        EXPECT_FALSE(last<command::RunSteps>());
        EXPECT_FALSE(last<command::Reset>());
        EXPECT_FALSE(last<command::ChangeStepRatio>());
        EXPECT_FALSE(last<command::ScaleTimeStep>());
        EXPECT_FALSE(last<command::UndoStroke>());
        EXPECT_EQ(state.theme, ui::ThemeKind::dark);
        engine.KeyPress(ImGuiKey_Escape);
        engine.Yield(2);
        EXPECT_FALSE(state.source_focused);
        engine.KeyPress(ImGuiKey_Space);
        engine.KeyPress(ImGuiKey_RightArrow);
        engine.Yield(2);
        EXPECT_TRUE(last<command::TogglePlay>());
        EXPECT_TRUE(last<command::ChangeStepRatio>());
    });
}

TEST_F(KernelsTest, TheTextIsSearchedAndWhatIsFoundIsCopied) {
    drive([this](ImGuiTestContext& engine) {
        open(engine, "Source");
        click_text(engine, "tiled.cpp");
        engine.KeyPress(ImGuiMod_Ctrl | ImGuiKey_F);
        engine.Yield(3);
        forget();
        engine.KeyChars("TILE_packs");
        engine.Yield(2);
        EXPECT_FALSE(last<command::Reset>()) << "typed text is no key";
        engine.KeyPress(ImGuiKey_Enter);
        engine.Yield(3);
        engine.KeyPress(ImGuiKey_Escape);
        engine.Yield(4);
        ImGui::SetClipboardText("");
        engine.KeyPress(ImGuiMod_Ctrl | ImGuiKey_C);
        engine.Yield(2);
        EXPECT_STREQ(ImGui::GetClipboardText(), "tile_packs");
    });
}

TEST_F(KernelsTest, EachSourceKeepsItsPlace) {
    snapshot.settings.kernel = "wavefront";
    height = 720;
    width = 1700;
    drive([this](ImGuiTestContext& engine) {
        open(engine, "Source");
        ImGuiWindow* text = text_window("sweep.h");
        ASSERT_NE(text, nullptr);
        ASSERT_GT(text->ScrollMax.y, 100);
        engine.MouseMoveToPos(text->Pos + ImVec2(100, 40));
        engine.MouseWheelY(-6);
        engine.Yield(3);
        const float place = text->Scroll.y;
        EXPECT_GT(place, 20);
        snapshot.settings.kernel = "two_step";
        engine.Yield(3);
        EXPECT_EQ(text_window("two_step.cpp")->Scroll.y, 0);
        snapshot.settings.kernel = "wavefront";
        engine.Yield(3);
        EXPECT_EQ(text_window("sweep.h")->Scroll.y, place);
    });
}

TEST_F(KernelsTest, PagesOfOneSheetWhereThereIsNoRoomForTabs) {
    width = 1280;
    height = 720;
    drive([this](ImGuiTestContext& engine) {
        open(engine, "Kernels");
        engine.ItemClick("//Kernels/Page/Source");
        engine.Yield(3);
        click_text(engine, "tiled.cpp");
        EXPECT_EQ(copied(engine), source_of("tiled"));
        engine.ItemClick("//Kernels/Page/Sizes");
        engine.Yield(3);
        EXPECT_FALSE(state.source_focused);
        engine.ItemClick("//Kernels/Measure");
        EXPECT_TRUE(last<command::StartSizeSweep>());
        engine.ItemClick("//Kernels/Page/Figures");
        engine.Yield(2);
        engine.ItemClick("//Kernels/global");
        EXPECT_EQ(last<command::SetKernel>()->name, "global");
    });
}

TEST_F(KernelsTest, SizesAreMeasuredAndCancelled) {
    drive([this](ImGuiTestContext& engine) {
        open(engine, "Sizes");
        engine.ItemClick("//Sizes/largest square");
        engine.Yield(2);
        engine.ItemClick(
            (std::string("//$FOCUSED/") + "2\u2009048\u2009×\u20092\u2009048").c_str());
        engine.Yield(2);
        engine.ItemClick("//Sizes/Measure");
        ASSERT_TRUE(last<command::StartSizeSweep>());
        EXPECT_EQ(last<command::StartSizeSweep>()->sweep.largest, 2048);
        EXPECT_EQ(last<command::StartSizeSweep>()->sweep.smallest, 64);
        SizeSweepState begun;
        begun.running = true;
        begun.total = 10;
        begun.measured = 2;
        begun.side = 80;
        begun.sweep = last<command::StartSizeSweep>()->sweep;
        begun.backend.cache_bytes = 32 << 20;
        for (const KernelFigures& row : snapshot.kernels)
            begun.kernels.push_back({row.kernel, {}});
        begun.kernels[0].points = {{64, 1e-6}, {80, 1.4e-6}};
        snapshot.sizes = std::make_shared<const SizeSweepState>(begun);
        forget();
        engine.Yield(3);
        engine.ItemClick("//Sizes/Cancel");
        EXPECT_TRUE(last<command::CancelSizeSweep>());
        EXPECT_FALSE(last<command::StartSizeSweep>());
        for (const char* quantity : {"time", "speed"}) {
            engine.ItemClick((std::string("//Sizes/Quantity/") + quantity).c_str());
            engine.Yield(2);
            engine.MouseMove("//Sizes/**/Sizes plot");
            engine.Yield(2);
        }
        EXPECT_EQ(ImGui::FindWindowByName("Sizes")->ScrollMax.y, 0) << "the panel scrolls";
    });
}

TEST(KernelFacts, ATileLoadsWhatTheTableSays) {
    struct Counted {
        const char* name;
        int loads;
    };
    // 34 x 10 and 36 x 12, for 32 x 8 cells.
    for (const Counted& counted : {Counted{"tiled", 340}, Counted{"two_step", 432}}) {
        const KernelInfo& kernel = find_kernel(counted.name, BackendKind::cuda);
        const auto tile = ui::kernel_tile(kernel);
        ASSERT_TRUE(tile);
        EXPECT_EQ(tile->loads, counted.loads);
        EXPECT_EQ(tile->cells(), 256);
    }
    for (const KernelInfo& kernel : kernel_table()) {
        SCOPED_TRACE(kernel.name);
        if (const auto tile = ui::kernel_tile(kernel)) {
            EXPECT_DOUBLE_EQ(tile->loads, kernel.reads_per_cell_per_launch * tile->cells());
        }
    }
}

std::string fact(const std::vector<ui::KernelFact>& facts, const std::string& name) {
    for (const ui::KernelFact& row : facts)
        if (row.name == name)
            return row.value;
    return "none";
}

// Counted thread by thread in KernelReads: a warp loads five rows of 32 accesses and six cells at
// its ends for its three rows.
TEST(KernelFacts, ReadsAreThoseOfTheCells) {
    BackendInfo cuda;
    cuda.kind = BackendKind::cuda;
    const auto reads = [&](const char* kernel, CellType type) {
        KernelFigures figures;
        figures.kernel = &find_kernel(kernel, BackendKind::cuda, 2, type);
        return fact(ui::kernel_facts(figures, cuda, type), "reads/cell");
    };
    const auto of_warp = [](int cells) {
        return format_fixed((5.0 * 32 * cells + 6) / (3.0 * 32 * cells), 2);
    };
    EXPECT_EQ(reads("vector", CellType::float32), of_warp(4));
    EXPECT_EQ(reads("vector", CellType::float64), of_warp(2));
    EXPECT_NE(of_warp(2), of_warp(4));
    for (const CellType type : {CellType::float32, CellType::float64}) {
        EXPECT_EQ(reads("copy", type), "1");
        EXPECT_EQ(reads("global", type), "5");
        EXPECT_EQ(reads("tiled", type), "1.33");
        EXPECT_EQ(reads("two_step", type), "0.84");
    }
}

TEST(KernelFacts, TellWhatTheDeviceToldAndWhatASourceReadsPerStep) {
    BackendInfo cuda;
    cuda.kind = BackendKind::cuda;
    KernelFigures figures;
    figures.kernel = &find_kernel("two_step", BackendKind::cuda);
    EXPECT_EQ(fact(ui::kernel_facts(figures, cuda, CellType::float32), "registers"), "none");
    EXPECT_EQ(ui::resources_sentence(figures, BackendKind::cuda), "");
    figures.resources = KernelResources{30, 3088, 256, 8, 1.0};
    const auto facts = ui::kernel_facts(figures, cuda, CellType::float32);
    EXPECT_EQ(fact(facts, "registers"), "30");
    EXPECT_EQ(fact(facts, "shared"), "3\u2009088 B");
    EXPECT_EQ(fact(facts, "occupancy"), "100\u2009%");
    EXPECT_EQ(fact(facts, "reads/cell"), "0.84");  // 432 loads for 256 cells and two steps
    EXPECT_EQ(fact(facts, "writes/cell"), "0.50");
    EXPECT_EQ(fact(facts, "threads"), "32\u2009×\u20098");
    EXPECT_NE(ui::resources_sentence(figures, BackendKind::cuda).find("8 blocks are resident"),
              std::string::npos);
}

TEST(KernelFacts, OnTheCpuTellOfVectorsAndThreads) {
    BackendInfo cpu;
    cpu.instruction_set = "AVX2";
    cpu.threads = 4;
    KernelFigures figures;
    figures.kernel = &find_kernel("wavefront", BackendKind::cpu);
    const auto facts = ui::kernel_facts(figures, cpu, CellType::float32);
    EXPECT_EQ(fact(facts, "vectors"), "AVX2");
    EXPECT_EQ(fact(facts, "threads"), "4");
    EXPECT_EQ(fact(facts, "steps/launch"), "to 128");
    EXPECT_EQ(fact(facts, "registers"), "none");
    EXPECT_EQ(fact(facts, "reads/cell"), "none") << "counted in the CUDA source";
    EXPECT_EQ(fact(facts, "GPU reads/cell"), "none") << "it has no tile";
    EXPECT_EQ(ui::resources_sentence(figures, BackendKind::cpu), "");
    // A tile is drawn here, too; what it loads is said to be a GPU's.
    figures.kernel = &find_kernel("tiled", BackendKind::cpu);
    EXPECT_EQ(fact(ui::kernel_facts(figures, cpu, CellType::float32), "GPU reads/cell"), "1.33");
    EXPECT_EQ(fact(ui::kernel_facts(figures, cpu, CellType::float32), "reads/cell"), "none");
    EXPECT_NE(ui::resources_sentence(figures, BackendKind::cpu).find("on a GPU"),
              std::string::npos);
    figures.kernel = &find_kernel("two_step", BackendKind::cpu);
    EXPECT_EQ(fact(ui::kernel_facts(figures, cpu, CellType::float32), "GPU reads/cell"), "0.84");
}

TEST(KernelFacts, OfAKernelThatPlansItsBatchesTellWhatItChose) {
    BackendInfo cuda;
    cuda.kind = BackendKind::cuda;
    KernelFigures figures;
    figures.kernel = &find_kernel("wavefront", BackendKind::cuda);
    figures.resources = KernelResources{255, 186'624, 256, 1, 0.125};
    const auto facts = ui::kernel_facts(figures, cuda, CellType::float32);
    EXPECT_EQ(fact(facts, "steps/launch"), "to 32") << "fewer than on the processor";
    EXPECT_EQ(fact(facts, "threads"), "32\u2009×\u20098");
    EXPECT_NE(ui::resources_sentence(figures, BackendKind::cuda).find("1 block is resident"),
              std::string::npos);
}

}  // namespace
}  // namespace heatlab
