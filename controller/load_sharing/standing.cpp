#include "controller/load_sharing/standing.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "controller/kinematics/inverse_kinematics.h"
#include "controller/load_sharing/load_check.h"
#include "controller/load_sharing/margins.h"

namespace ventosa::controller {
namespace {

/// Tolerance above the least ratio, for rounding only, as nothing moves.
constexpr double kNoRoom = 1e-6;

/// Excess up to which a limit counts as satisfied.
constexpr double kRounding = 1e-6;

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

/// The plane on which the lips lie, parallel to the body.
Patch plane_under(const RobotModel& robot, const Stance& stance, double friction) {
  constexpr double kWide_m = 10;
  double height_m = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < robot.leg.size(); ++i)
    height_m = std::max(height_m, stance.leg[i].pose.X_BF.translation().z());
  Patch plane{.half_extent_m = {kWide_m, kWide_m}, .friction = friction};
  plane.X_WS.translation().z() = height_m;
  return plane;
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

/// Takes a lifted leg, which carries only itself.
void take_lifted(int leg, const ArmLoad& load, double torque_ratio, StandingAnswer& answer) {
  StandingFoot& foot = answer.foot[leg];
  foot.torque_ratio = load.ratio / torque_ratio;
  foot.worst_joint = load.joint;
  answer.torque_ratio = std::max(answer.torque_ratio, foot.torque_ratio);
  const Bottleneck arm{leg, Limit::kTorque, 1 - foot.torque_ratio};
  if (arm.margin < answer.load.margin) answer.load = arm;
  if (arm.margin >= answer.limiting.margin) return;
  answer.limiting = arm;
  answer.limiting_joint = foot.worst_joint;
}

/// Margin of the limits for the best forces, whatever the objective.
Bottleneck best_margin(const RobotModel& robot, SharingConfig limits, const Stance& stance) {
  limits.objective = Objective::kTorque;
  SharingWarmStart cold;
  return load_margin({robot, limits, stance}, cold);
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
  if (sharing.status == SharingStatus::kDegenerate) return StandingStatus::kTooFewFeet;
  if (sharing.status != SharingStatus::kOptimal && sharing.status != SharingStatus::kSoftened)
    return StandingStatus::kNoHold;
  const StandingStatus support = topples(answer.stability_m);
  if (only_push(robot) && support != StandingStatus::kStands) return support;
  return answer.limiting.margin >= -kRounding ? StandingStatus::kStands
                                              : StandingStatus::kOverloaded;
}

}  // namespace

LegSet lifted_of(const Standing& standing) noexcept {
  LegSet lifted;
  for (std::size_t i = 0; i < standing.lifted.size(); ++i) lifted[i] = standing.lifted[i];
  return lifted;
}

std::optional<RobotAtRest> rest(const RobotModel& robot, const Standing& standing) noexcept {
  RobotAtRest at_rest;
  Stance& stance = at_rest.stance;
  stance.g_B = gravity_in_body(standing);
  for (std::size_t i = 0; i < robot.leg.size(); ++i) {
    const Leg& leg = robot.leg[i];
    const Isometry3d X_LB = leg.X_BL.inverse();
    PerJoint<double>& q_rad = at_rest.q_rad[i];
    if (solve_standing(leg, X_LB * wrist_point(leg, standing), X_LB.linear().col(2), q_rad) !=
        IkStatus::kOk)
      return {};
    StanceLeg& to = stance.leg[i];
    to.pose = leg_pose(leg, q_rad);
    to.attached = !standing.lifted[i];
    to.grip_force_N = standing.cup_force_N;
    to.friction = standing.friction;
    weigh_leg(leg, stance.g_B, to);
  }
  at_rest.surfaces.patch[0] = plane_under(robot, stance, standing.friction);
  at_rest.surfaces.n = 1;
  return at_rest;
}

StandingAnswer stand(const RobotModel& robot, const SharingConfig& config,
                     const Standing& standing) noexcept {
  StandingAnswer answer;
  const auto at_rest = rest(robot, standing);
  if (!at_rest) return answer;
  const Stance& stance = at_rest->stance;
  for (std::size_t i = 0; i < robot.leg.size(); ++i) answer.foot[i].q_rad = at_rest->q_rad[i];

  StanceProblem requested, limits;
  pose_problem(robot, config, stance, zero_vectors(), requested);
  pose_limits(robot, config, stance, limits);
  const Sharing sharing = share(config, requested.sharing);

  weigh(limits, sharing, answer);
  answer.load = best_margin(robot, config, stance);
  answer.stability_m = stability_margin_m(limits.sharing, Vector3d::UnitZ());
  describe_feet(robot, config, stance, limits, sharing, answer);
  for (std::size_t i = 0; i < robot.leg.size(); ++i) {
    if (stance.leg[i].attached) continue;
    take_lifted(static_cast<int>(i), arm_load(robot.leg[i], stance.leg[i].pose, stance.g_B),
                config.torque_ratio, answer);
  }
  answer.status = status_of(robot, sharing, answer);
  if (answer.status == StandingStatus::kTips) blame_lift_off(limits, sharing, answer);
  return answer;
}

bool can_hold(const StandingAnswer& answer) noexcept {
  const bool balances =
      answer.status == StandingStatus::kStands || answer.status == StandingStatus::kOverloaded;
  return balances && answer.load.margin >= -kRounding;
}

StandingMargins standing_margins(const RobotModel& robot, const SharingConfig& config,
                                 const Standing& standing) noexcept {
  StandingMargins margins;
  const auto at_rest = rest(robot, standing);
  if (!at_rest) return margins;
  const Stance& stance = at_rest->stance;
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
