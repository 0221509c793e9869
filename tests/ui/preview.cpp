// Draws the scenes of preview_scenes.cpp into PNG files.
//   ui_preview SHARE FOLDER [NAME...]

#include <imgui.h>
#include <imgui_impl_opengl3.h>
#include <implot.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "app/ui/field_view.h"
#include "app/ui/interface.h"
#include "app/ui/theme.h"
#include "app/window/scene_painter.h"
#include "render/colormap.h"
#include "render/egl_context.h"
#include "render/image.h"
#include "render/view_transform.h"
#include "tests/ui/preview_scenes.h"

namespace heatlab {
namespace {

constexpr int settling_frames = 40;
constexpr int frames_per_input = 8;

GLuint make_texture(int width, int height, const void* pixels) {
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    return texture;
}

/// What the renderer would draw for a request, by hand: `value` in [0, 1] at a cell.
class FakeRenderer {
public:
    using Value = std::function<float(double row, double col)>;

    FakeRenderer(const ColorMap& map, Value value) : map_(map), value_(std::move(value)) {}
    ~FakeRenderer() { glDeleteTextures(1, &texture_); }
    FakeRenderer(const FakeRenderer&) = delete;
    FakeRenderer& operator=(const FakeRenderer&) = delete;

    ui::FieldImage draw(const ui::FieldImageRequest& request) {
        if (request.width <= 0 || request.height <= 0) {
            return {};
        }
        if (request.width != image_.width || request.height != image_.height) {
            glDeleteTextures(1, &texture_);
            const std::vector<unsigned char> pixels = colours(request);
            texture_ = make_texture(request.width, request.height, pixels.data());
            image_.texture = texture_;
            image_.width = request.width;
            image_.height = request.height;
        }
        return image_;
    }

private:
    std::vector<unsigned char> colours(const ui::FieldImageRequest& request) const {
        const ViewTransform view = ui::transform_of(request.view);
        const ViewMapping mapping(view, request.width, request.height);
        std::vector<unsigned char> pixels;
        pixels.reserve(static_cast<std::size_t>(request.width) *
                       static_cast<std::size_t>(request.height) * 4);
        for (int y = 0; y < request.height; ++y) {
            for (int x = 0; x < request.width; ++x) {
                const Rgb colour =
                    map_.sample(value_(mapping.row_of_y(y + 0.5), mapping.col_of_x(x + 0.5)));
                pixels.insert(pixels.end(), {colour.r, colour.g, colour.b, 255});
            }
        }
        return pixels;
    }

    const ColorMap& map_;
    Value value_;
    GLuint texture_ = 0;
    ui::FieldImage image_;
};

int index_of(double at, double scale, int count) {
    return std::clamp(static_cast<int>(std::floor(at * scale)), 0, count - 1);
}

/// The scene's field, on a grid that may be coarser than the scene's.
FakeRenderer::Value field_value(const PreviewScene& scene) {
    auto field = std::make_shared<Field>(preview_field(scene));
    const GridSize size = field->size();
    const double shrink = static_cast<double>(size.width) / scene.snapshot.settings.grid.width;
    return [field, size, shrink](double row, double col) {
        return field->at(index_of(row, shrink, size.height), index_of(col, shrink, size.width));
    };
}

/// The difference that Compare shows, its range from 0 to 1.
FakeRenderer::Value difference_value(const Comparison& comparison) {
    const std::shared_ptr<const FieldPicture> picture = comparison.picture;
    const double range = comparison.picture_range;
    return [picture, range](double row, double col) {
        if (picture == nullptr) {
            return 0.5f;
        }
        const double shrink = 1.0 / picture->block;
        const int texel = index_of(row, shrink, picture->height) * picture->width +
                          index_of(col, shrink, picture->width);
        const float value = picture->texels[static_cast<std::size_t>(texel) *
                                            static_cast<std::size_t>(picture->channels())];
        return static_cast<float>(0.5 + 0.5 * static_cast<double>(value) / range);
    };
}

/// All pictures of one scene.
class FakePictures {
public:
    FakePictures(const PreviewScene& scene, const std::string& share, const ColorMapLibrary& maps)
        : maps_(maps),
          snapshot_(scene.snapshot),
          state_(scene.state),
          zones_(share),
          map_(maps.find(scene.snapshot.settings.colormap)),
          field_(field_value(scene)),
          difference_(maps.find(ui::signed_colormap(scene.state.theme)),
                      difference_value(scene.snapshot.comparison)) {}

    ui::FieldImages draw(const ui::FieldImageRequests& requests) {
        ui::FieldImages images;
        for (std::size_t i = 0; i < requests.views.size(); ++i) {
            if (i == views_.size()) {
                views_.push_back(std::make_unique<FakeRenderer>(map_, field_));
            }
            images.views.push_back(views_[i]->draw(requests.views[i]));
        }
        images.difference = difference_.draw(requests.difference);
        // What an application looks like is drawn as the window does.
        zones_.request(requests.scene);
        zones_.draw(snapshot_, maps_, state_, false);
        images.scene = zones_.images();
        return images;
    }

private:
    const ColorMapLibrary& maps_;
    Snapshot snapshot_;
    ui::InterfaceState state_;
    ScenePainter zones_;
    const ColorMap& map_;
    FakeRenderer::Value field_;
    std::vector<std::unique_ptr<FakeRenderer>> views_;
    FakeRenderer difference_;
};

/// One Dear ImGui with its renderer, for one scene.
class Stage {
public:
    Stage(int width, int height) {
        ImGui::CreateContext();
        ImPlot::CreateContext();
        ImGui::GetIO().DisplaySize = ImVec2(static_cast<float>(width), static_cast<float>(height));
        ImGui_ImplOpenGL3_Init("#version 330 core");
        texture_ = make_texture(width, height, nullptr);
        glGenFramebuffers(1, &framebuffer_);
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_, 0);
    }
    ~Stage() {
        glDeleteFramebuffers(1, &framebuffer_);
        glDeleteTextures(1, &texture_);
        ImGui_ImplOpenGL3_Shutdown();
        ImPlot::DestroyContext();
        ImGui::DestroyContext();
    }
    Stage(const Stage&) = delete;
    Stage& operator=(const Stage&) = delete;

    GLuint framebuffer() const { return framebuffer_; }

private:
    GLuint texture_ = 0;
    GLuint framebuffer_ = 0;
};

/// Feeds one step of a scene's input: pressed in the frame `phase` 0, released in 4.
void feed(const std::string& line, int phase) {
    std::istringstream words(line);
    std::string kind;
    words >> kind;
    ImGuiIO& io = ImGui::GetIO();
    if (kind == "click" || kind == "move") {
        float x = 0;
        float y = 0;
        words >> x >> y;
        if (phase == 0) {
            io.AddMousePosEvent(x, y);
        }
        if (kind == "click" && (phase == 2 || phase == 4)) {
            io.AddMouseButtonEvent(0, phase == 2);
        }
        return;
    }
    std::string name;
    words >> name;
    for (int key = ImGuiKey_NamedKey_BEGIN; key < ImGuiKey_NamedKey_END; ++key) {
        if (name == ImGui::GetKeyName(static_cast<ImGuiKey>(key)) && (phase == 0 || phase == 4)) {
            io.AddKeyEvent(static_cast<ImGuiKey>(key), phase == 0);
        }
    }
}

void draw_scene(PreviewScene scene, const std::string& share, const ColorMapLibrary& maps,
                const std::filesystem::path& folder) {
    const Stage stage(scene.width, scene.height);
    ui::Interface interface(share, maps);
    FakePictures pictures(scene, share, maps);
    ui::FieldImages images;
    CommandList commands;
    const int frames = settling_frames + frames_per_input * static_cast<int>(scene.input.size());
    scene.snapshot.range_high = 1;
    for (int frame = 0; frame < frames; ++frame) {
        ImGui::GetIO().DeltaTime = 1.0f / 60;
        const int fed = frame - 10;
        if (fed >= 0 && fed / frames_per_input < static_cast<int>(scene.input.size())) {
            feed(scene.input[static_cast<std::size_t>(fed / frames_per_input)],
                 fed % frames_per_input);
        }
        interface.prepare(scene.state);
        ImGui_ImplOpenGL3_NewFrame();
        ImGui::NewFrame();
        const ui::FieldImageRequests wanted =
            interface.draw(scene.snapshot, images, scene.state, commands);
        ImGui::Render();
        glBindFramebuffer(GL_FRAMEBUFFER, stage.framebuffer());
        glViewport(0, 0, scene.width, scene.height);
        glClear(GL_COLOR_BUFFER_BIT);
        ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
        images = pictures.draw(wanted);
    }
    const Image picture = read_framebuffer(stage.framebuffer(), 0, 0, scene.width, scene.height,
                                           RowOrder::bottom_first);
    write_png(folder / (scene.name + ".png"), picture);
    std::printf("%s\n", (folder / (scene.name + ".png")).c_str());
}

int run(const std::vector<std::string>& arguments) {
    if (arguments.size() < 2) {
        std::fprintf(stderr, "usage: ui_preview SHARE FOLDER [NAME...]\n");
        return 2;
    }
    EglRequest request;
    request.preference = EglPreference::any;
    request.debug = true;
    const std::unique_ptr<EglContext> context = EglContext::create(request);
    const ColorMapLibrary maps(arguments[0]);
    std::filesystem::create_directories(arguments[1]);
    for (const PreviewScene& scene : preview_scenes()) {
        const bool named =
            arguments.size() == 2 ||
            std::find(arguments.begin() + 2, arguments.end(), scene.name) != arguments.end();
        if (named) {
            draw_scene(scene, arguments[0], maps, arguments[1]);
        }
    }
    return 0;
}

}  // namespace
}  // namespace heatlab

int main(int argc, char** argv) {
    try {
        return heatlab::run(std::vector<std::string>(argv + 1, argv + argc));
    } catch (const std::exception& error) {
        std::fprintf(stderr, "ui_preview: %s\n", error.what());
        return 1;
    }
}
