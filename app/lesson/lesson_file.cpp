#include "app/lesson/lesson_file.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <sstream>
#include <tuple>

#include "app/lesson/claim_text.h"
#include "app/lesson/lesson_claims.h"
#include "app/lesson/lesson_names.h"
#include "app/lesson/lesson_state.h"
#include "app/lesson/written_number.h"
#include "app/toml_reader.h"
#include "sim/errors.h"
#include "sim/text.h"

namespace heatlab {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view front_mark = "+++";
constexpr std::int64_t longest_minutes = 180;
constexpr std::int64_t most_claim_steps = 1'000'000;

std::string in_quotes(const std::string& text) {
    return "\"" + text + "\"";
}

std::string read_file(const TomlReader& reader) {
    std::ifstream in(reader.file(), std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    std::error_code error;
    if (!in || fs::is_directory(reader.file(), error))
        reader.refuse(1, "the file cannot be read");
    return text.str();
}

/// The line that begins at `at`, without its end; `at` moves behind it.
std::string_view take_line(std::string_view text, std::size_t& at) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(at, end - at);
    at = std::min(end + 1, text.size());
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    return line;
}

/// A file's two parts.
struct Parts {
    std::string_view front;
    std::string_view body;
    unsigned body_line = 1;
};

Parts split(const TomlReader& reader, std::string_view text) {
    std::size_t at = 0;
    if (take_line(text, at) != front_mark)
        reader.refuse(1,
                      "a lesson begins with a line +++, then title, sentence, minutes and order "
                      "in TOML, then +++");
    const std::size_t begin = at;
    for (unsigned line = 2; at < text.size(); ++line) {
        const std::size_t here = at;
        if (take_line(text, at) == front_mark)
            return {text.substr(begin, here - begin), text.substr(at), line + 1};
    }
    reader.refuse(1, "the line +++ that ends title and sentence is missing");
}

/// Texts of a list, or a single one.
std::vector<std::string> texts(const TomlReader& reader, const toml::table& table,
                               const char* key) {
    const toml::node* node = table.get(key);
    if (node == nullptr)
        return {};
    if (const auto text = node->value_exact<std::string>())
        return {*text};
    std::vector<std::string> all;
    const toml::array* array = node->as_array();
    if (array == nullptr)
        reader.refuse(node->source(), key_text(key) + ": texts in brackets are needed");
    for (const toml::node& entry : *array) {
        const auto text = entry.value_exact<std::string>();
        if (!text)
            reader.refuse(entry.source(), key_text(key) + ": texts in brackets are needed");
        all.push_back(*text);
    }
    return all;
}

LessonClaim read_claim(const TomlReader& reader, const toml::table& table) {
    reader.require_known_keys(table, {"text", "measure", "steps", "tolerance", "value"});
    LessonClaim claim;
    claim.line = table.source().begin.line;
    claim.text = reader.text(table, "text");
    claim.measure = reader.text(table, "measure");
    if (!is_lesson_measure(claim.measure))
        reader.refuse(table.get("measure")->source(),
                      key_text("measure") + " " + in_quotes(claim.measure) +
                          ": the measures are cell ROW,COL, " +
                          name_list(lesson_measures(), &LessonName::name) +
                          ", with the name of a kernel for KERNEL");
    claim.steps = reader.optional_integer(table, "steps", 0, most_claim_steps).value_or(0);
    const std::optional<double> value = reader.optional_number(table, "value");
    const std::optional<double> tolerance = reader.optional_number(table, "tolerance");
    const std::optional<WrittenNumber> written = read_written_number(claim.text);
    if (!value && !written)
        reader.refuse(table.get("text")->source(),
                      key_text("text") + " " + in_quotes(claim.text) +
                          ": no number is written here; give it as value, with a tolerance");
    if (value && !tolerance)
        reader.refuse(table.get("value")->source(),
                      key_text("value") + ": a tolerance goes with it");
    if (tolerance && *tolerance < 0)
        reader.refuse(table.get("tolerance")->source(),
                      key_text("tolerance") + ": 0 or more is needed, relative");
    claim.value = value ? *value : written->value;
    claim.tolerance = tolerance ? *tolerance * std::abs(claim.value) : written->half_unit;
    return claim;
}

void read_claims(const TomlReader& reader, const toml::table& table, LessonAction& action) {
    const toml::node* node = table.get("claim");
    if (node == nullptr)
        return;
    const toml::array* claims = node->as_array();
    if (claims == nullptr || !claims->is_array_of_tables())
        reader.refuse(node->source(), key_text("claim") + ": tables [[claim]] are needed");
    for (const toml::node& entry : *claims)
        action.claims.push_back(read_claim(reader, *entry.as_table()));
}

/// A text that is one of `names`.
std::string choice(const TomlReader& reader, const toml::table& table, const char* key,
                   std::span<const LessonName> names) {
    std::string text = reader.optional_text(table, key).value_or("");
    if (!text.empty() && !contains(names, text))
        reader.refuse(table.get(key)->source(),
                      key_text(key) + " " + in_quotes(text) + ": one of " +
                          name_list(names, &LessonName::name) + " is needed");
    return text;
}

/// A block of a step or an answer. `scratch`: what the blocks before it have set, as what an option
/// allows depends on the others (a kernel on the dimensions).
LessonAction read_action(const TomlReader& reader, const MarkdownPart& part, Settings& scratch) {
    const unsigned line = part.text_line > 0 ? part.text_line : part.line;
    const toml::table table = reader.parse(part.text, line);
    reader.require_known_keys(table, {"restart", "run", "point", "show", "wrong", "sentence",
                                      "control", "state", "claim"});
    LessonAction action;
    action.line = line;
    action.restart = reader.optional_switch(table, "restart").value_or(false);
    action.run = reader.optional_switch(table, "run");
    action.point = texts(reader, table, "point");
    for (const std::string& point : action.point)
        if (!is_lesson_point(point))
            reader.refuse(table.get("point")->source(),
                          key_text("point") + " " + in_quotes(point) +
                              ": the points are cell ROW,COL, " +
                              name_list(lesson_points(), &LessonName::name));
    action.show = choice(reader, table, "show", lesson_shows());
    action.wrong = choice(reader, table, "wrong", lesson_wrong_variants());
    action.control = choice(reader, table, "control", lesson_controls());
    action.sentence = reader.optional_text(table, "sentence").value_or("");
    if (const toml::node* state = table.get("state")) {
        if (!state->is_table())
            reader.refuse(state->source(), key_text("state") + ": a table [state] is needed");
        action.options = reader.options(*state->as_table(), scratch);
    }
    read_claims(reader, table, action);
    return action;
}

/// Puts the parts of a Markdown text into steps.
class StepBuilder {
public:
    StepBuilder(const TomlReader& reader, Lesson& lesson) : reader_(reader), lesson_(lesson) {}

    void add(MarkdownPart part) {
        if (part.kind == MarkdownPart::Kind::heading)
            begin(part);
        else if (lesson_.steps.empty())
            reader_.refuse(part.line, "a step begins with a heading ## before its text");
        else if (part.kind == MarkdownPart::Kind::fence)
            take_fence(part);
        else if (part.quoted)
            step().notes.push_back(std::move(part.block));
        else
            text().push_back(std::move(part.block));
    }

    void finish() {
        end_step();
        if (lesson_.steps.empty())
            reader_.refuse(1, "a lesson has one step at least: a heading ## and its text");
    }

private:
    enum class Section { slide, question, answer };

    void begin(const MarkdownPart& part) {
        if (part.level == 2) {
            end_step();
            LessonStep next;
            next.title = part.text;
            next.line = part.line;
            if (next.title.empty())
                reader_.refuse(part.line, "the slide's title is missing behind ##");
            lesson_.steps.push_back(std::move(next));
            section_ = Section::slide;
        } else if (part.level == 3 && !lesson_.steps.empty() && part.text == "Question" &&
                   section_ == Section::slide) {
            step().question.emplace();
            section_ = Section::question;
        } else if (part.level == 3 && part.text == "Answer" && section_ == Section::question) {
            section_ = Section::answer;
        } else {
            reader_.refuse(part.line,
                           "heading " + in_quotes(part.text) +
                               ": there are ## for a step and, once in it, ### Question, "
                               "then ### Answer");
        }
    }

    void take_fence(const MarkdownPart& part) {
        const bool of_step = part.info == "step";
        if (!of_step && part.info != "answer") {
            LessonBlock code;
            code.kind = LessonBlock::Kind::code;
            code.line = part.line;
            std::string text_of = part.text;
            while (text_of.ends_with('\n'))
                text_of.pop_back();
            code.spans.push_back({LessonSpan::Kind::code, false, false, text_of});
            (part.quoted ? step().notes : text()).push_back(std::move(code));
            return;
        }
        if (of_step != (section_ == Section::slide) || section_ == Section::question)
            reader_.refuse(part.line, of_step ? "a block ```step stands before the question"
                                              : "a block ```answer stands behind ### Answer");
        LessonAction& action = of_step ? step().action : step().question->action;
        if (action.line > 0)
            reader_.refuse(part.line, "there is one block ```" + part.info + " already, in line " +
                                          std::to_string(action.line));
        action = read_action(reader_, part, scratch_);
    }

    void end_step() {
        if (lesson_.steps.empty())
            return;
        const LessonStep& last = step();
        const auto needs = [&](const LessonText& text, const char* what) {
            if (text.empty())
                reader_.refuse(last.line, "step " + in_quotes(last.title) + ": " + what);
        };
        if (!last.question)
            needs(last.text, "it has no text");
        if (last.question) {
            needs(last.question->text, "its question has no text");
            needs(last.question->answer, "its question has no answer: ### Answer and a text");
        }
        require_claims_in_text(last);
    }

    void require_claims_in_text(const LessonStep& last) const {
        std::string all = last.title;
        const auto add = [&all](const std::string& text) { all += "\n" + text; };
        add(plain_text(last.text));
        add(plain_text(last.notes));
        if (last.question) {
            add(plain_text(last.question->text));
            add(plain_text(last.question->answer));
        }
        const auto check = [&](const LessonAction& action) {
            add(action.sentence);
            for (const LessonClaim& claim : action.claims)
                if (!stands_in(claim.text, all))
                    reader_.refuse(claim.line, "the claim's text " + in_quotes(claim.text) +
                                                   " does not stand in step " +
                                                   in_quotes(last.title));
        };
        check(last.action);
        if (last.question)
            check(last.question->action);
    }

    LessonStep& step() { return lesson_.steps.back(); }
    LessonText& text() {
        switch (section_) {
            case Section::question:
                return step().question->text;
            case Section::answer:
                return step().question->answer;
            case Section::slide:
                break;
        }
        return step().text;
    }

    const TomlReader& reader_;
    Lesson& lesson_;
    Settings scratch_;
    Section section_ = Section::slide;
};

/// Every place's state can hold, and what it points at exists.
void require_states(const TomlReader& reader, const Lesson& lesson) {
    for (const LessonPlace place : lesson_places(lesson)) {
        const LessonAction& action = action_at(lesson, place);
        const unsigned line = action.line > 0 ? action.line : lesson.steps[place.step].line;
        const auto refuse = [&](const std::string& what) { reader.refuse(line, what); };
        LessonState state;
        try {
            state = lesson_state(lesson, Settings{}, place);
        } catch (const InputError& problem) {
            refuse(problem.what());
        }
        const GridSize grid = state.settings.grid;
        const auto require_inside = [&](const std::string& name) {
            const std::optional<Cell> cell = cell_of(name);
            if (cell && (cell->row >= grid.height || cell->col >= grid.width))
                refuse(in_quotes(name) + " lies outside of the grid of " + grid_text(grid));
        };
        for (const std::string& point : action.point)
            require_inside(point);
        for (const LessonClaim& claim : action.claims) {
            require_inside(claim.measure);
            try {
                require_measurable(state.settings, claim.measure, claim.steps);
            } catch (const InputError& problem) {
                reader.refuse(claim.line, problem.what());
            }
        }
    }
}

}  // namespace

bool LessonAction::names(const std::string& option) const {
    return std::ranges::find(options, option, &std::pair<std::string, std::string>::first) !=
           options.end();
}

std::optional<Cell> cell_of(const std::string& name) {
    constexpr std::string_view word = "cell ";
    if (!name.starts_with(word))
        return std::nullopt;
    Cell cell;
    const char* const end = name.data() + name.size();
    const auto row = std::from_chars(name.data() + word.size(), end, cell.row);
    if (row.ec != std::errc{} || row.ptr == end || *row.ptr != ',')
        return std::nullopt;
    const auto col = std::from_chars(row.ptr + 1, end, cell.col);
    if (col.ec != std::errc{} || col.ptr != end || cell.row < 0 || cell.col < 0)
        return std::nullopt;
    return cell;
}

Lesson read_lesson(const fs::path& file) {
    const TomlReader reader("lesson", file);
    const std::string text = read_file(reader);
    const Parts parts = split(reader, text);
    const toml::table front = reader.parse(parts.front, 2);
    reader.require_known_keys(front, {"title", "sentence", "minutes", "order"});
    Lesson lesson;
    lesson.file = file;
    lesson.name = file.stem().string();
    lesson.title = reader.text(front, "title");
    lesson.sentence = reader.text(front, "sentence");
    lesson.minutes =
        static_cast<int>(reader.optional_integer(front, "minutes", 1, longest_minutes).value_or(0));
    lesson.order =
        static_cast<int>(reader.optional_integer(front, "order", 0, 9999).value_or(9999));
    StepBuilder steps(reader, lesson);
    const RefuseMarkdown refuse = [&](unsigned line, const std::string& what) {
        reader.refuse(line, what);
    };
    for (MarkdownPart& part : parse_markdown(parts.body, parts.body_line, refuse))
        steps.add(std::move(part));
    steps.finish();
    require_states(reader, lesson);
    return lesson;
}

}  // namespace heatlab
