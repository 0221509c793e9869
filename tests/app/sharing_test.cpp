// A state goes out as a command line, a file or a picture, and comes back as it was.

#include "tests/app/sharing_fixture.h"

#include <cstdio>
#include <map>

#include "app/state_options.h"
#include "render/image.h"
#include "sim/io/npy.h"
#include "tests/app/random_state.h"

namespace heatlab {
namespace {

SharedState state_of(const Settings& settings, std::int64_t step) {
    return {settings, step, std::nullopt, ""};
}

Image small_image() {
    return {2, 2, std::vector<std::uint8_t>(16, 255)};
}

TEST_F(SharingTest, AStateComesBackFromItsCommandLine) {
    RandomStates states(1, false, file("it's a \"field\" $HOME.npy"));
    for (int i = 0; i < 400; ++i) {
        const SharedState state = state_of(states.next(), states.step());
        const std::string text = command_text(state, presets());
        WindowCommand command = parsed(text);
        EXPECT_EQ(command.settings.steps.value_or(0), state.step) << text;
        command.settings.steps.reset();
        ASSERT_EQ(command.settings, state.settings) << text;
    }
}

TEST_F(SharingTest, AStateComesBackFromItsFile) {
    RandomStates states(2, false, file("a field.npy"));
    for (int i = 0; i < 400; ++i) {
        const SharedState state = state_of(states.next(), states.step());
        const std::string text = state_text(state, file(""));
        const SharedState back = parse_state(text, file("moment.json"));
        ASSERT_EQ(back.settings, state.settings) << text;
        EXPECT_EQ(back.step, state.step);
        EXPECT_FALSE(back.field);
        EXPECT_EQ(back.altered, "");
    }
}

TEST_F(SharingTest, AStateComesBackFromAPicture) {
    RandomStates states(3, false, file("a field.npy"));
    for (int i = 0; i < 100; ++i) {
        const SharedState state = state_of(states.next(), states.step());
        write_png(file("shot.png"), small_image(),
                  {{"Software", "heatlab"}, {state_keyword, state_text(state, file(""))}});
        const SharedState back = read_state(file("shot.png"));
        ASSERT_EQ(back.settings, state.settings);
        EXPECT_EQ(back.step, state.step);
    }
}

TEST_F(SharingTest, WhatALessonShowsStaysBehindAndAutoGoesAlong) {
    Snapshot snapshot;
    snapshot.settings.kernel = "global";
    snapshot.settings.automatic_kernel = true;
    ComparisonSetting& comparison = snapshot.settings.comparison;
    comparison.open = true;
    comparison.others = {wrong_view(WrongVariant::in_place)};
    const SharedState alone = shared_state(snapshot);
    EXPECT_FALSE(alone.settings.comparison.open);
    const std::string command = command_text(alone, presets());
    EXPECT_NE(command.find("--kernel auto"), std::string::npos) << command;
    EXPECT_TRUE(parsed(command).settings.automatic_kernel);
    comparison.others.push_back({"tiled"});
    comparison.difference = 2;
    const SharedState beside = shared_state(snapshot);
    ASSERT_EQ(beside.settings.comparison.others.size(), 1u);
    EXPECT_EQ(beside.settings.comparison.others[0].kernel, "tiled");
    EXPECT_TRUE(beside.settings.comparison.open);
    EXPECT_EQ(beside.settings.comparison.difference, 1u);
}

TEST_F(SharingTest, FieldsAfterAHundredStepsAreTheSameToTheBit) {
    write_npy(file("start.npy"), Field({33, 21}, 0.5F));
    RandomStates states(4, true, file("start.npy"));
    for (int i = 0; i < 12; ++i) {
        Settings settings = states.next();
        if (!settings.init.file.empty())
            settings.grid = {33, 21};
        settings.steps = 100;
        Session here = on_cpu(settings);
        here.finish();
        const SharedState state = shared_state(here.snapshot());
        ASSERT_EQ(state.altered, "");
        const std::string command = command_text(state, presets());
        Session there = on_cpu(parsed(command).settings);
        there.finish();
        EXPECT_TRUE(same_field(here, there)) << command;
        // Into a session that did something else before.
        Settings other;
        other.grid = {40, 30};
        Session elsewhere = on_cpu(other);
        elsewhere.apply(command::Paint{{5, 5, 9, 9, 3, 2}});
        write_state(file("moment.json"), state);
        elsewhere.apply(brought_back(read_state(file("moment.json"))));
        ASSERT_FALSE(elsewhere.snapshot().notice) << elsewhere.snapshot().notice->text;
        elsewhere.finish();
        EXPECT_TRUE(same_field(here, elsewhere)) << command;
    }
}

/// A session does what comes to mind; where it claims that a command brings its field back, that
/// is true.
TEST_F(SharingTest, WhatIsSaidToComeBackDoes) {
    RandomStates random(5, true);
    int returned = 0;
    int altered = 0;
    for (int i = 0; i < 30; ++i) {
        Settings first;
        first.grid = {40, 30};
        Session session = on_cpu(first);
        InitialFieldSpec noise;
        noise.name = "random";
        for (std::int64_t left = random.whole(1, 5); left > 0; --left) {
            const double value = random.between(-1, 1);
            const Boundaries insulated = Boundaries::all(BoundaryKind::insulated);
            const Command commands[] = {
                command::RunSteps{random.whole(1, 30)},
                command::SetStepRatio{random.chance(0.5) ? 0.2 : 0.1},
                command::SetWalls{{static_cast<float>(value), 0, 0.25F, 1}},
                command::SetKernel{random.chance(0.2) ? "copy" : "global"},
                command::SetBoundaries{random.chance(0.5) ? insulated : Boundaries{}},
                command::Paint{{5, 5, 20, 20, 4, static_cast<float>(value)}},
                command::UndoStroke{},
                command::Reset{},
                command::SetInitialField{noise},
                command::RunSteps{7},
                command::SetGrid{{34, 35}},
                command::RefineGrid{2}};
            session.apply(commands[random.whole(0, std::ssize(commands) - 1)]);
            session.finish();
        }
        const SharedState state = shared_state(session.snapshot());
        if (!state.altered.empty()) {
            ++altered;
            continue;
        }
        ++returned;
        Session again = on_cpu(parsed(command_text(state, presets())).settings);
        again.finish();
        EXPECT_TRUE(same_field(session, again)) << i << " " << command_text(state, presets());
    }
    EXPECT_GT(returned, 8);
    EXPECT_GT(altered, 0);
}

TEST_F(SharingTest, AFieldThatNoCommandBringsBackIsNamedAsSuch) {
    Settings settings;
    settings.grid = {40, 30};
    const auto after = [&](const CommandList& commands) {
        Session session = on_cpu(settings);
        for (const Command& command : commands) {
            session.apply(command);
            session.finish();
        }
        return session.snapshot().altered;
    };
    const Command steps = command::RunSteps{5};
    const Command stroke = command::Paint{{5, 5, 9, 9, 3, 2}};
    EXPECT_EQ(after({steps, command::SetKernel{"global"}, steps}), "");
    EXPECT_EQ(after({command::SetStepRatio{0.1}, command::SetWalls{{1, 1, 1, 1}}, steps}), "");
    EXPECT_EQ(after({steps, command::SetStepRatio{0.1}, command::SetStepRatio{0.2}, steps}), "");
    EXPECT_EQ(after({stroke, command::UndoStroke{}}), "");
    EXPECT_EQ(after({stroke, command::Reset{}, steps}), "");
    EXPECT_NE(after({steps, command::SetStepRatio{0.1}}).find("r was"), std::string::npos);
    EXPECT_NE(after({stroke}).find("painted"), std::string::npos);
    EXPECT_NE(after({steps, command::SetWalls{{1, 1, 1, 1}}}).find("edge"), std::string::npos);
    EXPECT_NE(
        after({command::SetBoundaries{Boundaries::all(BoundaryKind::periodic)}}).find("bound"),
        std::string::npos);
    EXPECT_NE(after({steps, command::SetKernel{"copy"}, steps}).find("kernel"), std::string::npos);
    EXPECT_NE(after({command::RefineGrid{2}}).find("cell size"), std::string::npos);
}

TEST_F(SharingTest, AFieldGoesAlongAndGoesOn) {
    Settings settings;
    settings.grid = {40, 30};
    settings.steps = 20;
    Session session = on_cpu(settings);
    session.finish();
    session.apply(command::Paint{{5, 5, 20, 20, 4, 3}});
    session.apply({command::SetStepRatio{0.24}, command::RunSteps{15}});
    session.finish();
    write_state(file("moment.json"), state_to_save(session, false));
    const SharedState state = read_state(file("moment.json"));
    ASSERT_TRUE(state.field);
    EXPECT_EQ(state.step, 35);
    EXPECT_EQ(state.field->seconds, session.snapshot().simulated_seconds);
    Session there = on_cpu(state.settings, state.field);
    there.finish();
    EXPECT_TRUE(same_field(session, there));
    EXPECT_EQ(there.snapshot().simulated_seconds, session.snapshot().simulated_seconds);
    for (Session* each : {&session, &there}) {
        each->apply(command::RunSteps{50});
        each->finish();
    }
    EXPECT_TRUE(same_field(session, there));
    // It goes along again: no command knows it.
    EXPECT_NE(there.snapshot().altered, "");
    EXPECT_TRUE(state_to_save(there, false).field);
    // Where a command would do, the field goes along only on demand.
    there.apply(command::Reset{});
    EXPECT_FALSE(state_to_save(there, false).field);
    EXPECT_TRUE(state_to_save(there, true).field);
}

TEST_F(SharingTest, ACommandSaysOnlyWhatIsNotUsual) {
    Settings settings;
    EXPECT_EQ(command_text(state_of(settings, 0), presets()), "heatlab");
    settings.grid = {256, 128};
    settings.r = 0.26;
    settings.isotherms = false;
    settings.walls = Walls{0.1, 0, 0, 0};
    EXPECT_EQ(command_text(state_of(settings, 40), presets()),
              "heatlab --grid 256x128 --walls 0.1,0,0,0 --r 0.26 --no-isotherms --steps 40");
    const auto [preset, variant] = presets().find("edge-of-stability:0.26");
    settings = with_preset({}, *preset, *variant);
    settings.preset = "edge-of-stability:0.26";
    settings.colormap = "vik";
    EXPECT_EQ(command_text(state_of(settings, 7), presets()),
              "heatlab --preset edge-of-stability:0.26 --colormap vik --steps 7");
    // Without that preset everything is said, and the same state comes back.
    settings.preset = "of-somebody-else";
    const std::string text = command_text(state_of(settings, 7), presets());
    EXPECT_EQ(text.find("preset"), std::string::npos);
    EXPECT_EQ(parsed(text).settings.grid, settings.grid);
    EXPECT_EQ(parsed(text).settings.pacing, settings.pacing);
}

TEST_F(SharingTest, APresetThatRunsByItselfStandsStillWhereItsMomentIsAsked) {
    const auto [preset, variant] = presets().find("regain-control");
    ASSERT_TRUE(preset->runs);
    Settings settings = with_preset({}, *preset, *variant);
    settings.preset = "regain-control";
    settings.steps.reset();
    const WindowCommand command = parsed(command_text(state_of(settings, 0), presets()));
    EXPECT_EQ(command.settings.steps, 0);
    EXPECT_FALSE(starts_by_itself(presets(), command.settings));
}

TEST_F(SharingTest, WhatIsPersonalStaysAtHome) {
    Settings settings;
    settings.backend = BackendChoice::cpu;
    settings.device = 3;
    settings.display = DisplayChoice::upload;
    settings.flash_guard = FlashGuardMode::every_step;
    EXPECT_EQ(command_text(state_of(settings, 0), presets()), "heatlab");
    const SharedState back =
        parse_state(state_text(state_of(settings, 0), file("")), file("moment.json"));
    EXPECT_EQ(back.settings, Settings{});
    // A session that takes a state keeps its own.
    Session session = on_cpu(settings);
    session.apply(brought_back(back));
    EXPECT_EQ(session.snapshot().settings.flash_guard, FlashGuardMode::every_step);
    EXPECT_EQ(session.snapshot().settings.backend, BackendChoice::cpu);
}

TEST_F(SharingTest, AShellGivesTheWordsBack) {
    for (const std::string& word :
         {std::string("plain-0.2,1"), std::string(""), std::string("it's"), std::string("a b"),
          std::string("$HOME `id` \"x\" \\ ; & | > #"), std::string("new\nline"),
          std::string("--r"), std::string("\xc3\xa4\xe2\x88\x92")}) {
        EXPECT_EQ(words_of(shell_quoted(word)), std::vector<std::string>{word});
        const std::string line = "printf %s " + shell_quoted(word);
        std::FILE* pipe = ::popen(line.c_str(), "r");
        ASSERT_NE(pipe, nullptr);
        std::string said;
        for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe))
            said += static_cast<char>(c);
        EXPECT_EQ(::pclose(pipe), 0);
        EXPECT_EQ(said, word);
    }
}

TEST_F(SharingTest, EveryMemberOfTheSettingsHasAnOption) {
    // A state that differs from the usual one in everything that can be shared: were an option
    // missing, the member would not come back.
    RandomStates states(6, false);
    const Settings usual;
    std::map<std::string, int> seen;
    for (int i = 0; i < 200; ++i)
        for (const auto& [name, text] : option_texts(states.next(), usual))
            ++seen[name];
    for (const StateOption& option : state_options()) {
        const std::string name = option.name;
        const bool left_out = name == "--preset" || name == "--steps";
        EXPECT_EQ(seen[name] > 0, !option.personal && !left_out) << name;
    }
}

}  // namespace
}  // namespace heatlab
