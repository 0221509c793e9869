#include "app/lesson/lesson_library.h"

#include <algorithm>
#include <map>

#include "app/folder_files.h"
#include "app/lesson/lesson_file.h"
#include "app/options.h"
#include "sim/errors.h"
#include "sim/text.h"

namespace heatlab {
namespace {

namespace fs = std::filesystem;

constexpr const char* extension = ".md";

}  // namespace

LessonLibrary::LessonLibrary(const std::vector<fs::path>& folders) {
    std::map<std::string, std::shared_ptr<const Lesson>> found;
    for (const fs::path& folder : folders) {
        for (const fs::path& file : files_in(folder, extension)) {
            try {
                auto lesson = std::make_shared<const Lesson>(read_lesson(file));
                found[lesson->name] = std::move(lesson);
            } catch (const InputError& problem) {
                problems_.push_back(without_argument(problem));
            }
        }
    }
    for (auto& [name, lesson] : found)
        lessons_.push_back(std::move(lesson));
    std::ranges::stable_sort(lessons_, {}, [](const auto& lesson) { return lesson->order; });
}

std::shared_ptr<const Lesson> LessonLibrary::find(std::string_view name) const {
    if (name.ends_with(extension))
        return std::make_shared<const Lesson>(read_lesson(fs::path(name)));
    for (const auto& lesson : lessons_)
        if (lesson->name == name)
            return lesson;
    // The file is there, but wrong: that is what to say.
    const std::string file = "/" + std::string(name) + extension + ":";
    for (const std::string& problem : problems_)
        if (!name.empty() && problem.find(file) != std::string::npos)
            throw InputError("lesson", std::string(name), "was left out: " + problem);
    throw InputError("lesson", name.empty() ? "\"\"" : std::string(name),
                     lessons_.empty()
                         ? "there are no lessons; a file that ends in .md can be named"
                         : "the lessons are " + name_list(lessons_, [](const auto& lesson) {
                               return lesson->name;
                           }) + ", or a file that ends in .md");
}

std::shared_ptr<const LessonLibrary> load_lessons(const fs::path& share) {
    return std::make_shared<const LessonLibrary>(asset_folders(share, "lessons"));
}

std::pair<std::shared_ptr<const Lesson>, std::size_t> find_lesson_step(const LessonLibrary& library,
                                                                       const std::string& text) {
    const std::size_t colon = text.rfind(':');
    const std::string name = text.substr(0, colon);
    std::shared_ptr<const Lesson> lesson = library.find(name);
    if (colon == std::string::npos)
        return {lesson, 0};
    const auto steps = static_cast<std::int64_t>(lesson->steps.size());
    const std::int64_t step =
        parse_integer("lesson " + name + ", step", text.substr(colon + 1), 1, steps);
    return {lesson, static_cast<std::size_t>(step - 1)};
}

}  // namespace heatlab
