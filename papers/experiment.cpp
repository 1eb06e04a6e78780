#include "papers/experiment.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace ventosa::papers {

bool Threshold::holds(double value) const {
  switch (bound) {
    case scenarios::Bound::kMax:
      return value <= limit;
    case scenarios::Bound::kMin:
      return value >= limit;
    case scenarios::Bound::kEquals:
      return std::abs(value - limit) <= tolerance;
  }
  return false;
}

const RunSpec& run_of(const Experiment& experiment, const std::string& key) {
  const auto found = std::find_if(experiment.runs.begin(), experiment.runs.end(),
                                  [&](const RunSpec& run) { return run.key == key; });
  if (found == experiment.runs.end())
    throw std::logic_error(experiment.name + " has no run " + key);
  return *found;
}

std::vector<Measure> measures_of(const Experiment& experiment) {
  std::vector<Measure> measures;
  for (const Line& line : experiment.lines) {
    if (const auto* ours = std::get_if<Measure>(&line.ours)) measures.push_back(*ours);
    if (line.minus) measures.push_back(*line.minus);
    if (line.over) measures.push_back(*line.over);
  }
  return measures;
}

}  // namespace ventosa::papers
