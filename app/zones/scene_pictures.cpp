#include "app/zones/scene_pictures.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "sim/ghost/application.h"
#include "sim/ghost/reference.h"

namespace heatlab {
namespace {

constexpr int most_texels = 1024;       ///< a side, of a plane
constexpr int most_line_texels = 1024;  ///< of a row
constexpr int history_rows = 256;
/// Beyond it the middle slice stands for all.
constexpr std::int64_t most_volume_cells = std::int64_t{160} * 160 * 160;

std::vector<float> to_floats(const ghost::Cells& cells) {
    return std::visit(
        [](const auto& values) { return std::vector<float>(values.begin(), values.end()); }, cells);
}

/// What a block of cells amounts to; see BlockTexel. No checkerboards are looked for.
BlockTexel reduced(const std::vector<float>& values, GridSize grid, const CellRect& block) {
    double sum = 0;
    float least = std::numeric_limits<float>::infinity();
    float most = -least;
    std::int64_t finite = 0;
    float strange = 0;
    for (int row = block.row; row < block.row + block.height; ++row)
        for (int col = block.col; col < block.col + block.width; ++col) {
            const float value =
                values[static_cast<std::size_t>(row) * static_cast<std::size_t>(grid.width) +
                       static_cast<std::size_t>(col)];
            if (!std::isfinite(value)) {
                strange = std::isnan(strange) ? strange : value;
                continue;
            }
            sum += static_cast<double>(value);
            least = std::min(least, value);
            most = std::max(most, value);
            ++finite;
        }
    const float mean = finite > 0 ? static_cast<float>(sum / static_cast<double>(finite)) : 0;
    return {strange != 0 ? strange : mean, finite > 0 ? least : 0, finite > 0 ? most : 0, 0};
}

/// `values` of a grid of two dimensions, or one row of it, in at most most_texels a side.
std::shared_ptr<FieldPicture> plane_picture(const std::vector<float>& values, GridSize grid) {
    PictureRequest request;
    request.visible = {0, 0, grid.width, grid.height};
    request.max_width = most_texels;
    request.max_height = most_texels;
    auto picture = std::make_shared<FieldPicture>(blank_picture(grid, request));
    if (picture->block == 1) {
        picture->texels = values;
        return picture;
    }
    picture->texels.reserve(4ull * static_cast<std::size_t>(picture->width) *
                            static_cast<std::size_t>(picture->height));
    const int block = picture->block;
    for (int row = 0; row < picture->height; ++row)
        for (int col = 0; col < picture->width; ++col) {
            const CellRect cells{col * block, row * block,
                                 std::min(block, grid.width - col * block),
                                 std::min(block, grid.height - row * block)};
            const BlockTexel texel = reduced(values, grid, cells);
            picture->texels.insert(picture->texels.end(),
                                   {texel.mean, texel.minimum, texel.maximum, texel.alternating});
        }
    return picture;
}

/// Texels of whole cells, row by row.
std::shared_ptr<FieldPicture> texel_picture(std::vector<float> texels, int width) {
    auto picture = std::make_shared<FieldPicture>();
    const int height = static_cast<int>(texels.size() / static_cast<std::size_t>(width));
    picture->grid = {width, height};
    picture->cells = {0, 0, width, height};
    picture->width = width;
    picture->height = height;
    picture->texels = std::move(texels);
    return picture;
}

/// A row in at most most_line_texels: means of equal stretches.
std::vector<float> line_texels(std::span<const float> row) {
    const std::size_t stretch = (row.size() + most_line_texels - 1) / most_line_texels;
    std::vector<float> texels;
    for (std::size_t begin = 0; begin < row.size(); begin += stretch) {
        const std::size_t end = std::min(row.size(), begin + stretch);
        double sum = 0;
        for (std::size_t i = begin; i < end; ++i)
            sum += static_cast<double>(row[i]);
        texels.push_back(static_cast<float>(sum / static_cast<double>(end - begin)));
    }
    return texels;
}

std::vector<float> middle_slice(const std::vector<float>& values, GridSize grid) {
    const auto cells = static_cast<std::ptrdiff_t>(std::int64_t{grid.width} * grid.height);
    const auto begin = values.begin() + cells * (grid.depth / 2);
    return {begin, begin + cells};
}

}  // namespace

ScenePictures::ScenePictures(const ghost::Problem& problem)
    : problem_(problem), source_(to_floats(problem.source)) {}

void ScenePictures::restart() {
    cells_range_ = {};
    beside_range_ = {};
    history_.clear();
    front_.reset();
    last_step_ = 0;
}

void ScenePictures::Range::add(const std::vector<float>& values) {
    for (const float value : values)
        if (std::isfinite(value)) {
            low = std::min(low, value);
            high = std::max(high, value);
        }
}

void ScenePictures::set_range(ScenePicture& picture, const std::vector<float>& values,
                              Range& range) {
    range.add(values);
    show_range(picture, range);
}

void ScenePictures::follow_range(ScenePicture& picture, const std::vector<float>& values,
                                 Range& range) {
    Range now;
    now.add(values);
    range.add(values);
    if (!(now.low <= now.high))  // no number is left
        return show_range(picture, range);
    const float margin = (now.high - now.low) / 2;
    show_range(picture,
               {std::max(range.low, now.low - margin), std::min(range.high, now.high + margin)});
}

void ScenePictures::show_range(ScenePicture& picture, const Range& range) {
    if (!(range.low <= range.high))
        return;
    picture.low = static_cast<double>(range.low);
    picture.high = static_cast<double>(range.high);
    if (picture.colours == SceneColours::balanced) {
        picture.high = std::max(std::abs(picture.low), std::abs(picture.high));
        picture.low = -picture.high;
    }
    if (!(picture.high > picture.low))
        picture.high = picture.low + 1;
}

ScenePicture ScenePictures::plane(const std::vector<float>& values, GridSize grid,
                                  std::int64_t step, Range& range) {
    ScenePicture shown;
    auto picture = plane_picture(values, grid);
    picture->step = step;
    picture->serial = ++serial_;
    shown.picture = std::move(picture);
    follow_range(shown, values, range);
    return shown;
}

ScenePicture ScenePictures::rows_so_far(const std::vector<float>& values, std::int64_t step) {
    const std::vector<float> row = line_texels(values);
    history_width_ = static_cast<int>(row.size());
    history_.insert(history_.end(), row.begin(), row.end());
    const auto most = static_cast<std::ptrdiff_t>(history_rows) * history_width_;
    if (const auto size = static_cast<std::ptrdiff_t>(history_.size()); size > most)
        history_.erase(history_.begin(), history_.begin() + (size - most));
    // As long as few rows are there, the first ones fill the picture's height.
    std::vector<float> texels = history_;
    while (static_cast<std::ptrdiff_t>(texels.size()) < most)
        texels.insert(texels.end(), row.begin(), row.end());
    ScenePicture shown;
    auto picture = texel_picture(std::move(texels), history_width_);
    picture->step = step;
    picture->serial = ++serial_;
    shown.picture = std::move(picture);
    set_range(shown, row, cells_range_);
    return shown;
}

ScenePicture ScenePictures::volume(std::vector<float> values, std::int64_t step) {
    ScenePicture shown;
    follow_range(shown, values, cells_range_);
    const GridSize grid = problem_.grid;
    auto picture = std::make_shared<FieldPicture>();
    picture->grid = {grid.width, grid.height};
    picture->slices = grid.depth;
    picture->cells = {0, 0, grid.width, grid.height};
    picture->width = grid.width;
    picture->height = grid.rows();
    picture->step = step;
    picture->serial = ++serial_;
    picture->texels = std::move(values);
    shown.picture = std::move(picture);
    return shown;
}

std::vector<float> ScenePictures::residual(const std::vector<float>& values) const {
    ghost::Problem now = problem_;
    now.start = values;
    std::vector<float> next = to_floats(ghost::reference_after(now, 1));
    for (std::size_t i = 0; i < next.size(); ++i)
        next[i] -= values[i];
    return next;
}

std::vector<ScenePicture> ScenePictures::wall(const std::vector<float>& values, std::int64_t step) {
    const int rows = problem_.source_rows;
    std::vector<float> row = line_texels(values);
    const int width = static_cast<int>(row.size());
    const float least = *std::ranges::min_element(row);
    for (float& cost : row)
        cost -= least;
    if (history_width_ != width || history_.empty()) {
        history_width_ = width;
        history_.assign(static_cast<std::size_t>(rows) * static_cast<std::size_t>(width), 0);
    }
    // The launch filled all rows since the last picture; what is known of them is how it ended.
    const std::int64_t first = std::max(last_step_, step - rows);
    for (std::int64_t filled = first; filled < step; ++filled)
        std::ranges::copy(row, history_.begin() + (filled % rows) * width);
    last_step_ = step;
    front_ = step > 0 && step % rows == 0 ? rows : static_cast<int>(step % rows);

    ScenePicture costs;
    auto picture = texel_picture(history_, width);
    picture->step = step;
    picture->serial = ++serial_;
    costs.picture = std::move(picture);
    set_range(costs, row, cells_range_);
    if (!fixed_) {
        std::vector<float> texels;
        for (int i = 0; i < rows; ++i) {
            const auto grid_width = static_cast<std::size_t>(problem_.grid.width);
            const std::vector<float> part = line_texels(
                std::span(source_).subspan(static_cast<std::size_t>(i) * grid_width, grid_width));
            texels.insert(texels.end(), part.begin(), part.end());
        }
        auto fixed = texel_picture(std::move(texels), width);
        fixed->serial = ++serial_;
        fixed_ = std::move(fixed);
        for (const float value : fixed_->texels) {
            beside_range_.low = std::min(beside_range_.low, value);
            beside_range_.high = std::max(beside_range_.high, value);
        }
    }
    ScenePicture ahead;
    ahead.picture = fixed_;
    ahead.colours = SceneColours::grey;
    ahead.low = static_cast<double>(beside_range_.low);
    ahead.high = static_cast<double>(beside_range_.high);
    return {costs, ahead};
}

std::vector<ScenePicture> ScenePictures::take(const ghost::Cells& cells, std::int64_t step) {
    const ghost::Application& application = *problem_.application;
    std::vector<float> values = to_floats(cells);
    // Before the values go into a picture.
    const std::vector<float> change =
        application.beside == ghost::Beside::residual ? residual(values) : std::vector<float>{};
    std::vector<ScenePicture> shown;
    if (application.source == ghost::SourceKind::per_step) {
        shown = wall(values, step);
    } else if (problem_.grid.dimensions == 1) {
        shown.push_back(rows_so_far(values, step));
    } else if (problem_.grid.dimensions == 2) {
        shown.push_back(plane(values, problem_.grid, step, cells_range_));
    } else if (problem_.grid.cells() <= most_volume_cells) {
        shown.push_back(volume(std::move(values), step));
    } else {
        shown.push_back(plane(middle_slice(values, problem_.grid),
                              {problem_.grid.width, problem_.grid.height}, step, cells_range_));
    }
    shown.front().title = application.cells_name;
    shown.front().unit = application.cells_unit;
    if (application.source == ghost::SourceKind::per_step) {
        shown.back().title = application.source_name;
        shown.back().unit = application.source_unit;
    } else if (application.beside == ghost::Beside::source) {
        if (!fixed_)
            fixed_ = plane(source_, problem_.grid, 0, beside_range_).picture;
        ScenePicture source;
        source.picture = fixed_;
        source.title = application.source_name;
        source.unit = application.source_unit;
        set_range(source, source_, beside_range_);
        shown.push_back(std::move(source));
    } else if (application.beside == ghost::Beside::residual) {
        beside_range_ = {};
        ScenePicture left;
        left.colours = SceneColours::balanced;
        auto picture = plane_picture(change, problem_.grid);
        picture->step = step;
        picture->serial = ++serial_;
        left.picture = std::move(picture);
        left.title = "change of the next step";
        set_range(left, change, beside_range_);
        shown.push_back(std::move(left));
    }
    return shown;
}

}  // namespace heatlab
