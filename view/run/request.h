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

/// Requests to a player.
namespace ventosa::view {

struct Play {};
struct Pause {};
struct Step {
  std::int64_t n_ticks = 1;  ///< negative: backwards; pauses the run
};
struct Speed {
  double factor = 1;  ///< relative to real time, or Pace::kAsFastAsPossible
};
/// Changes the speed by a factor, within 1/8 and 16 times real time.
struct Faster {
  double times = 2;
};
struct Seek {
  std::int64_t tick = 0;
};
/// Creates the robot for a scenario.
using Connect = std::function<std::unique_ptr<hal::Robot>(const scenarios::Scenario& scenario,
                                                          std::uint64_t seed)>;
/// Connects to the modules of a scenario's robot, claimed and ready to be armed.
/// @param say  receives conditions that are waited for
/// @throws std::runtime_error  reasons why they are not available, a line each
using ConnectModules = std::function<Modules(const scenarios::Scenario& scenario,
                                             std::uint64_t seed, const hal::WireRobot::Say& say)>;
struct Load {
  std::shared_ptr<const scenarios::Scenario> scenario;
  std::uint64_t seed = 1;
  /// State hash of a finished run, which is replayed first so that any tick can be shown and the
  /// result compared. Empty: none.
  std::string earlier_hash{};
  Connect connect{};         ///< no value: the twin
  ConnectModules modules{};  ///< replaces both
};
/// Another run of the same robot, drawn transparent at the same tick; null: none.
struct ShowGhost {
  std::shared_ptr<const scenarios::Scenario> scenario;
  std::uint64_t seed = 1;
};
/// Saves the scenario with all interventions.
struct Save {
  std::filesystem::path file;
};

using Request =
    std::variant<Play, Pause, Step, Speed, Faster, Seek, Load, ShowGhost, Save, Intervention>;

}  // namespace ventosa::view
