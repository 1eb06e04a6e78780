#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <variant>

#include "controller/model/description.h"
#include "controller/model/foot_phase.h"
#include "controller/model/reason.h"

/// Events that begin entries of a script. They follow from what the controller reports, never from
/// the truth.
namespace ventosa::scenarios {

/// How the motion of an entry ends.
enum class Ending : std::uint8_t {
  kArrived,  ///< the plan has led the body to the motion's end, and body and feet rest
  kDone,     ///< the task of a leg is done
  kRefused,  ///< the request is refused; of a motion of the body: for kRefused_s
};
constexpr auto enumerators(Ending) { return controller::words("arrived", "done", "refused"); }

/// Time for which body and feet rest, and the controller says why, before a motion counts as
/// refused.
inline constexpr double kRefused_s = 1;

/// A motion has ended, or has passed a point.
struct After {
  std::size_t goal = 0;  ///< index in the script's goals
  Ending is = Ending::kArrived;
  int waypoint = -1;  ///< index of a point of waypoints; -1: the motion's end
  bool operator==(const After&) const = default;
};

/// A foot enters a phase.
struct When {
  int leg = 0;
  controller::FootPhase phase = controller::FootPhase::kStance;
  bool operator==(const When&) const = default;
};

/// Event that begins an entry, or ends the run.
struct Event {
  static constexpr int kEndOfRun = -1;

  int entry = 0;  ///< index in the script's list in the file, or kEndOfRun
  std::variant<After, When> what{};
  double delay_s = 0;       ///< from the event to the entry's begin
  double not_before_s = 0;  ///< entries with a time before it in the list have begun
  std::string label{};      ///< name of its entry, for example "back" or "script[2]"
  std::string text{};       ///< the event in words, for example "there is arrived"

  bool ends_run() const { return entry == kEndOfRun; }
};

/// Largest number of events of a script.
inline constexpr std::size_t kMostEvents = 64;

/// Start time of an entry whose event has not come.
inline constexpr double kNotYet_s = std::numeric_limits<double>::infinity();

/// State of an event.
struct EventState {
  std::int64_t came_tick = -1;   ///< first tick that knew of it; -1: not yet
  std::int64_t begun_tick = -1;  ///< tick at which its entry began; -1: not yet
  controller::Reason reason = controller::Reason::kNone;  ///< the controller's, with a refusal
};
using EventStates = std::array<EventState, kMostEvents>;

}  // namespace ventosa::scenarios
