#pragma once

#include <algorithm>
#include <cmath>

#include "controller/model/command.h"
#include "hal/guard/limit_check.h"
#include "hal/legacy/messages.h"
#include "hal/wire/start_up.h"

/// The turbine's percent, all that the wire has for a cup. It outlives a reboot of the module: what
/// gripped grips again as soon as the module hears.
namespace ventosa::hal::legacy {

struct CupDriveConfig {
  double area_m2 = 0;
  double attached_N = 0;  ///< from here on a cup is attached
  double band = 1.2;      ///< kAttach keeps the force between its goal and `band` times that
};

/// One step for each reading of the cup that comes: those are late by 0.4 to 0.8 s, hence the slew,
/// and the less of it the nearer the force is.
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
        if (!told_) percent_ = force_N >= config_.attached_N ? 100 : 0;
        break;
    }
    told_ = true;
  }

  /// A new reading of the vacuum, `dt_s` after the one before.
  void regulate(double vacuum_Pa, double dt_s) noexcept {
    if (goal_N_ <= 0 || !is_plausible_vacuum(vacuum_Pa)) return;
    constexpr double kLongest_s = 0.2;  // what was missed is not made up for
    const double force_N = vacuum_Pa * config_.area_m2;
    if (force_N >= goal_N_ && force_N <= config_.band * goal_N_) return;
    const double share = 0.5 * (1 + config_.band) - force_N / goal_N_;
    const double rate = kSlew_percent_s * std::clamp(share, -1.0, 1.0);
    percent_ = std::clamp(percent_ + rate * std::clamp(dt_s, 0.0, kLongest_s), 0.0, 100.0);
  }

  /// None: it has not been told anything, and stays as it is.
  std::optional<std::uint8_t> percent() const noexcept {
    if (!told_) return std::nullopt;
    return static_cast<std::uint8_t>(std::lround(percent_));
  }

 private:
  CupDriveConfig config_;
  double percent_ = 0;
  bool told_ = false;  ///< what it is to do
  double goal_N_ = 0;  ///< of kAttach, otherwise 0
};

}  // namespace ventosa::hal::legacy
