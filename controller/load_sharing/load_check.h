#pragma once

#include "controller/load_sharing/stance_problem.h"

/// Static check of a stance: whether its attached feet carry the robot at rest within limits. The
/// controller asks it before it lifts a foot and for the stances that it plans, `statics` and
/// `check` for their answers, and a scenario for its start. They differ in the limits alone.
namespace ventosa::controller {

/// Limits at which feet and joints fail: no safety factor, the whole torque, wrists without
/// friction. Smoothness only makes the forces unique.
SharingConfig physical_limits() noexcept;

/// Limits of the stances in a plan, which leave torque for the motion of the legs:
/// sharing.planned_share.
/// @param reserve  share by which torques and feet must keep further off their limits
SharingConfig planned_limits(const SharingConfig& limits, double reserve = 0) noexcept;

/// A stance and the limits within which its feet must carry it.
struct LoadCase {
  const RobotModel& robot;
  const SharingConfig& limits;
  const Stance& stance;
  LegSet lifted{};  ///< legs to treat as in the air
};

/// True if any forces carry the robot within every limit.
[[nodiscard]] bool carries(const LoadCase& load, SharingWarmStart& warm) noexcept;

/// Largest margin that any forces achieve, and its limit: see largest_margin(). Not negative if
/// carries().
[[nodiscard]] Bottleneck load_margin(const LoadCase& load, SharingWarmStart& warm) noexcept;

}  // namespace ventosa::controller
