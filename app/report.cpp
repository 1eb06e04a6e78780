#include "app/report.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <ostream>
#include <set>
#include <sstream>
#include <utility>

#include "app/commands.h"
#include "app/execution.h"
#include "app/statistics_report.h"
#include "app/terminal.h"
#include "app/text_table.h"

namespace ventosa::app {

using scenarios::AssertResult;
using scenarios::Outcome;

namespace {

constexpr int kSchema = 1;

std::string unit_text(const AssertResult& result) {
  return result.unit == "1" || !result.limit_name.empty() ? "" : ' ' + result.unit;
}

void print_failures(std::ostream& out, const Verdict& verdict) {
  const std::string who = run_name(verdict) + ": ";
  if (!verdict.message.empty()) out << who << verdict.message << '\n';
  for (const AssertResult& result : verdict.asserts)
    if (!result.pass) out << who << failure_text(result) << '\n';
}

/// A refused file is printed once for all its seeds.
void print_failures(std::ostream& out, const std::vector<Verdict>& verdicts) {
  std::set<std::string> refused;
  for (const Verdict& verdict : verdicts) {
    const bool ran = verdict.sim_time_s > 0;
    if (ran)
      print_failures(out, verdict);
    else if (refused.insert(verdict.scenario).second)
      out << verdict.scenario << ": " << verdict.message << '\n';
  }
}

void print_runs(std::ostream& out, const std::vector<Verdict>& verdicts) {
  TextTable table(
      {{"run"}, {"verdict"}, {"time [s]", true}, {"x real time", true}, {"state hash"}});
  for (const Verdict& each : verdicts)
    table.add({run_name(each), shown(each.outcome), digits(each.sim_time_s, 4),
               each.realtime_factor > 0 ? digits(each.realtime_factor) : "",
               each.sim_time_s > 0 ? record::hexadecimal(each.state_hash) : ""});
  table.print(out);
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

std::string value_text(const AssertResult& result) {
  return result.value_name.empty() ? digits(result.value, 4) + unit_text(result)
                                   : result.value_name;
}

std::string limit_text(const AssertResult& result) {
  const std::string tolerance = result.tolerance > 0 ? " +- " + digits(result.tolerance) : "";
  const std::string limit = result.limit_name.empty() ? digits(result.limit, 4) : result.limit_name;
  return std::string(controller::name(result.bound)) + ' ' + limit + tolerance + unit_text(result);
}

std::string failure_text(const AssertResult& result) {
  return result.name + ": " + value_text(result) + ", " + limit_text(result) + ", at " +
         digits(result.worst_s, 5) + " s" +
         (result.worst_signal.empty() ? "" : ", " + result.worst_signal);
}

void print_shortfalls(std::ostream& out, const Verdict& verdict) {
  constexpr std::size_t kMost = 10;
  const std::size_t n = std::min(verdict.hindrances.size(), kMost);
  for (std::size_t i = 0; i < n; ++i) out << to_text(verdict.hindrances[i]) << '\n';
  if (verdict.n_hindrances > n) out << "and " << verdict.n_hindrances - n << " more times\n";
  for (const scenarios::LateWalk& walk : verdict.late_walks) out << to_text(walk) << '\n';
  for (const scenarios::Unmet& each : verdict.unmet) out << to_text(each) << '\n';
}

void print_details(std::ostream& out, const Verdict& verdict) {
  out << verdict.scenario << ", seed " << verdict.seed << ": " << shown(verdict.outcome) << '\n';
  if (!verdict.robot.empty())
    out << "  " << verdict.title << " (" << verdict.robot << ", fidelity " << verdict.fidelity
        << ")\n";
  if (!verdict.message.empty()) out << "  " << verdict.message << '\n';
  TextTable table(
      {{"  assertion"}, {"verdict"}, {"value"}, {"limit"}, {"worst at [s]", true}, {"of"}});
  for (const AssertResult& result : verdict.asserts)
    table.add({"  " + result.name, shown(result.pass ? Outcome::kPass : Outcome::kFail),
               value_text(result), limit_text(result), digits(result.worst_s, 5),
               result.worst_signal});
  if (!verdict.asserts.empty()) table.print(out);
  std::stringstream shortfalls;
  print_shortfalls(shortfalls, verdict);
  for (std::string line; std::getline(shortfalls, line);) out << "  " << line << '\n';
  if (verdict.sim_time_s > 0)
    out << "  " << digits(verdict.sim_time_s, 5) << " s simulated, "
        << digits(verdict.realtime_factor) << " x real time, state hash "
        << record::hexadecimal(verdict.state_hash) << '\n';
}

void print_table(std::ostream& out, const FinishedRuns& runs) {
  print_statistics(out, runs.statistics);
  out << '\n';
  print_runs(out, runs.verdicts);
  out << '\n';
  print_failures(out, runs.verdicts);
  print_counts(out, runs.verdicts);
}

nlohmann::ordered_json summary(const FinishedRuns& runs) {
  auto list = nlohmann::ordered_json::array();
  for (const Verdict& verdict : runs.verdicts)
    list.push_back(scenarios::to_json(verdict, versions()));
  return {{"schema", kSchema},
          {"scenarios", std::move(list)},
          {"statistics", to_json(runs.statistics)}};
}

namespace {

/// Refuses a file that is no report: a report may only replace an earlier one.
void refuse_other_than_junit(const std::filesystem::path& file) {
  if (!std::filesystem::is_regular_file(file)) return;
  std::ifstream stream(file);
  std::string start(1000, '\0');
  stream.read(start.data(), static_cast<std::streamsize>(start.size()));
  start.resize(static_cast<std::size_t>(stream.gcount()));
  if (start.empty() || start.find("<testsuite") != std::string::npos) return;
  throw record::OutputError(file, "exists and is no JUnit report: name another file");
}

}  // namespace

Reports::Reports(const std::filesystem::path& junit, const std::filesystem::path& statistics) {
  refuse_other_than_junit(junit);
  if (!junit.empty()) junit_.emplace(junit);
  if (!statistics.empty()) statistics_.emplace(statistics);
}

void Reports::write(const FinishedRuns& runs) {
  if (junit_) write_junit(*junit_, runs.verdicts);
  if (statistics_) write_statistics(*statistics_, runs.statistics);
}

scenarios::ExitCode worst(const std::vector<Verdict>& verdicts) {
  if (verdicts.empty()) return ExitCode::kPass;
  ExitCode code = verdicts.front().exit_code;
  for (const Verdict& verdict : verdicts) code = scenarios::worse(code, verdict.exit_code);
  return code;
}

}  // namespace ventosa::app
