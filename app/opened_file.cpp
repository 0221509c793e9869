#include "app/opened_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <new>
#include <string_view>
#include <system_error>
#include <utility>

#include "app/format.h"
#include "app/zones/zone_files.h"
#include "sim/errors.h"
#include "sim/io/npy.h"
#include "sim/io/png_file.h"

namespace heatlab {
namespace {

namespace fs = std::filesystem;

constexpr const char* kinds =
    "a state (.json), a picture (.png), an array (.npy), a preset (.toml) or a text of numbers is "
    "needed";

// The first bytes, by which formats are told apart.
std::string first_bytes(const fs::path& file) {
    std::error_code error;
    const fs::file_status status = fs::status(file, error);
    if (fs::is_directory(status))
        throw InputError("FILE", file.string(), std::string("is a folder; ") + kinds);
    if (fs::exists(status) && !fs::is_regular_file(status))
        throw InputError("FILE", file.string(), std::string("is no regular file; ") + kinds);
    std::ifstream stream(file, std::ios::binary);
    std::array<char, 8> start{};
    if (!stream || (stream.read(start.data(), start.size()), stream.bad()))
        throw InputError("FILE", file.string(),
                         std::string("cannot be opened: ") + std::strerror(errno));
    return {start.data(), static_cast<std::size_t>(stream.gcount())};
}

void say(Session& session, Notice::Kind kind, const std::string& title, const std::string& text) {
    Notice notice;
    notice.kind = kind;
    notice.title = title;
    notice.text = text;
    session.notify(std::move(notice));
}

// A state and the field that goes along with it are one thing to drop.
std::vector<fs::path> without_fields(std::vector<fs::path> files) {
    const auto extension = [&](const char* wanted) {
        return [wanted](const fs::path& file) { return file.extension() == wanted; };
    };
    if (std::ranges::count_if(files, extension(".json")) == 1 && files.size() == 2)
        std::erase_if(files, extension(".npy"));
    return files;
}

/// Applies each kind of file.
struct Taker {
    Session& session;

    void operator()(const SharedState& state) const {
        session.apply(brought_back(state));
        const auto after = session.snapshot().notice;
        const bool refused = after && after->kind == Notice::Kind::refused;
        if (refused)
            return;
        if (auto lost = lost_notice(state))
            session.notify(std::move(*lost));
    }
    void operator()(const OpenedPicture& picture) const {
        Notice notice;
        notice.kind = Notice::Kind::done;
        notice.title = "This picture carries no state of heatlab";
        notice.text = picture.file.filename().string() +
                      " can be a field to start from: brighter is hotter, scaled to the grid.";
        notice.action_label = "Start from it";
        InitialFieldSpec spec = session.snapshot().settings.init;
        spec.name = "file";
        spec.file = picture.file;
        notice.action = {command::SetInitialField{spec}};
        session.notify(std::move(notice));
    }
    void operator()(const OpenedArray& array) const {
        const Settings& now = session.snapshot().settings;
        Settings settings = with_grid(now, array.grid);
        const bool other_file = !find_initial_field(settings.init.name).uses_file;
        if (other_file)
            settings.walls.reset();
        settings.init.name = "file";
        settings.init.file = array.file;
        if (now.grid != array.grid)
            settings.view = {};
        settings.preset.clear();
        session.apply(command::SetState{settings, true, std::nullopt});
    }
    void operator()(const OpenedNumbers& numbers) const {
        session.apply(command::LoadZoneFile{numbers.role, numbers.file, true});
    }
    void operator()(const OpenedPreset& preset) const {
        session.apply(command::LoadPreset{preset.name});
    }
};

/// What an application is given by files: "temperature" and the like.
std::string role_name(std::size_t role) {
    return std::string(application_with_files().*zone_file_roles.at(role).name);
}

/// A start and a source, by their names. Throws InputError (argument "FILE") where the files are
/// anything else, or one of them cannot be opened.
std::array<OpenedNumbers, 2> start_and_source(const std::vector<fs::path>& files) {
    const std::string allowed = "one file is opened at a time, or a state and its field, or a " +
                                role_name(0) + " and a " + role_name(1) + " as texts";
    if (files.size() != 2)
        throw InputError("FILE", format_integer(static_cast<std::int64_t>(files.size())) + " files",
                         allowed);
    const std::array<Opened, 2> opened{open_file(files[0]), open_file(files[1])};
    const auto* first = std::get_if<OpenedNumbers>(&opened[0]);
    const auto* second = std::get_if<OpenedNumbers>(&opened[1]);
    const std::string both = files[0].filename().string() + " and " + files[1].filename().string();
    if (first == nullptr || second == nullptr)
        throw InputError("FILE", both, "do not go together; " + allowed);
    if (first->role == second->role)
        throw InputError("FILE", both,
                         "would both be the " + role_name(first->role) +
                             " by their names; a file is a " + role_name(1) +
                             " where its name holds that word, else a " + role_name(0));
    return {*first, *second};
}

/// One after the other; a refusal is the last word.
void take_both(Session& session, const std::array<OpenedNumbers, 2>& both) {
    for (const OpenedNumbers& numbers : both) {
        session.apply(command::LoadZoneFile{numbers.role, numbers.file});
        const auto after = session.snapshot().notice;
        if (after && after->kind == Notice::Kind::refused)
            return;
    }
}

}  // namespace

Opened open_file(const fs::path& file) {
    const std::string start = first_bytes(file);
    if (file.extension() == ".toml")
        return OpenedPreset{file.string()};
    if (start.starts_with("\x93NUM"))
        return OpenedArray{file, npy_grid(file)};
    if (start.starts_with("\x89PNG")) {
        if (const auto text = read_png_text(file, state_keyword))
            return parse_state(*text, file);
        return OpenedPicture{file};
    }
    const std::size_t first = start.find_first_not_of(" \t\r\n\xef\xbb\xbf");
    const char begin = first != std::string::npos ? start[first] : '\0';
    if (file.extension() == ".json" || begin == '{')
        return read_state(file);
    if (std::string_view("+-.0123456789").find(begin) != std::string_view::npos)
        return OpenedNumbers{file, zone_file_role(file, application_with_files())};
    throw InputError("FILE", file.string(), std::string("is none of these: ") + kinds);
}

void take_dropped(Session& session, const std::vector<fs::path>& dropped) {
    const std::vector<fs::path> files = without_fields(dropped);
    if (files.empty())
        return;
    const std::string title =
        files.size() == 1 ? "The file was not opened" : "The files were not opened";
    try {
        if (files.size() == 1)
            std::visit(Taker{session}, open_file(files.front()));
        else
            take_both(session, start_and_source(files));
    } catch (const InputError& error) {
        const std::string what = error.what();
        // The file's own words; which option would have taken it does not matter here.
        say(session, Notice::Kind::refused, title,
            what.substr(std::min(what.size(), error.argument().size() + 1)));
    } catch (const std::bad_alloc&) {
        say(session, Notice::Kind::refused, title,
            files.front().filename().string() + " does not fit into this machine's memory.");
    }
}

std::optional<Notice> lost_notice(const SharedState& state) {
    if (state.field || state.altered.empty())
        return std::nullopt;
    Notice notice;
    notice.kind = Notice::Kind::done;
    notice.title = "The settings are back, the field is not";
    notice.text = "The field of step " + format_integer(state.step) +
                  " did not go along, and steps alone do not give it: " + state.altered +
                  ". This is step 0.";
    return notice;
}

}  // namespace heatlab
