#include "controller/estimation/contact_forces.h"

#include <algorithm>
#include <cmath>

#include "controller/estimation/elastic_reactions.h"

namespace ventosa::controller {
namespace {

/// Indices of the attached legs, in the order of the problem's feet.
struct HeldLegs {
  int n = 0;
  PerLeg<std::size_t> leg;

  std::size_t size() const { return static_cast<std::size_t>(n); }
};

HeldLegs held_legs(const RobotModel& robot, const Stance& stance) {
  HeldLegs held;
  for (std::size_t i = 0; i < robot.leg.size(); ++i)
    if (stance.leg[i].attached) held.leg[static_cast<std::size_t>(held.n++)] = i;
  return held;
}

/// Sets G to a point on the central axis of the required wrench, where force and moment are
/// parallel: the centre of mass, apart from the passive wrists' moments.
void set_load(const Vector6d& w, ElasticProblem& problem) {
  const Vector3d f = w.head<3>(), m = w.tail<3>();
  problem.f_B = f;
  if (f.squaredNorm() > 0) problem.p_BG = f.cross(m) / f.squaredNorm();
  problem.m_B = m - problem.p_BG.cross(f);
}

ElasticReactions elastic(const ReactionConfig& config, const Stance& stance, const HeldLegs& held,
                         const Vector6d& w, const Vector3d& turn_B) {
  ElasticProblem problem;
  problem.n_feet = held.n;
  set_load(w, problem);
  for (std::size_t k = 0; k < held.size(); ++k) {
    const StanceLeg& leg = stance.leg[held.leg[k]];
    problem.foot[k] = {leg.pose.p_BW,
                       cup_stiffness(leg.R_BS, config.cup_normal_N_m, config.cup_tangential_N_m)};
  }
  return elastic_reactions(problem, turn_B);
}

/// [z_4 z_5 z_6]^-1: rates of the wrist joints when the forearm turns and the cup does not.
Matrix3d wrist_turning(const Leg& leg, const LegPose& pose) {
  constexpr double kSingular = 1e-6;
  if (leg.n_joints - leg.n_arm != 3) return Matrix3d::Zero();
  const Vector3d* z = &pose.axis_B[leg.n_arm];
  Matrix3d inverse;
  inverse << z[1].cross(z[2]).transpose(), z[2].cross(z[0]).transpose(),
      z[0].cross(z[1]).transpose();
  return inverse / std::max(std::abs(z[0].dot(z[1].cross(z[2]))), kSingular);
}

ForceReading motors(const Leg& leg, const ReactionConfig& config, const StanceLeg& stance,
                    const LegReading& reading) {
  return from_torques(leg, stance.J_BW, reading, stance.gravity_Nm,
                      torque_deviation(leg, config, stance.pose, reading));
}

/// Reading of the foot's force sensor; nothing without a usable one.
ForceReading sensor(const Leg& leg, const StanceLeg& stance, const LegReading& reading) {
  constexpr double kLeast_N = 0.01;  // of a sensor without noise
  const ForceSensing* const sensor = leg.foot.sensor();
  const auto& f = reading.foot.f_F_N;
  if (!sensor || !reading.foot.is_known() || !is_usable(*sensor, f)) return {};
  const Vector3d f_B = stance.pose.X_BF.linear() * Vector3d(f[0], f[1], f[2]);
  return from_guess(f_B, std::max(kLeast_N, sensor->noise_N));
}

ForceReading lip(const Leg& leg, const ReactionConfig& config, const StanceLeg& stance,
                 const LegReading& reading, const Vector3d& g_B) {
  if (config.lip_rest_m <= 0) return {};
  const Lip spring{.stiffness_N_m = config.cup_normal_N_m,
                   .rest_m = config.lip_rest_m,
                   .distance_sd_m = config.distance_sd_m};
  return from_lip(spring, reading.cup, stance.grip_force_N, stance.R_BS.col(2),
                  hanging_weight(leg, stance.pose, g_B).total_B);
}

void take(const ForceEstimate& force, Vector3d& F_B, Vector3d& sd_B) {
  F_B = force.F_B;
  sd_B = force.covariance_B.diagonal().cwiseMax(0).cwiseSqrt();
}

}  // namespace

PerJoint<double> torque_deviation(const Leg& leg, const ReactionConfig& config, const LegPose& pose,
                                  const LegReading& reading) noexcept {
  const Matrix3d wrist = wrist_turning(leg, pose);
  PerJoint<double> sd_Nm{};
  for (int j = 0; j < leg.n_arm; ++j) {
    const double drive_Nm = config.torque_sd_ratio * reading.joint[j].tau_Nm;
    const Vector3d wrist_Nm = config.wrist_sd_Nm * wrist * pose.axis_B[j];
    const double own_Nm = config.torque_sd_Nm[j];
    sd_Nm[j] = std::sqrt(own_Nm * own_Nm + drive_Nm * drive_Nm + wrist_Nm.squaredNorm());
  }
  return sd_Nm;
}

ForceEstimate measured_reaction(const Leg& leg, const ReactionConfig& config,
                                const StanceLeg& stance, const LegReading& reading) noexcept {
  ForceReading measured = motors(leg, config, stance, reading);
  measured += sensor(leg, stance, reading);
  return estimate(measured);
}

void estimate_contact_forces(const RobotModel& robot, const ReactionConfig& config,
                             const Stance& stance, const PerLeg<LegReading>& reading,
                             Vector3d& turn_B, PerLeg<ContactForceEstimate>& reaction) noexcept {
  reaction.fill({});
  const HeldLegs held = held_legs(robot, stance);
  const Vector6d w = required_wrench(robot, stance);
  const ElasticReactions guess = elastic(config, stance, held, w, turn_B);
  turn_B = guess.turn_B;

  FusionProblem problem;
  problem.n_feet = held.n;
  problem.w = w;
  problem.force_sd_N = ReactionConfig::kWeightSd_N;
  problem.moment_sd_Nm = config.moment_sd_Nm;
  for (std::size_t k = 0; k < held.size(); ++k) {
    const std::size_t i = held.leg[k];
    const StanceLeg& state = stance.leg[i];
    const ForceReading measured = motors(robot.leg[i], config, state, reading[i]);
    reaction[i].elastic_B = guess.F[k];
    take(estimate(measured), reaction[i].motors_B, reaction[i].motors_sd_B);
    problem.foot[k] = {state.pose.p_BW, measured};
    problem.foot[k].reading += sensor(robot.leg[i], state, reading[i]);
    problem.foot[k].reading += lip(robot.leg[i], config, state, reading[i], stance.g_B);
    if (guess.status == ElasticStatus::kConverged)
      problem.foot[k].reading += from_guess(guess.F[k], ReactionConfig::kElasticSd_N);
  }
  const Fusion fusion = fuse(problem);
  for (std::size_t k = 0; k < held.size(); ++k)
    take(fusion.foot[k], reaction[held.leg[k]].fused_B, reaction[held.leg[k]].fused_sd_B);
}

}  // namespace ventosa::controller
