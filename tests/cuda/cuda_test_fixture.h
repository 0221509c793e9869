#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "sim/cuda/cuda_simulation.h"
#include "sim/cuda/device_probe.h"
#include "tests/cuda/array_target.h"
#include "tests/cuda/field_comparison.h"

namespace heatlab::testing {

/// Skips where no CUDA device works.
class CudaTest : public ::testing::Test {
protected:
    void SetUp() override {
        const CudaDevice device = probe_cuda_device(0);
        if (!device.usable) {
            GTEST_SKIP() << device.reason;
        }
    }
};

inline std::vector<const KernelInfo*> cuda_kernels() {
    std::vector<const KernelInfo*> kernels;
    for (const KernelInfo& kernel : kernel_table()) {
        if (kernel.runs_on(BackendKind::cuda)) {
            kernels.push_back(&kernel);
        }
    }
    return kernels;
}

/// `expected` and `actual` have the same bits in every cell.
inline ::testing::AssertionResult same_cells(const Field& expected, const Field& actual) {
    if (const auto difference = difference_text(expected, actual)) {
        return ::testing::AssertionFailure() << *difference;
    }
    return ::testing::AssertionSuccess();
}

}  // namespace heatlab::testing
