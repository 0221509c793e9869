#include <algorithm>
#include <iostream>
#include <string>

#include "app/commands/commands.h"
#include "app/commands/measured.h"
#include "app/format.h"
#include "app/lesson/lesson_claims.h"
#include "app/lesson/lesson_library.h"
#include "app/share_folder.h"
#include "app/text_file.h"
#include "app/ui/formula_layout.h"
#include "app/ui/lesson/lesson_formulas.h"

namespace heatlab {
namespace {

using Json = nlohmann::ordered_json;

/// "1 step", "4 steps"
std::string counted(std::size_t count, const std::string& what) {
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

Json to_json(const Lesson& lesson) {
    Json json;
    json["name"] = lesson.name;
    json["title"] = lesson.title;
    json["sentence"] = lesson.sentence;
    json["minutes"] = lesson.minutes > 0 ? Json(lesson.minutes) : Json(nullptr);
    json["steps"] = Json::array();
    for (const LessonStep& step : lesson.steps)
        json["steps"].push_back(step.title);
    json["file"] = lesson.file.string();
    return json;
}

void print_list(const LessonLibrary& library) {
    std::size_t width = 0;
    for (const auto& lesson : library.lessons())
        width = std::max(width, lesson->name.size());
    for (const auto& lesson : library.lessons()) {
        std::cout << lesson->name << std::string(width - lesson->name.size() + 2, ' ')
                  << lesson->title << ": " << lesson->sentence << " ("
                  << counted(lesson->steps.size(), "step");
        if (lesson->minutes > 0)
            std::cout << ", " << lesson->minutes << " min";
        std::cout << ")\n";
    }
}

int list_lessons(const LessonCommand& command) {
    const auto library = load_lessons(share_folder());
    for (const std::string& problem : library->problems())
        std::cerr << "heatlab: " << problem << "\n";
    if (!command.json) {
        print_list(*library);
        return exit_done;
    }
    Json rows = Json::array();
    for (const auto& lesson : library->lessons())
        rows.push_back(to_json(*lesson));
    write_text(*command.json, json_text(rows));
    return exit_done;
}

std::string place_text(const LessonPlace& place) {
    return "step " + std::to_string(place.step + 1) + (place.answer ? ", answer" : "");
}

Json to_json(const ClaimResult& result) {
    Json json;
    json["step"] = result.place.step + 1;
    json["answer"] = result.place.answer;
    json["line"] = result.claim.line;
    json["text"] = result.claim.text;
    json["measure"] = result.claim.measure;
    json["steps"] = result.claim.steps;
    json["claimed"] = result.claim.value;
    json["measured"] = nullable(result.measured);
    json["tolerance"] = result.claim.tolerance;
    json["holds"] = result.holds;
    return json;
}

void print(const ClaimResult& result) {
    std::cout << (result.holds ? "ok    " : "WRONG ") << place_text(result.place) << ": "
              << result.claim.text << ", " << result.claim.measure;
    if (result.claim.steps > 0)
        std::cout << " after " << result.claim.steps << " steps";
    std::cout << ": measured "
              << (result.measured ? format_significant(*result.measured, 7)
                                  : std::string("nothing"))
              << "\n";
}

int check_lesson(const LessonCommand& command) {
    const std::filesystem::path share = share_folder();
    const std::shared_ptr<const Lesson> lesson = load_lessons(share)->find(command.file);
    const ui::FormulaTypesetter typesetter((share / "fonts" / "FiraMath-Regular.clm1").string());
    require_formulas(*lesson, typesetter);
    const std::vector<ClaimResult> results = check_claims(*lesson);
    const bool all_hold = std::ranges::all_of(results, &ClaimResult::holds);
    if (command.json) {
        Json json = to_json(*lesson);
        json["claims"] = Json::array();
        for (const ClaimResult& result : results)
            json["claims"].push_back(to_json(result));
        write_text(*command.json, json_text(json));
    }
    if (command.json != "-") {
        for (const ClaimResult& result : results)
            print(result);
        std::cout << lesson->file.string() << ": " << counted(lesson->steps.size(), "step") << ", "
                  << counted(results.size(), "claim") << (all_hold ? "" : ", not all of which hold")
                  << "\n";
    }
    return all_hold ? exit_done : exit_failed;
}

}  // namespace

int run_command(const LessonCommand& command) {
    if (command.json)
        require_writable("--json", *command.json);
    return command.what == LessonCommand::What::list ? list_lessons(command)
                                                     : check_lesson(command);
}

}  // namespace heatlab
