#include "controller/load_sharing/standing.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "controller/kinematics/inverse_kinematics.h"
#include "controller/load_sharing/margins.h"

namespace ventosa::controller {
namespace {

/// Tolerance above the least ratio, for rounding only, as nothing moves.
constexpr double kNoRoom = 1e-6;

/// Gravity in the frame of a body parallel to the plane, x_B at the heading from straight up.
Vector3d gravity_in_body(const Standing& standing) {
  const Matrix3d R_WS = Eigen::AngleAxisd(-standing.incline_rad, Vector3d::UnitY()).matrix();
  const Matrix3d R_SB = Eigen::AngleAxisd(standing.heading_rad, Vector3d::UnitZ()).matrix();
  return (R_WS * R_SB).transpose() * standing.gravity_W;
}

Vector3d wrist_point(const Leg& leg, const Standing& standing) {
  const Vector3d p_hip_wrist = leg.p_BW_nominal - leg.X_BL.translation();
  if (!standing.radius_m && !standing.height_m) return leg.p_BW_nominal;
  return leg.point_ahead(standing.radius_m.value_or(p_hip_wrist.head<2>().norm()),
                         standing.height_m.value_or(-p_hip_wrist.z()));
}

/// Sets the stance.  @return false if a foot is out of reach
bool pose_standing(const RobotModel& robot, const Standing& standing, Stance& stance,
                   PerLeg<PerJoint<double>>& q_rad) noexcept {
  stance.g_B = gravity_in_body(standing);
  for (std::size_t i = 0; i < robot.leg.size(); ++i) {
    const Leg& leg = robot.leg[i];
    const Isometry3d X_LB = leg.X_BL.inverse();
    if (solve_standing(leg, X_LB * wrist_point(leg, standing), X_LB.linear().col(2), q_rad[i]) !=
        IkStatus::kOk)
      return false;
    StanceLeg& to = stance.leg[i];
    to.pose = leg_pose(leg, q_rad[i]);
    to.attached = !standing.lifted[i];
    to.grip_force_N = standing.cup_force_N;
    to.friction = standing.friction;
    weigh_leg(leg, stance.g_B, to);
  }
  return true;
}

/// Limits of feet and joints, which the least-norm problem lacks.
void pose_limits(const RobotModel& robot, SharingConfig config, const Stance& stance,
                 StanceProblem& limits) {
  config.objective = Objective::kTorque;
  pose_problem(robot, config, stance, zero_vectors(), limits);
}

Sharing share(const SharingConfig& config, const SharingProblem& problem) {
  SharingWarmStart cold;
  PeakTorqueStart start;
  if (config.objective != Objective::kPeakTorque) return share_load(problem, cold);
  return share_peak_torque(problem, cold, start, kNoRoom).sharing;
}

/// Used share of a limit; for zero scale 0 or infinity.
double part_of(double used, double scale) {
  if (scale > 0) return used / scale;
  return used > 1e-6 ? std::numeric_limits<double>::infinity() : 0;
}

/// Sets the margins that the forces leave.
void weigh(const StanceProblem& limits, const Sharing& sharing, StandingAnswer& answer) {
  double feet = 0, most = -1;
  const auto take = [&](int leg, Limit limit, int joint, double part) {
    if (joint < 0) feet = std::max(feet, part);
    if (part <= most) return;
    most = part;
    answer.limiting = {leg, limit, 1 - part};
    answer.limiting_joint = joint;
  };
  for (int i = 0; i < limits.sharing.n_feet; ++i) {
    const SharingFoot& foot = limits.sharing.foot[i];
    const int leg = limits.leg[i];
    StandingFoot& to = answer.foot[leg];
    for (int k = 0; k < foot.n_cones; ++k)
      take(leg, foot.cone[k].limit, -1,
           part_of(foot.cone[k].used(sharing.F[i]), foot.cone[k].scale));
    for (int r = 0; r < foot.n_rows; ++r) {
      const SharingRow& row = foot.row[r];
      const double part = part_of(row.a.dot(sharing.F[i]) - row.offset, row.scale);
      const int joint = row.limit == Limit::kTorque ? (r - kFootRows) / 2 : -1;
      take(leg, row.limit, joint, part);
      if (joint >= 0 && part > to.torque_ratio) to.torque_ratio = part, to.worst_joint = joint;
    }
    answer.torque_ratio = std::max(answer.torque_ratio, to.torque_ratio);
  }
  answer.foot_margin = 1 - feet;
}

void describe_feet(const RobotModel& robot, const SharingConfig& config, const Stance& stance,
                   const StanceProblem& limits, const Sharing& sharing, StandingAnswer& answer) {
  for (int i = 0; i < limits.sharing.n_feet; ++i) {
    const auto leg = static_cast<std::size_t>(limits.leg[i]);
    const FootHold hold = foot_hold(robot.leg[leg], config, stance.leg[leg], stance.g_B);
    StandingFoot& foot = answer.foot[leg];
    foot.attached = true;
    std::visit(
        [&](const auto& one) {
          foot.f_S = one.R_BS.transpose() * (sharing.F[i] - one.weight_B);
          foot.safety_factor = safety_factor(one, sharing.F[i]);
        },
        hold);
  }
}

/// Names the foot that carries least, which lifts off.
void blame_lift_off(const StanceProblem& limits, const Sharing& sharing, StandingAnswer& answer) {
  double least_N = std::numeric_limits<double>::infinity();
  for (int i = 0; i < limits.sharing.n_feet; ++i) {
    const double F_N = sharing.F[i].z();
    if (F_N >= least_N) continue;
    least_N = F_N;
    answer.limiting = {limits.leg[i], Limit::kLiftOff, answer.foot_margin};
    answer.limiting_joint = -1;
  }
}

/// Sets the values of a lifted leg, which carries only itself.
void describe_lifted(const Leg& leg, const SharingConfig& config, const StanceLeg& state,
                     StandingFoot& foot) {
  const PerJoint<double>& tau = state.gravity_Nm;
  for (int j = 0; j < leg.n_arm; ++j) {
    const double ratio = std::abs(tau[j]) / (config.torque_ratio * leg.joint[j].torque_limit_Nm);
    if (ratio > foot.torque_ratio) foot.torque_ratio = ratio, foot.worst_joint = j;
  }
}

void take_lifted(int leg, StandingAnswer& answer) {
  const StandingFoot& foot = answer.foot[leg];
  answer.torque_ratio = std::max(answer.torque_ratio, foot.torque_ratio);
  if (1 - foot.torque_ratio >= answer.limiting.margin) return;
  answer.limiting = {leg, Limit::kTorque, 1 - foot.torque_ratio};
  answer.limiting_joint = foot.worst_joint;
}

bool only_push(const RobotModel& robot) { return robot.cup() == nullptr; }

/// Reason why feet that only push cannot stand, whatever their friction and the joints.
StandingStatus topples(double stability_m) {
  constexpr double kRounding_m = 1e-6;
  if (!std::isfinite(stability_m)) return StandingStatus::kNoHold;
  return stability_m > kRounding_m ? StandingStatus::kStands : StandingStatus::kTips;
}

StandingStatus status_of(const RobotModel& robot, const Sharing& sharing,
                         const StandingAnswer& answer) {
  constexpr double kRounding = 1e-6;
  if (sharing.status == SharingStatus::kDegenerate) return StandingStatus::kTooFewFeet;
  if (sharing.status != SharingStatus::kOptimal && sharing.status != SharingStatus::kSoftened)
    return StandingStatus::kNoHold;
  const StandingStatus support = topples(answer.stability_m);
  if (only_push(robot) && support != StandingStatus::kStands) return support;
  return answer.limiting.margin >= -kRounding ? StandingStatus::kStands
                                              : StandingStatus::kOverloaded;
}

}  // namespace

StandingAnswer stand(const RobotModel& robot, const SharingConfig& config,
                     const Standing& standing) noexcept {
  StandingAnswer answer;
  Stance stance;
  PerLeg<PerJoint<double>> q_rad{};
  if (!pose_standing(robot, standing, stance, q_rad)) return answer;
  for (std::size_t i = 0; i < robot.leg.size(); ++i) answer.foot[i].q_rad = q_rad[i];

  StanceProblem requested, limits;
  pose_problem(robot, config, stance, zero_vectors(), requested);
  pose_limits(robot, config, stance, limits);
  const Sharing sharing = share(config, requested.sharing);

  weigh(limits, sharing, answer);
  answer.stability_m = stability_margin_m(limits.sharing, Vector3d::UnitZ());
  describe_feet(robot, config, stance, limits, sharing, answer);
  for (std::size_t i = 0; i < robot.leg.size(); ++i) {
    if (stance.leg[i].attached) continue;
    describe_lifted(robot.leg[i], config, stance.leg[i], answer.foot[i]);
    take_lifted(static_cast<int>(i), answer);
  }
  answer.status = status_of(robot, sharing, answer);
  if (answer.status == StandingStatus::kTips) blame_lift_off(limits, sharing, answer);
  return answer;
}

StandingMargins standing_margins(const RobotModel& robot, const SharingConfig& config,
                                 const Standing& standing) noexcept {
  StandingMargins margins;
  Stance stance;
  PerLeg<PerJoint<double>> q_rad{};
  if (!pose_standing(robot, standing, stance, q_rad)) return margins;
  StanceProblem limits;
  pose_limits(robot, config, stance, limits);

  const TumbleMargin tumble = tumble_margin(limits.sharing, Vector3d::UnitZ());
  margins.tumble_Nm = tumble.moment_Nm;
  if (tumble.foot_a >= 0) {
    margins.edge_leg_a = limits.leg[tumble.foot_a];
    margins.edge_leg_b = limits.leg[tumble.foot_b];
  }
  margins.acceleration_m_s2 = std::numeric_limits<double>::infinity();
  for (int axis = 0; axis < 6; ++axis) {
    const Vector3d u = (axis % 2 == 0 ? 1 : -1) * Vector3d::Unit(axis / 2);
    const double room = wrench_room(limits.sharing, inertial_wrench(robot, stance, u));
    if (room >= margins.acceleration_m_s2) continue;
    margins.acceleration_m_s2 = room;
    margins.direction_B = u;
  }
  return margins;
}

}  // namespace ventosa::controller
