#pragma once

#include <vector>

#include "bench/samples.h"
#include "scenarios/format/scenario.h"

namespace ventosa::bench {

/// Shares of the parts of a control period in its time.
/// - "step/NAME": the whole period, and bare mj_step as in "twin/NAME"
/// - "step/NAME/PART": one call of a part, on the same states; `share` is that of all its calls in
///   the time of all periods. Parts: those of a physics step, the twin's truth and observation, the
///   controller's tick. "record and session" is the rest of the period, without times of its own.
/// @throws std::logic_error  the parts do not lead to the states of the run
std::vector<Benchmark> measure_step(const scenarios::Scenario& scenario);

}  // namespace ventosa::bench
