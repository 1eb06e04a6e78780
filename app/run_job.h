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

/// A run with its output files, opened beforehand.
struct RunJob {
  const scenarios::Scenario* scenario;
  std::uint64_t seed;
  scenarios::ResultOptions files;
  const EarlierRun* earlier;             ///< the run that it repeats, or null
  std::optional<double> time_limit_s{};  ///< wall-clock time
  std::unique_ptr<record::OutputFolder> results{};
  std::unique_ptr<Frames> frames{};
  std::filesystem::path pictures{};  ///< final place of the frames

  std::string name() const { return run_name(*scenario, seed); }
};

/// Runs the job and writes its results. An unwritable place, or inputs that cannot be recorded, are
/// reported on stderr and in the verdict. Empty if interrupted.
/// @param progress  shows the simulated time; may be null
std::optional<Verdict> carry_out(RunJob& job, Progress* progress);

/// Reports on stderr the expected size of a large log.
void announce(const RunJob& job);

}  // namespace ventosa::app
