#pragma once

#include <optional>

#include "scenarios/format/sections.h"

namespace ventosa::scenarios {

inline constexpr double kLongestPart_s = 3600;  ///< longest path, push or fault
inline constexpr double kShortest_s = 1e-6;     ///< shortest push or fault: times are in whole ns

/// Reads `fault` of a script's entry, or its short form `leak`; empty without these keys. Without
/// `duration_s` the fault lasts to the end.
/// @throws models::InputError  also if the robot cannot have the fault
std::optional<Breakage> read_breakage(const models::Node& entry, double at_s,
                                      const ScriptContext& context);

}  // namespace ventosa::scenarios
