#include "app/share_folder.h"

#include <stdexcept>
#include <system_error>

namespace heatlab {

std::filesystem::path share_folder() {
    namespace fs = std::filesystem;
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    const fs::path share = program.parent_path().parent_path() / "share" / "heatlab";
    if (error || !fs::is_directory(share, error))
        throw std::runtime_error("the program's files were looked for in " + share.string() +
                                 " and are not there: build the target heatlab_share, or install");
    return share;
}

}  // namespace heatlab
