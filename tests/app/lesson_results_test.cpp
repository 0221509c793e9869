// What the lessons say of an H200 is what was measured there: their tables, row by row, from the
// report in bench/results.
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

namespace heatlab {
namespace {

const std::string root = HEATLAB_TEST_ROOT;

/// A lesson's text; numbers and their units are joined by no-break spaces there, here by others.
std::string lesson(const std::string& name) {
    std::ifstream file(root + "/assets/lessons/" + name + ".md");
    std::ostringstream text;
    text << file.rdbuf();
    std::string plain = text.str();
    EXPECT_FALSE(plain.empty()) << name;
    const std::string no_break_space = "\u00A0";
    for (std::size_t at = 0; (at = plain.find(no_break_space)) != std::string::npos;)
        plain.replace(at, no_break_space.size(), " ");
    return plain;
}

nlohmann::json report(int side) {
    std::ifstream file(root + "/bench/results/2026-11-30-h200-bench/bench-cuda-" +
                       std::to_string(side) + ".json");
    EXPECT_TRUE(file) << side;
    return nlohmann::json::parse(file);
}

/// The entry of `list` whose `key` is `name`.
nlohmann::json entry(const nlohmann::json& list, const char* key, const std::string& name) {
    for (const nlohmann::json& one : list)
        if (one.at(key) == name)
            return one;
    ADD_FAILURE() << name;
    return {};
}

std::string fixed(double value, int digits) {
    char text[32];
    std::snprintf(text, sizeof text, "%.*f", digits, value);
    return text;
}

/// "2.8 ms", "334 ms", "5.2 s".
std::string duration(double ms) {
    return ms >= 1000 ? fixed(ms / 1000, 1) + " s" : fixed(ms, ms < 10 ? 1 : 0) + " ms";
}

double total_ms(const nlohmann::json& report, const char* policy) {
    return entry(report.at("copy_policies"), "policy", policy).at("total_ms");
}

double gcells(const nlohmann::json& report, const char* kernel) {
    return entry(report.at("kernels"), "name", kernel).at("gcells_per_s");
}

void expect_in(const std::string& name, const std::string& text) {
    EXPECT_NE(lesson(name).find(text), std::string::npos) << name << ": " << text;
}

TEST(LessonResults, TheTileIsAsFastAsMeasured) {
    const nlohmann::json measured = report(8192);
    for (const char* kernel : {"copy", "vector", "global", "tiled"}) {
        const double share = entry(measured.at("kernels"), "name", kernel).at("percent_of_copy");
        expect_in("tile", "| `" + std::string(kernel) + "` | " +
                              fixed(gcells(measured, kernel), 0) + " | " + fixed(share, 0) +
                              " % |");
    }
}

TEST(LessonResults, TheCopyCostsWhatWasMeasured) {
    for (const int side : {512, 2048, 8192, 16384}) {
        const nlohmann::json measured = report(side);
        const double without = total_ms(measured, "never");
        const double with = total_ms(measured, "every_step");
        expect_in("copy", "| " + std::to_string(side) + "² | " + duration(without) + " | " +
                              duration(with) + " | " + fixed(with / without, 0) + " |");
    }
    const nlohmann::json measured = report(2048);
    for (const char* policy : {"never", "every_n", "every_step", "overlapped"})
        expect_in("copy", duration(total_ms(measured, policy)));
    expect_in("copy", fixed(total_ms(measured, "overlapped") / total_ms(measured, "never"), 1));
    expect_in("copy", "A step takes " + fixed(total_ms(measured, "never"), 1) +
                          " µs, with its copy " + fixed(total_ms(measured, "every_step"), 0) +
                          " µs");
}

TEST(LessonResults, TwoStepsGainWhatWasMeasured) {
    const nlohmann::json measured = report(8192);
    const double two_step = gcells(measured, "two_step");
    expect_in("two-steps", fixed(two_step, 0) + " against " + fixed(gcells(measured, "tiled"), 0) +
                               " billion cells per second");
    expect_in("two-steps",
              fixed(two_step / gcells(measured, "tiled"), 1) + " times as fast as `tiled`");
    expect_in("two-steps", fixed(gcells(measured, "vector"), 0));
}

}  // namespace
}  // namespace heatlab
