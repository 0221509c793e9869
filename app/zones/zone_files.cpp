#include "app/zones/zone_files.h"

#include <algorithm>

namespace heatlab {

std::size_t zone_file_role(const std::filesystem::path& file,
                           const ghost::Application& application) {
    const std::string name = file.filename().string();
    return name.find(application.source_name) != std::string::npos ? 1 : 0;
}

const ghost::Application& application_with_files() {
    return *std::ranges::find_if(ghost::application_table(), &ghost::Application::text_files);
}

}  // namespace heatlab
