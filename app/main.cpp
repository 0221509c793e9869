#include <exception>
#include <iostream>
#include <string>
#include <variant>
#include <vector>

#include "app/commands/commands.h"
#include "app/options.h"
#include "sim/errors.h"

int main(int argc, char** argv) {
    using namespace heatlab;
    try {
        const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
        const auto parsed = parse_command_line(arguments, std::cout, std::cerr);
        if (const auto* finished = std::get_if<Finished>(&parsed))
            return finished->exit_code;
        return std::visit([](const auto& command) { return run_command(command); },
                          std::get<Invocation>(parsed));
    } catch (const InputError& error) {
        std::cerr << "heatlab: " << error.what() << "\n";
        return exit_bad_arguments;
    } catch (const std::exception& error) {
        std::cerr << "heatlab: " << error.what() << "\n";
        return exit_failed;
    }
}
