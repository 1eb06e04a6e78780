#pragma once

#include <cstdint>
#include <numbers>
#include <variant>

#include "controller/model/observation.h"
#include "hal/guard/freshness.h"
#include "hal/guard/trigger.h"
#include "hal/link/module_watch.h"

/// Checks of a module before its joints get torque, common to all protocols, emulated and real
/// modules. Pure functions of the module's known state.
namespace ventosa::hal {

enum class StartCheck : std::uint8_t {
  kReadings,     ///< the module is ours and sends readings
  kName,         ///< the module has the name expected at this place
  kLimits,       ///< the joint limits and dimensions of the module agree with the robot file
  kDrives,       ///< no drive reports an error
  kSupply,       ///< the drives have power
  kAngles,       ///< each joint angle is known and within its limits
  kVacuum,       ///< the vacuum reading is plausible
  kCupZero,      ///< the pressure zero has settled, or the cup's state is known otherwise
  kFootForce,    ///< the force sensor of a point foot sends readings within its range
  kControlMode,  ///< each joint is in its control mode, or can be switched to it
  kSettings,     ///< speed and current of the drives are limited
  kPlace,        ///< no joint has moved for one period, so that it can be held in place
  kTorque,       ///< each joint's torque state is reported
};
constexpr auto enumerators(StartCheck) {
  return controller::words("readings", "name", "limits", "drive errors", "supply", "joint angles",
                           "vacuum", "zero of its cup", "foot force", "control mode", "settings",
                           "place", "torque");
}

inline constexpr std::size_t kStartChecks = controller::kEnumerators<StartCheck>.size();

enum class Verdict : std::uint8_t {
  kUnknown,  ///< not carried by the protocol or not verifiable: neither passed nor blocking
  kPassed,
  kWaiting,  ///< not yet passed; may pass by itself
  kFailed,   ///< requires action by a person
  kAsked,    ///< requires a statement by an operator
};
constexpr auto enumerators(Verdict) {
  return controller::words("unknown", "passed", "waiting", "failed", "asked");
}
constexpr bool forbids_torque(Verdict verdict) noexcept {
  return verdict != Verdict::kUnknown && verdict != Verdict::kPassed;
}

// ---- the cup

/// Validity of a cup's pressure zero.
enum class CupZero : std::uint8_t {
  kSettling,  ///< the zero was sampled too recently, or the reading is implausible
  kTrusted,   ///< 12 s have passed since the boot with the turbine at rest and the cup free
  /// Sampled while attached or possibly attached (near a surface, or turbine running): the true
  /// vacuum may be higher than the reading.
  kDistrusted,
};
constexpr auto enumerators(CupZero) {
  return controller::words("settling", "trusted", "distrusted");
}

/// Knowledge of a cup's attachment. Unknown is never treated as free.
enum class CupKnowledge : std::uint8_t { kUnknown, kFree, kAttached };
constexpr auto enumerators(CupKnowledge) {
  return controller::words("unknown", "free", "attached");
}

struct CupSituation {
  double vacuum_Pa = controller::kUnknown;
  /// Distances as in CupReading; a cup with an unknown distance may be near a surface.
  std::array<double, 3> distance_m{controller::kUnknown, controller::kUnknown,
                                   controller::kUnknown};
  std::int64_t rested_ns = 0;  ///< time with the turbine below 5 %, since boot or the first message
  bool runs = false;           ///< the turbine is running: waiting verifies nothing
  std::int64_t up_ns = kCupSettles_ns;  ///< time since boot or the first message
};

inline constexpr double kMostVacuum_Pa = 20'000;  ///< above the maximum of any turbine
inline constexpr double kLeastVacuum_Pa = 10;     ///< lower readings count as zero
inline constexpr double kDrift_Pa = 100;          ///< largest zero error of a pressure sensor
inline constexpr double kNear_m = 0.018;    ///< a cup with a nearer distance sensor may be attached
inline constexpr double kRest_percent = 5;  ///< turbine power below which there is no vacuum

constexpr bool is_plausible_vacuum(double vacuum_Pa) noexcept {
  return vacuum_Pa >= -kDrift_Pa && vacuum_Pa <= kMostVacuum_Pa;
}

constexpr CupZero cup_zero(const CupSituation& cup) noexcept {
  constexpr std::int64_t kFilterFills_ns = 1'000'000'000;  // until then its readings are arbitrary
  if (!is_plausible_vacuum(cup.vacuum_Pa) || cup.up_ns < kFilterFills_ns) return CupZero::kSettling;
  bool near = false;
  for (const double each_m : cup.distance_m) near = near || !(each_m >= kNear_m);
  if (near || cup.vacuum_Pa >= kLeastVacuum_Pa || cup.runs) return CupZero::kDistrusted;
  return cup.rested_ns >= kCupSettles_ns ? CupZero::kTrusted : CupZero::kSettling;
}

// ---- the module

inline constexpr double kRad_deg = std::numbers::pi / 180;
/// Tolerance of angle readings beyond the joint limits.
inline constexpr double kAngleRoom_rad = 2 * kRad_deg;
inline constexpr double kStill_rad = 1 * kRad_deg;  ///< smaller motion counts as rest

struct JointSituation {
  double q_rad = controller::kUnknown;
  double q_min_rad = 0, q_max_rad = 0;      ///< limits of the robot file
  double moved_rad = controller::kUnknown;  ///< joint motion over the last period
  std::optional<std::int32_t> errors{};     ///< bits of DriveError
  std::optional<controller::Switch> torque{};
  bool can_have_mode = false;
};

/// The part of the situation that depends on the kind of the module's foot. @{
struct CupStart {
  double vacuum_Pa = controller::kUnknown;
  CupZero zero = CupZero::kSettling;  ///< once trusted, it stays so until a boot
  CupKnowledge holds = CupKnowledge::kUnknown;
};
struct PointStart {
  std::optional<controller::ForceSensing> sensor{};  ///< no value: the foot has none
  controller::FootForceReading force{};
};
using FootStart = std::variant<CupStart, PointStart>;
/// @}

struct ModuleSituation {
  bool is_ours = false;
  Freshness readings = Freshness::kStale;
  /// Agreement with the robot file, as far as reported.
  bool name_agrees = true, limits_agree = true;
  std::optional<controller::Switch> power{};
  FootStart foot{};
  bool settings_made = false;  ///< all settings are made, or none are needed
  int n_joints = 0;
  int first_joint = 1;  ///< number of the first joint, see controller::Leg::joint_number
  controller::PerJoint<JointSituation> joint{};
};

/// True if the check is one of this module: those of vacuum and zero are of cups, that of the foot
/// force is of point feet with a sensor.
[[nodiscard]] bool applies(StartCheck check, const ModuleSituation& module) noexcept;

/// Calls visit(StartCheck) for each check of a module.
void for_each_check(const ModuleSituation& module, auto&& visit) {
  for (std::size_t k = 0; k < kStartChecks; ++k)
    if (applies(static_cast<StartCheck>(k), module)) visit(static_cast<StartCheck>(k));
}

/// Checks and their verdicts; unknown if the check does not apply:
///
/// | row          | passed if                | otherwise                                     |
/// |--------------|--------------------------|-----------------------------------------------|
/// | readings     | ours, and not stale      | waiting; then all below are unknown           |
/// | name, limits | agree with robot file    | failed                                        |
/// | drive errors | all reported, none set   | failed; not reported: unknown                 |
/// | supply       | on                       | failed; not reported: unknown                 |
/// | joint angles | within limits and 2 deg  | failed; not reported: waiting                 |
/// | vacuum       | 0 to 20 kPa              | waiting                                       |
/// | its zero     | trusted                  | waiting while it settles; distrusted: asked,  |
/// |              |                          | or unknown if the cup's state is known        |
/// | foot force   | known and in range       | waiting                                       |
/// | control mode | set, or no torque yet    | failed                                        |
/// | settings     | made, or none needed     | waiting; unknown if a drive refuses them      |
/// | place        | moved by less than 1 deg | waiting                                       |
/// | torque       | all reported             | unknown                                       |
[[nodiscard]] Verdict verdict_of(StartCheck check, const ModuleSituation& module) noexcept;

/// Triggers that forbid arming; empty: arming is permitted.
[[nodiscard]] Triggers objections(const ModuleSituation& module) noexcept;

/// First joint that makes a check fail or wait; no value: no joint.
[[nodiscard]] std::optional<int> joint_at_fault(StartCheck check,
                                                const ModuleSituation& module) noexcept;

}  // namespace ventosa::hal
