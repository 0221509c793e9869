#pragma once

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "app/share_folder.h"
#include "app/window/sharer.h"
#include "tests/ui/interface_fixture.h"

namespace heatlab {

/// A window that saves into a folder of the test's own.
class ShareTest : public InterfaceTest {
protected:
    ShareTest()
        : folder_(std::filesystem::temp_directory_path() /
                  ("heatlab-share-" + std::to_string(::getpid()))),
          sharer_(std::in_place, colormaps_, folder_, std::nullopt) {
        std::filesystem::create_directories(folder_);
    }
    ~ShareTest() override { std::filesystem::remove_all(folder_); }

    /// As the window does after each frame.
    void follow() {
        sharer_->follow(
            session(), state(), [this] { return picture(); },
            [this](const std::string& text) { clipboard_ = text; });
    }
    /// Until all that was asked for is done; what was said.
    Notice done() {
        do {
            follow();
            frames(1);
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        } while (sharer_->busy());
        const Notice notice = snapshot().notice.value_or(Notice{});
        session().apply(command::DismissNotice{notice.id});
        return notice;
    }
    std::vector<std::filesystem::path> files() const {
        std::vector<std::filesystem::path> all;
        for (const auto& entry : std::filesystem::directory_iterator(folder_))
            all.push_back(entry.path().filename());
        std::sort(all.begin(), all.end());
        return all;
    }

    std::filesystem::path folder_;
    ColorMapLibrary colormaps_{share_folder()};
    std::optional<Sharer> sharer_;
    std::string clipboard_;
};

}  // namespace heatlab
