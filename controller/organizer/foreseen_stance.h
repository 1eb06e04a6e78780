#pragma once

#include "controller/kinematics/inverse_kinematics.h"
#include "controller/organizer/organize.h"

/// The stance as it would be elsewhere: the same cups, on footholds and under a body that are
/// still ahead.
namespace ventosa::controller {

struct ForeseenFeet {
  PerLeg<Foothold> at{};
  LegSet held;  ///< the others are in the air over theirs, by the height of a lift
};

/// Whether a foot that stands is not where its joints pull it.
bool has_slipped(const BodyEstimate& body, std::size_t leg) noexcept;

/// Where every foot stands, or will when its step is done.
PerLeg<Foothold> feet_after(const RobotModel& robot, const OrganizerInput& input, LegSet stepping,
                            const PerLeg<ModuleTask>& task) noexcept;

/// Of the robot from itself, at least, in a stance that is foreseen.
inline constexpr double kClearOfItself_m = 0.003;

struct Foreseen {
  IkStatus status = IkStatus::kOk;  ///< or a leg does not reach its foothold
  bool collides = false;            ///< or two parts come nearer than kClearOfItself_m
  int leg = -1;                     ///< that is to blame

  bool is_possible() const { return status == IkStatus::kOk && !collides; }
};

/// @param stance  out: of use only if it is possible
[[nodiscard]] Foreseen foresee_stance(const RobotModel& robot, const ControllerConfig& config,
                                      const OrganizerInput& input, const Isometry3d& X_WB,
                                      const ForeseenFeet& feet, Stance& stance) noexcept;

/// Whether the robot keeps kClearOfItself_m there. Unknown, and so taken for clear, where a leg
/// does not reach.
[[nodiscard]] bool is_clear(const RobotModel& robot, const ControllerConfig& config,
                            const OrganizerInput& input, const Isometry3d& X_WB,
                            const ForeseenFeet& feet) noexcept;

/// Of the joints' torque, what a plan may take: legs that move need a little more than what holds.
inline constexpr double kPlannedTorque = 0.95;

/// Whether the stance is possible there, and the held feet carry the robot at rest, within their
/// limits.
/// @param torque_share  that the joints may take of theirs
[[nodiscard]] bool holds(const RobotModel& robot, const ControllerConfig& config,
                         const OrganizerInput& input, const Isometry3d& X_WB,
                         const ForeseenFeet& feet, double torque_share,
                         SharingWarmStart& warm) noexcept;

/// How well they carry it there; kNothingHolds where the stance is not possible.
/// @param torque_share  that the joints may take of theirs
Bottleneck weigh_stance(const RobotModel& robot, const ControllerConfig& config,
                        const OrganizerInput& input, const Isometry3d& X_WB,
                        const ForeseenFeet& feet, double torque_share,
                        SharingWarmStart& warm) noexcept;

}  // namespace ventosa::controller
