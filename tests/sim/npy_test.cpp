#include "sim/io/npy.h"

#include <cmath>
#include <cstring>
#include <limits>

#include "sim/initial_field.h"
#include "sim/io/npy_header.h"
#include "tests/sim/test_support.h"

namespace heatlab {
namespace {

using test::read_bytes;
using test::refusal;
using test::TemporaryFolder;
using test::write_bytes;

/// A file as NumPy writes it, put together by hand.
std::string npy_file(std::string dictionary, const std::string& values, char version = 1) {
    std::string bytes("\x93NUMPY", 6);
    bytes += version;
    bytes += '\0';
    dictionary += '\n';
    const std::size_t length_bytes = version == 1 ? 2 : 4;
    for (std::size_t i = 0; i < length_bytes; ++i) {
        bytes += static_cast<char>(dictionary.size() >> (8 * i) & 0xff);
    }
    return bytes + dictionary + values;
}

template <typename Value>
std::string bytes_of(const std::vector<Value>& values) {
    std::string bytes(values.size() * sizeof(Value), '\0');
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}

Field counting(GridSize grid) {
    Field field(grid);
    float next = 0.25f;
    for (float& cell : field.cells())
        cell = next++;
    return field;
}

TEST(WriteNpy, WritesNumPysFormat10) {
    const TemporaryFolder folder;
    const auto path = folder.file("field.npy");
    write_npy(path, counting({3, 2}));
    std::string expected("\x93NUMPY\x01\x00\x76\x00", 10);
    expected += "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }";
    expected.resize(127, ' ');
    expected += '\n';
    expected += bytes_of<float>({0.25f, 1.25f, 2.25f, 3.25f, 4.25f, 5.25f});
    EXPECT_EQ(read_bytes(path), expected);
}

TEST(WriteNpy, LeavesNothingElseBehind) {
    const TemporaryFolder folder;
    write_npy(folder.file("a.npy"), counting({3, 2}));
    write_npy(folder.file("a.npy"), counting({4, 2}));
    const auto entries = std::distance(std::filesystem::directory_iterator(folder.path()), {});
    EXPECT_EQ(entries, 1);
    EXPECT_EQ(read_npy(folder.file("a.npy"), {4, 2}).at(1, 3), 7.25f);
}

TEST(WriteNpy, SaysWhyItCannotWrite) {
    const TemporaryFolder folder;
    const auto words = [&](const std::filesystem::path& path) -> std::string {
        try {
            write_npy(path, counting({3, 2}));
        } catch (const std::runtime_error& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_CONTAINS(words(folder.file("none/field.npy")),
                    "none/field.npy cannot be written: No such");
    EXPECT_CONTAINS(words(folder.path()), "cannot be written: ");
    EXPECT_CONTAINS(words("/dev/full"), "/dev/full cannot be written: No space left");
    EXPECT_EQ(words("/dev/null"), "");
    EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST(ReadNpy, ReturnsWhatWasWrittenToTheBit) {
    const TemporaryFolder folder;
    Field field = counting({5, 4});
    field.at(0, 1) = std::numeric_limits<float>::quiet_NaN();
    field.at(0, 2) = -std::numeric_limits<float>::infinity();
    field.at(0, 3) = std::numeric_limits<float>::denorm_min();
    field.at(0, 4) = -0.0f;
    write_npy(folder.file("field.npy"), field);
    const Field back = read_npy(folder.file("field.npy"), {5, 4});
    EXPECT_EQ(std::memcmp(back.cells().data(), field.cells().data(), field.cells().size_bytes()),
              0);
}

TEST(ReadNpy, KnowsBothOrdersTypesAndAllVersions) {
    const TemporaryFolder folder;
    const auto path = folder.file("field.npy");
    for (const char version : {'\1', '\2', '\3'}) {
        for (const bool fortran : {false, true}) {
            for (const bool wide : {false, true}) {
                const std::vector<float> c_order = {1, 2, 3, 4, 5, 6};
                const std::vector<float> fortran_order = {1, 4, 2, 5, 3, 6};
                const auto& values = fortran ? fortran_order : c_order;
                const std::string dictionary =
                    std::string("{'shape': (2, 3), 'descr': \"") + (wide ? "<f8" : "<f4") +
                    "\", 'fortran_order': " + (fortran ? "True" : "False") + "}";
                write_bytes(path, npy_file(dictionary,
                                           wide ? bytes_of<double>({values.begin(), values.end()})
                                                : bytes_of(values),
                                           version));
                const Field field = read_npy(path, {3, 2});
                for (int i = 0; i < 6; ++i)
                    ASSERT_EQ(field.at(i / 3, i % 3), static_cast<float>(i + 1));
            }
        }
    }
}

TEST(ReadNpy, RefusesOtherShapesAndTypesInWords) {
    const TemporaryFolder folder;
    const auto path = folder.file("field.npy");
    const auto words = [&](const std::string& descr, const std::string& shape) {
        write_bytes(path, npy_file("{'descr': '" + descr +
                                       "', 'fortran_order': False, 'shape': " + shape + ", }",
                                   std::string(64, '\0')));
        return refusal([&] { read_npy(path, {3, 2}); });
    };
    EXPECT_EQ(words("<f4", "(3, 2)"),
              "--file " + path.string() + ": has shape (3, 2); the grid 3x2 needs shape (2, 3)");
    EXPECT_CONTAINS(words("<f4", "(6,)"), "has shape (6,)");
    EXPECT_CONTAINS(words("<f4", "()"), "has shape ()");
    EXPECT_CONTAINS(words("<f4", "(1, 2, 3)"), "has shape (1, 2, 3)");
    EXPECT_CONTAINS(words("<f4", "(18446744073709551615, 18446744073709551615)"), "has shape (184");
    EXPECT_CONTAINS(words("<i4", "(2, 3)"), "type '<i4'; little-endian float32 ('<f4') or float64");
    EXPECT_CONTAINS(words(">f4", "(2, 3)"), "type '>f4'");
    EXPECT_CONTAINS(words("<f4", "(99999999999999999999, 3)"), "not made of numbers");
    EXPECT_CONTAINS(words("<f4", "(-2, 3)"), "not made of numbers");
}

TEST(ReadNpy, RefusesDamagedFilesInWords) {
    const TemporaryFolder folder;
    const auto path = folder.file("field.npy");
    const auto words = [&](const std::string& bytes) {
        write_bytes(path, bytes);
        return refusal([&] { read_npy(path, {3, 2}); });
    };
    const std::string good_header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }";
    const std::string good = npy_file(good_header, std::string(24, '\0'));
    EXPECT_EQ(words(good), "");
    EXPECT_CONTAINS(words(""), "is not a NumPy file");
    EXPECT_CONTAINS(words("hello, this is text"), "is not a NumPy file");
    EXPECT_CONTAINS(words(npy_file(good_header, "", 9)), "NumPy format 9");
    EXPECT_CONTAINS(words(good.substr(0, good.size() - 1)),
                    "ends too early: shape (2, 3) needs 24");
    // Cut anywhere, it is refused and nothing breaks.
    for (std::size_t length = 0; length < good.size(); ++length) {
        ASSERT_NE(words(good.substr(0, length)), "") << length;
    }
    EXPECT_CONTAINS(words(npy_file(good_header, "", 2).replace(8, 4, "\xff\xff\xff\xff", 4)),
                    "damaged header: 4294967295 bytes");
    for (const char* header :
         {"", "{", "{'descr'", "{'descr': '<f4'}", "{'descr': '<f4, 'fortran_order': False}",
          "{'descr': '<f4', 'fortran_order': Maybe, 'shape': (2, 3)}",
          "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3}",
          "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3)} more",
          "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), 'x': 1}",
          "['descr', '<f4']"}) {
        EXPECT_CONTAINS(words(npy_file(header, std::string(24, '\0'))), "damaged header") << header;
    }
    EXPECT_CONTAINS(words(npy_file("{'descr': [('a', '<f4')], 'fortran_order': False, "
                                   "'shape': (2, 3)}",
                                   std::string(24, '\0'))),
                    "holds records");
    EXPECT_CONTAINS(refusal([&] {
                        read_npy(folder.file("missing.npy"), {3, 2});
                    }),
                    "cannot be opened: No such file");
}

TEST(FileField, TakesAnArrayWithItsRing) {
    const TemporaryFolder folder;
    write_npy(folder.file("field"), counting({4, 3}));
    InitialFieldSpec spec;
    spec.name = "file";
    spec.file = folder.file("field");
    EXPECT_EQ(make_initial_field({4, 3}, spec, std::nullopt).at(0, 0), 0.25f);
    EXPECT_EQ(make_initial_field({4, 3}, spec, Walls{}).at(0, 0), 0.0f);
    EXPECT_EQ(make_initial_field({4, 3}, spec, Walls{}).at(1, 1), 5.25f);
    spec.amplitude = 2.0;
    EXPECT_EQ(make_initial_field({4, 3}, spec, std::nullopt).at(0, 0), 0.5f);
}

TEST(FileField, RefusesWhatIsNoPictureAndNoArray) {
    const TemporaryFolder folder;
    InitialFieldSpec spec;
    spec.name = "file";
    const auto words = [&] {
        return refusal([&] { make_initial_field({4, 3}, spec, std::nullopt); });
    };
    EXPECT_CONTAINS(words(), "--file (none): ");
    spec.file = folder.file("nothing");
    EXPECT_CONTAINS(words(), "cannot be opened");
    write_bytes(spec.file, "plain text");
    EXPECT_CONTAINS(words(), "neither a PNG picture nor a NumPy array");
    write_bytes(spec.file, "");
    EXPECT_CONTAINS(words(), "neither a PNG picture nor a NumPy array");
    spec.file = folder.path();
    EXPECT_CONTAINS(words(), "is a folder");
}

}  // namespace
}  // namespace heatlab
