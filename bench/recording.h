#pragma once

#include "bench/samples.h"
#include "scenarios/format/scenario.h"

/// Cost of recording a run.
namespace ventosa::bench {

/// "record/NAME": writing a row of signals to a log on disk, compared with storing it in memory.
/// Both alternate every few rows.
Benchmark measure_recording(const scenarios::Scenario& scenario);

/// "read_log/NAME": reading the whole run back from its log.
Benchmark measure_reading(const scenarios::Scenario& scenario);

}  // namespace ventosa::bench
