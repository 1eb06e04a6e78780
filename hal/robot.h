#pragma once

#include <cstdint>

#include "controller/model/command.h"
#include "controller/model/description.h"
#include "controller/model/observation.h"
#include "controller/model/start.h"
#include "hal/capabilities.h"
#include "hal/cup_answer.h"
#include "hal/guard/guard.h"

/// The one seam between the controller and whatever it drives: twin, emulated modules, real
/// modules.
namespace ventosa::hal {

enum class Status : std::uint8_t {
  kOk,
  kLate,      ///< the period was exceeded
  kStale,     ///< what is known is older than it should be
  kLost,      ///< a module does not answer any more
  kUnstable,  ///< the physics failed: the run must end
  kEnded,     ///< there is no more to come: the end of a recording
};
constexpr auto enumerators(Status) {
  return controller::words("ok", "late", "stale", "lost", "unstable", "ended");
}

/// Nothing more can be exchanged.
inline bool is_over(Status status) {
  return status == Status::kUnstable || status == Status::kEnded;
}

/// What the safe-state machine has to know of a robot besides its readings.
struct Health {
  bool session = true;  ///< every module has one; identity and configuration agree
  bool lease = true;    ///< it is ours
  Triggers robot{};     ///< present now
  controller::PerLeg<Triggers> leg{};
};

class Robot {
 public:
  virtual ~Robot() = default;  ///< releases nothing: cups keep gripping

  virtual const Capabilities& capabilities() const noexcept = 0;

  /// What is known before the first command. Lets no time pass, and says the same when it is asked
  /// again. After the first exchange() the answer is kStale: the start is past, `seen` is of now.
  [[nodiscard]] virtual Status start(controller::Start& start) noexcept = 0;

  /// Sends `command`, lets one control period pass, fills `seen` with what is then known.
  /// Time passes here and nowhere else. Once the robot is over it stays over, and `seen` as it was.
  [[nodiscard]] virtual Status exchange(const controller::Command& command,
                                        controller::Observation& seen) noexcept = 0;

  /// As of the last exchange, or of the start.
  virtual const Health& health() const noexcept {
    static const Health kWell;
    return kWell;
  }

  /// The safe-state machine's mode from the next exchange on. A robot that needs arming does what
  /// it is told in kActive, kStand and kCut, and in any other mode holds whatever it is told.
  virtual void enter(GuardMode) noexcept {}

  /// What an operator says of a cup. A robot whose cups tell whether they hold need not be told.
  virtual CupReply take(const CupAnswer&) noexcept { return CupReply::kKnown; }
};

}  // namespace ventosa::hal
