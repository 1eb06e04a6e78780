#include "controller/reactions.h"

#include <cmath>

#include "controller/elastic_reactions.h"

namespace ventosa::controller {
namespace {

/// The held legs, as the feet of a problem.
struct HeldLegs {
  int n = 0;
  PerLeg<std::size_t> leg;
};

HeldLegs held_legs(const RobotModel& robot, const Stance& stance) {
  HeldLegs held;
  for (std::size_t i = 0; i < robot.leg.size(); ++i)
    if (stance.leg[i].held) held.leg[static_cast<std::size_t>(held.n++)] = i;
  return held;
}

/// G on the line where the required wrench is a force along a moment: through the centre of mass,
/// but for the passive wrists' moments.
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
  for (std::size_t k = 0; k < static_cast<std::size_t>(held.n); ++k) {
    const StanceLeg& leg = stance.leg[held.leg[k]];
    problem.foot[k] = {leg.pose.p_BW,
                       cup_stiffness(leg.R_BS, config.cup_normal_N_m, config.cup_tangential_N_m)};
  }
  return elastic_reactions(problem, turn_B);
}

ForceReading motors(const Leg& leg, const ReactionConfig& config, const StanceLeg& stance,
                    const LegReading& reading, const Vector3d& g_B) {
  return from_torques(leg, arm_jacobian(leg, stance.pose), reading,
                      feed_forward(leg, stance, g_B, Vector3d::Zero()),
                      torque_deviation(config, reading));
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

Vector3d deviation(const ForceEstimate& force) {
  return force.covariance_B.diagonal().cwiseMax(0).cwiseSqrt();
}

}  // namespace

PerJoint<double> torque_deviation(const ReactionConfig& config,
                                  const LegReading& reading) noexcept {
  PerJoint<double> sd_Nm;
  for (std::size_t j = 0; j < sd_Nm.size(); ++j)
    sd_Nm[j] = std::hypot(config.torque_sd_Nm[j], config.torque_sd_ratio * reading.joint[j].tau_Nm);
  return sd_Nm;
}

ForceEstimate motor_reaction(const Leg& leg, const ReactionConfig& config, const StanceLeg& stance,
                             const LegReading& reading, const Vector3d& g_B) noexcept {
  return estimate(motors(leg, config, stance, reading, g_B));
}

void estimate_reactions(const RobotModel& robot, const ReactionConfig& config, const Stance& stance,
                        const PerLeg<LegReading>& reading, Vector3d& turn_B,
                        PerLeg<LegReaction>& reaction) noexcept {
  reaction.fill({});
  const HeldLegs held = held_legs(robot, stance);
  FusionProblem problem;
  problem.n_feet = held.n;
  problem.w = required_wrench(robot, stance);
  problem.force_sd_N = config.weight_sd_N;
  problem.moment_sd_Nm = config.moment_sd_Nm;
  const ElasticReactions guess = elastic(config, stance, held, problem.w, turn_B);
  turn_B = guess.turn_B;
  for (std::size_t k = 0; k < static_cast<std::size_t>(held.n); ++k) {
    const std::size_t i = held.leg[k];
    const Leg& leg = robot.leg[i];
    LegReaction& felt = reaction[i];
    felt.elastic_B = guess.F[k];
    ForceReading& all = problem.foot[k].reading;
    problem.foot[k].p_B = stance.leg[i].pose.p_BW;
    all = motors(leg, config, stance.leg[i], reading[i], stance.g_B);
    const ForceEstimate alone = estimate(all);
    felt.motors_B = alone.F_B;
    felt.motors_sd_B = deviation(alone);
    all += lip(leg, config, stance.leg[i], reading[i], stance.g_B);
    if (guess.status == ElasticStatus::kConverged)
      all += from_guess(guess.F[k], config.elastic_sd_N);
  }
  const Fusion fusion = fuse(problem);
  for (std::size_t k = 0; k < static_cast<std::size_t>(held.n); ++k) {
    reaction[held.leg[k]].fused_B = fusion.foot[k].F_B;
    reaction[held.leg[k]].fused_sd_B = deviation(fusion.foot[k]);
  }
}

}  // namespace ventosa::controller
