#include "app/report.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <nlohmann/json.hpp>
#include <ostream>
#include <utility>

#include "app/commands.h"
#include "app/terminal.h"
#include "app/text_table.h"

namespace ventosa::app {

using scenarios::AssertResult;
using scenarios::Outcome;

namespace {

constexpr int kSchema = 1;

/// The runs of one scenario, with its seeds.
struct Group {
  const Verdict* worst = nullptr;
  std::vector<AssertResult> asserts;  ///< of each the worst of all seeds
  int n_seeds = 0;
  double sim_time_s = 0;
  double wall_s = 0;
};

void keep_worst(const AssertResult& result, std::vector<AssertResult>& asserts) {
  const auto same = std::find_if(asserts.begin(), asserts.end(), [&](const AssertResult& known) {
    return known.name == result.name;
  });
  if (same == asserts.end())
    asserts.push_back(result);
  else if (usage(result) > usage(*same))
    *same = result;
}

void join(Group& group, const Verdict& verdict) {
  if (group.worst == nullptr ||
      scenarios::worse(verdict.exit_code, group.worst->exit_code) != group.worst->exit_code)
    group.worst = &verdict;
  for (const AssertResult& result : verdict.asserts) keep_worst(result, group.asserts);
  ++group.n_seeds;
  group.sim_time_s += verdict.sim_time_s;
  if (verdict.realtime_factor > 0) group.wall_s += verdict.sim_time_s / verdict.realtime_factor;
}

std::vector<Group> by_scenario(const std::vector<Verdict>& verdicts) {
  std::vector<Group> groups;
  for (const Verdict& verdict : verdicts) {
    const auto same = std::find_if(groups.begin(), groups.end(), [&](const Group& group) {
      return group.worst->scenario == verdict.scenario;
    });
    join(same == groups.end() ? groups.emplace_back() : *same, verdict);
  }
  return groups;
}

std::string how_fast(const Group& group) {
  return group.wall_s > 0 ? digits(group.sim_time_s / group.wall_s) : "";
}

/// The scenario's own row carries its first assertion, the rows below it the others.
void add_rows(const Group& group, TextTable& table) {
  const Verdict& worst = *group.worst;
  std::vector<std::string> row{
      worst.scenario,
      std::to_string(group.n_seeds),
      shown(worst.outcome),
      "",
      "",
      digits(group.sim_time_s, 4),
      how_fast(group),
      worst.outcome == Outcome::kError ? "" : record::hexadecimal(worst.state_hash)};
  for (const AssertResult& result : group.asserts) {
    row[3] = result.name;
    row[4] = value_and_limit(result);
    table.add(std::exchange(row, std::vector<std::string>(row.size())));
  }
  if (group.asserts.empty()) table.add(std::move(row));
}

void print_failures(std::ostream& out, const Verdict& verdict) {
  const bool ran = verdict.sim_time_s > 0;
  const std::string who =
      verdict.scenario + (ran ? ", seed " + std::to_string(verdict.seed) : "") + ": ";
  if (!verdict.message.empty()) out << who << verdict.message << '\n';
  for (const AssertResult& result : verdict.asserts)
    if (!result.pass) out << who << failure_text(result) << '\n';
}

/// Why it did less than it was asked to.
void print_hindrances(std::ostream& out, const Verdict& verdict) {
  constexpr std::size_t kMost = 10;
  const std::size_t n = std::min(verdict.hindrances.size(), kMost);
  for (std::size_t i = 0; i < n; ++i) out << "  " << to_text(verdict.hindrances[i]) << '\n';
  if (verdict.n_hindrances > n) out << "  and " << verdict.n_hindrances - n << " more times\n";
}

void print_late_walks(std::ostream& out, const Verdict& verdict) {
  for (const scenarios::LateWalk& walk : verdict.late_walks) out << "  " << to_text(walk) << '\n';
}

void print_unmet(std::ostream& out, const Verdict& verdict) {
  for (const scenarios::Unmet& each : verdict.unmet) out << "  " << to_text(each) << '\n';
}

void print_counts(std::ostream& out, const std::vector<Verdict>& verdicts) {
  const auto count = [&](Outcome outcome) {
    return std::count_if(verdicts.begin(), verdicts.end(),
                         [&](const Verdict& verdict) { return verdict.outcome == outcome; });
  };
  out << verdicts.size() << " runs: " << count(Outcome::kPass) << " passed, "
      << count(Outcome::kFail) << " failed, " << count(Outcome::kError) << " in error, "
      << count(Outcome::kSkipped) << " skipped\n";
}

}  // namespace

double usage(const AssertResult& result) {
  if (result.tolerance > 0) return std::abs(result.value - result.limit) / result.tolerance;
  const double value = std::abs(result.value);
  const double limit = std::abs(result.limit);
  const double less = std::min(value, limit);
  const double more = std::max(value, limit);
  if (result.pass) return less == more ? 0 : less / more;
  return less > 0 ? more / less : std::numeric_limits<double>::infinity();
}

std::string failure_text(const AssertResult& result) {
  return result.name + ": " + value_and_limit(result) + ", at " + digits(result.worst_s, 5) + " s" +
         (result.worst_signal.empty() ? "" : ", " + result.worst_signal);
}

std::string value_and_limit(const AssertResult& result) {
  const std::string unit =
      result.unit == "1" || !result.limit_name.empty() ? "" : ' ' + result.unit;
  const std::string value = result.value_name.empty() ? digits(result.value, 4) : result.value_name;
  const std::string limit = result.limit_name.empty() ? digits(result.limit, 4) : result.limit_name;
  const std::string tolerance = result.tolerance > 0 ? " +- " + digits(result.tolerance) : "";
  return value + unit + ", limit " + limit + tolerance + unit;
}

void print_details(std::ostream& out, const Verdict& verdict) {
  out << verdict.scenario << ", seed " << verdict.seed << ": " << shown(verdict.outcome) << '\n';
  if (!verdict.message.empty()) out << "  " << verdict.message << '\n';
  TextTable table({{"  assertion"}, {"verdict"}, {"value, limit"}, {"worst at [s]", true}, {"of"}});
  for (const AssertResult& result : verdict.asserts)
    table.add({"  " + result.name, shown(result.pass ? Outcome::kPass : Outcome::kFail),
               value_and_limit(result), digits(result.worst_s, 5), result.worst_signal});
  if (!verdict.asserts.empty()) table.print(out);
  print_hindrances(out, verdict);
  print_late_walks(out, verdict);
  print_unmet(out, verdict);
  if (verdict.sim_time_s > 0)
    out << "  " << digits(verdict.sim_time_s, 5) << " s simulated, "
        << digits(verdict.realtime_factor) << " x real time, state hash "
        << record::hexadecimal(verdict.state_hash) << '\n';
}

void print_table(std::ostream& out, const std::vector<Verdict>& verdicts) {
  TextTable table({{"scenario"},
                   {"seeds", true},
                   {"verdict"},
                   {"assertion"},
                   {"value, limit"},
                   {"time [s]", true},
                   {"x real time", true},
                   {"state hash"}});
  for (const Group& group : by_scenario(verdicts)) add_rows(group, table);
  table.print(out);
  out << '\n';
  for (const Verdict& verdict : verdicts) print_failures(out, verdict);
  print_counts(out, verdicts);
}

nlohmann::ordered_json summary(const std::vector<Verdict>& verdicts) {
  auto list = nlohmann::ordered_json::array();
  for (const Verdict& verdict : verdicts) list.push_back(scenarios::to_json(verdict, versions()));
  return {{"schema", kSchema}, {"scenarios", std::move(list)}};
}

scenarios::ExitCode worst(const std::vector<Verdict>& verdicts) {
  if (verdicts.empty()) return ExitCode::kPass;
  ExitCode code = verdicts.front().exit_code;
  for (const Verdict& verdict : verdicts) code = scenarios::worse(code, verdict.exit_code);
  return code;
}

}  // namespace ventosa::app
