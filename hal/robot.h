#pragma once

#include <cstdint>

#include "controller/model/command.h"
#include "controller/model/description.h"
#include "controller/model/observation.h"
#include "controller/model/start.h"
#include "hal/capabilities.h"
#include "hal/cup_answer.h"
#include "hal/guard/guard.h"

/// Interface between the controller and a robot: simulated twin, emulated modules or real modules.
namespace ventosa::hal {

enum class Status : std::uint8_t {
  kOk,
  kLate,      ///< the period was exceeded
  kStale,     ///< the readings are older than they should be
  kLost,      ///< a module no longer answers
  kUnstable,  ///< the physics simulation failed: the run must end
  kEnded,     ///< the end of a recording
};
constexpr auto enumerators(Status) {
  return controller::words("ok", "late", "stale", "lost", "unstable", "ended");
}

/// True if no further exchange is possible.
inline bool is_over(Status status) {
  return status == Status::kUnstable || status == Status::kEnded;
}

/// State of a robot for the safe-state machine, besides its readings.
struct Health {
  bool session = true;  ///< every module has a session; identity and configuration agree
  bool lease = true;    ///< this master has the lease
  Triggers robot{};     ///< present now
  controller::PerLeg<Triggers> leg{};
  /// Triggers of a leg with which the robot first comes to stand, because its drives keep their
  /// last references by themselves, and then holds.
  Triggers until_it_stands{};
};

/// Triggers of a leg with which a robot stands (GuardInputs::standing).
/// @param stands  it has come to stand
constexpr Triggers standing(const Health& health, bool stands) noexcept {
  return stands ? kStanding : kStanding | health.until_it_stands;
}

class Robot {
 public:
  virtual ~Robot() = default;  ///< releases nothing: cups keep gripping

  virtual const Capabilities& capabilities() const noexcept = 0;

  /// State before the first command. Lets no time pass and may be called again. After the first
  /// exchange() it returns kStale, with the present readings in `seen`.
  [[nodiscard]] virtual Status start(controller::Start& start) noexcept = 0;

  /// Sends `command`, lets one control period pass and fills `seen`. Time passes only here. Once
  /// the robot has ended, so does every later exchange, with `seen` unchanged.
  [[nodiscard]] virtual Status exchange(const controller::Command& command,
                                        controller::Observation& seen) noexcept = 0;

  /// Health at the last exchange, or at the start.
  virtual const Health& health() const noexcept {
    static const Health kWell;
    return kWell;
  }

  /// Sets the safe-state machine's mode from the next exchange on. A robot that needs arming obeys
  /// commands in kActive, kStand and kCut; in any other mode it holds.
  virtual void enter(GuardMode) noexcept {}

  /// Accepts an operator's statement about a cup. A robot with reliable vacuum readings needs none.
  virtual CupReply take(const CupAnswer&) noexcept { return CupReply::kKnown; }
};

}  // namespace ventosa::hal
