#include "app/recording/png_sequence.h"

#include <array>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heatlab {
namespace {

namespace fs = std::filesystem;

bool is_frame(const fs::path& file) {
    const std::string name = file.stem().string();
    constexpr std::string_view prefix = "frame-";
    constexpr std::size_t fewest_digits = 6;
    return file.extension() == ".png" && name.starts_with(prefix) &&
           name.size() >= prefix.size() + fewest_digits &&
           name.find_first_not_of("0123456789", prefix.size()) == std::string::npos;
}

}  // namespace

PngSequence::PngSequence(fs::path folder) : folder_(std::move(folder)) {
    try {
        fs::create_directory(folder_);
        std::vector<fs::path> earlier;
        for (const fs::directory_entry& entry : fs::directory_iterator(folder_)) {
            if (!is_frame(entry.path()))
                throw RecordingError(folder_.string() + " holds " +
                                     entry.path().filename().string() +
                                     ", which is no frame of a recording; choose another name");
            earlier.push_back(entry.path());
        }
        for (const fs::path& frame : earlier)
            fs::remove(frame);
    } catch (const fs::filesystem_error& error) {
        throw RecordingError(folder_.string() + " cannot be used: " + error.code().message());
    }
}

void PngSequence::write(const Image& frame) {
    std::array<char, 32> name{};
    std::snprintf(name.data(), name.size(), "frame-%06d.png", frames_ + 1);
    const fs::path file = folder_ / name.data();
    try {
        write_png(file, frame);
        bytes_ += fs::file_size(file);
    } catch (const std::exception& error) {
        throw RecordingError(std::string(error.what()) + ". " + std::to_string(frames_) +
                             " frames are in " + folder_.string());
    }
    ++frames_;
}

}  // namespace heatlab
