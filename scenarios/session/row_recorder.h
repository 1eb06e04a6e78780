#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "record/row_sink.h"
#include "record/schema.h"
#include "record/state_hash.h"
#include "scenarios/session/recorder.h"
#include "scenarios/session/twin_setup.h"

namespace ventosa::scenarios {

/// Robot that a scenario is run with.
enum class Subject : std::uint8_t {
  kTwin,
  kRobot,  ///< any hal::Robot: no truth, nor signals derived from it
};

/// Builds a row of all signals per tick, hashes it and passes it to the sinks.
class RowRecorder final : public Recorder {
 public:
  /// @param twin   true robot and world of a twin; empty if the robot is not a twin
  /// @param sinks  must outlive this
  RowRecorder(const Scenario& scenario, std::optional<TwinSetup> twin,
              std::vector<record::RowSink*> sinks);

  /// False if the tick does not follow the last one, if a twin's tick has no truth, or if a sink
  /// refuses.
  [[nodiscard]] bool record(const Tick& tick) noexcept override;

  /// Continues after `tick`, with the hash and the command of that tick.
  void resume(std::int64_t tick, std::uint64_t hash, const controller::Command& command);

  std::uint64_t state_hash() const { return hash_; }  ///< hash of all signals of all ticks so far

 private:
  const std::optional<TwinSetup> twin_;
  const controller::Shape shape_;
  const std::vector<record::RowSink*> sinks_;
  std::vector<double> row_;
  std::uint64_t hash_ = record::kEmptyHash;
  std::int64_t last_tick_ = -1;
  controller::Command last_command_;
};

/// Signals that a run records, one topic per group; they depend on the robot and its camera.
record::Field recorded_schema(const Scenario& scenario, Subject subject = Subject::kTwin);
std::vector<record::Column> recorded_columns(const Scenario& scenario,
                                             Subject subject = Subject::kTwin);

}  // namespace ventosa::scenarios
