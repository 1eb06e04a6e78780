#pragma once

#include <vector>

#include "papers/comparison.h"

/// Outcomes of experiments that were never run.
namespace ventosa::papers {

inline scenarios::Verdict passed() {
  scenarios::Verdict verdict;
  verdict.scenario = "stand";
  verdict.robot = "biped";
  verdict.outcome = scenarios::Outcome::kPass;
  return verdict;
}

inline scenarios::Verdict failed(const std::string& by) {
  scenarios::Verdict verdict = passed();
  verdict.outcome = scenarios::Outcome::kFail;
  for (const std::string& name : {std::string("travel y"), by}) {
    scenarios::AssertResult result;
    result.name = name;
    result.pass = name != by;
    verdict.asserts.push_back(result);
  }
  return verdict;
}

/// Tally of one value.
inline Tally tally_of(double value) {
  Tally tally;
  tally.add(value, 0);
  tally.end_run();
  return tally;
}

/// An experiment with a run "a" and one line that measures it.
inline Experiment experiment_of(Line line) {
  line.ours = Measure{.run = "a", .statistic = Statistic::kMean};
  return {
      .name = "made", .sections = "1", .title = "Made", .runs = {{"a", "stand"}}, .lines = {line}};
}

/// Outcome of an experiment whose measures had these values.
inline Outcome outcome_of(const Experiment& experiment, const std::vector<double>& values,
                          const scenarios::Verdict& verdict = passed()) {
  Outcome outcome{&experiment};
  for (const double value : values) outcome.tallies.push_back(tally_of(value));
  for (const RunSpec& run : experiment.runs) outcome.verdicts[run.key] = {verdict};
  return outcome;
}

inline models::Robot no_robot(const std::string&) { return {}; }

}  // namespace ventosa::papers
