#pragma once

#include "controller/kinematics/inverse_kinematics.h"
#include "controller/organizer/state.h"

/// Prediction of a stance: the robot's cups on planned footholds, under a planned body pose.
namespace ventosa::controller {

struct ForeseenFeet {
  PerLeg<Foothold> at{};
  LegSet held;  ///< attached feet; the others are above their footholds by the height of a lift
};

/// True if the joint readings of an attached foot contradict its contact point.
bool has_slipped(const BodyEstimate& body, std::size_t leg) noexcept;

/// Foothold of every foot, after its present step.
PerLeg<Foothold> feet_after(const RobotModel& robot, const OrganizerInput& input, LegSet stepping,
                            const PerLeg<ModuleTask>& task) noexcept;

/// Least distance between parts of the robot in a predicted stance.
inline constexpr double kClearOfItself_m = 0.003;

struct Foreseen {
  IkStatus status = IkStatus::kOk;  ///< not kOk: a leg does not reach its foothold
  bool collides = false;            ///< two parts are nearer than kClearOfItself_m
  int leg = -1;                     ///< leg at fault

  bool is_possible() const { return status == IkStatus::kOk && !collides; }
};

/// @param stance  out: the predicted stance, valid only if it is possible
[[nodiscard]] Foreseen foresee_stance(const RobotModel& robot, const ControllerConfig& config,
                                      const OrganizerInput& input, const Isometry3d& X_WB,
                                      const ForeseenFeet& feet, Stance& stance) noexcept;

/// True if the parts of the robot keep kClearOfItself_m in the stance, or if a leg does not reach.
[[nodiscard]] bool is_clear(const RobotModel& robot, const ControllerConfig& config,
                            const OrganizerInput& input, const Isometry3d& X_WB,
                            const ForeseenFeet& feet) noexcept;

/// True if the stance is possible and its attached feet carry the robot at rest within
/// planned_limits().
[[nodiscard]] bool holds(const RobotModel& robot, const ControllerConfig& config,
                         const OrganizerInput& input, const Isometry3d& X_WB,
                         const ForeseenFeet& feet, SharingWarmStart& warm) noexcept;

/// Load margin of the stance within planned_limits(); kNothingHolds if the stance is impossible.
Bottleneck weigh_stance(const RobotModel& robot, const ControllerConfig& config,
                        const OrganizerInput& input, const Isometry3d& X_WB,
                        const ForeseenFeet& feet, SharingWarmStart& warm) noexcept;

}  // namespace ventosa::controller
