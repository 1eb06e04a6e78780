#pragma once

#include "app/session_record.h"
#include "hal/wire/wire_robot.h"
#include "record/background_sink.h"
#include "record/output_folder.h"
#include "record/signal_log.h"
#include "scenarios/format/scenario.h"
#include "scenarios/script/inputs.h"
#include "scenarios/session/command_hash.h"
#include "scenarios/verdict/assertion_fold.h"
#include "scenarios/verdict/incidents.h"
#include "scenarios/verdict/reason_log.h"
#include "scenarios/verdict/script_events.h"

namespace ventosa::app {

/// End and timing of a run with modules over UDP.
struct HalSummary {
  const char* ended = "";
  double time_s = 0;
  int exit_code = 0;
  bool held = false;        ///< the robot stopped and held after it had been active
  std::int64_t n_late = 0;  ///< number of late periods
  std::int64_t worst_lateness_ns = 0;
};

/// Results and verdict of a run of `ventosa hal`. Files are written by other threads.
class HalResults {
 public:
  /// @param inputs  their n_past() is the scenario's time; both must outlive this
  /// @throws record::OutputError
  HalResults(const scenarios::Scenario& scenario, const scenarios::Inputs& inputs,
             const std::filesystem::path& folder, const SessionLabel& label);

  std::vector<record::RowSink*> sinks() { return {&log_, &hash_, &judge_, &reasons_}; }
  SessionRecord& story() { return story_; }
  /// Reasons for doing less than requested, and faults, so far.
  const scenarios::ReasonLog& reasons() const { return reasons_; }
  /// Says that the scenario has come to its end; without it no assertion has passed.
  void complete() { judge_.is_complete = true; }
  void judge_nothing() { judge_.is_judged = false; }  ///< a robot at rest is not judged
  void begin();  ///< keeps all files from now on, also after a failure
  /// True if a file could not be written completely so far.
  bool is_incomplete() const {
    return story_.is_incomplete() || log_.has_refused() || log_.n_dropped() > 0;
  }
  const std::filesystem::path& place() const { return folder_.place(); }  ///< folder of the results

  /// Prints the results, and writes the remaining files as far as possible.
  /// @throws record::OutputError  also if the log is incomplete
  void finish(const HalSummary& summary, const hal::WireRobot& robot, bool json);

  /// True if an assertion about the robot's own readings has failed.
  bool has_failed() const;
  /// Names of the assertions that are neither passed nor failed: no reading can decide them, or the
  /// scenario has not come to its end.
  std::vector<std::string> unknown() const;

 private:
  /// Evaluates assertions at the scenario's time, which stops while the robot waits.
  struct Judge final : record::RowSink {
    Judge(const scenarios::Scenario& judged, const std::vector<record::Column>& columns,
          const scenarios::Inputs& requested);
    /// The first row is the last one before the scenario begins: time in which the robot waits for
    /// its operator does not count.
    [[nodiscard]] bool take(std::int64_t tick, std::span<const double> row) noexcept override;
    const scenarios::Scenario& scenario;
    const scenarios::Inputs& inputs;
    std::vector<double> first;
    std::int64_t n_past = 0;  ///< ticks of the scenario so far
    bool has_begun = false;
    bool is_complete = false;
    bool is_judged = true;
    /// Empty if the scenario has not begun; only failures if it has not come to its end.
    std::vector<scenarios::AssertResult> results() const;
    std::vector<scenarios::ScriptEvent> events() const;
    std::vector<std::string> unknown;  ///< assertions without a reading
    scenarios::AssertionFolds folds;
    scenarios::Incidents incidents;
  };
  /// Names of the incidents that only a true state shows.
  std::vector<std::string> not_judged() const;
  void write(const std::string& summary);
  std::string json_text(const HalSummary& summary, const hal::WireRobot& robot) const;
  void print_asserts() const;
  void print_links(const hal::WireRobot& robot) const;

  const scenarios::Scenario& scenario_;
  const SessionLabel label_;
  record::OutputFolder folder_;
  SessionRecord story_;
  record::SignalLogWriter writer_;
  record::BackgroundSink log_;
  scenarios::CommandHash hash_;
  Judge judge_;
  scenarios::ReasonLog reasons_;
};

}  // namespace ventosa::app
