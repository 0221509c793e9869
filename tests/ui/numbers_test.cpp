// Numbers beside the colour bar and as they are typed, and how texts are measured.
#include "app/ui/field_numbers.h"

#include <cmath>
#include <limits>
#include <set>

#include "app/share_folder.h"
#include "app/ui/colour_bar.h"
#include "app/ui/look.h"
#include "app/ui/widgets/number_field.h"
#include "tests/ui/interface_fixture.h"

namespace heatlab {
namespace {

struct Range {
    double low;
    double high;
};

/// Of every kind: both signs, one sign, near and far from 0, as small and as large as float32 goes.
std::vector<Range> many_ranges() {
    std::vector<Range> ranges{
        {0, 1},          {-1, 1},         {-5e10, 4.5e10},  {0.99998, 1},    {0, 5000},
        {-2000, 2000},   {9990, 9990.01}, {-1000.5, -1000}, {-0.5, 0.05},    {-1.5e38, 1.5e38},
        {-1e-37, 1e-37}, {0, 99999},      {0, 100000},      {0.001, 0.0011}, {-99999.5, -99999.4}};
    // Nearly constant: as close together as float32 has them.
    for (const float value : {323.0f, 323.829814f, 0.1f, 1e-30f, 7.12345e37f, 1.0f, 99999.5f,
                              2.8e-3f, 16777216.0f, 1e-5f}) {
        const double low = static_cast<double>(value);
        for (const int steps : {2, 100}) {
            double high = low;
            for (int i = 0; i < steps; ++i)
                high = static_cast<double>(std::nextafter(static_cast<float>(high), INFINITY));
            ranges.push_back({low, high});
            ranges.push_back({-high, -low});
        }
    }
    for (int exponent = -37; exponent <= 37; ++exponent) {
        const double power = std::pow(10.0, exponent);
        ranges.push_back({0, 2 * power});
        ranges.push_back({-3.3 * power, power});
        ranges.push_back({7 * power, 8 * power});
    }
    return ranges;
}

std::vector<std::string> labels_of(const Range& range) {
    const ui::BarScale scale = ui::bar_scale(range.low, range.high);
    std::vector<std::string> labels;
    for (int i = 0; i < 5; ++i)
        labels.push_back(ui::bar_number(range.low + (range.high - range.low) * i / 4, scale));
    return labels;
}

TEST(BarNumbers, AreShortAndWhatTheySay) {
    using Words = std::vector<std::string>;
    EXPECT_EQ(labels_of({0, 1}), (Words{"0.00", "0.25", "0.50", "0.75", "1.00"}));
    EXPECT_TRUE(ui::bar_captions(ui::bar_scale(0, 1)).empty());
    EXPECT_EQ(labels_of({-1, 1}), (Words{"−1.00", "−0.50", "0", "+0.50", "+1.00"}));
    EXPECT_EQ(labels_of({-6e10, 2e10}), (Words{"−6.00", "−4.00", "−2.00", "0", "+2.00"}));
    EXPECT_EQ(ui::bar_captions(ui::bar_scale(-6e10, 2e10)), (Words{"×\u200910¹⁰"}));
    EXPECT_EQ(labels_of({0.99998, 1}), (Words{"0.00", "0.50", "1.00", "1.50", "2.00"}));
    EXPECT_EQ(ui::bar_captions(ui::bar_scale(0.99998, 1)),
              (Words{"×\u200910⁻⁵", "+\u20090.99998"}));
    EXPECT_EQ(labels_of({0, 20000}),
              (Words{"0", "5\u2009000", "10\u2009000", "15\u2009000", "20\u2009000"}));
}

/// What the lines below a bar say is to be added.
double offset_of(const std::vector<std::string>& captions) {
    const auto power_of = [](const std::string& line) {
        for (int exponent = -40; exponent <= 40; ++exponent)
            if (line == "×\u200910" + ui::superscript(exponent))
                return exponent;
        return 0;
    };
    for (std::size_t i = 0; i < captions.size(); ++i) {
        const bool less = captions[i].starts_with("−\u2009");
        if (!less && !captions[i].starts_with("+\u2009"))
            continue;
        const std::string number = captions[i].substr(captions[i].find("\u2009") + 3);
        const int exponent = i + 1 < captions.size() ? power_of(captions[i + 1]) : 0;
        return (less ? -1 : 1) * ui::parse_number(number).value_or(NAN) * std::pow(10.0, exponent);
    }
    return 0;
}

TEST(BarNumbers, GiveTheValuesBack) {
    for (const Range& range : many_ranges()) {
        const ui::BarScale scale = ui::bar_scale(range.low, range.high);
        const double power = std::pow(10.0, scale.exponent);
        const std::vector<std::string> labels = labels_of(range);
        EXPECT_NEAR(offset_of(ui::bar_captions(scale)), scale.offset,
                    1e-13 * std::abs(scale.offset))
            << range.low << " to " << range.high;
        EXPECT_EQ(std::set<std::string>(labels.begin(), labels.end()).size(), 5u)
            << range.low << " to " << range.high;
        for (int i = 0; i < 5; ++i) {
            const double value = range.low + (range.high - range.low) * i / 4;
            const std::optional<double> read =
                ui::parse_number(labels[static_cast<std::size_t>(i)]);
            ASSERT_TRUE(read.has_value()) << labels[static_cast<std::size_t>(i)];
            EXPECT_NEAR(scale.offset + *read * power, value,
                        0.51 * std::pow(10.0, -scale.decimals) * power + 1e-12 * std::abs(value))
                << range.low << " to " << range.high;
        }
    }
}

TEST(BarNumbers, AnEmptyRangeIsNoTrap) {
    for (const double value : {0.0, 1.0, -3e30, 1e-30, 323.0, 0.5, -99999.5, 123456.0}) {
        const ui::BarScale scale = ui::bar_scale(value, value);
        const auto read = ui::parse_number(ui::bar_number(value, scale));
        ASSERT_TRUE(read) << value;
        EXPECT_NEAR(scale.offset + *read * std::pow(10.0, scale.exponent), value,
                    1e-3 * std::abs(value))
            << value;
    }
    EXPECT_EQ(ui::bar_number(323, ui::bar_scale(323, 323)), "323.0");
    EXPECT_TRUE(ui::bar_captions(ui::bar_scale(323, 323)).empty());
}

TEST(TypedNumbers, AreReadAsPeopleWriteThem) {
    EXPECT_EQ(ui::parse_number("1/8"), 0.125);
    EXPECT_EQ(ui::parse_number(" 16\u2009384 "), 16384);
    EXPECT_EQ(ui::parse_number("1.0e−4"), 1e-4);
    EXPECT_EQ(ui::parse_number("+2 ms", "ms"), 2);
    for (const char* text : {"", "-", "1/0", "1//2", "2,5", "r", "0x10", "1e"})
        EXPECT_FALSE(ui::parse_number(text).has_value()) << text;
    EXPECT_TRUE(std::isnan(ui::parse_number("nan").value_or(0)));  // the session refuses it by name
}

class TextTest : public InterfaceTest {
protected:
    ui::Look make_look(float scale) {
        ui::Look look{ui::palette_of(ui::ThemeKind::dark),
                      ui::Fonts::load(share_folder().string())};
        look.scale = scale;
        return look;
    }
};

TEST_F(TextTest, NumbersFitBesideTheColourBar) {
    start(small_settings());
    for (const float scale : {1.0f, 1.5f, 2.0f}) {
        const ui::Look look = make_look(scale);
        // The bar is 16 wide; a narrow histogram and its gaps take 15, and 4 stay free at the edge.
        const float room = look.px(ui::colour_bar_gutter) - look.px(16) - look.px(15) - look.px(4);
        // Of a bar without a histogram: 8 to the picture, 14 wide, 5 to its numbers.
        const float plain = look.px(ui::plain_bar_gutter);
        for (const Range& range : many_ranges()) {
            for (const std::string& label : labels_of(range)) {
                EXPECT_LE(ui::text_size(look, ui::Role::note, label).x, room) << label;
                EXPECT_LE(ui::text_size(look, ui::Role::caption, label).x, plain - look.px(27))
                    << label;
            }
            for (const std::string& line : ui::bar_captions(ui::bar_scale(range.low, range.high)))
                EXPECT_LE(ui::text_size(look, ui::Role::caption, line).x, plain - look.px(8))
                    << line;
            for (const std::string& line : ui::bar_captions(ui::bar_scale(range.low, range.high)))
                EXPECT_LE(ui::text_size(look, ui::Role::note, line).x,
                          look.px(ui::colour_bar_gutter - 8))
                    << line;
        }
    }
}

TEST_F(TextTest, ATextWithoutCharactersHasNoWidth) {
    start(small_settings());
    const ui::Look look = make_look(1);
    EXPECT_EQ(ui::text_size(look, ui::Role::body, {}).x, 0);
    EXPECT_EQ(ui::text_size(look, ui::Role::body, {}, 100).x, 0);
    drive([&look](ImGuiTestContext&) {
        ImDrawList* list = ImGui::GetForegroundDrawList();
        const int before = list->VtxBuffer.Size;
        EXPECT_EQ(ui::draw_text(look, {}, ui::Role::body, 0xFFFFFFFF, {}, {}, 0, list).x, 0);
        EXPECT_EQ(list->VtxBuffer.Size, before);
        EXPECT_EQ(ui::draw_text_fitted(look, {}, ui::Role::body, 0xFFFFFFFF, {}, 0), 0);
        ui::item_tooltip(look, {}, {});
    });
}

}  // namespace
}  // namespace heatlab
