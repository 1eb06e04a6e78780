#include "planner/hold_table.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "controller/kinematics/joint_limits.h"
#include "controller/kinematics/wrist.h"
#include "controller/organizer/constraints.h"
#include "controller/trajectory/swing_reach.h"

namespace ventosa::planner {
namespace {

using controller::IkStatus;
using controller::Leg;
using controller::Posed;

bool leaves_room(double (*room)(const Posed&, int&) noexcept, const Posed& posed) {
  int leg = 0;
  return room(posed, leg) >= 0;
}

/// True if the wrist is bent, and away from its stops.
bool has_free_wrist(const ControllerConfig& config, const Leg& leg, const PerJoint<double>& q_rad) {
  return wrist_sine(leg, q_rad) >= (1 + kGeometryReserve) * least_bend(config) &&
         (!leg.has_wrist() || limit_room(leg, q_rad, leg.n_arm) >= kLeastWristRoom);
}

/// Upper bound of the distance of the wrist point from the hip.
double reach_m(const Leg& leg) {
  double sum_m = 0;
  for (int j = 0; j <= leg.n_arm && j < leg.n_joints; ++j)
    sum_m += leg.joint[static_cast<std::size_t>(j)].p_PJ.norm();
  return leg.has_wrist() ? sum_m : std::numeric_limits<double>::infinity();
}

/// True if the organizer lets the foot lift off, and its arm bears it.
bool lifts_off(const Posed& posed) {
  using enum controller::Limiting;
  return std::ranges::all_of(controller::constraints(), [&](const auto& constraint) {
    return (constraint.limiting != kLiftHeight && constraint.limiting != kLegWeight) ||
           leaves_room(constraint.room, posed);
  });
}

/// Angle by which joint 6 may turn to either side.
double roll_room_rad(const Leg& leg, const PerJoint<double>& q_rad) {
  if (!leg.has_wrist()) return std::numbers::pi;
  const auto last = static_cast<std::size_t>(leg.n_joints - 1);
  const double range_rad = (1 - kLeastWristRoom) * leg.joint[last].q_max_rad;
  const auto& [ratio, limit_rad] = leg.differential;
  if (!(ratio > 0)) return range_rad;
  return std::min(range_rad,
                  ((1 - kLeastWristRoom) * limit_rad - std::abs(q_rad[last - 1])) / ratio);
}

RobotModel with_one_leg(const RobotModel& robot, std::size_t leg) {
  RobotModel one = robot;
  one.leg = {robot.leg[leg]};
  return one;
}

BodyEstimate of_one_leg(const BodyEstimate& body, std::size_t leg) {
  BodyEstimate one = body;
  one.stance.leg[0] = body.stance.leg[leg];
  return one;
}

}  // namespace

/// The robot with a single leg: the organizer's constraints on a foot then cost least.
struct HoldTable::OneLeg {
  RobotModel robot;
  Supposed supposed;

  OneLeg(const World& world, const BodyEstimate& as, std::size_t leg)
      : robot(with_one_leg(world.robot, leg)), supposed(robot, world, of_one_leg(as, leg)) {}
};

double cup_yaw_rad(const controller::Patch& patch, const controller::Matrix3d& R_WF) {
  const Vector3d y_S = patch.X_WS.linear().transpose() * R_WF.col(1);
  return std::atan2(y_S.y(), y_S.x());
}

HoldTable::HoldTable(const World& world, const BodyEstimate& as, const PoseGraph& poses,
                     PerLeg<std::vector<FootPlace>> places, Work& work)
    : world_(world), poses_(poses), places_(std::move(places)), work_(work) {
  for (std::size_t i = 0; i < world.robot.leg.size(); ++i) {
    rows_[i].resize(places_[i].size());
    one_leg_[i] = std::make_shared<OneLeg>(world, as, i);
  }
}

HoldRow& HoldTable::row(std::size_t leg, int place) {
  std::unique_ptr<HoldRow>& row = rows_[leg][static_cast<std::size_t>(place)];
  if (!row) row = std::make_unique<HoldRow>(compute(leg, this->place(leg, place)));
  return *row;
}

bool HoldTable::joints(std::size_t leg, const FootPlace& place, const Isometry3d& X_WB,
                       PerJoint<double>& q_rad) const {
  const Leg& of = world_.robot.leg[leg];
  const Isometry3d X_LW = (X_WB * of.X_BL).inverse();
  const Vector3d p_LW = X_LW * place.at.p_WW;
  if (p_LW.norm() > reach_m(of)) return false;
  q_rad = {};
  if (of.n_lead() > 0) q_rad[0] = place.lead_rad;
  return solve_leg(of, p_LW, X_LW.linear() * place.at.z_WF, place.branch, q_rad) == IkStatus::kOk;
}

HoldRow HoldTable::compute(std::size_t leg, const FootPlace& place) {
  HoldRow row{poses_.empty(), poses_.empty(), poses_.empty(), std::vector<float>(poses_.size()),
              std::vector<float>(poses_.size())};
  for (std::size_t k = 0; k < poses_.size(); ++k) add_pose(leg, place, k, row);
  return row;
}

void HoldTable::add_pose(std::size_t leg, const FootPlace& place, std::size_t k, HoldRow& row) {
  const Leg& of = world_.robot.leg[leg];
  const Isometry3d X_WB = poses_.X_WB(static_cast<int>(k));
  PerJoint<double> q_rad;
  if (!joints(leg, place, X_WB, q_rad)) return;
  ++work_.holds;
  if (!has_free_wrist(world_.config, of, q_rad)) return;
  OneLeg& one = *one_leg_[leg];
  one.supposed.stand(X_WB, {place.at}, {q_rad});
  const controller::Posture posture = one.supposed.posture();
  const controller::Scene scene = one.supposed.scene(kGeometryReserve);
  const Posed posed(scene, posture);
  if (!leaves_room(controller::room_at_surfaces, posed) ||
      !leaves_room(controller::room_of_itself, posed))
    return;
  row.holds.insert(k);
  const controller::Matrix3d R_WF = X_WB.linear() * posed.legs.pose[0].X_BF.linear();
  row.yaw_rad[k] = static_cast<float>(cup_yaw_rad(patch_of(scene, place.at.patch), R_WF));
  row.roll_room_rad[k] = static_cast<float>(roll_room_rad(of, q_rad));
}

bool HoldTable::lifts(std::size_t leg, int place, int vertex) {
  HoldRow& of = row(leg, place);
  const auto k = static_cast<std::size_t>(vertex);
  if (of.asked.contains(k)) return of.lifts.contains(k);
  of.asked.insert(k);
  const FootPlace& at = this->place(leg, place);
  PerJoint<double> q_rad;
  if (!joints(leg, at, poses_.X_WB(vertex), q_rad)) return false;
  ++work_.holds;
  OneLeg& one = *one_leg_[leg];
  one.supposed.stand(poses_.X_WB(vertex), {at.at}, {q_rad});
  const controller::Posture posture = one.supposed.posture();
  const controller::Scene scene = one.supposed.scene(kGeometryReserve);
  if (lifts_off({scene, posture})) of.lifts.insert(k);
  return of.lifts.contains(k);
}

PoseSet HoldTable::holds_turned(std::size_t leg, int place, double yaw_rad) {
  const HoldRow& of = row(leg, place);
  PoseSet turned = poses_.empty();
  for (std::size_t k = 0; k < poses_.size(); ++k) {
    if (!of.holds.contains(k)) continue;
    const double roll_rad =
        std::remainder(yaw_rad - static_cast<double>(of.yaw_rad[k]), 2 * std::numbers::pi);
    if (std::abs(roll_rad) <= static_cast<double>(of.roll_room_rad[k])) turned.insert(k);
  }
  return turned;
}

}  // namespace ventosa::planner
