#include "app/folder_files.h"

#include <algorithm>
#include <cstdlib>
#include <system_error>

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

std::optional<fs::path> user_folder(const char* xdg, const char* below_home) {
    const auto absolute = [](const char* variable) {
        const char* value = std::getenv(variable);
        const fs::path path(value != nullptr ? value : "");
        return path.is_absolute() ? path : fs::path();
    };
    if (const fs::path folder = absolute(xdg); !folder.empty())
        return folder / "heatlab";
    if (const fs::path home = absolute("HOME"); !home.empty())
        return home / below_home / "heatlab";
    return std::nullopt;
}

std::vector<fs::path> asset_folders(const fs::path& share, const std::string& kind) {
    std::vector<fs::path> folders{share / "assets" / kind};
    if (const auto own = user_folder("XDG_CONFIG_HOME", ".config"))
        folders.push_back(*own / kind);
    return folders;
}

std::string without_argument(const InputError& problem) {
    return std::string(problem.what()).substr(problem.argument().size() + 1);
}

}  // namespace heatlab
