#include "sim/kernel_source.h"

#include <algorithm>
#include <iterator>

namespace heatlab {
namespace {

// The build writes one HEATLAB_TEXT(backend, kernel, file, characters) per text.
#define HEATLAB_TEXT(backend, kernel, file, ...) \
    constexpr char backend##_##kernel##_text[] = {__VA_ARGS__};
#include "kernel_texts.inc"
#undef HEATLAB_TEXT

struct Entry {
    BackendKind backend;
    std::string_view kernel;
    KernelSource source;
};

constexpr Entry entries[] = {
#define HEATLAB_TEXT(backend, kernel, file, ...) \
    {BackendKind::backend,                       \
     #kernel,                                    \
     {file, {backend##_##kernel##_text, sizeof backend##_##kernel##_text}}},
#include "kernel_texts.inc"
#undef HEATLAB_TEXT
};

}  // namespace

const KernelSource* kernel_source(const KernelInfo& kernel, BackendKind backend) {
    const auto* const found =
        std::find_if(std::begin(entries), std::end(entries), [&](const Entry& entry) {
            return entry.backend == backend && entry.kernel == kernel.stem();
        });
    return found == std::end(entries) ? nullptr : &found->source;
}

}  // namespace heatlab
