#include <iostream>

#include "app/commands/commands.h"
#include "app/commands/list_tables.h"
#include "app/commands/measured.h"
#include "app/text_file.h"

namespace heatlab {

int run_command(const ListCommand& command) {
    require_outputs({{"--json", command.json}, {"--csv", command.csv}});
    const nlohmann::ordered_json rows = list_rows(command.what);
    if (command.json)
        write_text(*command.json, json_text(rows));
    if (command.csv)
        write_text(*command.csv, csv_text(rows));
    if (!command.json && !command.csv)
        std::cout << plain_text(command.what, rows);
    return exit_done;
}

}  // namespace heatlab
