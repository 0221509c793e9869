#include "app/ui/lesson/lesson_formulas.h"

#include "sim/errors.h"

namespace heatlab::ui {
namespace {

/// Any size: whether a formula can be set does not depend on it.
constexpr float em = 16;

class Checker {
public:
    Checker(const Lesson& lesson, const FormulaTypesetter& typesetter)
        : lesson_(lesson), typesetter_(typesetter) {}

    void check(const LessonText& text) const {
        for (const LessonBlock& block : text) {
            check(block.spans, block.line);
            for (const auto& row : block.rows) {
                for (const LessonSpans& cell : row) {
                    check(cell, block.line);
                }
            }
        }
    }

private:
    void check(const LessonSpans& spans, unsigned line) const {
        for (const LessonSpan& span : spans) {
            if (span.kind != LessonSpan::Kind::formula) {
                continue;
            }
            try {
                typesetter_.set({"", span.text, {}}, em, 0);
            } catch (const FormulaError& problem) {
                throw InputError("lesson", lesson_.file.string() + ":" + std::to_string(line),
                                 "formula $" + span.text + "$: " + problem.what());
            }
        }
    }

    const Lesson& lesson_;
    const FormulaTypesetter& typesetter_;
};

}  // namespace

void require_formulas(const Lesson& lesson, const FormulaTypesetter& typesetter) {
    const Checker checker(lesson, typesetter);
    for (const LessonStep& step : lesson.steps) {
        checker.check(step.text);
        checker.check(step.notes);
        if (step.question) {
            checker.check(step.question->text);
            checker.check(step.question->answer);
        }
    }
}

}  // namespace heatlab::ui
