#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "sim/ghost/application.h"
#include "sim/ghost/applications.h"

namespace heatlab::ghost {

/// The place of a row in application_table(), and of its type in AllApplications.
inline std::size_t index_of(const Application& application) {
    return static_cast<std::size_t>(&application - application_table().data());
}

/// visit(std::type_identity<T>{}) with the struct T of an application of the table.
template <typename Visit>
decltype(auto) visit_application(const Application& application, const Visit& visit) {
    const auto among = [&]<typename First, typename... Others>(
                           const auto& self, std::size_t index,
                           ApplicationList<First, Others...>) -> decltype(auto) {
        if constexpr (sizeof...(Others) > 0) {
            if (index > 0)
                return self(self, index - 1, ApplicationList<Others...>{});
        }
        return visit(std::type_identity<First>{});
    };
    return among(among, index_of(application), AllApplications{});
}

}  // namespace heatlab::ghost
