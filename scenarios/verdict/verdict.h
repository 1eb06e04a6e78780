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
#include "scenarios/verdict/script_events.h"
#include "scenarios/verdict/unmet.h"

/// Verdict of a finished run.
namespace ventosa::scenarios {

enum class Outcome : std::uint8_t { kPass, kFail, kError, kSkipped };
const char* name(Outcome outcome);  ///< "pass", "fail", "error", "skipped"

/// Exit codes of the program.
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
/// The worse of two codes, in the order 130, 3, 5, 4, 2, 1, 0, 77.
ExitCode worse(ExitCode a, ExitCode b);

struct Verdict {
  std::string scenario;
  std::string title{};     ///< title of the scenario
  std::string robot{};     ///< name of the robot
  std::string fidelity{};  ///< "ideal" or "full"
  std::uint64_t seed = 0;
  Outcome outcome = Outcome::kError;
  ExitCode exit_code = ExitCode::kPass;
  std::string message;  ///< reason for kError; else empty
  std::vector<AssertResult> asserts;
  std::vector<Hindrance> hindrances{};  ///< the first hindrances, at most ReasonLog::kMost
  std::size_t n_hindrances = 0;
  std::vector<LateWalk> late_walks{};
  std::vector<Unmet> unmet{};
  std::vector<ScriptEvent> events{};
  bool is_complete = false;  ///< the run reached the scenario's end
  double sim_time_s = 0;
  double realtime_factor = 0;
  std::uint64_t state_hash = 0;
  /// Hash of the commands only, comparable to that of a run with modules over UDP.
  std::uint64_t command_hash = 0;
};

/// A run with its verdict: evaluates the scenario's assertions and the checks of every run, row by
/// row.
class JudgedRun : private AssertionFolds,
                  private Incidents,
                  private ReasonLog,
                  private LateWalks,
                  private UnmetInputs,
                  private CommandHash,
                  public ScenarioRun {
 public:
  /// Arguments as for ScenarioRun.  @throws models::InputError
  JudgedRun(const Scenario& scenario, std::uint64_t seed, std::vector<record::RowSink*> sinks = {},
            InputLog* inputs = nullptr);

  /// Verdict on the run so far.
  /// @param wall_s  wall time of the run
  Verdict verdict(double wall_s) const;

 private:
  JudgedRun(const Scenario& scenario, const std::vector<record::Column>& columns,
            std::uint64_t seed, std::vector<record::RowSink*> sinks, InputLog* inputs);
};

/// Adds an error to the verdict; the worse exit code counts.
void add_error(ExitCode code, const std::string& message, Verdict& verdict);

/// Runs the first half again from the start.
/// @param n_ticks  of the whole run
/// @return the state at half time
RunSnapshot first_half(const Scenario& scenario, std::uint64_t seed, std::int64_t n_ticks);

/// Resumes the run at half time with a new twin and controller and compares the state hashes at the
/// end. Adds the assertion "same state hash", with value 1 if they differ; a difference turns a
/// pass into a fail.
/// @param half  state at half time, of this run or by first_half()
void verify_sameness(const Scenario& scenario, const RunSnapshot& half, Verdict& verdict);

struct Versions {
  std::string ventosa;
  std::string mujoco;
};

/// Element of `scenarios` in the summary: {scenario, verdict, exit_code, asserts: [{name, pass,
/// value, bound, limit, unit, worst_s}], hindrances, late_walks, unmet, events, sim_time_s,
/// realtime_factor, state_hash, command_hash, seed, version, mujoco}
nlohmann::ordered_json to_json(const Verdict& verdict, const Versions& versions);
nlohmann::ordered_json to_json(const Hindrance& hindrance);

}  // namespace ventosa::scenarios
