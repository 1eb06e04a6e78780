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
#include "scenarios/verdict/reason_log.h"

namespace ventosa::app {

/// How a run over a wire went.
struct HalSummary {
  const char* ended = "";
  double time_s = 0;
  bool held = false;        ///< it had to
  std::int64_t n_late = 0;  ///< periods
  std::int64_t worst_lateness_ns = 0;
};

/// What `ventosa hal` writes down and judges of a run. Disks are waited for by another thread.
class HalResults {
 public:
  /// @param inputs  tell how far the scenario has come; both must outlive this
  /// @throws record::OutputError
  HalResults(const scenarios::Scenario& scenario, const scenarios::Inputs& inputs,
             const std::filesystem::path& folder, const SessionLabel& label);

  std::vector<record::RowSink*> sinks() { return {&log_, &hash_, &judge_, &reasons_}; }
  SessionRecord& story() { return story_; }
  /// Why the robot does less than it is asked to, so far, and what fails of it.
  const scenarios::ReasonLog& reasons() const { return reasons_; }
  void begin();  ///< from now on what is recorded stays, whatever happens
  /// Something could not be written yet, or the disk is too slow.
  bool is_incomplete() const {
    return story_.is_incomplete() || log_.has_refused() || log_.n_dropped() > 0;
  }
  const std::filesystem::path& unfinished() const { return folder_.staging(); }

  /// Prints them, and writes the rest.  @throws record::OutputError  also if the log is incomplete
  void finish(const HalSummary& summary, const hal::WireRobot& robot, bool json);

  /// An assertion is broken, by the robot's own readings.
  bool has_failed() const;
  /// Names of the assertions that no reading tells anything of; all of a scenario that has not
  /// begun.
  std::vector<std::string> unknown() const;

 private:
  /// By the scenario's time, which waits for its robot.
  struct Judge final : record::RowSink {
    Judge(const scenarios::Scenario& scenario, const std::vector<record::Column>& columns,
          const scenarios::Inputs& inputs);
    /// How long a robot waits for its operator is no part of the scenario: its first row is the
    /// last before it goes on.
    [[nodiscard]] bool take(std::int64_t tick, std::span<const double> row) noexcept override;
    const scenarios::Inputs& inputs;
    std::vector<double> first;
    bool has_begun = false;
    /// None of a scenario that has not begun.
    std::vector<scenarios::AssertResult> results() const;
    std::vector<std::string> unknown;  ///< assertions about what no reading tells
    scenarios::AssertionFolds folds;
  };
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
