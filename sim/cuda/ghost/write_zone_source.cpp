// write_zone_source APPLICATION FILE: what the build compiles into the program for machines without
// a compiler of kernels.

#include <exception>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

#include "sim/cuda/ghost/zone_source.h"
#include "sim/io/output_file.h"

int main(int argument_count, char** arguments) {
    using namespace heatlab;
    if (argument_count != 3) {
        std::cerr << "usage: write_zone_source APPLICATION FILE\n";
        return 2;
    }
    try {
        const std::string text = ghost::built_in_source(ghost::find_application(arguments[1]));
        std::ifstream before(arguments[2]);
        std::stringstream present;
        present << before.rdbuf();
        // A file that stays untouched is not compiled again.
        if (present.str() == text)
            return 0;
        OutputFile file(arguments[2]);
        file.write(text.data(), text.size());
        file.commit();
    } catch (const std::exception& problem) {
        std::cerr << "write_zone_source: " << problem.what() << "\n";
        return 1;
    }
    return 0;
}
