#pragma once

#include <optional>

#include "scenarios/format/sections.h"

namespace ventosa::scenarios {

inline constexpr double kLongestPart_s = 3600;  ///< of a script: of a path, a push, a fault
inline constexpr double kShortest_s = 1e-6;  ///< of a push or a fault: times are whole nanoseconds

/// `fault` of a script's entry, or `leak`, which is one of its kinds; none without these keys.
/// Without `duration_s` it lasts to the end.
/// @throws models::InputError  also if the robot cannot have it
std::optional<Breakage> read_breakage(const models::Node& entry, double at_s,
                                      const ScriptContext& context);

}  // namespace ventosa::scenarios
