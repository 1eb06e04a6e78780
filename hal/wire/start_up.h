#pragma once

#include <cstdint>
#include <numbers>

#include "controller/model/observation.h"
#include "hal/guard/freshness.h"
#include "hal/guard/trigger.h"
#include "hal/link/module_watch.h"

/// The start-up of a module, one table for all wires, for emulated modules and real ones: what must
/// be so before its joints get torque. Pure functions of what is known of it.
namespace ventosa::hal {

enum class StartCheck : std::uint8_t {
  kReadings,     ///< it is ours, and tells
  kName,         ///< it is the one that the robot's file has at this place
  kLimits,       ///< so are its joints' limits, and its lengths
  kDrives,       ///< no drive reports an error
  kSupply,       ///< its drives are supplied
  kAngles,       ///< each joint's is known, and within its limits
  kVacuum,       ///< what the cup tells can be
  kCupZero,      ///< its zero has settled; else it is known whether the cup holds
  kControlMode,  ///< each joint works in the mode that it needs, or can be brought to it
  kSettings,     ///< speed and current of its drives are limited
  kPlace,        ///< for one period each joint has been where it is: there it is held
  kTorque,       ///< which joints have it: told
};
constexpr auto enumerators(StartCheck) {
  return controller::words("readings", "name", "limits", "drive errors", "supply", "joint angles",
                           "vacuum", "zero of its cup", "control mode", "settings", "place",
                           "torque");
}

inline constexpr std::size_t kStartChecks = controller::kEnumerators<StartCheck>.size();

enum class Verdict : std::uint8_t {
  kUnknown,  ///< the wire does not carry it, or it cannot be proved: not passed, nor in the way
  kPassed,
  kWaiting,  ///< not yet, and it may come by itself
  kFailed,   ///< somebody has to do something
  kAsked,    ///< an operator has to say it
};
constexpr auto enumerators(Verdict) {
  return controller::words("unknown", "passed", "waiting", "failed", "asked");
}
constexpr bool forbids_torque(Verdict verdict) noexcept {
  return verdict != Verdict::kUnknown && verdict != Verdict::kPassed;
}

// the cup

/// What its reading is worth.
enum class CupZero : std::uint8_t {
  kSettling,    ///< sampled too recently, or what it tells cannot be
  kTrusted,     ///< 12 s since boot with the turbine at rest and nothing held
  kDistrusted,  ///< it holds, or may: near to a surface, or its turbine runs. More may hold than
                ///< told
};
constexpr auto enumerators(CupZero) {
  return controller::words("settling", "trusted", "distrusted");
}

/// Whether a cup holds. What is unknown is never taken for free.
enum class CupKnowledge : std::uint8_t { kUnknown, kFree, kAttached };
constexpr auto enumerators(CupKnowledge) {
  return controller::words("unknown", "free", "attached");
}

struct CupSituation {
  double vacuum_Pa = controller::kUnknown;
  /// as CupReading's; one that is not known may be near
  std::array<double, 3> distance_m{controller::kUnknown, controller::kUnknown,
                                   controller::kUnknown};
  std::int64_t rested_ns = 0;           ///< since boot, or first heard, with the turbine below 5 %
  bool runs = false;                    ///< its turbine: waiting proves nothing
  std::int64_t up_ns = kCupSettles_ns;  ///< since boot, or first heard
};

inline constexpr double kMostVacuum_Pa = 20'000;  ///< more than any turbine of theirs makes
inline constexpr double kLeastVacuum_Pa = 10;     ///< less counts as none
inline constexpr double kDrift_Pa = 100;          ///< by so much a barometer may be off its zero
inline constexpr double kNear_m = 0.018;          ///< one sensor nearer: it may be attached
inline constexpr double kRest_percent = 5;        ///< below it a turbine makes no vacuum

constexpr bool is_plausible_vacuum(double vacuum_Pa) noexcept {
  return vacuum_Pa >= -kDrift_Pa && vacuum_Pa <= kMostVacuum_Pa;
}

constexpr CupZero cup_zero(const CupSituation& cup) noexcept {
  constexpr std::int64_t kFilterFills_ns = 1'000'000'000;  // meanwhile it tells anything
  if (!is_plausible_vacuum(cup.vacuum_Pa) || cup.up_ns < kFilterFills_ns) return CupZero::kSettling;
  bool near = false;
  for (const double each_m : cup.distance_m) near = near || !(each_m >= kNear_m);
  if (near || cup.vacuum_Pa >= kLeastVacuum_Pa || cup.runs) return CupZero::kDistrusted;
  return cup.rested_ns >= kCupSettles_ns ? CupZero::kTrusted : CupZero::kSettling;
}

// the module

inline constexpr double kRad_deg = std::numbers::pi / 180;
inline constexpr double kAngleRoom_rad = 2 * kRad_deg;  ///< beyond its limits a joint may read
inline constexpr double kStill_rad = 1 * kRad_deg;      ///< what moves by less is at rest

struct JointSituation {
  double q_rad = controller::kUnknown;
  double q_min_rad = 0, q_max_rad = 0;      ///< of the robot's file
  double moved_rad = controller::kUnknown;  ///< over the last period
  std::optional<std::int32_t> errors{};     ///< bits of DriveError
  std::optional<controller::Switch> torque{};
  bool can_have_mode = false;
};

struct ModuleSituation {
  bool is_ours = false;
  Freshness readings = Freshness::kStale;
  bool name_agrees = true, limits_agree = true;  ///< with the robot's file, as far as told
  std::optional<controller::Switch> power{};
  CupSituation cup{};
  CupZero cup_zero = CupZero::kSettling;  ///< once proved it stays trusted until a boot
  CupKnowledge holds = CupKnowledge::kUnknown;
  bool settings_made = false;  ///< or there are none to make
  int n_joints = 0;
  controller::PerJoint<JointSituation> joint{};
};

/// A row of the table:
///
/// | row          | passed if                | otherwise                                     |
/// |--------------|--------------------------|-----------------------------------------------|
/// | readings     | ours, and not stale      | waiting; then all below is unknown            |
/// | name, limits | as the robot's file says | failed                                        |
/// | drive errors | told of all, none        | failed; not told: unknown                     |
/// | supply       | on                       | failed; not told: unknown                     |
/// | joint angles | within limits and 2 deg  | failed; not told: waiting                     |
/// | vacuum       | 0 to 20 kPa              | waiting                                       |
/// | its zero     | trusted                  | waiting while it settles; distrusted: asked,  |
/// |              |                          | or unknown where it is known whether it holds |
/// | control mode | has it, or no torque yet | failed                                        |
/// | settings     | made, or none needed     | waiting; unknown where a drive refuses them   |
/// | place        | moved by less than 1 deg | waiting                                       |
/// | torque       | told of all              | unknown                                       |
[[nodiscard]] Verdict verdict_of(StartCheck check, const ModuleSituation& module) noexcept;

/// What an operator is told who wants to arm; empty: nothing forbids it.
[[nodiscard]] Triggers objections(const ModuleSituation& module) noexcept;

/// The joint that a row fails or waits by, the first one; none: no joint.
[[nodiscard]] std::optional<int> joint_at_fault(StartCheck check,
                                                const ModuleSituation& module) noexcept;

}  // namespace ventosa::hal
