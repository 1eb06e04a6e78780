#include "papers/catalogue.h"

#include <algorithm>

#include "models/input_error.h"
#include "models/spelling.h"

namespace ventosa::papers {
namespace {

constexpr const char* kAll = "all";

std::vector<std::string> all_names() {
  std::vector<std::string> names{kAll};
  for (const Paper& paper : catalogue()) {
    names.push_back(paper.name);
    for (const Experiment& experiment : paper.experiments) names.push_back(experiment.name);
  }
  return names;
}

void check_name(const std::string& name, const std::vector<std::string>& known) {
  if (std::find(known.begin(), known.end(), name) != known.end()) return;
  const std::string_view meant = models::closest(name, known);
  throw models::InputError(
      "", name, "must be the name of an experiment or a paper",
      meant.empty() ? "'ventosa paper' lists them" : "did you mean " + std::string(meant) + "?");
}

}  // namespace

const std::vector<Paper>& catalogue() {
  static const std::vector<Paper> papers{asif2012::paper(), amru5::paper()};
  return papers;
}

std::vector<Chosen> choose(const std::vector<std::string>& names) {
  const std::vector<std::string> known = all_names();
  for (const std::string& name : names) check_name(name, known);
  const auto is_chosen = [&](const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  std::vector<Chosen> chosen;
  for (const Paper& paper : catalogue()) {
    Chosen part{&paper};
    for (const Experiment& experiment : paper.experiments)
      if (is_chosen(kAll) || is_chosen(paper.name) || is_chosen(experiment.name))
        part.experiments.push_back(&experiment);
    if (!part.experiments.empty()) chosen.push_back(part);
  }
  return chosen;
}

}  // namespace ventosa::papers
