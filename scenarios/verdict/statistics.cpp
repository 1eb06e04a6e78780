#include "scenarios/verdict/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace ventosa::scenarios {
namespace {

/// Linear interpolation between the two neighbours in sorted values.
double quantile(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], place - std::floor(place));
}

/// Result of an assertion in one run; unknown if the run lacks it or ended early.
AssertResult result_in(const Verdict& run, const AssertResult& assertion) {
  const auto found =
      std::find_if(run.asserts.begin(), run.asserts.end(),
                   [&](const AssertResult& each) { return each.name == assertion.name; });
  if (found != run.asserts.end() && run.is_complete) return *found;
  AssertResult unknown = assertion;
  unknown.pass = false;
  unknown.value = std::numeric_limits<double>::quiet_NaN();
  unknown.value_name = unknown.worst_signal = "";
  unknown.worst_s = run.sim_time_s;
  return unknown;
}

bool is_worse(const AssertResult& a, const AssertResult& b) {
  return std::pair(!a.pass, violation(a)) > std::pair(!b.pass, violation(b));
}

AssertStatistics statistics_of(const AssertResult& assertion,
                               const std::vector<const Verdict*>& runs) {
  AssertStatistics all{.worst = result_in(*runs.front(), assertion),
                       .worst_seed = runs.front()->seed};
  std::vector<double> values;
  for (const Verdict* run : runs) {
    const AssertResult result = result_in(*run, assertion);
    all.n_failed += result.pass ? 0 : 1;
    all.n_unknown += std::isnan(result.value) ? 1 : 0;
    values.push_back(result.value);
    if (!is_worse(result, all.worst)) continue;
    all.worst = result;
    all.worst_seed = run->seed;
  }
  if (all.n_unknown == 0 && all.worst.value_name.empty())
    all.values = distribution_of(std::move(values));
  return all;
}

/// Every assertion of any run, in the order of the runs.
std::vector<AssertResult> asserts_of(const std::vector<const Verdict*>& runs) {
  std::vector<AssertResult> asserts;
  for (const Verdict* run : runs)
    for (const AssertResult& result : run->asserts)
      if (std::none_of(asserts.begin(), asserts.end(),
                       [&](const AssertResult& known) { return known.name == result.name; }))
        asserts.push_back(result);
  return asserts;
}

std::vector<ScenarioStatistics> by_scenario(const std::vector<Verdict>& verdicts) {
  std::vector<ScenarioStatistics> groups;
  for (const Verdict& verdict : verdicts) {
    auto same = std::find_if(groups.begin(), groups.end(), [&](const ScenarioStatistics& group) {
      return group.scenario == verdict.scenario;
    });
    if (same == groups.end()) same = groups.insert(same, {verdict.scenario, {}, {}});
    same->runs.push_back(&verdict);
  }
  return groups;
}

}  // namespace

Distribution distribution_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  return {.mean = sum / static_cast<double>(values.size()),
          .least = values.front(),
          .lower_quartile = quantile(values, 0.25),
          .median = quantile(values, 0.5),
          .upper_quartile = quantile(values, 0.75),
          .largest = values.back()};
}

const Verdict& ScenarioStatistics::worst_run() const {
  const Verdict* worst = runs.front();
  for (const Verdict* run : runs)
    if (worse(worst->exit_code, run->exit_code) != worst->exit_code) worst = run;
  return *worst;
}

std::vector<ScenarioStatistics> statistics_of(const std::vector<Verdict>& verdicts) {
  std::vector<ScenarioStatistics> groups = by_scenario(verdicts);
  for (ScenarioStatistics& group : groups)
    for (const AssertResult& each : asserts_of(group.runs))
      group.asserts.push_back(statistics_of(each, group.runs));
  return groups;
}

}  // namespace ventosa::scenarios
