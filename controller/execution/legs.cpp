#include "controller/execution/legs.h"

#include <algorithm>
#include <iterator>

#include "controller/dynamics/friction.h"
#include "controller/kinematics/joint_limits.h"

namespace ventosa::controller {
namespace {

bool keeps_wrist(FootPhase phase) { return is_held(phase) || phase == FootPhase::kRelease; }

/// the wrist point of a foot that stays on its surface
Vector3d resting_wrist(const Foot& foot) {
  if (foot.phase == FootPhase::kRelease) return foot.p_WW - foot.rise_m * foot.z_WF;
  return foot.p_WW + foot.give_W;
}

IkStatus solve_swing(const Leg& leg, const Isometry3d& X_LW, const SwingTarget& target,
                     const Foot& foot, PerJoint<double>& q) {
  const auto last = static_cast<std::size_t>(leg.n_joints - 1);
  if (leg.has_wrist()) q[last] = target.wrist_roll * foot.q_from[last];
  return follow_leg(leg, X_LW * target.p_WW, X_LW.linear() * target.z_WF, q);
}

/// A place on the way of a swing.
struct SwingPoint {
  FootPhase phase;
  double share;  ///< of the phase's time
};
/// So near to each other that a leg takes the nearest branch from one to the next, and meets the
/// limits that it has folded in between.
constexpr SwingPoint kWayOfSwing[] = {{FootPhase::kLift, 0},       {FootPhase::kLift, 0.5},
                                      {FootPhase::kTransfer, 0},   {FootPhase::kTransfer, 0.25},
                                      {FootPhase::kTransfer, 0.5}, {FootPhase::kLower, 0},
                                      {FootPhase::kLower, 0.5},    {FootPhase::kSeal, 0}};

/// Under a body that stands.
bool follows_swing(const Leg& leg, const Isometry3d& X_WB, const ControllerConfig& config,
                   const Foot& step) {
  const Isometry3d X_LW = (X_WB * leg.X_BL).inverse();
  PerJoint<double> q = step.q_set;
  return std::all_of(std::begin(kWayOfSwing), std::end(kWayOfSwing), [&](const SwingPoint& point) {
    Foot at = step;
    enter(at, point.phase);
    const double ahead_s = point.share * swing_duration_s(at, config);
    return solve_swing(leg, X_LW, swing_target(at, config, ahead_s), at, q) == IkStatus::kOk;
  });
}

/// Joint accelerations by the swing alone: the body, with a thousandth of its acceleration, stands.
IkStatus swing_acceleration(const Leg& leg, const Isometry3d& X_LW, const ControllerConfig& config,
                            const Foot& foot, const PerJoint<double>& q,
                            PerJoint<double>& ddq_rad_s2) {
  const double h = config.period_s;
  PerJoint<double> before = q, after = q;
  const auto solve = [&](double ahead_s, PerJoint<double>& at) {
    return solve_swing(leg, X_LW, swing_target(foot, config, ahead_s), foot, at);
  };
  const IkStatus status = std::max(solve(-h / 2, before), solve(1.5 * h, after));
  if (status != IkStatus::kOk) return status;
  for (std::size_t j = 0; j < static_cast<std::size_t>(leg.n_joints); ++j)
    ddq_rad_s2[j] = (after[j] - 2 * q[j] + before[j]) / (h * h);
  return status;
}

/// Joints in the middle of the period. Where the swing cannot be seen around it, it coasts.
IkStatus aim_swing(const Leg& leg, const Isometry3d& X_LW, const ControllerConfig& config,
                   const Foot& foot, PerJoint<double>& q, PerJoint<double>& ddq_rad_s2) {
  const SwingTarget target = swing_target(foot, config, config.period_s / 2);
  const IkStatus status = solve_swing(leg, X_LW, target, foot, q);
  if (status == IkStatus::kOk && config.gait.swing == SwingControl::kInverseDynamics)
    static_cast<void>(swing_acceleration(leg, X_LW, config, foot, q, ddq_rad_s2));
  return status;
}

double bounded(const Joint& joint, double dq_rad_s) {
  return std::clamp(dq_rad_s, -joint.speed_limit_rad_s, joint.speed_limit_rad_s);
}

/// gains are counted from joint 1; a joint 0 has those of joint 1
std::size_t gain_of(const Leg& leg, std::size_t joint) {
  return joint - std::min(joint, static_cast<std::size_t>(leg.n_lead()));
}

/// with the velocity that leads to them from the last ones
void take_set_points(const Leg& leg, const ControllerConfig& config, const PerJoint<double>& q,
                     Foot& foot, JointTarget& target) {
  const double half_s = config.period_s / 2;
  for (std::size_t j = 0; j < static_cast<std::size_t>(leg.n_joints) && !foot.fresh; ++j)
    target.dq_rad_s[j] = bounded(
        leg.joint[j], (q[j] - foot.q_set[j]) / config.period_s + half_s * target.ddq_rad_s2[j]);
  target.q_rad = foot.q_set = q;
  foot.fresh = false;
}

JointMode mode_of(const ControllerConfig& config, bool passive) {
  if (passive) return JointMode::kPassive;
  return config.gains.loop == ServoLoop::kServo ? JointMode::kPosition : JointMode::kImpedance;
}

CupCommand cup_command(const ControllerConfig& config, FootPhase phase) {
  if (!is_held(phase) && phase != FootPhase::kSeal) return {.mode = CupMode::kRelease};
  return {.mode = CupMode::kAttach, .goal_N = config.cup_goal_force_N};
}

}  // namespace

IkStatus aim_joints(const Leg& leg, const Isometry3d& X_WB, const ControllerConfig& config,
                    const PerJoint<double>& q_goal_rad, Foot& foot, JointTarget& target) noexcept {
  PerJoint<double> q = foot.q_set;
  for (std::size_t j = 0; j < static_cast<std::size_t>(leg.n_joints); ++j) {
    const Joint& joint = leg.joint[j];
    const double step_rad = joint.speed_limit_rad_s * config.period_s;
    const double goal_rad = std::clamp(q_goal_rad[j], joint.q_min_rad, joint.q_max_rad);
    q[j] += std::clamp(goal_rad - q[j], -step_rad, step_rad);
  }
  if (!within_limits(leg, q)) return IkStatus::kJointLimit;
  take_set_points(leg, config, q, foot, target);
  const LegPose pose = leg_pose(leg, q);
  foot.p_WW = X_WB * pose.p_BW;
  foot.R_WF = X_WB.linear() * pose.X_BF.linear();
  return IkStatus::kOk;
}

IkStatus aim(const Leg& leg, const Isometry3d& X_WB, const ControllerConfig& config, Foot& foot,
             JointTarget& target) noexcept {
  const Isometry3d X_LW = (X_WB * leg.X_BL).inverse();
  PerJoint<double> q = foot.q_set;
  const IkStatus status = keeps_wrist(foot.phase)
                              ? follow_arm(leg, X_LW * resting_wrist(foot), q)
                              : aim_swing(leg, X_LW, config, foot, q, target.ddq_rad_s2);
  if (status != IkStatus::kOk) return status;
  take_set_points(leg, config, q, foot, target);
  return status;
}

Vector3d planned_wrist(const Foot& foot, const ControllerConfig& config) noexcept {
  return keeps_wrist(foot.phase) ? resting_wrist(foot) : swing_target(foot, config).p_WW;
}

bool reaches_anchor(const Leg& leg, const Isometry3d& X_WB, const Foot& foot) noexcept {
  constexpr double kTrim_m = 0.003;
  const Vector3d p_LW = (X_WB * leg.X_BL).inverse() * foot.p_WW;
  const auto reaches = [&](const Vector3d& trim) {
    PerJoint<double> q = foot.q_set;
    return follow_arm(leg, p_LW + trim, q) == IkStatus::kOk;
  };
  for (int k = 0; k < 3; ++k)
    for (const double side : {-kTrim_m, kTrim_m})
      if (!reaches(side * Vector3d::Unit(k))) return false;
  return true;
}

bool reaches_swing(const Leg& leg, const Isometry3d& X_WB_start, const Isometry3d& X_WB_end,
                   const ControllerConfig& config, const Foot& step) noexcept {
  return follows_swing(leg, X_WB_start, config, step) && follows_swing(leg, X_WB_end, config, step);
}

LegCommand leg_command(const Leg& leg, const ControllerConfig& config, const Foot& foot,
                       const JointTarget& target, const LegEffort& effort) noexcept {
  LegCommand command;
  const bool follows_rate = config.gains.law == ControlLaw::kRateError;
  for (std::size_t j = 0; j < static_cast<std::size_t>(leg.n_joints); ++j) {
    const bool wrist = static_cast<int>(j) >= leg.n_arm;
    const double limit = leg.joint[j].torque_limit_Nm;
    const std::size_t gain = gain_of(leg, j);
    const double tau_Nm =
        with_friction(leg.joint[j].friction, config.gains, effort.tau_ff_Nm[j], target.dq_rad_s[j]);
    command.joint[j] = {.mode = mode_of(config, effort.held && wrist),
                        .q_rad = target.q_rad[j],
                        .dq_rad_s = follows_rate ? target.dq_rad_s[j] : 0,
                        .tau_ff_Nm = std::clamp(tau_Nm, -limit, limit),
                        .kp_Nm_rad = effort.stiffness * config.gains.kp_Nm_rad[gain],
                        .kd_Nms_rad = effort.stiffness * config.gains.kd_Nms_rad[gain]};
  }
  command.cup = cup_command(config, foot.phase);
  return command;
}

void close_loop(const Leg& leg, const LegReading& reading, LegCommand& command) noexcept {
  for (std::size_t j = 0; j < static_cast<std::size_t>(leg.n_joints); ++j) {
    JointSetpoint& s = command.joint[j];
    const JointReading& now = reading.joint[j];
    const double limit = leg.joint[j].torque_limit_Nm;
    const double tau_Nm = s.tau_ff_Nm + s.kp_Nm_rad * (s.q_rad - now.q_rad) +
                          s.kd_Nms_rad * (s.dq_rad_s - now.dq_rad_s);
    s.tau_ff_Nm = s.mode == JointMode::kImpedance ? std::clamp(tau_Nm, -limit, limit) : 0;
    s.kp_Nm_rad = s.kd_Nms_rad = 0;
  }
}

}  // namespace ventosa::controller
