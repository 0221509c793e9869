#include <bit>
#include <string>

#include "sim/io/npy.h"
#include "sim/io/npy_header.h"
#include "sim/io/output_file.h"

namespace heatlab {
namespace {

static_assert(std::endian::native == std::endian::little, "values are written as they lie");

/// Magic, version 1.0, length and dictionary, padded so that the values start at a multiple of 64.
std::string npy_preamble(GridSize grid, CellType type) {
    std::string dictionary = "{'descr': '<f" + std::to_string(bytes_of(type)) +
                             "', 'fortran_order': False, 'shape': " + shape_text(npy_shape(grid)) +
                             ", }";
    constexpr std::size_t before_dictionary = 10;
    const std::size_t unpadded = before_dictionary + dictionary.size() + 1;
    dictionary.append((64 - unpadded % 64) % 64, ' ');
    dictionary += '\n';
    std::string preamble("\x93NUMPY\x01\x00", 8);
    preamble += static_cast<char>(dictionary.size() & 0xff);
    preamble += static_cast<char>(dictionary.size() >> 8);
    return preamble + dictionary;
}

}  // namespace

template <typename Real>
void write_npy(const std::filesystem::path& path, const BasicField<Real>& field) {
    const std::string preamble = npy_preamble(field.size(), cell_type_of<Real>());
    const auto cells = field.cells();
    OutputFile file(path);
    file.write(preamble.data(), preamble.size());
    file.write(cells.data(), cells.size_bytes());
    file.commit();
}

template void write_npy(const std::filesystem::path&, const Field&);
template void write_npy(const std::filesystem::path&, const Field64&);

}  // namespace heatlab
