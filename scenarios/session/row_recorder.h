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

/// What a scenario is run with.
enum class Subject : std::uint8_t {
  kTwin,
  kRobot,  ///< over the seam alone: no truth, nor what is measured against it
};

/// Makes a row of all signals of each tick, hashes it and passes it on. Keeps none.
class RowRecorder final : public Recorder {
 public:
  /// @param twin   how its robot and its world really are; none: it is no twin
  /// @param sinks  must outlive this
  RowRecorder(const Scenario& scenario, std::optional<TwinSetup> twin,
              std::vector<record::RowSink*> sinks);

  /// Refuses a tick that does not come after the last one, and one of a twin without its truth.
  /// False also if one of the sinks refuses.
  [[nodiscard]] bool record(const Tick& tick) noexcept override;

  /// Goes on after a tick of which this was the hash and the command.
  void resume(std::int64_t tick, std::uint64_t hash, const controller::Command& command);

  std::uint64_t state_hash() const { return hash_; }  ///< of all signals of all ticks so far

 private:
  const std::optional<TwinSetup> twin_;
  const controller::Shape shape_;
  const std::vector<record::RowSink*> sinks_;
  std::vector<double> row_;
  std::uint64_t hash_ = record::kEmptyHash;
  std::int64_t last_tick_ = -1;
  controller::Command last_command_;
};

/// What a scenario records, by its robot and whether that has a camera on: a topic for each group.
record::Field recorded_schema(const Scenario& scenario, Subject subject = Subject::kTwin);
std::vector<record::Column> recorded_columns(const Scenario& scenario,
                                             Subject subject = Subject::kTwin);

}  // namespace ventosa::scenarios
