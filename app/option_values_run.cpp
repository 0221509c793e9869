// How it is run: copies to the host, and what is compared with it.

#include <algorithm>

#include "app/option_values.h"
#include "app/value_reading.h"
#include "sim/kernel_table.h"

namespace heatlab {

HostCopySetting parse_host_copies(const std::string& argument, const std::string& text) {
    constexpr std::int64_t most_steps = 1'000'000'000'000'000;
    const std::size_t colon = text.find(':');
    HostCopySetting setting;
    setting.policy = find_host_copy_policy(quoted(text.substr(0, colon)), argument).policy;
    if (colon == std::string::npos)
        return setting;
    if (setting.policy != HostCopyPolicy::every_n)
        refuse_value(argument, text, "only every_n takes a number of steps");
    setting.interval = parse_integer(argument, text.substr(colon + 1), 1, most_steps);
    return setting;
}

std::string host_copies_text(const HostCopySetting& setting) {
    const std::string name(host_copy_policies()[static_cast<std::size_t>(setting.policy)].name);
    return setting.policy == HostCopyPolicy::every_n ? name + ":" + std::to_string(setting.interval)
                                                     : name;
}

std::vector<ComparedView> parse_compared_views(const std::string& argument, const std::string& text,
                                               int dimensions) {
    const std::vector<std::string> parts = split(text, ',');
    if (parts.size() + 1 > most_compared_views)
        refuse_value(argument, text,
                     "at most " + std::to_string(most_compared_views - 1) +
                         " kernels are shown beside the one of --kernel");
    std::vector<ComparedView> views;
    for (const std::string& part : parts) {
        ComparedView view;
        const std::size_t at = part.find('@');
        view.kernel = part.substr(0, at);
        if (at != std::string::npos)
            view.copies = parse_host_copies(argument, part.substr(at + 1));
        for (const BackendKind kind : {BackendKind::cpu, BackendKind::cuda}) {
            const std::string prefix = std::string(to_string(kind)) + ":";
            if (view.kernel.starts_with(prefix)) {
                view.kernel.erase(0, prefix.size());
                view.backend = kind;
            }
        }
        const auto fits = [&](const KernelInfo& kernel) {
            return kernel.name == view.kernel && kernel.advances && kernel.suits(dimensions) &&
                   (!view.backend || kernel.runs_on(*view.backend));
        };
        std::string names;
        for (const KernelInfo& kernel : kernel_table())
            if (kernel.advances && kernel.suits(dimensions) &&
                (!view.backend || kernel.runs_on(*view.backend)))
                names += (names.empty() ? "" : ", ") + std::string(kernel.name);
        if (std::ranges::none_of(kernel_table(), fits))
            refuse_value(argument, part, "one of " + names + " is needed, or cpu:NAME, cuda:NAME");
        views.push_back(std::move(view));
    }
    return views;
}

std::string compared_views_text(const std::vector<ComparedView>& views) {
    std::string text;
    for (const ComparedView& view : views) {
        text += text.empty() ? "" : ",";
        if (view.backend)
            text += std::string(to_string(*view.backend)) + ":";
        text += view.kernel;
        if (view.copies.active())
            text += "@" + host_copies_text(view.copies);
    }
    return text;
}

void parse_difference(const std::string& argument, const std::string& text,
                      ComparisonSetting& comparison) {
    const std::vector<std::string> parts = split(text, ',');
    const bool logarithmic = parts.size() == 2 && parts[1] == "logarithmic";
    const bool linear = parts.size() == 1 || (parts.size() == 2 && parts[1] == "linear");
    const std::string& letter = parts[0];
    if (!(logarithmic || linear) || letter.size() != 1 || letter[0] < 'B' || letter[0] > 'D')
        refuse_value(argument, text,
                     "the letter of a view, B, C or D, is needed, and behind a comma linear or "
                     "logarithmic where wanted");
    comparison.difference = static_cast<std::size_t>(letter[0] - 'A');
    comparison.scale = logarithmic ? DifferenceScale::logarithmic : DifferenceScale::linear;
}

std::string difference_text(const ComparisonSetting& comparison) {
    const char letter = static_cast<char>('A' + static_cast<char>(comparison.difference));
    return std::string(1, letter) +
           (comparison.scale == DifferenceScale::logarithmic ? ",logarithmic" : "");
}

}  // namespace heatlab
