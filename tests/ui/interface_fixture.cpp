#include "tests/ui/interface_fixture.h"

#include <imgui_te_internal.h>

#include <cstring>

#include "app/share_folder.h"

namespace heatlab {
namespace {

constexpr double frame_seconds = 1.0 / 60;
constexpr int longest_script = 20000;  ///< frames
/// Where nobody looks at the interface it is drawn into a few pixels, which clips all the work
/// away.
constexpr int unseen_size = 16;

}  // namespace

InterfaceTest::InterfaceTest(EglPreference preference) {
    EglRequest request;
    request.preference = preference;
    context_ = EglContext::create(request);
    colormaps_ = std::make_unique<ColorMapLibrary>(share_folder());
}

InterfaceTest::~InterfaceTest() {
    if (engine_ != nullptr)
        ImGuiTestEngine_Stop(engine_);
    painter_.reset();
    host_.reset();
    if (engine_ != nullptr)
        ImGuiTestEngine_DestroyContext(engine_);
}

Settings InterfaceTest::small_settings() {
    Settings settings;
    settings.grid = {64, 32};
    settings.kernel = "tiled";
    settings.pacing.mode = PacingMode::steps_per_frame;
    settings.pacing.steps_per_frame = 1;
    settings.brush.radius = 3;
    return settings;
}

void InterfaceTest::start(const Settings& settings) {
    start(settings, Form{});
}

void InterfaceTest::start(const Settings& settings, const Form& form) {
    form_ = form;
    const BackendSelection backend = select_backend(form.backend, 0);
    live_ = std::make_unique<LiveSession>(settings, backend);
    host_ = std::make_unique<InterfaceHost>(share_folder().string(), *colormaps_);
    painter_ = std::make_unique<FramePainter>(share_folder(), *host_, *colormaps_);
    target_ = std::make_unique<RenderTarget>(GL_RGBA8);
    target_->resize(form.visible ? form.width : unseen_size,
                    form.visible ? form.height : unseen_size);
    state_.scale = form.scale;
    state_.theme = form.theme;
    state_.reduced_motion = true;

    engine_ = ImGuiTestEngine_CreateContext();
    ImGuiTestEngineIO& io = ImGuiTestEngine_GetIO(engine_);
    io.ConfigRunSpeed = ImGuiTestRunSpeed_Fast;
    io.ConfigVerboseLevel = ImGuiTestVerboseLevel_Error;
    io.ConfigVerboseLevelOnError = ImGuiTestVerboseLevel_Info;
    io.ConfigLogToTTY = true;
    io.ConfigSavedSettings = false;
    io.ConfigCaptureEnabled = false;
    io.ConfigMouseDrawCursor = false;
    io.ConfigFixedDeltaTime = static_cast<float>(frame_seconds);
    io.ConfigWatchdogWarning = io.ConfigWatchdogKillTest = 1e9f;
    ImGuiTestEngine_Start(engine_, host_->context());
    frames(6);
}

void InterfaceTest::frame() {
    live_->session.simulation().wait();
    host_->set_display(form_.width, form_.height, static_cast<float>(frame_seconds));
    const FramebufferScope scope;
    glBindFramebuffer(GL_FRAMEBUFFER, target_->framebuffer());
    painter_->draw(*live_, state_, {now_, frame_seconds}, {60, false, 60});
    ImGuiTestEngine_PostSwap(engine_);
    now_ += frame_seconds;
}

void InterfaceTest::frames(int count) {
    for (int i = 0; i < count; ++i)
        frame();
}

void InterfaceTest::drive(const std::function<void(ImGuiTestContext&)>& script) {
    const std::string name = "script " + std::to_string(++scripts_);
    ImGuiTest* test = ImGuiTestEngine_RegisterTest(engine_, "heatlab", name.c_str());
    test->TestFunc = [&script](ImGuiTestContext* engine) { script(*engine); };
    ImGuiTestEngine_QueueTest(engine_, test, ImGuiTestRunFlags_RunFromCommandLine);
    int count = 0;
    while (!ImGuiTestEngine_IsTestQueueEmpty(engine_)) {
        ASSERT_LT(++count, longest_script) << "the script does not end";
        frame();
    }
    EXPECT_EQ(test->Output.Status, ImGuiTestStatus_Success);
}

Image InterfaceTest::picture() {
    return read_framebuffer(target_->framebuffer(), 0, 0, target_->width(), target_->height(),
                            RowOrder::bottom_first);
}

ImVec2 InterfaceTest::screen_of(ImGuiTestContext& engine, Cell cell) {
    const ImRect rect = engine.ItemInfo("//Field/Field").RectFull;
    const GridSize grid = snapshot().settings.grid;
    return {rect.Min.x + rect.GetWidth() * (static_cast<float>(cell.col) + 0.5f) /
                             static_cast<float>(grid.width),
            rect.Min.y + rect.GetHeight() * (static_cast<float>(cell.row) + 0.5f) /
                             static_cast<float>(grid.height)};
}

void InterfaceTest::type(ImGuiTestContext& engine, const char* item, const char* text) {
    engine.ItemClick(item);
    engine.KeyCharsReplaceEnter(text);
    engine.Yield(2);
}

::testing::AssertionResult same_bits(const Field& a, const Field& b) {
    if (!(a.size() == b.size()))
        return ::testing::AssertionFailure() << "sizes differ";
    for (int row = 0; row < a.size().height; ++row)
        for (int col = 0; col < a.size().width; ++col) {
            const float left = a.at(row, col);
            const float right = b.at(row, col);
            if (std::memcmp(&left, &right, sizeof left) != 0)
                return ::testing::AssertionFailure()
                       << "row " << row << " col " << col << ": " << left << " and " << right;
        }
    return ::testing::AssertionSuccess();
}

}  // namespace heatlab
