#pragma once

#include "controller/dynamics/centre_of_mass.h"
#include "controller/dynamics/leg_statics.h"
#include "controller/model/config.h"

/// The body on its feet: which legs carry, where they are and how hard their cups grip; and what
/// gravity asks of them.
namespace ventosa::controller {

struct StanceLeg {
  LegPose pose;
  Vector3d v_BW = Vector3d::Zero();  ///< [m/s] of the wrist point by the arm's joints, in B
  bool attached = false;  ///< passive wrist on a gripping cup; else the body carries the whole leg
  double availability = 1;  ///< share of its load that the foot has while it comes or goes, 0..1
  bool leaves = false;      ///< its load goes
  double trust = 1;         ///< 0: its module or a drive fails, others shall carry what they can
  double grip_force_N = 0;
  Matrix3d R_BS = Matrix3d::Identity();
  double friction = 0;

  // by weigh_leg(), from the pose and whether the foot is attached
  ArmJacobian J_BW;                            ///< of the wrist point
  Vector3d wrist_moment_B = Vector3d::Zero();  ///< [N m] of a passive wrist, on the forearm
  PerJoint<double> gravity_Nm{};               ///< torque of every joint under gravity alone
};

/// What every stage needs of a leg's weight, once a tick.
void weigh_leg(const Leg& leg, const Vector3d& g_B, StanceLeg& state) noexcept;

struct Stance {
  Vector3d g_B = Vector3d::Zero();
  Vector3d w_WB_B = Vector3d::Zero();  ///< [rad/s] gyroscope
  MassMoment payload;                  ///< on the body, beyond its model
  /// [N, N m] at B's origin, in B: what moves the legs in the air as planned.
  Vector6d inertia_w = Vector6d::Zero();
  bool lost_foot = false;  ///< the others want all the room that there is
  PerLeg<StanceLeg> leg;
};

/// Of body, legs and payload:  h = m_B p_BC + sum h_i + h_payload.  Prados 2023, eq. (22); its
/// centre times X_WB is (23).
MassMoment robot_mass(const RobotModel& robot, const Stance& stance) noexcept;

/// The wrench [at B's origin, in B] that the attached wrist points must put on the robot: minus
/// gravity on body, payload, carried legs, and arms of attached legs with the moments of their
/// passive wrists; and what moves the legs in the air.
/// @param lifted  legs that count as in the air
Vector6d required_wrench(const RobotModel& robot, const Stance& stance,
                         LegSet lifted = {}) noexcept;

/// What resists the body's motion [N, N m, at B's origin, in B]; the velocity by the gyroscope and
/// the mean over the attached feet that tell theirs; their wrist points stand still: v + w x p_i +
/// J_i dq_i = 0.
Vector6d damping_wrench(const RobotModel& robot, const BodyConfig& config,
                        const Stance& stance) noexcept;

/// Torque of every joint under the shared forces; zero in a passive wrist.
/// @param state  weighed   @param F_B  on the leg at the wrist point; ignored if it is not attached
PerJoint<double> feed_forward(const Leg& leg, const StanceLeg& state, const Vector3d& g_B,
                              const Vector3d& F_B) noexcept;

}  // namespace ventosa::controller
