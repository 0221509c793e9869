#include "app/sharing_options.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "app/add_value.h"
#include "app/opened_file.h"
#include "app/state_options.h"
#include "app/zones/zone_file_loading.h"
#include "sim/errors.h"

namespace heatlab {
namespace {

// First of all, so that what else is given stands above it.
void bring_back(SharedState state, Settings& settings, Sharing& sharing) {
    settings = brought_back(state).settings;
    settings.steps = settings.steps.value_or(0);  // a moment: nothing goes on by itself
    sharing.state = std::move(state);
}

// A file without an option: what it is decides what it gives.
struct FileTaker {
    WindowCommand& command;
    std::string& start;  ///< the file, where it is an initial field

    void operator()(SharedState state) const {
        bring_back(std::move(state), command.settings, command.sharing);
    }
    void operator()(const OpenedPicture& picture) const { begin_with(picture.file); }
    void operator()(const OpenedArray& array) const {
        command.settings = with_grid(std::move(command.settings), array.grid);
        begin_with(array.file);
    }
    void operator()(const OpenedNumbers& numbers) const {
        command.settings.zones =
            with_zone_file(command.settings.zones, numbers.role, numbers.file).setting;
    }
    void operator()(const OpenedPreset& preset) const {
        find_state_option("preset")->apply(command.settings, "--preset", preset.name);
    }

private:
    void begin_with(const std::filesystem::path& file) const {
        command.settings.init.name = "file";
        command.settings.init.file = file;
        start = file.string();
    }
};

}  // namespace

void add_sharing(CLI::App& app, Settings& settings, Sharing& sharing) {
    const char* group = "Sharing";
    add_value(app, "--state", "FILE", group,
              "a saved state, or a picture that carries one; options beside it stand above it",
              [&](const std::string& n, const std::string& t) {
                  bring_back(read_state(parse_path(n, t)), settings, sharing);
              });
    add_value(app, "--save-state", "JSON", group, "saves the state at the end, and with Ctrl + S",
              [&](const std::string& n, const std::string& t) {
                  sharing.save_state = parse_path(n, t);
                  if (sharing.save_state->extension() != ".json")
                      throw InputError(n, t, "a name that ends in .json is needed");
              });
    app.add_flag_callback(
           "--with-field", [&] { sharing.with_field = true; },
           "of --save-state: the field too, as NPY beside it")
        ->group(group);
}

void add_file(CLI::App& app, WindowCommand& command, std::string& start) {
    app.add_option_function<std::string>(
           "FILE",
           [&command, &start](const std::string& text) {
               std::error_code unknown;
               if (!std::filesystem::exists(text, unknown))
                   throw InputError("FILE", text.empty() ? "\"\"" : text,
                                    "is neither a file nor a subcommand; see heatlab --help");
               std::visit(FileTaker{command, start}, open_file(text));
           },
           "a saved state, a picture with one, or what to start from: a picture, an array (.npy), "
           "a preset (.toml), temperatures or powers of HotSpot (text)")
        ->type_name("");
}

void check_sharing(const Sharing& sharing, const std::function<bool(const char*)>& given) {
    const char* sources[] = {"FILE", "--state", "--preset"};
    const char* first = nullptr;
    for (const char* source : sources) {
        if (!given(source))
            continue;
        if (first != nullptr)
            throw InputError(source, std::string("beside ") + first,
                             "only one of them says what to begin with");
        first = source;
    }
    if (sharing.field())
        for (const char* start : {"--grid", "--init", "--seed", "--amplitude", "--mode", "--file"})
            if (given(start))
                throw InputError(start, "beside a state with its field",
                                 "that field is what the run goes on from");
    if (sharing.with_field && !sharing.save_state)
        throw InputError("--with-field", "alone", "belongs to --save-state");
}

void check_start_file(const std::string& start, const std::function<bool(const char*)>& given) {
    for (const char* option : {"--init", "--file"})
        if (!start.empty() && given(option))
            throw InputError(option, "beside " + start,
                             "only one of them can be the field at step 0");
}

}  // namespace heatlab
