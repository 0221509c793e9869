#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <random>
#include <string>

#include "app/presets.h"
#include "app/settings.h"

namespace heatlab {

/// States that can be shared, of a fixed seed: every member takes other values than its usual one
/// now and then. What does not matter (the seed where nothing is random) is left as usual.
class RandomStates {
public:
    /// `file`: an NPY or PNG that some begin from; empty: none does. `runnable`: on the CPU
    /// backend, on small grids.
    RandomStates(std::uint64_t seed, bool runnable, std::filesystem::path file = {});

    Settings next();
    std::int64_t step() { return chance(0.3) ? 0 : whole(1, 1'000'000'000'000'000); }

    bool chance(double p) { return std::bernoulli_distribution(p)(random_); }
    std::int64_t whole(std::int64_t low, std::int64_t high) {
        return std::uniform_int_distribution<std::int64_t>(low, high)(random_);
    }
    /// Of either sign and any size that float32 holds.
    double number();
    double between(double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(random_);
    }

private:
    void choose_start(Settings& s);
    void choose_edges(Settings& s);
    void choose_run(Settings& s);
    void choose_comparison(Settings& s);
    void choose_zones(Settings& s);
    void choose_picture(Settings& s);
    const KernelInfo& kernel_for(const Boundaries& boundaries, bool advances, int dimensions,
                                 CellType type);

    std::mt19937_64 random_;
    bool runnable_;
    std::filesystem::path file_;
    std::shared_ptr<const PresetLibrary> presets_;
};

}  // namespace heatlab
