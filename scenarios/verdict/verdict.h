#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "scenarios/session/command_hash.h"
#include "scenarios/session/scenario_run.h"
#include "scenarios/verdict/assertion_fold.h"
#include "scenarios/verdict/incidents.h"
#include "scenarios/verdict/late_walks.h"
#include "scenarios/verdict/reason_log.h"
#include "scenarios/verdict/unmet.h"

/// What is said of a finished run.
namespace ventosa::scenarios {

enum class Outcome : std::uint8_t { kPass, kFail, kError, kSkipped };
const char* name(Outcome outcome);  ///< "pass", "fail", "error", "skipped"

/// Exit codes of the program; of several the worst wins.
enum class ExitCode : std::uint8_t {
  kPass = 0,
  kAssertionFailed = 1,
  kBadInput = 2,
  kUnstable = 3,
  kOutput = 4,
  kLink = 5,
  kSkipped = 77,
  kInterrupted = 130,
};
/// In order of badness: 130, 3, 5, 4, 2, 1, 0; 77 only together with 77.
ExitCode worse(ExitCode a, ExitCode b);

struct Verdict {
  std::string scenario;
  std::string title{};     ///< the scenario's
  std::string robot{};     ///< its name
  std::string fidelity{};  ///< "ideal" or "full"
  std::uint64_t seed = 0;
  Outcome outcome = Outcome::kError;
  ExitCode exit_code = ExitCode::kPass;
  std::string message;  ///< why kError; else empty
  std::vector<AssertResult> asserts;
  std::vector<Hindrance> hindrances{};  ///< the first of them
  std::size_t n_hindrances = 0;
  std::vector<LateWalk> late_walks{};
  std::vector<Unmet> unmet{};
  bool is_complete = false;  ///< it came to the scenario's end
  double sim_time_s = 0;
  double realtime_factor = 0;
  std::uint64_t state_hash = 0;
  std::uint64_t command_hash = 0;  ///< of the commands alone: as over a wire
};

/// A run that is judged as it goes: by the scenario's assertions, and by what is asked of every
/// run.
class JudgedRun : private AssertionFolds,
                  private Incidents,
                  private ReasonLog,
                  private LateWalks,
                  private UnmetInputs,
                  private CommandHash,
                  public ScenarioRun {
 public:
  /// As ScenarioRun.  @throws models::InputError
  JudgedRun(const Scenario& scenario, std::uint64_t seed, std::vector<record::RowSink*> sinks = {},
            InputLog* inputs = nullptr);

  /// Of the run so far.
  /// @param wall_s  how long it took
  Verdict verdict(double wall_s) const;

 private:
  JudgedRun(const Scenario& scenario, const std::vector<record::Column>& columns,
            std::uint64_t seed, std::vector<record::RowSink*> sinks, InputLog* inputs);
};

/// Runs the same again up to half time, and from a snapshot of it in a fresh twin and controller to
/// the end, which must be the first run's hash. Added to the asserts as "same state hash", value 1
/// if it differs; a difference turns a pass into a fail.
void verify_sameness(const Scenario& scenario, Verdict& verdict);

struct Versions {
  std::string ventosa;
  std::string mujoco;
};

/// One element of `scenarios` in the summary: {scenario, verdict, exit_code, asserts: [{name, pass,
/// value, bound, limit, unit, worst_s}], hindrances, late_walks, unmet, sim_time_s,
/// realtime_factor, state_hash, command_hash, seed, version, mujoco}
nlohmann::ordered_json to_json(const Verdict& verdict, const Versions& versions);
nlohmann::ordered_json to_json(const Hindrance& hindrance);

}  // namespace ventosa::scenarios
