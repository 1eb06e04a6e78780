#pragma once

#include <cstdint>
#include <optional>

#include "controller/model/config.h"
#include "controller/model/description.h"
#include "controller/model/goal.h"
#include "hal/cup_answer.h"
#include "hal/guard/guard.h"
#include "sim/plant.h"

/// What reaches a session from outside: from a script, later from a window or a wire.
namespace ventosa::scenarios {

using hal::OperatorAction;
using hal::OperatorRequest;

struct Input {
  std::int64_t tick = -1;                                 ///< that it was made for; -1: none yet
  controller::Goal goal;                                  ///< a level
  sim::Stimulus stimulus;                                 ///< what of it goes on: a level
  OperatorRequest request{};                              ///< once
  std::optional<hal::CupAnswer> cup{};                    ///< once
  std::optional<controller::ControllerConfig> options{};  ///< once: they are to change to these
};

/// How far a walk has led the body from where it was to: it is all that a script remembers.
struct WalkedPlace {
  std::int64_t n_begun = 0;  ///< goals of the script
  sim::Bytes3 shift_W{};     ///< [m] from the planned places to where they really are
};

class Inputs {
 public:
  virtual ~Inputs() = default;

  /// Where the plan has led the body so far: told before each at() of a session.
  virtual void led_to(const controller::Isometry3d&) noexcept {}

  /// State of the inputs, for snapshots of a run. @{
  virtual WalkedPlace walked_place() const noexcept { return {}; }
  virtual void restore(const WalkedPlace&) noexcept {}
  /// @}

  /// The newest input at this tick. Ticks are asked for in order.
  virtual Input at(std::int64_t tick) noexcept = 0;

  /// How many ticks of the scenario are past at this one: it may have waited for its robot.
  virtual std::int64_t n_past(std::int64_t tick) const noexcept { return tick; }
};

/// Whether every option is a number within its range.
bool are_sound(const controller::ControllerConfig& options);

/// What becomes of an input.
enum class InputStatus : std::uint8_t {
  kNew,
  kOld,       ///< the one of last time: its levels go on
  kLate,      ///< new, but made for an earlier tick: it counts from now on
  kUnsorted,  ///< older than that of last time: ignored
  kFuture,    ///< made for a later tick: ignored
  kUnsound,   ///< its stimulus cannot be (sim::is_sound): ignored
  kLacking,   ///< its goal needs what the robot has not got: ignored
};
constexpr auto enumerators(InputStatus) {
  return controller::words("new", "old", "late", "unsorted", "future", "unsound", "lacking");
}

/// The present control period, and the newest input before it.
struct InputTime {
  std::int64_t last_tick = -1, now_tick = 0;
  std::int64_t period_ns = 0;
};
InputStatus judge(const Input& input, const InputTime& time) noexcept;

/// Whether an input with this status is used.
inline bool counts(InputStatus status) {
  return status == InputStatus::kNew || status == InputStatus::kLate;
}

}  // namespace ventosa::scenarios
