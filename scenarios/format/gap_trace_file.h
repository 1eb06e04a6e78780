#pragma once

#include <filesystem>

#include "hal/link/gap_trace.h"

namespace ventosa::scenarios {

/// Under the folder of robots, the folder of shipped traces; in a folder of results, that of the
/// traces of the run.
inline constexpr const char* kTracesFolder = "traces";

/// Reads a trace of gaps:
///     kind: drop            # or hold
///     period_ms: 50         # of drop alone
///     gaps_ms: [52, 61, 47]
/// @throws models::InputError
hal::GapTrace read_gap_trace(const std::filesystem::path& file);

}  // namespace ventosa::scenarios
