#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "app/backends.h"
#include "app/options.h"
#include "app/session.h"
#include "app/share_folder.h"
#include "app/shared_state.h"
#include "sim/compare.h"

namespace heatlab {

/// States on their way, and files in a folder of the test's own.
class SharingTest : public testing::Test {
protected:
    SharingTest() {
        const auto* test = testing::UnitTest::GetInstance()->current_test_info();
        folder_ = std::filesystem::temp_directory_path() /
                  ("heatlab-sharing-" + std::to_string(::getpid()) + "-" + test->name());
        std::filesystem::create_directories(folder_);
    }
    ~SharingTest() override {
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }

    std::filesystem::path file(const std::string& name) const { return folder_ / name; }
    std::filesystem::path write(const std::string& name, const std::string& text) const {
        std::ofstream(file(name), std::ios::binary) << text;
        return file(name);
    }
    static std::string content(const std::filesystem::path& path) {
        std::ifstream stream(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), {}};
    }

    /// The words of a line, as a POSIX shell makes them of plain words and single quotes.
    static std::vector<std::string> words_of(const std::string& line) {
        std::vector<std::string> words{""};
        bool quoted = false;
        for (std::size_t i = 0; i < line.size(); ++i) {
            if (line[i] == '\'')
                quoted = !quoted;
            else if (line[i] == '\\' && !quoted)
                words.back() += line[++i];
            else if (line[i] == ' ' && !quoted)
                words.emplace_back();
            else
                words.back() += line[i];
        }
        return words;
    }
    /// What the command line of `text` asks for.
    static WindowCommand parsed(const std::string& text) {
        std::vector<std::string> words = words_of(text);
        EXPECT_EQ(words.front(), "heatlab");
        words.erase(words.begin());
        std::ostringstream out;
        std::ostringstream err;
        const auto result = parse_command_line(words, out, err);
        EXPECT_EQ(err.str(), "") << text;
        if (!std::holds_alternative<Invocation>(result))
            return {};
        return std::get<WindowCommand>(std::get<Invocation>(result));
    }

    static Session on_cpu(const Settings& settings,
                          const std::optional<StartField>& start = std::nullopt) {
        return {settings, hidden_stage_factory({BackendKind::cpu, 0, ""}), "asked for", nullptr,
                start};
    }
    static bool same_field(Session& a, Session& b) {
        return a.simulation().step() == b.simulation().step() &&
               !first_difference(a.simulation().read_back(), b.simulation().read_back());
    }
    const PresetLibrary& presets() const { return *presets_; }

private:
    std::filesystem::path folder_;
    std::shared_ptr<const PresetLibrary> presets_ = load_presets(share_folder());
};

}  // namespace heatlab
