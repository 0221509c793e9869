#pragma once

#include <string>
#include <utility>

#include "app/settings.h"
#include "render/colormap.h"
#include "render/image.h"
#include "sim/field.h"

namespace heatlab {

// The field as a picture of one pixel a cell.

/// Values from the map's first colour, or black, to its last, or white.
struct PictureRange {
    double low = 0;
    double high = 1;  ///< above `low`

    friend bool operator==(const PictureRange&, const PictureRange&) = default;
};

/// What `setting` makes of the field's finite values: the locked range, the one that is symmetric
/// about zero, or from the smallest to the largest. Of at least length 1 where the values are all
/// the same.
PictureRange picture_range(const Field& field, const RangeSetting& setting);

/// Values outside the range have its ends' colours; cells that are no numbers are transparent.
Image coloured_picture(const Field& field, const ColorMap& map, const PictureRange& range);
/// The same in grey, linear.
GreyImage grey_picture(const Field& field, const PictureRange& range);

/// For a picture's text chunks: what its darkest and brightest pixels stand for.
std::pair<std::string, std::string> range_text(const PictureRange& range);

}  // namespace heatlab
