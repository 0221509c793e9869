#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>

#include "app/child_process.h"
#include "app/sector_table.h"

namespace heatlab {

/// How sectors are learnt where a session runs; empty functions where they cannot be.
struct SectorMeans {
    std::function<SourceSectors(const KernelInfo& kernel, GridSize grid)> by_source;
    /// See start_counting (app/sector_process.h).
    std::function<std::unique_ptr<ChildProcess>(const KernelInfo& kernel, GridSize grid)> count;
};

/// What sources say of sectors, and what is counted of them: one kernel at a time, in a process of
/// its own, once for each grid. No call but `stop` waits for such a process.
class SectorCounts {
public:
    /// From now on the table is of this grid; a count in progress goes on.
    void show(GridSize grid, SectorMeans means);
    /// Asks for a count of a kernel of the table. Throws InputError (argument "sectors") where that
    /// is not possible, while another one is counted, and where it has been counted.
    void ask(const KernelInfo& kernel);
    /// Once a frame: a count that was asked for begins where `may_begin`, one that has ended is
    /// kept.
    void follow(bool may_begin);
    /// Whether one was asked for and has not ended.
    bool busy() const { return asked_.has_value(); }
    /// Ends it. It is busy until `follow` has seen that.
    void cancel();
    /// Ends it, and waits until it has. `why` is shown as the problem.
    void stop(const std::string& why);
    /// Null before `show`, and where nothing is known of sectors.
    std::shared_ptr<const SectorTable> table() const { return table_; }

private:
    /// Kernel, dimensions, width, height, depth.
    using Key = std::tuple<const KernelInfo*, int, int, int, int>;
    struct Asked {
        const KernelInfo* kernel;
        GridSize grid;
        std::unique_ptr<ChildProcess> process;  ///< null: waits
        bool cancelled = false;
    };
    static Key key_of(const KernelInfo& kernel, GridSize grid);
    KernelSectors& row_of(const KernelInfo& kernel, GridSize grid);
    void begin();
    void end(const std::optional<ChildProcess::End>& end, const std::string& problem);
    void publish();

    GridSize grid_;
    SectorMeans means_;
    std::map<Key, KernelSectors> known_;
    std::optional<Asked> asked_;
    std::shared_ptr<const SectorTable> table_;
};

}  // namespace heatlab
