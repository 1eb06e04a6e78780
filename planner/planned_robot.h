#pragma once

#include <algorithm>
#include <limits>

#include "planner/supposed.h"

namespace ventosa::planner {

using controller::Bottleneck;
using controller::Objection;

/// A robot on its feet in a plan. Held cups are welded: their whole pose stays.
struct PlannedRobot {
  Isometry3d X_WB = Isometry3d::Identity();
  PerLeg<Foothold> foot{};
  PerLeg<Isometry3d> X_WF{};  ///< poses of the held cups
  PerLeg<PerJoint<double>> q_rad{};
};

/// Pose on the straight way between two poses, with one parameter for translation and turn.
Isometry3d between(const Isometry3d& X_from, const Isometry3d& X_to, double share);

/// Moves the body over the held cups.
/// @return leg that does not reach, or whose joints would leap; -1: none. `robot` is then unchanged
int move_body(const RobotModel& model, const Isometry3d& X_WB, PlannedRobot& robot);

/// Moves it straight, in parts that are short enough for continuous joints.
/// @return as move_body(); -1: it is at the pose
int move_straight(const RobotModel& model, const Isometry3d& X_WB, PlannedRobot& robot);

/// Largest path speed (body_reference.h) of the body on its straight way to a pose. The wrist of a
/// held cup is turned by the body. Near its singular posture it turns fast, and the cup bears the
/// moment of its friction: no joint of a wrist may turn faster than 1 rad/s.
double speed_to(const World& world, const Isometry3d& X_WB, PlannedRobot robot);

/// Sets a foot down where its leg points.
/// @param q_rad  joints with the foot on its place
void set_down(const RobotModel& model, std::size_t leg, const Foothold& at,
              const PerJoint<double>& q_rad, PlannedRobot& robot);

/// Least room over the organizer's constraints, and least margin of the load; both are negative
/// beyond their limits, which contain the planner's reserves.
struct Room {
  Objection geometry{.room = std::numeric_limits<double>::infinity()};
  Bottleneck load{.margin = std::numeric_limits<double>::infinity()};

  double least() const { return std::min(geometry.room, load.margin); }
  bool is_left() const { return least() >= 0; }
  void take(const Room& other);
};

/// Judgement of planned stances and moves by the organizer's own checks.
class Judge {
 public:
  Judge(const World& world, const BodyEstimate& as, Work& work);

  /// Room of the robot on all its feet.
  /// @param weighs  also the load's
  Room stands(const PlannedRobot& robot, bool weighs = true);
  /// Room with a foot in the air over its place.
  Room without(const PlannedRobot& robot, std::size_t leg);
  /// Room on the body's straight way to a pose, on which the robot is moved.
  Room moves(const Isometry3d& X_WB, PlannedRobot& robot);
  /// True if a leg in the air may make a move.
  /// @param q_from_rad  its joints at the start of the move
  bool may_swing(const PlannedRobot& robot, std::size_t leg, const PerJoint<double>& q_from_rad,
                 const controller::LegMove& move);
  /// True if a leg in the air over a place may set its foot down there.
  bool may_land(const PlannedRobot& robot, std::size_t leg, const PerJoint<double>& q_over_rad,
                const Foothold& to) const;

 private:
  Room judge(const Posture& posture, bool weighs);
  bool is_free(const PlannedRobot& robot, std::size_t leg, PerJoint<double> q_rad,
               const controller::LegMove& move);

  World world_;
  ControllerConfig strict_;  ///< limits of load sharing with the planner's reserve
  Supposed supposed_, swinging_;
  Work& work_;
};

}  // namespace ventosa::planner
