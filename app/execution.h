#pragma once

#include <filesystem>
#include <functional>
#include <optional>

#include "scenarios/verdict/verdict.h"

namespace ventosa::app {

/// Runs to the end of the scenario, or of the physics; nothing if interrupted.
/// @param each_tick  called at the start and after every tick; its time does not count as the run's
std::optional<scenarios::Verdict> execute(scenarios::JudgedRun& run,
                                          const std::function<void()>& each_tick);

/// "crawl_up_wall-1"
std::string run_name(const scenarios::Scenario& scenario, std::uint64_t seed);

}  // namespace ventosa::app
