#include "planner/planned_robot.h"

#include <algorithm>
#include <cmath>

#include "controller/kinematics/clearance.h"
#include "controller/kinematics/inverse_kinematics.h"
#include "controller/kinematics/joint_limits.h"
#include "controller/kinematics/self_distance.h"
#include "controller/load_sharing/load_check.h"
#include "controller/organizer/body_reference.h"
#include "controller/organizer/judgement.h"
#include "controller/organizer/leg_move.h"
#include "controller/trajectory/planned_move.h"
#include "controller/trajectory/pose_follower.h"
#include "controller/trajectory/swing_reach.h"

namespace ventosa::planner {
namespace {

using controller::Asked;
using controller::IkStatus;
using controller::Leg;
using controller::Limiting;

/// Samples of a way lie at most this far apart.
constexpr double kSample_m = 0.01, kSample_rad = 0.06;
/// The load is weighed in one of so many samples.
constexpr int kSamplesWeighed = 4;
/// Joints that turn farther between two samples leap to another branch.
constexpr double kLeap_rad = 0.6;

/// Largest speed of the joints of a held cup's wrist.
constexpr double kWristSpeed_rad_s = 1;
/// Parts of a sample in which the turn of a wrist is looked at.
constexpr int kFiner = 4;

/// Largest turn of a wrist's joint.
double wrist_turn_rad(const RobotModel& model, const PerLeg<PerJoint<double>>& from_rad,
                      const PerLeg<PerJoint<double>>& to_rad) {
  double most_rad = 0;
  for (std::size_t i = 0; i < model.leg.size(); ++i)
    for (auto j = static_cast<std::size_t>(model.leg[i].n_arm); j < to_rad[i].size(); ++j)
      most_rad = std::max(most_rad, std::abs(to_rad[i][j] - from_rad[i][j]));
  return most_rad;
}

bool leaps(const PerJoint<double>& from_rad, const PerJoint<double>& to_rad) {
  double farthest_rad = 0;
  for (std::size_t j = 0; j < from_rad.size(); ++j)
    farthest_rad = std::max(farthest_rad, std::abs(to_rad[j] - from_rad[j]));
  return farthest_rad > kLeap_rad;
}

ControllerConfig with_reserve(ControllerConfig config) {
  config.sharing = planned_limits(config.sharing, kLoadReserve);
  config.sharing.planned_share = 1;
  return config;
}

int samples_between(const Isometry3d& X_from, const Isometry3d& X_to) {
  const double way_m = (X_to.translation() - X_from.translation()).norm();
  const double turn_rad = Eigen::AngleAxisd(X_from.linear().transpose() * X_to.linear()).angle();
  return std::max(1,
                  static_cast<int>(std::ceil(std::max(way_m / kSample_m, turn_rad / kSample_rad))));
}

}  // namespace

Isometry3d between(const Isometry3d& X_from, const Isometry3d& X_to, double share) {
  const Eigen::AngleAxisd turn(X_from.linear().transpose() * X_to.linear());
  Isometry3d X = X_from;
  X.translation() += share * (X_to.translation() - X_from.translation());
  X.linear() = X_from.linear() * Eigen::AngleAxisd(share * turn.angle(), turn.axis()).matrix();
  return X;
}

int move_body(const RobotModel& model, const Isometry3d& X_WB, PlannedRobot& robot) {
  PerLeg<PerJoint<double>> q_rad = robot.q_rad;
  for (std::size_t i = 0; i < model.leg.size(); ++i) {
    const Leg& leg = model.leg[i];
    const Isometry3d X_LF = (X_WB * leg.X_BL).inverse() * robot.X_WF[i];
    if (follow_pose(leg, X_LF, q_rad[i]) != IkStatus::kOk || leaps(robot.q_rad[i], q_rad[i]))
      return static_cast<int>(i);
  }
  robot.X_WB = X_WB;
  robot.q_rad = q_rad;
  return -1;
}

int move_straight(const RobotModel& model, const Isometry3d& X_WB, PlannedRobot& robot) {
  const Isometry3d X_from = robot.X_WB;
  const int n = samples_between(X_from, X_WB);
  for (int k = 1; k <= n; ++k) {
    const int lost = move_body(model, between(X_from, X_WB, static_cast<double>(k) / n), robot);
    if (lost >= 0) return lost;
  }
  return -1;
}

double speed_to(const World& world, const Isometry3d& X_WB, PlannedRobot robot) {
  const Isometry3d X_from = robot.X_WB;
  const int n = kFiner * samples_between(X_from, X_WB);
  const double part_m = path_speed(controller::twist_between(X_from, X_WB, 1)) / n;
  double most_rad_m = 0;
  for (int k = 1; k <= n; ++k) {
    const PerLeg<PerJoint<double>> q_rad = robot.q_rad;
    if (move_body(world.robot, between(X_from, X_WB, static_cast<double>(k) / n), robot) >= 0)
      break;
    most_rad_m = std::max(most_rad_m, wrist_turn_rad(world.robot, q_rad, robot.q_rad) / part_m);
  }
  return std::min(world.config.body.max_speed_m_s, kWristSpeed_rad_s / most_rad_m);
}

void set_down(const RobotModel& model, std::size_t leg, const Foothold& at,
              const PerJoint<double>& q_rad, PlannedRobot& robot) {
  robot.foot[leg] = at;
  robot.q_rad[leg] = q_rad;
  robot.X_WF[leg] = robot.X_WB * leg_pose(model.leg[leg], q_rad).X_BF;
}

void Room::take(const Room& other) {
  if (other.geometry.room < geometry.room) geometry = other.geometry;
  if (other.load.margin < load.margin) load = other.load;
}

Judge::Judge(const World& world, const BodyEstimate& as, Work& work)
    : world_(world),
      strict_(with_reserve(world.config)),
      supposed_(world.robot, world, as),
      swinging_(world.robot, {world.robot, strict_, world.surfaces}, as),
      work_(work) {}

Room Judge::judge(const Posture& posture, bool weighs) {
  Room room{.geometry = assess(supposed_.scene(kGeometryReserve), posture, Asked::kStanding)};
  if (room.geometry.room < 0 || !weighs) return room;
  ++work_.loads;
  room.load = controller::weigh({supposed_.scene(kLoadReserve), posture});
  return room;
}

Room Judge::stands(const PlannedRobot& robot, bool weighs) {
  supposed_.stand(robot.X_WB, robot.foot, robot.q_rad);
  Room room = judge(supposed_.posture(), weighs);
  for (std::size_t i = 0; i < world_.robot.leg.size(); ++i) {
    const Leg& leg = world_.robot.leg[i];
    if (!leg.has_wrist()) continue;
    const double left = limit_room(leg, robot.q_rad[i], leg.n_arm) / kLeastWristRoom - 1;
    if (left < room.geometry.room)
      room.geometry = controller::violation(Limiting::kWristRange, static_cast<int>(i), left);
  }
  return room;
}

Room Judge::without(const PlannedRobot& robot, std::size_t leg) {
  supposed_.stand(robot.X_WB, robot.foot, robot.q_rad);
  Posture posture = supposed_.posture();
  posture.attached[leg] = false;
  return judge(posture, true);
}

Room Judge::moves(const Isometry3d& X_WB, PlannedRobot& robot) {
  const Isometry3d X_from = robot.X_WB;
  const int n = samples_between(X_from, X_WB);
  Room room;
  for (int k = 1; k <= n && room.is_left(); ++k) {
    const int lost =
        move_body(world_.robot, between(X_from, X_WB, static_cast<double>(k) / n), robot);
    if (lost >= 0) return {.geometry = controller::violation(Limiting::kReach, lost)};
    room.take(stands(robot, k == n || k % kSamplesWeighed == 0));
  }
  return room;
}

/// True if the leg keeps its distances in a few samples of a move.
bool Judge::is_free(const PlannedRobot& robot, std::size_t leg, PerJoint<double> q_rad,
                    const controller::LegMove& move) {
  constexpr int kSamples = 12;
  const Leg& of = world_.robot.leg[leg];
  controller::PlannedMove way;
  if (controller::PlannedMove::plan(of, swing_limits(world_.config.gait), move, q_rad, way) !=
      IkStatus::kOk)
    return false;
  PerLeg<controller::LegPose> pose;
  for (std::size_t i = 0; i < world_.robot.leg.size(); ++i)
    pose[i] = leg_pose(world_.robot.leg[i], robot.q_rad[i]);
  ++work_.ways;
  for (int k = 1; k < kSamples; ++k) {
    if (way.at(of, way.duration_s() * k / kSamples, q_rad) != IkStatus::kOk) return false;
    pose[leg] = leg_pose(of, q_rad);
    const double itself_m = self_distance(world_.robot, pose, static_cast<int>(leg)).distance_m;
    const double least_m =
        controller::kLeastClearance_m + controller::kReserved_m * kGeometryReserve;
    if (distance_m(of, pose[leg], world_.surfaces, robot.X_WB, itself_m) < least_m) return false;
  }
  return true;
}

bool Judge::may_swing(const PlannedRobot& robot, std::size_t leg,
                      const PerJoint<double>& q_from_rad, const controller::LegMove& move) {
  swinging_.stand(robot.X_WB, robot.foot, robot.q_rad);
  swinging_.lift(leg, q_from_rad);
  swinging_.weigh();
  if (!is_free(robot, leg, q_from_rad, move)) return false;
  ++work_.swings;
  controller::SharingWarmStart cold;
  const controller::MoveCheck check =
      check_move(swinging_.scene(kGeometryReserve), static_cast<int>(leg), move, cold);
  return check.objection == controller::Reason::kNone;
}

bool Judge::may_land(const PlannedRobot& robot, std::size_t leg, const PerJoint<double>& q_over_rad,
                     const Foothold& to) const {
  const Leg& of = world_.robot.leg[leg];
  const controller::SwingPath path = swing_from_air(of, robot.X_WB, q_over_rad, to);
  return reaches_swing(of, robot.X_WB, robot.X_WB, strict_, path, q_over_rad);
}

}  // namespace ventosa::planner
