#pragma once

#include <algorithm>
#include <cmath>

#include "controller/model/command.h"
#include "hal/guard/limit_check.h"
#include "hal/legacy/messages.h"
#include "hal/wire/start_up.h"

/// Turbine power of a cup [%], the only cup command of the protocol. It is kept across a reboot of
/// the module, so that an attached cup grips again as soon as the module receives.
namespace ventosa::hal::legacy {

struct CupDriveConfig {
  double area_m2 = 0;
  double attached_N = 0;  ///< suction force from which a cup is attached
  double band = 1.2;      ///< kAttach keeps the force between its goal and `band` times the goal
};

/// Controller of the turbine power, one step per cup reading. Readings are 0.4 to 0.8 s late, hence
/// the slew limit, which is reduced near the goal.
class CupDrive {
 public:
  static constexpr double kSlew_percent_s = 20;

  explicit CupDrive(const CupDriveConfig& config) noexcept : config_(config) {}

  void take(const controller::CupCommand& command, double vacuum_Pa) noexcept {
    const double force_N = vacuum_Pa * config_.area_m2;
    goal_N_ = 0;
    switch (is_finite(command) ? command.mode : controller::CupMode::kHold) {
      case controller::CupMode::kHold:
        if (force_N < config_.attached_N) return;
        percent_ = 100;
        break;
      case controller::CupMode::kGrip:
        percent_ = 100 * std::clamp(command.turbine, 0.0, 1.0);
        break;
      case controller::CupMode::kRelease:
        percent_ = 0;
        break;
      case controller::CupMode::kAttach:
        goal_N_ = command.goal_N;
        if (!commanded_) percent_ = force_N >= config_.attached_N ? 100 : 0;
        break;
    }
    commanded_ = true;
  }

  /// Processes a new vacuum reading, `dt_s` after the previous one.
  void regulate(double vacuum_Pa, double dt_s) noexcept {
    if (goal_N_ <= 0 || !is_plausible_vacuum(vacuum_Pa)) return;
    constexpr double kLongest_s = 0.2;  // missed time is not caught up
    const double force_N = vacuum_Pa * config_.area_m2;
    if (force_N >= goal_N_ && force_N <= config_.band * goal_N_) return;
    const double share = 0.5 * (1 + config_.band) - force_N / goal_N_;
    const double rate = kSlew_percent_s * std::clamp(share, -1.0, 1.0);
    percent_ = std::clamp(percent_ + rate * std::clamp(dt_s, 0.0, kLongest_s), 0.0, 100.0);
  }

  /// Power to send; no value: no command was given, the turbine keeps its power.
  std::optional<std::uint8_t> percent() const noexcept {
    if (!commanded_) return std::nullopt;
    return static_cast<std::uint8_t>(std::lround(percent_));
  }

 private:
  CupDriveConfig config_;
  double percent_ = 0;
  bool commanded_ = false;  ///< a command was given
  double goal_N_ = 0;       ///< goal in mode kAttach; otherwise 0
};

}  // namespace ventosa::hal::legacy
