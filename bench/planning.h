#pragma once

#include <vector>

#include "bench/samples.h"
#include "scenarios/format/scenario.h"

namespace ventosa::bench {

/// "plan/NAME": plans from a scenario's first surface to its second one, from 20 starts up to 0.4 m
/// farther from the edge, each with a seed of its own; CPU time, with its problems of load sharing
/// as iterations. Below it the same time per kinematic check and per problem of load sharing.
std::vector<Benchmark> measure_planning(const scenarios::Scenario& scenario);

}  // namespace ventosa::bench
