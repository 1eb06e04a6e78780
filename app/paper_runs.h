#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "app/frames.h"
#include "papers/catalogue.h"
#include "papers/comparison.h"
#include "papers/watch.h"

namespace ventosa::app {

/// An experiment's part in a run.
struct PaperWatch {
  const papers::Experiment* experiment;
  std::string key;  ///< key of the run in the experiment
  std::unique_ptr<papers::Watch> watch;
};

/// A run, with all experiments that look at it.
struct PaperRun {
  const scenarios::Scenario* scenario;
  std::uint64_t seed;
  std::vector<PaperWatch> watches{};
  std::vector<std::unique_ptr<Frames>> pictures{};
  std::optional<scenarios::Verdict> verdict{};
};

/// The runs of experiments, each scenario and seed once.
class PaperRuns {
 public:
  /// Loads and checks all that is needed.  @throws models::InputError
  explicit PaperRuns(const std::vector<papers::Chosen>& chosen);

  /// Prepares the pictures of the runs' first seeds, in `folder` of each paper's name. Where
  /// nothing can be drawn it says so on stderr and does not.  @throws record::OutputError
  void open_pictures(const std::vector<papers::Chosen>& chosen, const record::OutputFolder& folder);

  void carry_out();  ///< all runs, or until an interrupt

  const std::vector<PaperRun>& runs() const { return runs_; }
  papers::Outcome outcome(const papers::Experiment& experiment) const;

 private:
  void add(const papers::Experiment& experiment, const papers::RunSpec& run);
  PaperRun& run_with(const scenarios::Scenario& scenario, std::uint64_t seed);

  std::map<std::string, scenarios::Scenario> scenarios_;
  std::vector<PaperRun> runs_;
};

}  // namespace ventosa::app
