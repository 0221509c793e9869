// The field and its history, saved from the window.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "app/shared_state.h"
#include "sim/io/npy.h"
#include "sim/io/png_file.h"
#include "sim/text.h"
#include "sim/turn.h"
#include "tests/ui/share_fixture.h"

namespace heatlab {
namespace {

namespace fs = std::filesystem;

// The field in all its forms, against the field itself.
TEST_F(ShareTest, TheFieldIsSavedAsNumbersAndAsPictures) {
    Settings settings = small_settings();
    settings.init.name = "hot-square";
    settings.r = 0.24;
    settings.colormap = "viridis";
    start(settings);
    session().apply(command::RunSteps{6});
    frames(20);
    const auto save = [&](ui::ShareWish wish, const char* name) {
        state().share_wish = wish;
        const Notice said = done();
        EXPECT_EQ(said.kind, Notice::Kind::done) << said.text;
        EXPECT_NE(said.text.find(name), std::string::npos) << said.text;
        return folder_ / name;
    };
    const Field now = field();
    const GridSize grid = now.size();
    EXPECT_TRUE(same_bits(
        read_npy(save(ui::ShareWish::save_field, "heatlab-hot-square-r0.24-step6-field.npy"), grid),
        now));
    const auto [low, high] = std::ranges::minmax(now.cells());
    const GreyPicture grey = read_grey_png(
        save(ui::ShareWish::save_grey, "heatlab-hot-square-r0.24-step6-field-16bit.png"));
    ASSERT_EQ(grey.pixels.size(), now.cells().size());
    float largest = 0;
    for (std::size_t i = 0; i < grey.pixels.size(); ++i)
        largest = std::max(largest, std::abs(low + grey.pixels[i] * (high - low) - now.cells()[i]));
    EXPECT_LE(largest, (high - low) / 65535) << "half a level of 16 bits, and rounding";
    const fs::path coloured =
        save(ui::ShareWish::save_coloured, "heatlab-hot-square-r0.24-step6-field-colour.png");
    const Image image = read_png(coloured);
    EXPECT_EQ(image.width, grid.width);
    EXPECT_EQ(image.height, grid.height);
    const ColorMap& map = colormaps_.find("viridis");
    const auto at = [&](float value) {
        const auto cell = std::ranges::find(now.cells(), value) - now.cells().begin();
        const std::uint8_t* pixel =
            image.pixel(static_cast<int>(cell % grid.width), static_cast<int>(cell / grid.width));
        return Rgb{pixel[0], pixel[1], pixel[2]};
    };
    EXPECT_EQ(at(low), map.table.front());
    EXPECT_EQ(at(high), map.table.back());
    EXPECT_EQ(read_png_text(coloured, "Comment").value_or(""),
              "values from " + number_text(low) + " to " + number_text(high));
    const fs::path traces =
        save(ui::ShareWish::save_traces, "heatlab-hot-square-r0.24-step6-traces.csv");
    std::ifstream table(traces);
    std::string line;
    std::getline(table, line);
    EXPECT_EQ(line, "step,wave_amplitude,max_abs,min,max,energy\r");
    std::string last;
    while (std::getline(table, line))
        last = line;
    EXPECT_TRUE(last.starts_with("6,")) << last;
}

TEST_F(ShareTest, AHistoryThatIsEmptyIsNotSaved) {
    Settings settings = small_settings();
    settings.laboratory.traces = false;
    start(settings);
    state().share_wish = ui::ShareWish::save_traces;
    EXPECT_EQ(done().kind, Notice::Kind::refused);
    EXPECT_TRUE(files().empty());
}

// However large the field and however long the queue: frames go on. While the test has the
// simulation's turn, nothing is copied, and who waited for it would wait for ever.
TEST_F(ShareTest, NoFrameWaitsForAField) {
    start(small_settings());
    session().apply(command::RunSteps{6});
    frames(20);
    const Field now = field();
    state().with_field = true;
    {
        const std::atomic<bool> stop{false};
        const HeldTurn held(session().simulation().turn().get(), stop);
        state().share_wish = ui::ShareWish::save_state;
        for (int i = 0; i < 5; ++i)
            follow();
        EXPECT_TRUE(sharer_->busy());
        EXPECT_TRUE(files().empty());
        // Another wish meanwhile is refused, not queued and not waited for.
        state().share_wish = ui::ShareWish::save_field;
        follow();
        EXPECT_TRUE(files().empty());
    }
    frames(1);
    const auto& refused = snapshot().notice;
    ASSERT_TRUE(refused);
    EXPECT_EQ(refused->kind, Notice::Kind::refused);
    EXPECT_EQ(sharer_->finish(), "");
    ASSERT_EQ(files().size(), 2u);
    for (const fs::path& name : files())
        if (name.extension() == ".json") {
            EXPECT_TRUE(same_bits(std::get<Field>(*read_state(folder_ / name).field->field), now));
        }
}

}  // namespace
}  // namespace heatlab
