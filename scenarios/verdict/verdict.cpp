#include "scenarios/verdict/verdict.h"

#include <algorithm>
#include <array>

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

void finish(ScenarioRun& run) {
  while (run.advance()) {
  }
}

std::uint64_t hash_of_resumed(const Scenario& scenario, std::uint64_t seed,
                              const RunSnapshot& snapshot) {
  ScenarioRun run(scenario, seed);
  run.restore(snapshot);
  finish(run);
  return run.state_hash();
}

}  // namespace

const char* name(Outcome outcome) {
  static constexpr std::array kNames{"pass", "fail", "error", "skipped"};
  return kNames[static_cast<std::size_t>(outcome)];
}

ExitCode worse(ExitCode a, ExitCode b) {
  // a skip weighs least: next to a pass it is forgotten
  static constexpr std::array kByBadness{
      ExitCode::kSkipped, ExitCode::kPass, ExitCode::kAssertionFailed, ExitCode::kBadInput,
      ExitCode::kOutput,  ExitCode::kLink, ExitCode::kUnstable,        ExitCode::kInterrupted};
  const auto rank = [](ExitCode code) {
    return std::find(kByBadness.begin(), kByBadness.end(), code);
  };
  return rank(a) < rank(b) ? b : a;
}

Verdict judge(const ScenarioRun& run, double wall_s) {
  Verdict verdict;
  verdict.scenario = run.scenario().name;
  verdict.seed = run.seed();
  for (const Assertion& assertion : run.scenario().asserts)
    verdict.asserts.push_back(evaluate(assertion, run.log(), run.period_s()));
  verdict.outcome = outcome_of(run, verdict.asserts);
  verdict.exit_code = exit_code_of(verdict.outcome);
  if (run.unstable()) verdict.message = "physics unstable: " + run.failure();
  verdict.sim_time_s = run.time_s();
  verdict.realtime_factor = wall_s > 0 ? run.time_s() / wall_s : 0;
  verdict.state_hash = run.state_hash();
  return verdict;
}

void verify_sameness(const Scenario& scenario, Verdict& verdict) {
  if (verdict.outcome == Outcome::kError) return;
  ScenarioRun again(scenario, verdict.seed);
  while (again.tick() < again.n_ticks() / 2 && again.advance()) {
  }
  RunSnapshot half;
  again.save(half);
  finish(again);

  AssertResult same{.name = "same state hash", .unit = "1", .worst_s = again.time_s()};
  same.value += again.state_hash() != verdict.state_hash ? 1 : 0;
  same.value += hash_of_resumed(scenario, verdict.seed, half) != verdict.state_hash ? 1 : 0;
  same.pass = same.value == 0;
  verdict.asserts.push_back(same);
  if (same.pass || verdict.outcome == Outcome::kFail) return;
  verdict.outcome = Outcome::kFail;
  verdict.exit_code = ExitCode::kAssertionFailed;
}

}  // namespace ventosa::scenarios
