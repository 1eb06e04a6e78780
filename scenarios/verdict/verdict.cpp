#include "scenarios/verdict/verdict.h"

#include <algorithm>
#include <array>
#include <utility>

#include "models/text.h"

namespace ventosa::scenarios {
namespace {

Outcome outcome_of(const ScenarioRun& run, const std::vector<AssertResult>& asserts) {
  if (run.unstable()) return Outcome::kError;
  const bool all_pass = std::all_of(asserts.begin(), asserts.end(),
                                    [](const AssertResult& result) { return result.pass; });
  return all_pass ? Outcome::kPass : Outcome::kFail;
}

ExitCode exit_code_of(Outcome outcome) {
  if (outcome == Outcome::kError) return ExitCode::kUnstable;
  return outcome == Outcome::kPass ? ExitCode::kPass : ExitCode::kAssertionFailed;
}

std::vector<record::RowSink*> with(std::vector<record::RowSink*> sinks,
                                   std::initializer_list<record::RowSink*> others) {
  sinks.insert(sinks.end(), others);
  return sinks;
}

/// State hash at the end of a run that continues from the snapshot.
std::uint64_t resume(const Scenario& scenario, std::uint64_t seed, const RunSnapshot& half) {
  ScenarioRun run(scenario, seed);
  run.restore(half);
  while (run.advance()) {
  }
  return run.state_hash();
}

}  // namespace

const char* name(Outcome outcome) {
  static constexpr std::array kNames{"pass", "fail", "error", "skipped"};
  return kNames[static_cast<std::size_t>(outcome)];
}

ExitCode worse(ExitCode a, ExitCode b) {
  // a skip counts least: next to a pass it does not matter
  static constexpr std::array kByBadness{
      ExitCode::kSkipped, ExitCode::kPass, ExitCode::kAssertionFailed, ExitCode::kBadInput,
      ExitCode::kOutput,  ExitCode::kLink, ExitCode::kUnstable,        ExitCode::kInterrupted};
  const auto rank = [](ExitCode code) {
    return std::find(kByBadness.begin(), kByBadness.end(), code);
  };
  return rank(a) < rank(b) ? b : a;
}

JudgedRun::JudgedRun(const Scenario& scenario, std::uint64_t seed,
                     std::vector<record::RowSink*> sinks, InputLog* inputs)
    : JudgedRun(scenario, recorded_columns(scenario), seed, std::move(sinks), inputs) {}

JudgedRun::JudgedRun(const Scenario& scenario, const std::vector<record::Column>& columns,
                     std::uint64_t seed, std::vector<record::RowSink*> sinks, InputLog* inputs)
    : AssertionFolds(scenario.asserts, columns, scenario.twin.control_period_s),
      Incidents(scenario, columns),
      ReasonLog(scenario, columns),
      LateWalks(scenario, columns),
      UnmetInputs(scenario, columns),
      CommandHash(columns),
      ScenarioRun(scenario, seed,
                  with(std::move(sinks),
                       {static_cast<AssertionFolds*>(this), static_cast<Incidents*>(this),
                        static_cast<ReasonLog*>(this), static_cast<LateWalks*>(this),
                        static_cast<UnmetInputs*>(this), static_cast<CommandHash*>(this)}),
                  inputs) {}

Verdict JudgedRun::verdict(double wall_s) const {
  Verdict verdict;
  verdict.scenario = scenario().name;
  verdict.title = scenario().title;
  verdict.robot = scenario().robot.nominal.name;
  verdict.fidelity = controller::name(scenario().fidelity);
  verdict.seed = seed();
  verdict.asserts = AssertionFolds::results();
  for (AssertResult& result : Incidents::results()) verdict.asserts.push_back(std::move(result));
  verdict.events = script_events(scenario(), script_state(), time_s());
  for (AssertResult& result : judge(verdict.events)) verdict.asserts.push_back(std::move(result));
  verdict.hindrances = hindrances();
  verdict.n_hindrances = n_hindrances();
  verdict.late_walks = late_walks();
  const Script script = begun_script(scenario(), script_state());
  verdict.unmet = unmet_motions(scenario(), script, time_s());
  for (Unmet& each : unmet_waypoints(script, script_state(), time_s()))
    verdict.unmet.push_back(std::move(each));
  for (Unmet& each : unmet_climbs(scenario(), script, script_state(), time_s()))
    verdict.unmet.push_back(std::move(each));
  for (Unmet& each : unmet_inputs()) verdict.unmet.push_back(std::move(each));
  verdict.outcome = outcome_of(*this, verdict.asserts);
  verdict.exit_code = exit_code_of(verdict.outcome);
  if (unstable()) verdict.message = "physics unstable: " + failure();
  verdict.is_complete = !unstable() && is_over();
  verdict.sim_time_s = time_s();
  verdict.realtime_factor = wall_s > 0 ? time_s() / wall_s : 0;
  verdict.state_hash = state_hash();
  verdict.command_hash = CommandHash::value();
  return verdict;
}

void add_error(ExitCode code, const std::string& message, Verdict& verdict) {
  verdict.outcome = Outcome::kError;
  verdict.exit_code = worse(verdict.exit_code, code);
  verdict.message += (verdict.message.empty() ? "" : "; ") + models::printable(message);
}

RunSnapshot first_half(const Scenario& scenario, std::uint64_t seed, std::int64_t n_ticks) {
  ScenarioRun run(scenario, seed);
  while (run.tick() < n_ticks / 2 && run.advance()) {
  }
  RunSnapshot half;
  run.save(half);
  return half;
}

void verify_sameness(const Scenario& scenario, const RunSnapshot& half, Verdict& verdict) {
  if (verdict.outcome == Outcome::kError) return;
  AssertResult same{.name = "same state hash", .unit = "1", .worst_s = verdict.sim_time_s};
  same.value = resume(scenario, verdict.seed, half) != verdict.state_hash ? 1 : 0;
  same.pass = same.value == 0;
  verdict.asserts.push_back(same);
  if (same.pass || verdict.outcome == Outcome::kFail) return;
  verdict.outcome = Outcome::kFail;
  verdict.exit_code = ExitCode::kAssertionFailed;
}

}  // namespace ventosa::scenarios
