#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "record/row_sink.h"
#include "record/schema.h"
#include "record/state_hash.h"
#include "scenarios/session/foot_signals.h"
#include "scenarios/session/motion_signals.h"
#include "scenarios/session/recorder.h"
#include "scenarios/session/travel_signals.h"
#include "scenarios/session/twin_setup.h"

namespace ventosa::scenarios {

/// Robot that a scenario is run with.
enum class Subject : std::uint8_t {
  kTwin,
  kRobot,  ///< any hal::Robot: no truth, nor signals derived from it
};

/// Memory of a recorder between ticks.
struct RecorderState {
  std::uint64_t hash = record::kEmptyHash;  ///< state hash so far
  MotionState motion;
  FeetState feet{};
  TravelState travel;
};

/// Builds a row of all signals per tick, hashes it and passes it to the sinks. The last topics of a
/// row, `motion`, `feet`, `reserve` and `travel`, are not hashed: they follow from the others, so
/// that the state hash keeps its value when such a signal is added.
class RowRecorder final : public Recorder {
 public:
  /// @param twin   true robot and world of a twin; empty if the robot is not a twin
  /// @param sinks  must outlive this
  RowRecorder(const Scenario& scenario, std::optional<TwinSetup> twin,
              std::vector<record::RowSink*> sinks);

  /// False if the tick does not follow the last one, if a twin's tick has no truth, or if a sink
  /// refuses.
  [[nodiscard]] bool record(const Tick& tick) noexcept override;

  /// Continues after `tick`, with the state and the command of that tick.
  void resume(std::int64_t tick, const RecorderState& state, const controller::Command& command);

  const RecorderState& state() const { return state_; }
  std::uint64_t state_hash() const { return state_.hash; }

 private:
  const std::optional<TwinSetup> twin_;
  const controller::RobotModel model_;
  const controller::ControllerConfig config_;
  const controller::LowPass low_pass_;  ///< behind the force sensors of the feet
  const controller::Shape shape_;
  const std::vector<record::RowSink*> sinks_;
  std::vector<double> row_;
  std::size_t n_hashed_;  ///< columns before the topics that are not hashed
  RecorderState state_;
  std::int64_t last_tick_ = -1;
  controller::Command last_command_;
};

/// Signals that a run records, one topic per group; they depend on the robot and its camera.
record::Field recorded_schema(const Scenario& scenario, Subject subject = Subject::kTwin);
std::vector<record::Column> recorded_columns(const Scenario& scenario,
                                             Subject subject = Subject::kTwin);

}  // namespace ventosa::scenarios
