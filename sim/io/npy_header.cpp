#include "sim/io/npy_header.h"

#include <charconv>
#include <stdexcept>

namespace heatlab {
namespace {

/// Reads the few Python literals that such a header is made of.
class Scanner {
public:
    explicit Scanner(std::string_view text) : text_(text) {}

    bool accept(char wanted) {
        skip_space();
        if (text_.empty() || text_.front() != wanted)
            return false;
        text_.remove_prefix(1);
        return true;
    }

    void expect(char wanted) {
        if (!accept(wanted)) {
            fail(std::string("has a damaged header: '") + wanted + "' is missing");
        }
    }

    std::string string() {
        skip_space();
        const char quote = text_.empty() ? '\0' : text_.front();
        const auto end = quote == '\'' || quote == '"' ? text_.find(quote, 1) : text_.npos;
        if (end == text_.npos)
            fail("has a damaged header: a quoted text is missing");
        std::string result(text_.substr(1, end - 1));
        text_.remove_prefix(end + 1);
        return result;
    }

    bool boolean() {
        skip_space();
        for (const bool value : {false, true}) {
            const std::string_view word = value ? "True" : "False";
            if (text_.substr(0, word.size()) == word) {
                text_.remove_prefix(word.size());
                return value;
            }
        }
        fail("has a damaged header: fortran_order is neither True nor False");
    }

    std::uint64_t number() {
        skip_space();
        std::uint64_t value = 0;
        const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), value);
        if (error != std::errc())
            fail("has a damaged header: the shape is not made of numbers");
        text_.remove_prefix(static_cast<std::size_t>(end - text_.data()));
        return value;
    }

    bool at_end() {
        skip_space();
        return text_.empty();
    }

    [[noreturn]] static void fail(const std::string& what) { throw std::invalid_argument(what); }

private:
    void skip_space() {
        const auto start = text_.find_first_not_of(" \t\r\n");
        text_.remove_prefix(start == text_.npos ? text_.size() : start);
    }

    std::string_view text_;
};

std::vector<std::uint64_t> parse_shape(Scanner& scanner) {
    std::vector<std::uint64_t> shape;
    scanner.expect('(');
    while (!scanner.accept(')')) {
        shape.push_back(scanner.number());
        if (!scanner.accept(',')) {
            scanner.expect(')');
            break;
        }
    }
    return shape;
}

std::string parse_descr(Scanner& scanner) {
    if (scanner.accept('['))
        Scanner::fail("holds records; float32 or float64 is allowed");
    return scanner.string();
}

}  // namespace

NpyHeader parse_npy_header(std::string_view text) {
    NpyHeader header;
    bool has_descr = false;
    bool has_order = false;
    bool has_shape = false;
    Scanner scanner(text);
    scanner.expect('{');
    while (!scanner.accept('}')) {
        const std::string key = scanner.string();
        scanner.expect(':');
        if (key == "descr") {
            header.descr = parse_descr(scanner);
            has_descr = true;
        } else if (key == "fortran_order") {
            header.fortran_order = scanner.boolean();
            has_order = true;
        } else if (key == "shape") {
            header.shape = parse_shape(scanner);
            has_shape = true;
        } else {
            Scanner::fail("has a damaged header: unknown key '" + key + "'");
        }
        if (!scanner.accept(',')) {
            scanner.expect('}');
            break;
        }
    }
    if (!scanner.at_end())
        Scanner::fail("has a damaged header: text after its end");
    if (!has_descr || !has_order || !has_shape) {
        Scanner::fail("has a damaged header: descr, fortran_order or shape is missing");
    }
    return header;
}

std::vector<std::uint64_t> npy_shape(GridSize grid) {
    std::vector<std::uint64_t> shape;
    if (grid.dimensions > 2)
        shape.push_back(static_cast<std::uint64_t>(grid.depth));
    if (grid.dimensions > 1)
        shape.push_back(static_cast<std::uint64_t>(grid.height));
    shape.push_back(static_cast<std::uint64_t>(grid.width));
    return shape;
}

std::string shape_text(const std::vector<std::uint64_t>& shape) {
    std::string text = "(";
    for (std::size_t i = 0; i < shape.size(); ++i) {
        text += (i == 0 ? "" : ", ") + std::to_string(shape[i]);
    }
    return text + (shape.size() == 1 ? ",)" : ")");
}

}  // namespace heatlab
