#pragma once

#include "controller/dynamics/centre_of_mass.h"
#include "controller/dynamics/leg_dynamics.h"
#include "controller/dynamics/leg_statics.h"
#include "controller/model/config.h"

/// Stance: the body on its feet, with the feet's attachment, poses and suction forces, and the
/// effects of gravity.
namespace ventosa::controller {

struct StanceLeg {
  LegPose pose;
  /// [m/s] velocity of the wrist point by the arm's joint rates, in B.
  Vector3d v_BW = Vector3d::Zero();
  bool attached = false;  ///< passive wrist, cup attached; otherwise the body carries the whole leg
  double availability = 1;  ///< allowed share of the foot's load while it ramps, 0..1
  bool leaves = false;      ///< the load ramps down
  /// Trust in the leg, 0..1. At 0 its module or a drive has a fault, and the other feet take its
  /// load as far as possible.
  double trust = 1;
  double grip_force_N = 0;
  Matrix3d R_BS = Matrix3d::Identity();
  double friction = 0;

  // set by weigh_leg()
  ArmJacobian J_BW;                            ///< Jacobian of the wrist point
  Vector3d wrist_moment_B = Vector3d::Zero();  ///< [N m] moment of a passive wrist on the forearm
  PerJoint<double> gravity_Nm{};               ///< joint torques under gravity alone
};

/// Computes a leg's weight-dependent values, once a tick for all stages.
void weigh_leg(const Leg& leg, const Vector3d& g_B, StanceLeg& state) noexcept;

struct Stance {
  Vector3d g_B = Vector3d::Zero();
  Vector3d w_WB_B = Vector3d::Zero();  ///< [rad/s] angular velocity measured by the gyroscope
  MassMoment payload;                  ///< payload of the body, beyond its model
  /// [N, N m] wrench at B's origin, in B, for the planned motion of legs in the air.
  Vector6d inertia_w = Vector6d::Zero();
  bool lost_foot = false;  ///< a foot was lost: load sharing maximises the margin of the others
  PerLeg<StanceLeg> leg;
};

/// Mass of body, legs and payload:  h = m_B p_BC + sum h_i + h_payload.  Prados 2023, eq. (22); its
/// centre times X_WB is (23).
MassMoment robot_mass(const RobotModel& robot, const Stance& stance) noexcept;

/// Required wrench [at B's origin, in B] of the attached wrist points on the robot: minus gravity
/// on body, payload, carried legs and arms of attached legs, with the moments of passive wrists,
/// plus the wrench for moving the legs in the air.
/// @param lifted  legs to treat as in the air
Vector6d required_wrench(const RobotModel& robot, const Stance& stance,
                         LegSet lifted = {}) noexcept;

/// Damping wrench [N, N m, at B's origin, in B] against the body's motion. Angular velocity by the
/// gyroscope; velocity by the mean over the attached feet that report, from fixed wrist points: v +
/// w x p_i + J_i dq_i = 0.
Vector6d damping_wrench(const RobotModel& robot, const BodyConfig& config,
                        const Stance& stance) noexcept;

/// Joint torques for the shared forces; zero in a passive wrist.
/// @param state  a leg's state after weigh_leg()
/// @param F_B    force on the leg at its wrist point; ignored if the foot is not attached
PerJoint<double> feed_forward(const Leg& leg, const StanceLeg& state, const Vector3d& g_B,
                              const Vector3d& F_B) noexcept;

/// Joint torques for a motion of the joints under the force F_B, on a body at rest:
///   tau = M q'' + H + G - J' F
/// of all links, or, of an attached leg, of those before its passive wrist. At rest it is
/// feed_forward(): the reaction torques of Asif 2012, eq. (52)-(60), with each joint as the pivot
/// of its own moment. With a measured force this is the torque that the drives must have applied.
PerJoint<double> model_torque(const Leg& leg, const StanceLeg& state, const Vector3d& g_B,
                              const Vector3d& F_B, const JointMotion& motion) noexcept;

}  // namespace ventosa::controller
