#pragma once

#include <filesystem>
#include <functional>
#include <optional>

#include "scenarios/verdict/verdict.h"

namespace ventosa::app {

/// Runs to the end of the scenario, or until the physics fail; empty if interrupted. A run beyond
/// the time limit is stopped and fails.
/// @param each_tick     called at the start and after every tick
/// @param time_limit_s  wall-clock time
std::optional<scenarios::Verdict> execute(scenarios::JudgedRun& run,
                                          const std::function<void()>& each_tick,
                                          std::optional<double> time_limit_s = {});

/// Name of a run, for example "crawl_up_wall-1". @{
std::string run_name(const scenarios::Scenario& scenario, std::uint64_t seed);
std::string run_name(const scenarios::Verdict& verdict);
/// @}

}  // namespace ventosa::app
