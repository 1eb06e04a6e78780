#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "controller/diagnostics.h"
#include "controller/model/config.h"
#include "controller/model/description.h"
#include "controller/model/goal.h"
#include "hal/cup_answer.h"
#include "hal/guard/guard.h"
#include "scenarios/script/climb.h"
#include "scenarios/script/motion_watch.h"
#include "scenarios/script/waypoints.h"
#include "sim/plant.h"

/// External inputs of a session: from a script, a recording, a window or an operator.
namespace ventosa::scenarios {

using hal::OperatorAction;
using hal::OperatorRequest;

struct Input {
  std::int64_t tick = -1;               ///< control tick of the input; -1: no input yet
  controller::Goal goal;                ///< persists until the next input
  sim::Stimulus stimulus;               ///< pushes and faults without an end persist
  OperatorRequest request{};            ///< applies once
  std::optional<hal::CupAnswer> cup{};  ///< applies once
  std::optional<controller::ControllerConfig> options{};  ///< new options; applied once
  bool ends_run = false;                                  ///< the run ends with this tick
};

/// A climb that another motion replaced before it arrived.
struct LeftClimb {
  std::int64_t goal = 0;  ///< index among the script's goals
  double left_s = 0;
  ClimbState state{};
};

/// State of a running script: how many goals have begun, how far the last walk ended from its
/// planned end, the progress of the present motion, and the events so far.
struct ScriptState {
  std::int64_t n_begun = 0;  ///< goals of the script that have begun
  sim::Bytes3 shift_W{};     ///< [m] from planned body positions to the true ones, in W (world)
  WaypointProgress along{};
  MotionWatch motion{};
  ClimbState climb{};                 ///< progress of the present climb
  std::vector<LeftClimb> left{};      ///< climbs before it
  std::optional<Isometry3d> X_WB0{};  ///< body at the end of the last climb, in place of the start
  std::int64_t n_events = 0;          ///< events whose entries have begun
  bool in_phase = true;  ///< the foot of the next event has been in its phase in the tick before
  EventStates event{};
};

class Inputs {
 public:
  virtual ~Inputs() = default;

  /// Takes what the controller reports of the tick before; called before each at() of a session.
  virtual void watch(const controller::Diagnostics&) noexcept {}

  /// State of the inputs, for snapshots of a run. @{
  virtual ScriptState script_state() const noexcept { return {}; }
  virtual void restore(const ScriptState&) noexcept {}
  /// @}

  /// The newest input at this tick. Called with ascending ticks.
  virtual Input at(std::int64_t tick) noexcept = 0;

  /// Elapsed ticks of the scenario; fewer than `tick` if the scenario has waited for its robot.
  virtual std::int64_t n_past(std::int64_t tick) const noexcept { return tick; }
};

/// True if every option is finite and within its range.
bool are_sound(const controller::ControllerConfig& options);

/// Result of the check of an input.
enum class InputStatus : std::uint8_t {
  kNew,
  kOld,       ///< the input of the tick before: its persistent parts stay in effect
  kLate,      ///< new and made for an earlier tick: used from now on
  kUnsorted,  ///< older than the last one: ignored
  kFuture,    ///< made for a later tick: ignored
  kUnsound,   ///< with an invalid stimulus (sim::is_sound): ignored
  kLacking,   ///< with a goal for which the robot lacks a capability: ignored
};
constexpr auto enumerators(InputStatus) {
  return controller::words("new", "old", "late", "unsorted", "future", "unsound", "lacking");
}

/// The current control tick, and the tick of the newest input so far.
struct InputTime {
  std::int64_t last_tick = -1, now_tick = 0;
  std::int64_t period_ns = 0;
};
InputStatus judge(const Input& input, const InputTime& time) noexcept;

/// True if an input with this status is used.
inline bool counts(InputStatus status) {
  return status == InputStatus::kNew || status == InputStatus::kLate;
}

}  // namespace ventosa::scenarios
