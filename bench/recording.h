#pragma once

#include "bench/samples.h"
#include "scenarios/format/scenario.h"

/// What it costs to keep a run.
namespace ventosa::bench {

/// "record/NAME": a row of signals into a log on disk, against the same row kept in memory. Both
/// take turns every few rows.
Benchmark measure_recording(const scenarios::Scenario& scenario);

/// "read_log/NAME": the whole run read back from its log.
Benchmark measure_reading(const scenarios::Scenario& scenario);

}  // namespace ventosa::bench
