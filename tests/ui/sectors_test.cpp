// Sectors in a kernel's card: what it says, and what its button asks for.
#include <imgui_internal.h>

#include <memory>
#include <string>

#include "app/ui/panels/kernel_facts.h"
#include "app/ui/panels/kernel_sectors.h"
#include "tests/ui/panel_fixture.h"

namespace heatlab {
namespace {

constexpr const char* count_button = "//Kernels/Count##sectors";
constexpr const char* stop_button = "//Kernels/Stop##sectors";

SectorCount count_of(std::int64_t sectors, std::int64_t steps = 1) {
    SectorCount count;
    count.launches = 1;
    count.steps = steps;
    count.sectors = sectors;
    return count;
}

class SectorsTest : public PanelTest {
protected:
    SectorsTest() {
        snapshot.backend.kind = BackendKind::cuda;
        snapshot.settings.grid = {1024, 1024};
        snapshot.settings.kernel = "tiled";
        snapshot.kernels.clear();
        table_.countable = true;
        for (const KernelInfo& kernel : kernel_table()) {
            if (!kernel.runs_on(BackendKind::cuda) || !kernel.suits(2))
                continue;
            snapshot.kernels.push_back({&kernel, {}, {}, {}, KernelResources{30, 1360, 256, 8, 1}});
            KernelSectors row;
            row.kernel = &kernel;
            row.grid = snapshot.settings.grid;
            if (kernel.plans_batches)
                row.source.explanation = "Rows come and go by asynchronous copies.";
            else
                row.source.sectors = 850'000;
            table_.kernels.push_back(row);
        }
        publish();
    }

    void publish() { snapshot.sectors = std::make_shared<const SectorTable>(table_); }
    KernelSectors& row(const char* name) {
        for (KernelSectors& found : table_.kernels)
            if (found.kernel->name == name)
                return found;
        throw std::logic_error(name);
    }
    static bool there(ImGuiTestContext& engine, const char* item) {
        return engine.ItemInfo(item, ImGuiTestOpFlags_NoError).ID != 0;
    }
    static void open(ImGuiTestContext& engine) {
        engine.WindowFocus("//Kernels");
        engine.Yield(3);
    }

    SectorTable table_;
};

TEST_F(SectorsTest, TheButtonAsksForTheShownKernelAndThenToStop) {
    drive([this](ImGuiTestContext& engine) {
        open(engine);
        engine.ItemClick(count_button);
        ASSERT_TRUE(last<command::CountSectors>());
        EXPECT_EQ(last<command::CountSectors>()->kernel, "tiled");
        for (const auto busy : {KernelSectors::State::waiting, KernelSectors::State::counting}) {
            row("tiled").state = busy;
            publish();
            forget();
            engine.Yield(3);
            EXPECT_FALSE(there(engine, count_button));
            engine.ItemClick(stop_button);
            EXPECT_TRUE(last<command::CancelSectors>());
        }
    });
}

TEST_F(SectorsTest, WhatWasCountedHasNoButton) {
    drive([this](ImGuiTestContext& engine) {
        open(engine);
        row("tiled").counted = count_of(850'000);
        publish();
        engine.Yield(3);
        EXPECT_FALSE(there(engine, count_button));
        EXPECT_FALSE(there(engine, stop_button));
        // Another kernel's were not.
        snapshot.settings.kernel = "vector";
        engine.Yield(3);
        engine.ItemClick(count_button);
        ASSERT_TRUE(last<command::CountSectors>());
        EXPECT_EQ(last<command::CountSectors>()->kernel, "vector");
    });
}

TEST_F(SectorsTest, OneKernelIsCountedAtATime) {
    row("global").state = KernelSectors::State::counting;
    publish();
    drive([this](ImGuiTestContext& engine) {
        open(engine);
        engine.ItemClick(count_button);
        EXPECT_FALSE(last<command::CountSectors>());
        EXPECT_FALSE(last<command::CancelSectors>());
    });
}

TEST_F(SectorsTest, AfterAFailureItCanBeAskedForAgain) {
    row("tiled").problem = "CUPTI is not there";
    publish();
    drive([this](ImGuiTestContext& engine) {
        open(engine);
        engine.ItemClick(count_button);
        EXPECT_TRUE(last<command::CountSectors>());
    });
}

TEST_F(SectorsTest, WithoutADeviceThereIsNothingToCountWith) {
    table_.countable = false;
    publish();
    drive([this](ImGuiTestContext& engine) {
        open(engine);
        EXPECT_FALSE(there(engine, count_button));
        snapshot.sectors.reset();
        engine.Yield(3);
        EXPECT_FALSE(there(engine, count_button));
    });
}

TEST_F(SectorsTest, TheCardHasRoomForEveryStateInEveryWindow) {
    const auto fits = [this](ImGuiTestContext& engine, const char* what) {
        publish();
        engine.Yield(4);
        EXPECT_EQ(ImGui::FindWindowByName("Kernels")->ScrollMax.y, 0)
            << what << " scrolls at " << width;
    };
    for (const auto& [w, h] :
         {std::pair(1920, 1080), std::pair(1280, 720), std::pair(2560, 1440)}) {
        width = w;
        height = h;
        drive([&](ImGuiTestContext& engine) {
            open(engine);
            for (const KernelFigures& figures : snapshot.kernels) {
                if (!figures.kernel->advances)
                    continue;
                const std::string name(figures.kernel->name);
                snapshot.settings.kernel = name;
                const KernelSectors bare = row(name.c_str());
                fits(engine, name.c_str());
                row(name.c_str()).counted = count_of(900'000);
                fits(engine, (name + " counted").c_str());
                row(name.c_str()) = bare;
                row(name.c_str()).problem = std::string(200, 'a') + " " + std::string(90, 'b');
                fits(engine, (name + " failed").c_str());
                row(name.c_str()) = bare;
                row(name.c_str()).state = KernelSectors::State::counting;
                fits(engine, (name + " counting").c_str());
                row(name.c_str()) = bare;
            }
        });
    }
}

class SectorWordsTest : public SectorsTest {};

TEST_F(SectorWordsTest, AreTheSourcesBeforeACount) {
    const ui::SectorWords words = ui::sector_words(row("tiled"));
    EXPECT_EQ(words.by_source, "0.811");  // 850 000 / 2^20
    EXPECT_EQ(words.counted, "–");
    EXPECT_EQ(words.note, "");
    EXPECT_NE(words.meaning.find("neither L2 traffic nor bytes of device memory"),
              std::string::npos);
    EXPECT_EQ(ui::sector_words(row("two_step")).by_source, "0.405") << "of one of two steps";
}

TEST_F(SectorWordsTest, AreBothAfterOne) {
    row("tiled").counted = count_of(850'000);
    const ui::SectorWords words = ui::sector_words(row("tiled"));
    EXPECT_EQ(words.by_source, "0.811");
    EXPECT_EQ(words.counted, "0.811");
    EXPECT_EQ(words.note, "");
    EXPECT_FALSE(words.warns);
    EXPECT_NE(words.meaning.find("850\u2009000 counted, 850\u2009000 by the source, in one launch "
                                 "of 1 step on 1\u2009024\u2009×\u20091\u2009024 cells."),
              std::string::npos)
        << words.meaning;
}

TEST_F(SectorWordsTest, ExplainACountThatDiffersThoughItsFiguresLookAlike) {
    row("tiled").counted = count_of(850'001);
    ui::SectorWords words = ui::sector_words(row("tiled"));
    EXPECT_EQ(words.counted, words.by_source);
    EXPECT_TRUE(words.warns);
    EXPECT_NE(words.note.find("850\u2009001 counted, 850\u2009000 by the source"),
              std::string::npos);
    EXPECT_NE(words.note.find("The compiled kernel"), std::string::npos);
    row("tiled").source.explanation = "It waits.";
    words = ui::sector_words(row("tiled"));
    EXPECT_NE(words.note.find("It waits."), std::string::npos);
    EXPECT_EQ(words.note.find("The compiled kernel"), std::string::npos);
}

TEST_F(SectorWordsTest, SayWhyTheSourceDoesNotDecide) {
    row("wavefront").counted = count_of(6173, 16);
    const ui::SectorWords words = ui::sector_words(row("wavefront"));
    EXPECT_EQ(words.by_source, "–");
    EXPECT_EQ(words.counted, "0.00037");
    EXPECT_EQ(words.note, "Rows come and go by asynchronous copies.");
    EXPECT_FALSE(words.warns);
}

TEST_F(SectorWordsTest, SayWhyNothingWasCountedAndWhatIsShownInstead) {
    row("tiled").problem = "CUPTI is not there. HEATLAB_CUPTI names another file";
    ui::SectorWords words = ui::sector_words(row("tiled"));
    EXPECT_EQ(words.note,
              "Not counted: CUPTI is not there. HEATLAB_CUPTI names another file. Shown is what "
              "the source says.");
    EXPECT_TRUE(words.warns);
    row("wavefront").problem = "the device is gone.";
    EXPECT_EQ(ui::sector_words(row("wavefront")).note, "Not counted: the device is gone.");
    row("tiled").state = KernelSectors::State::counting;  // again
    words = ui::sector_words(row("tiled"));
    EXPECT_FALSE(words.warns);
    EXPECT_NE(words.note.find("A run waits, and nothing is timed."), std::string::npos);
}

TEST_F(SectorWordsTest, OnTheCpuAreAGpusBySource) {
    BackendInfo cpu;
    KernelFigures figures;
    figures.kernel = &find_kernel("tiled", BackendKind::cpu);
    const auto has_sectors = [&](const KernelSectors* sectors) {
        for (const ui::KernelFact& fact :
             ui::kernel_facts(figures, cpu, CellType::float32, sectors))
            if (std::string(fact.name) == "GPU sectors/cell")
                return fact.value;
        return std::string("none");
    };
    EXPECT_EQ(has_sectors(&row("tiled")), "0.81");
    EXPECT_EQ(has_sectors(&row("wavefront")), "none");
    EXPECT_EQ(has_sectors(nullptr), "none");
}

}  // namespace
}  // namespace heatlab
