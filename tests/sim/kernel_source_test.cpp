#include "sim/kernel_source.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

namespace heatlab {
namespace {

std::string file_text(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    EXPECT_TRUE(file) << path;
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

/// Where the compiler gets a kernel's source from; see sim/cpu/ and sim/cuda/CMakeLists.txt.
std::string file_of(const KernelInfo& kernel, BackendKind backend) {
    if (backend == BackendKind::cuda)
        return "sim/cuda/kernels/" + std::string(kernel.stem()) + ".cu";
    return kernel.plans_batches ? "sim/cpu/wavefront/sweep.h"
                                : "sim/cpu/kernels/" + std::string(kernel.stem()) + ".cpp";
}

TEST(KernelSource, IsTheFileByteByByteForEachRowOfTheTable) {
    for (const KernelInfo& kernel : kernel_table()) {
        for (const BackendKind backend : {BackendKind::cpu, BackendKind::cuda}) {
            SCOPED_TRACE(std::string(kernel.name) + " on " + std::string(to_string(backend)));
            const KernelSource* source = kernel_source(kernel, backend);
            const bool built_in = backend == BackendKind::cpu || HEATLAB_TEST_WITH_CUDA;
            if (!kernel.runs_on(backend) || !built_in) {
                EXPECT_EQ(source, nullptr);
                continue;
            }
            ASSERT_NE(source, nullptr);
            EXPECT_EQ(source->file, file_of(kernel, backend));
            const std::string text = file_text(HEATLAB_TEST_ROOT "/" + std::string(source->file));
            ASSERT_FALSE(text.empty());
            EXPECT_EQ(source->text, text);
        }
    }
}

TEST(KernelSource, HoldsTheKernelItself) {
    for (const KernelInfo& kernel : kernel_table()) {
        const KernelSource* source = kernel_source(kernel, BackendKind::cuda);
        if (source == nullptr)
            continue;
        EXPECT_NE(source->text.find(kernel.cuda.entry), std::string_view::npos) << kernel.name;
        EXPECT_NE(source->text.find("__global__"), std::string_view::npos) << kernel.name;
    }
    for (const char* name : {"copy", "global", "tiled", "two_step"}) {
        const KernelSource* source =
            kernel_source(find_kernel(name, BackendKind::cpu), BackendKind::cpu);
        ASSERT_NE(source, nullptr);
        EXPECT_NE(source->text.find("void " + std::string(name) + "(const Launch&"),
                  std::string_view::npos)
            << name;
    }
}

}  // namespace
}  // namespace heatlab
