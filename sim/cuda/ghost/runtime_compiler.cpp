#include "sim/cuda/ghost/runtime_compiler.h"

#include <algorithm>

#include "sim/cuda/ghost/compile_log.h"
#include "sim/errors.h"
#include "sim/ghost/compile_error.h"

namespace heatlab::cuda {
namespace {

/// Owns a program of NVRTC.
class CompiledProgram {
public:
    CompiledProgram(const NvrtcLibrary& library, const std::string& source, const std::string& name)
        : library_(library) {
        check(library.create_program(&program_, source.c_str(), name.c_str(), 0, nullptr, nullptr),
              "nvrtcCreateProgram");
    }
    ~CompiledProgram() { library_.destroy_program(&program_); }
    CompiledProgram(const CompiledProgram&) = delete;
    CompiledProgram& operator=(const CompiledProgram&) = delete;

    NvrtcLibrary::Program get() const { return program_; }
    void check(int result, const char* call) const {
        if (result != 0) {
            throw DeviceError("NVRTC: " + library_.error_text(result) + " in " + call);
        }
    }
    std::string log() const {
        std::size_t size = 0;
        check(library_.get_log_size(program_, &size), "nvrtcGetProgramLogSize");
        std::string text(size, '\0');
        check(library_.get_log(program_, text.data()), "nvrtcGetProgramLog");
        text.resize(std::min(text.find('\0'), text.size()));
        return text;
    }
    std::vector<unsigned char> image(bool machine_code) const {
        std::size_t size = 0;
        check((machine_code ? library_.get_cubin_size : library_.get_ptx_size)(program_, &size),
              "nvrtcGetCUBINSize or nvrtcGetPTXSize");
        std::vector<unsigned char> bytes(size);
        char* const to = reinterpret_cast<char*>(bytes.data());
        check((machine_code ? library_.get_cubin : library_.get_ptx)(program_, to),
              "nvrtcGetCUBIN or nvrtcGetPTX");
        return bytes;
    }

private:
    const NvrtcLibrary& library_;
    NvrtcLibrary::Program program_ = nullptr;
};

}  // namespace

std::string CompileTarget::name() const {
    return (machine_code ? "sm_" : "compute_") + std::to_string(architecture);
}

CompileTarget choose_target(const std::vector<int>& architectures, int capability) {
    const auto newer = std::ranges::upper_bound(architectures, capability);
    if (newer == architectures.begin()) {
        throw DeviceError("this NVRTC compiles nothing for compute capability " +
                          std::to_string(capability / 10) + "." + std::to_string(capability % 10));
    }
    const int newest = *(newer - 1);
    return {newest, newest == capability};
}

RuntimeCompiler::RuntimeCompiler(const NvrtcLibrary& library, int capability)
    : library_(library), target_(choose_target(library.architectures(), capability)) {}

std::vector<std::string> RuntimeCompiler::options() const {
    // Those of cmake/CudaKernelImage.cmake.
    return {"--std=c++20",       "--gpu-architecture=" + target_.name(),
            "--ftz=true",        "--fmad=false",
            "--prec-div=true",   "--prec-sqrt=true",
            "--ptxas-options=-v"};
}

std::string RuntimeCompiler::description() const {
    std::string text = "NVRTC " + library_.version();
    for (const std::string& option : options()) {
        text += " " + option;
    }
    return text;
}

std::vector<unsigned char> RuntimeCompiler::compile(const std::string& source,
                                                    const std::string& name,
                                                    std::string* log) const {
    const CompiledProgram program(library_, source, name);
    const std::vector<std::string> texts = options();
    std::vector<const char*> pointers;
    for (const std::string& text : texts) {
        pointers.push_back(text.c_str());
    }
    const int result =
        library_.compile_program(program.get(), static_cast<int>(pointers.size()), pointers.data());
    const std::string said = program.log();
    if (log != nullptr) {
        *log = said;
    }
    constexpr int compilation_failed = 6;  // NVRTC_ERROR_COMPILATION
    if (result == compilation_failed) {
        const LoggedError error = first_error(said, name);
        throw ghost::CompileError(error.line, error.text, source);
    }
    program.check(result, "nvrtcCompileProgram");
    return program.image(target_.machine_code);
}

}  // namespace heatlab::cuda
