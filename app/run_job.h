#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "app/earlier_run.h"
#include "app/execution.h"
#include "app/frames.h"
#include "app/report.h"
#include "app/terminal.h"
#include "record/output_folder.h"
#include "scenarios/verdict/results.h"

namespace ventosa::app {

/// A run to do, with the places that it writes to opened beforehand.
struct RunJob {
  const scenarios::Scenario* scenario;
  std::uint64_t seed;
  scenarios::ResultOptions files;
  const EarlierRun* earlier;             ///< run that it repeats, or null
  std::optional<double> time_limit_s{};  ///< wall-clock time
  std::unique_ptr<record::OutputFolder> results{};
  std::unique_ptr<Frames> frames{};
  std::filesystem::path pictures{};  ///< where those will be

  std::string name() const { return run_name(*scenario, seed); }
};

/// Runs it and writes its results. A place that cannot be written to, or inputs that cannot be
/// recorded, are told on stderr and become the verdict. Nothing if interrupted.
/// @param progress  shows the simulated time; or null
std::optional<Verdict> carry_out(RunJob& job, Progress* progress);

/// Tells on stderr how much a run will put on disk, when it is much.
void announce(const RunJob& job);

}  // namespace ventosa::app
