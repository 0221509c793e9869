// The command lines of subcommands.

#include "app/commands/list_tables.h"
#include "app/state_options.h"
#include "tests/app/parsed_options.h"

namespace heatlab {
namespace {

TEST(SubcommandOptions, EveryStateOptionIsInEverySubcommandWithASession) {
    const std::string window = parse({"--help"}).out;
    const std::string render = parse({"render", "--help"}).out;
    for (const StateOption& option : state_options()) {
        EXPECT_NE(window.find(option.name), std::string::npos) << option.name;
        EXPECT_NE(render.find(option.name), std::string::npos) << option.name;
        EXPECT_EQ(parse({option.name}).refused(), !option.is_switch) << "a value is missing";
        EXPECT_TRUE(parse({option.name, "1", option.name, "1"}).refused()) << "given twice";
    }
}

TEST(SubcommandOptions, HelpAndVersionEndWellOnStandardOutput) {
    for (const std::vector<std::string>& arguments : {std::vector<std::string>{"--help"},
                                                      {"-h"},
                                                      {"--version"},
                                                      {"render", "--help"},
                                                      {"check", "--help"},
                                                      {"list", "--help"}}) {
        const Outcome outcome = parse(arguments);
        ASSERT_TRUE(std::holds_alternative<Finished>(outcome.result));
        EXPECT_EQ(std::get<Finished>(outcome.result).exit_code, 0);
        EXPECT_EQ(outcome.err, "");
        EXPECT_FALSE(outcome.out.empty());
    }
    EXPECT_EQ(parse({"--version"}).out.rfind("heatlab ", 0), 0u);
    EXPECT_NE(parse({"--help"}).out.find("1/4"), std::string::npos);
    for (const KernelInfo& kernel : kernel_table())
        EXPECT_NE(parse({"--help"}).out.find(kernel.name), std::string::npos);
}

TEST(SubcommandOptions, Render) {
    const RenderCommand command =
        parse({"render",   "--grid",         "512x512", "--r",  "0.2",     "--init", "hot-square",
               "--kernel", "tiled",          "--steps", "1000", "--out",   "a.png",  "--dump",
               "f.npy",    "--no-interface", "--size",  "400",  "--scale", "2",      "--theme",
               "light",    "--json",         "-"})
            .as<RenderCommand>();
    EXPECT_EQ(command.settings.grid, (GridSize{512, 512}));
    EXPECT_EQ(command.settings.steps, 1000);
    EXPECT_EQ(command.out, "a.png");
    EXPECT_EQ(command.dump, "f.npy");
    EXPECT_EQ(command.json, "-");
    EXPECT_FALSE(command.with_interface);
    EXPECT_EQ(command.size, (GridSize{400, 400}));
    EXPECT_EQ(command.scale, 2);
    EXPECT_TRUE(parse({"render"}).refused());
    EXPECT_TRUE(parse({"render", "--steps", "5"}).refused());
    EXPECT_TRUE(parse({"render", "--out", "-"}).refused());
    EXPECT_TRUE(parse({"render", "--dump", "-"}).refused());
    EXPECT_TRUE(parse({"render", "--out", ""}).refused());
}

TEST(SubcommandOptions, CheckAndList) {
    const CheckCommand check =
        parse({"check", "--backend", "cpu", "--json", "-"}).as<CheckCommand>();
    EXPECT_EQ(check.backend, BackendChoice::cpu);
    EXPECT_EQ(check.json, "-");
    EXPECT_EQ(parse({"list", "devices"}).as<ListCommand>().what, ListCommand::What::devices);
    EXPECT_EQ(parse({"list", "kernels", "--json", "-"}).as<ListCommand>().json, "-");
    EXPECT_EQ(parse({"list", "inits", "--csv", "a.csv"}).as<ListCommand>().csv, "a.csv");
    for (const std::vector<std::string>& bad : {std::vector<std::string>{"list"},
                                                {"list", "nothing"},
                                                {"list", "kernels", "devices"},
                                                {"check", "--backend", "gpu"},
                                                {"check", "--grid", "5"},
                                                {"nonsense"},
                                                {"--nonsense"},
                                                {"check", "render"},
                                                {"check", "--json", ""}})
        EXPECT_TRUE(parse(bad).refused()) << bad.back();
}

// A lesson says itself which field it has; what is the user's is named.
TEST(SubcommandOptions, ALessonsOwnOptionsAreRefusedByName) {
    for (const std::vector<std::string>& own :
         {std::vector<std::string>{"--type", "float64"}, {"--r", "0.3"}, {"--grid", "64"}}) {
        const Outcome refused = parse({"lesson", "run", "why-a-quarter", own[0], own[1]});
        EXPECT_TRUE(refused.refused());
        EXPECT_NE(refused.err.find(own[0] + " " + own[1] + ": a lesson sets this itself"),
                  std::string::npos)
            << refused.err;
    }
    const Outcome taken = parse({"lesson", "run", "why-a-quarter", "--kernel", "global"});
    EXPECT_EQ(taken.as<WindowCommand>().settings.kernel, "global");
    EXPECT_EQ(parse({"lesson", "run", "--help"}).out.find("--type"), std::string::npos);
}

}  // namespace
}  // namespace heatlab
