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

/// A start and a source, by their names. False: these files are something else.
bool take_both(Session& session, const std::vector<fs::path>& files) {
    if (files.size() != 2)
        return false;
    std::vector<OpenedNumbers> both;
    for (const fs::path& file : files)
        try {
            const Opened opened = open_file(file);
            if (const auto* numbers = std::get_if<OpenedNumbers>(&opened))
                both.push_back(*numbers);
        } catch (const InputError&) {
            return false;
        }
    if (both.size() != 2 || both[0].role == both[1].role)
        return false;
    for (const OpenedNumbers& numbers : both) {
        session.apply(command::LoadZoneFile{numbers.role, numbers.file});
        const auto after = session.snapshot().notice;
        if (after && after->kind == Notice::Kind::refused)
            break;
    }
    return true;
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
    if (files.size() > 1) {
        if (!take_both(session, files))
            say(session, Notice::Kind::refused, "Only one file can be opened at a time",
                format_integer(static_cast<std::int64_t>(files.size())) +
                    " were dropped, and none of them was opened.");
        return;
    }
    try {
        std::visit(Taker{session}, open_file(files.front()));
    } catch (const InputError& error) {
        const std::string what = error.what();
        // The file's own words; which option would have taken it does not matter here.
        say(session, Notice::Kind::refused, "The file was not opened",
            what.substr(std::min(what.size(), error.argument().size() + 1)));
    } catch (const std::bad_alloc&) {
        say(session, Notice::Kind::refused, "The file was not opened",
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
