#pragma once

#include <filesystem>

#include "hal/link/gap_trace.h"

namespace ventosa::scenarios {

/// Name of the folder of gap traces, below the folder of robots and in a folder of results.
inline constexpr const char* kTracesFolder = "traces";

/// Reads a gap trace:
///     kind: drop            # or hold
///     period_ms: 50         # only with drop
///     gaps_ms: [52, 61, 47]
/// @throws models::InputError
hal::GapTrace read_gap_trace(const std::filesystem::path& file);

}  // namespace ventosa::scenarios
