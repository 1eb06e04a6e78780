#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <variant>

#include "hal/robot.h"
#include "scenarios/format/scenario.h"
#include "view/run/live_inputs.h"
#include "view/run/modules.h"

/// What may be asked of a player.
namespace ventosa::view {

struct Play {};
struct Pause {};
struct Step {
  std::int64_t n_ticks = 1;  ///< backwards if negative; it pauses
};
struct Speed {
  double factor = 1;  ///< or Pace::kAsFastAsPossible
};
/// Than now, at most 16 times real time and at least an eighth.
struct Faster {
  double times = 2;
};
struct Seek {
  std::int64_t tick = 0;
};
/// Gives the robot that a scenario is to be run with, whatever it is.
using Connect = std::function<std::unique_ptr<hal::Robot>(const scenarios::Scenario& scenario,
                                                          std::uint64_t seed)>;
/// Gives the modules of a scenario's robot, ours and ready to be armed.
/// @param say  gets what is waited for
/// @throws std::runtime_error  why they cannot be had, a line for each thing
using ConnectModules = std::function<Modules(const scenarios::Scenario& scenario,
                                             std::uint64_t seed, const hal::WireRobot::Say& say)>;
struct Load {
  std::shared_ptr<const scenarios::Scenario> scenario;
  std::uint64_t seed = 1;
  /// Of a run that is over: it is done again first, so that any of it can be looked at, and told
  /// whether it came to the same end. Empty: there was none.
  std::string earlier_hash{};
  Connect connect{};         ///< none: the twin
  ConnectModules modules{};  ///< in place of both
};
/// Another run of the same robot, drawn transparent at the same tick; null: there is none.
struct ShowGhost {
  std::shared_ptr<const scenarios::Scenario> scenario;
  std::uint64_t seed = 1;
};
/// The scenario with all that was done to it.
struct Save {
  std::filesystem::path file;
};

using Request =
    std::variant<Play, Pause, Step, Speed, Faster, Seek, Load, ShowGhost, Save, Intervention>;

}  // namespace ventosa::view
