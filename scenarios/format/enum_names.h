#pragma once

#include <string>
#include <string_view>
#include <vector>

/// The names of the values of signals with unit "enum", as written in scenario files.
namespace ventosa::scenarios {

/// In order of the values: {"none", "lift_refused", ...} for "plan.reason"; empty if the signal is
/// no enumeration.
std::vector<std::string> enum_names(std::string_view signal);

/// "lift_refused"; the number if the value has no name.
std::string enum_name(std::string_view signal, double value);

}  // namespace ventosa::scenarios
