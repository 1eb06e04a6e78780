#pragma once

#include "controller/dynamics/stance.h"
#include "controller/kinematics/inverse_kinematics.h"
#include "controller/model/command.h"
#include "controller/organizer/gait.h"
#include "controller/trajectory/swing.h"

/// The execution level of one leg: from where its foot should be to set-points of its joints and
/// its cup.
namespace ventosa::controller {

/// Where the joints of one leg are to be, half a period from now: a set-point stands for a period,
/// and is right in its middle.
struct JointTarget {
  PerJoint<double> q_rad{};
  PerJoint<double> dq_rad_s{};
  PerJoint<double> ddq_rad_s2{};  ///< of a swinging leg
};

/// Joints that put the foot where its phase wants it under a body at X_WB: a held foot keeps its
/// wrist point, a swinging one follows its swing. Velocities are differences of successive targets.
/// @param foot  its last set-points are read and, with kOk, renewed
[[nodiscard]] IkStatus aim(const Leg& leg, const Isometry3d& X_WB, const ControllerConfig& config,
                           Foot& foot, JointTarget& target) noexcept;

/// Joints that go to q_goal_rad, each within its limits and no faster than it may; the foot of a
/// body at X_WB is then where they have led it. kJointLimit beyond the wrist's coupled limit.
[[nodiscard]] IkStatus aim_joints(const Leg& leg, const Isometry3d& X_WB,
                                  const ControllerConfig& config,
                                  const PerJoint<double>& q_goal_rad, Foot& foot,
                                  JointTarget& target) noexcept;

/// Where the wrist point should be now, in W.
Vector3d planned_wrist(const Foot& foot, const ControllerConfig& config) noexcept;

/// Whether a held foot's wrist point stays within reach with the body at X_WB, and trimmed by 3 mm.
bool reaches_anchor(const Leg& leg, const Isometry3d& X_WB, const Foot& foot) noexcept;

/// Whether a begun step can be made while the body moves from X_WB_start to X_WB_end: all the way
/// under both, as it may stop early. Sixteen times inverse kinematics.
bool reaches_swing(const Leg& leg, const Isometry3d& X_WB_start, const Isometry3d& X_WB_end,
                   const ControllerConfig& config, const Foot& step) noexcept;

/// What a leg is told besides its set-points.
struct LegEffort {
  PerJoint<double> tau_ff_Nm{};
  double stiffness = 1;  ///< share of the gains: 0 leaves the feed-forward alone
  bool held = false;     ///< its wrist is passive
};

/// Impedance set-points with feed-forward, by the control law of the configuration. What makes up
/// for friction comes out of the same torque limit.
LegCommand leg_command(const Leg& leg, const ControllerConfig& config, const Foot& foot,
                       const JointTarget& target, const LegEffort& effort) noexcept;

/// Turns impedance set-points into the torques that they give now, for a drive that takes torque
/// alone. Within what the controller may ask of a joint.
void close_loop(const Leg& leg, const LegReading& reading, LegCommand& command) noexcept;

}  // namespace ventosa::controller
