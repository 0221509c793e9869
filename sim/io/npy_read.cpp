#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <type_traits>

#include "sim/errors.h"
#include "sim/io/npy.h"
#include "sim/io/npy_header.h"
#include "sim/text.h"

namespace heatlab {
namespace {

constexpr std::uint32_t longest_header = 1 << 16;  // NumPy's own are about 118 bytes

[[noreturn]] void refuse(const std::filesystem::path& path, const std::string& reason) {
    throw InputError("--file", path.string(), reason);
}

std::ifstream open_file(const std::filesystem::path& path) {
    // A pipe would keep the program waiting.
    std::error_code unknown;
    if (std::filesystem::exists(path, unknown) && !std::filesystem::is_regular_file(path, unknown))
        refuse(path, "is no regular file");
    std::ifstream file(path, std::ios::binary);
    if (!file)
        refuse(path, std::string("cannot be opened: ") + std::strerror(errno));
    return file;
}

void read_bytes(std::ifstream& file, const std::filesystem::path& path, void* target,
                std::size_t bytes) {
    file.read(static_cast<char*>(target), static_cast<std::streamsize>(bytes));
    if (static_cast<std::size_t>(file.gcount()) != bytes)
        refuse(path, "ends too early");
}

NpyHeader read_header(std::ifstream& file, const std::filesystem::path& path) {
    static constexpr std::array<char, 6> magic = {'\x93', 'N', 'U', 'M', 'P', 'Y'};
    std::array<char, 8> start{};
    file.read(start.data(), start.size());
    if (file.gcount() != start.size() ||
        std::memcmp(start.data(), magic.data(), magic.size()) != 0) {
        refuse(path, "is not a NumPy file (.npy)");
    }
    const int version = static_cast<unsigned char>(start[6]);
    if (version < 1 || version > 3) {
        refuse(path, "has NumPy format " + std::to_string(version) + "; 1, 2 and 3 are known");
    }
    // The length is little-endian, 2 bytes in version 1 and 4 bytes later.
    std::array<unsigned char, 4> length_bytes{};
    read_bytes(file, path, length_bytes.data(), version == 1 ? 2 : 4);
    std::uint32_t length = 0;
    for (std::size_t i = 0; i < 4; ++i)
        length |= std::uint32_t{length_bytes[i]} << (8 * i);
    if (length > longest_header) {
        refuse(path, "has a damaged header: " + bytes_text(length) + " long");
    }
    std::string text(length, '\0');
    read_bytes(file, path, text.data(), text.size());
    try {
        return parse_npy_header(text);
    } catch (const std::invalid_argument& error) {
        refuse(path, error.what());
    }
}

/// Values of type Stored, a line at a time: rows in C order, columns in Fortran order.
template <typename Real, typename Stored>
BasicField<Real> read_values(std::ifstream& file, const std::filesystem::path& path, GridSize grid,
                             bool fortran_order) {
    BasicField<Real> field(grid);
    if constexpr (std::is_same_v<Stored, Real>) {
        if (!fortran_order) {
            read_bytes(file, path, field.cells().data(), field.cells().size_bytes());
            return field;
        }
    }
    const int lines = fortran_order ? grid.width : grid.rows();
    const int line_length = fortran_order ? grid.rows() : grid.width;
    // Down a column the slice runs fastest.
    const auto row_of = [&](int k) { return k % grid.depth * grid.height + k / grid.depth; };
    std::vector<Stored> line(static_cast<std::size_t>(line_length));
    for (int i = 0; i < lines; ++i) {
        read_bytes(file, path, line.data(), line.size() * sizeof(Stored));
        for (int k = 0; k < line_length; ++k) {
            const auto value = static_cast<Real>(line[static_cast<std::size_t>(k)]);
            (fortran_order ? field.at(row_of(k), i) : field.at(i, k)) = value;
        }
    }
    return field;
}

}  // namespace

GridSize npy_grid(const std::filesystem::path& path) {
    std::ifstream file = open_file(path);
    const NpyHeader header = read_header(file, path);
    constexpr std::uint64_t longest_side = 1 << 30;
    const auto is_side = [](std::uint64_t side) { return side >= 1 && side <= longest_side; };
    const std::size_t dimensions = header.shape.size();
    if (dimensions < 1 || dimensions > 3 || !std::ranges::all_of(header.shape, is_side))
        refuse(path, "has shape " + shape_text(header.shape) +
                         "; (cells,), (rows, columns) or (slices, rows, columns) is needed, each "
                         "from 1 to 1073741824");
    const auto side = [&](std::size_t from_last) {
        return static_cast<int>(header.shape[dimensions - 1 - from_last]);
    };
    if (dimensions == 1)
        return GridSize::line(side(0));
    if (dimensions == 2)
        return {side(0), side(1)};
    if (header.shape[0] * header.shape[1] > longest_side)
        refuse(path, "has shape " + shape_text(header.shape) +
                         "; slices times rows are at most 1073741824");
    return GridSize::box(side(0), side(1), side(2));
}

template <typename Real>
BasicField<Real> read_npy(const std::filesystem::path& path, GridSize grid) {
    std::ifstream file = open_file(path);
    const NpyHeader header = read_header(file, path);
    if (header.descr != "<f4" && header.descr != "<f8") {
        refuse(path, "holds values of type '" + header.descr +
                         "'; little-endian float32 ('<f4') or float64 ('<f8') is allowed");
    }
    const std::vector<std::uint64_t> wanted = npy_shape(grid);
    if (header.shape != wanted) {
        refuse(path, "has shape " + shape_text(header.shape) + "; the grid " + grid_text(grid) +
                         " needs shape " + shape_text(wanted));
    }
    // Checked before the field is allocated; the count fits because the grid's does.
    const std::uint64_t value_bytes = header.descr == "<f4" ? 4 : 8;
    const auto here = static_cast<std::uint64_t>(file.tellg());
    std::error_code unknown;
    const std::uint64_t size = std::filesystem::file_size(path, unknown);
    const auto needed = static_cast<std::uint64_t>(grid.cells()) * value_bytes;
    if (!unknown && size - here < needed) {
        refuse(path, "ends too early: shape " + shape_text(header.shape) + " needs " +
                         bytes_text(needed) + " of values, and there are " +
                         bytes_text(size - here));
    }
    return value_bytes == 4 ? read_values<Real, float>(file, path, grid, header.fortran_order)
                            : read_values<Real, double>(file, path, grid, header.fortran_order);
}

template Field read_npy(const std::filesystem::path&, GridSize);
template Field64 read_npy(const std::filesystem::path&, GridSize);

}  // namespace heatlab
