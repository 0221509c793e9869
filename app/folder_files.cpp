#include "app/folder_files.h"

#include <algorithm>
#include <system_error>

#include "app/preferences.h"

namespace heatlab {

namespace fs = std::filesystem;

std::vector<fs::path> files_in(const fs::path& folder, const std::string& extension) {
    std::vector<fs::path> files;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error))
        if (entry->path().extension() == extension)
            files.push_back(entry->path());
    std::ranges::sort(files);
    return files;
}

std::vector<fs::path> asset_folders(const fs::path& share, const std::string& kind) {
    std::vector<fs::path> folders{share / "assets" / kind};
    if (const auto preferences = preferences_path())
        folders.push_back(preferences->parent_path() / kind);
    return folders;
}

std::string without_argument(const InputError& problem) {
    return std::string(problem.what()).substr(problem.argument().size() + 1);
}

}  // namespace heatlab
