#include <bit>
#include <string>

#include "sim/io/npy.h"
#include "sim/io/npy_header.h"
#include "sim/io/output_file.h"

namespace heatlab {
namespace {

static_assert(std::endian::native == std::endian::little, "values are written as they lie");

/// Magic, version 1.0, length and dictionary, padded so that the values start at a multiple of 64.
std::string npy_preamble(GridSize grid) {
    std::string dictionary =
        "{'descr': '<f4', 'fortran_order': False, 'shape': " + shape_text(npy_shape(grid)) + ", }";
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

void write_npy(const std::filesystem::path& path, const Field& field) {
    const std::string preamble = npy_preamble(field.size());
    const auto cells = field.cells();
    OutputFile file(path);
    file.write(preamble.data(), preamble.size());
    file.write(cells.data(), cells.size_bytes());
    file.commit();
}

}  // namespace heatlab
