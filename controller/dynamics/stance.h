#pragma once

#include "controller/config.h"
#include "controller/dynamics/centre_of_mass.h"
#include "controller/dynamics/leg_statics.h"
#include "controller/load_sharing/cup_limits.h"
#include "controller/model/observation.h"
#include "controller/state.h"

/// The body on its feet: which legs carry, where they are and how hard they grip; and the load
/// sharing that follows from it.
namespace ventosa::controller {

struct StanceLeg {
  LegPose pose;
  Vector3d v_BW = Vector3d::Zero();  ///< [m/s] of the wrist point by the arm's joints, in B
  bool held = false;  ///< passive wrist on a held cup; else the body carries the whole leg
  double availability = 1;
  double grip_force_N = 0;
  Matrix3d R_BS = Matrix3d::Identity();
  double friction = 0;
};

struct Stance {
  Vector3d g_B = Vector3d::Zero();
  Vector3d w_WB_B = Vector3d::Zero();  ///< [rad/s] gyroscope
  MassMoment payload;                  ///< on the body, beyond its model
  PerLeg<StanceLeg> leg;
};

/// Of body, legs and payload:  h = m_B p_BC + sum h_i + h_payload.  Prados 2023, eq. (22); its
/// centre times X_WB is (23).
MassMoment robot_mass(const RobotModel& robot, const Stance& stance) noexcept;

/// What limits the held cup of a leg.
CupHold cup_hold(const Leg& leg, const Cup& cup, const SharingConfig& config,
                 const StanceLeg& state, const Vector3d& g_B) noexcept;

/// The wrench [at B's origin, in B] that the held wrist points must put on the robot: minus gravity
/// on body, payload, carried legs, and arms of held legs with the moments of their passive wrists.
Vector6d required_wrench(const RobotModel& robot, const Stance& stance) noexcept;

/// What resists the body's motion [N, N m, at B's origin, in B]; the velocity by the gyroscope and
/// the mean over the held feet, whose wrist points stand still: v + w x p_i + J_i dq_i = 0.
Vector6d damping_wrench(const RobotModel& robot, const BodyConfig& config,
                        const Stance& stance) noexcept;

/// A sharing problem and the leg behind each of its feet.
struct StanceProblem {
  SharingProblem sharing;
  PerLeg<int> leg{};
};
void pose_problem(const RobotModel& robot, const SharingConfig& config, const Stance& stance,
                  const PerLeg<Vector3d>& F_last_B, StanceProblem& problem) noexcept;

/// The same problem without a foot of it, whose leg the stance no longer holds.
void pose_lift(const RobotModel& robot, const Stance& stance, int leg, const StanceProblem& posed,
               StanceProblem& lift) noexcept;

/// The sharing as the objective has it.
/// @param warm, peak  in: the last answer's, out: this one's; `peak` is kPeakTorque's alone
[[nodiscard]] Sharing share_stance(const SharingConfig& config, const StanceProblem& problem,
                                   SharingWarmStart& warm, PeakTorqueStart& peak) noexcept;

/// The leg and limit with the least room in an answer to the problem.
Bottleneck bottleneck(const StanceProblem& problem, const Sharing& sharing) noexcept;

/// Torque of every joint under the shared forces; zero in a passive wrist.
/// @param F_B  force on the leg at the wrist point; ignored on a leg that is not held
PerJoint<double> feed_forward(const Leg& leg, const StanceLeg& state, const Vector3d& g_B,
                              const Vector3d& F_B) noexcept;

}  // namespace ventosa::controller
