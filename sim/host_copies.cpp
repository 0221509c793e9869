#include "sim/host_copies.h"

#include <array>
#include <string>

#include "sim/errors.h"
#include "sim/text.h"

namespace heatlab {
namespace {

constexpr std::array<HostCopyInfo, 4> table = {{
    {HostCopyPolicy::never, "never", "never",
     "The field stays where it is: nothing is moved but what the steps need."},
    {HostCopyPolicy::every_n, "every_n", "every n steps",
     "Looks at the field now and then: the copy's cost is spread over n steps."},
    {HostCopyPolicy::every_step, "every_step", "every step",
     "Copies the field after each step, and the next step waits until it has arrived."},
    {HostCopyPolicy::overlapped, "overlapped", "every step, overlapped",
     "Copies each step's field while the next step runs: the shorter of the two is hidden behind "
     "the longer, which is the copy."},
}};

}  // namespace

std::span<const HostCopyInfo> host_copy_policies() {
    return table;
}

const HostCopyInfo& find_host_copy_policy(std::string_view name, const std::string& argument) {
    for (const HostCopyInfo& info : table)
        if (info.name == name)
            return info;
    throw InputError(argument, std::string(name),
                     "one of " + name_list(table, &HostCopyInfo::name) + " is needed");
}

}  // namespace heatlab
