#pragma once

#include <cstddef>
#include <filesystem>

#include "app/command.h"
#include "app/snapshot.h"
#include "app/zones/zone_setting.h"

namespace heatlab {

/// What the files of `wanted` hold: of `read`, else of `known`, those of `before`, where these are
/// the same. Throws InputError (argument of the role) that names the file and what is wrong.
ZoneCells zone_cells_of(const ZoneSetting& wanted, const ZoneCells& read, const ZoneSetting& before,
                        const ZoneCells& known);

/// A setting that takes a file, which was read.
struct LoadedZoneFile {
    ZoneSetting setting;
    ZoneCells read;           ///< of that file alone
    bool lost_other = false;  ///< the other file was of another grid
};

/// `setting` with a file in a role (of zone_file_roles): open, with an application that takes such
/// files, and on a grid that it fills. Throws InputError as above.
LoadedZoneFile with_zone_file(ZoneSetting setting, std::size_t role,
                              const std::filesystem::path& file);

/// What was loaded, for a banner.
Notice loaded_notice(const LoadedZoneFile& loaded, const command::LoadZoneFile& wanted);

}  // namespace heatlab
