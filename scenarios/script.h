#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "controller/goal.h"

/// What a scenario asks of the robot and does to it, as pure functions of time.
///
/// Everything is given in B0, the body's frame at the start of the run (x forward, y left, z away
/// from the surface), so the same script serves on the ground, a wall and a ceiling.
namespace ventosa::scenarios {

using controller::Isometry3d;
using controller::Vector3d;

struct Hold {};

/// The body goes to a pose and stays; the controller limits its rate.
struct Pose {
  Isometry3d X_B0B = Isometry3d::Identity();
};

/// The body moves on a circle in its own x-y plane around where it stands, the feet stay:
///   p(t) = rho(t) (cos wt, sin wt),  rho a smooth ramp 0 -> radius over a quarter period, the
///   turns at full radius, and the same ramp back: velocity and acceleration are continuous.
struct Circle {
  double radius_m = 0;
  double period_s = 0;
  double turns = 1;
};

/// Crawl: with this velocity until the next goal, or straight to a destination, then hold.
struct Walk {
  Vector3d v_B0 = Vector3d::Zero();  ///< [m/s]
  Vector3d w_B0 = Vector3d::Zero();  ///< [rad/s]
  double distance_m = 0;             ///< 0: without end
};

struct TimedGoal {
  double at_s = 0;
  std::variant<Hold, Pose, Circle, Walk> motion{};
  bool pd = true;
};

/// A force on the body's origin.
struct Push {
  double at_s = 0;
  double duration_s = 0;
  Vector3d f_B0 = Vector3d::Zero();  ///< [N]
};

/// Holds until its first goal.
class Script {
 public:
  Script() = default;
  Script(std::vector<TimedGoal> goals, std::vector<Push> pushes);  ///< both in order of time

  controller::Goal goal_at(double time_s, const Isometry3d& X_WB0) const;
  Vector3d push_at(double time_s, const Isometry3d& X_WB0) const;  ///< [N] in W

  const std::vector<TimedGoal>& goals() const { return goals_; }
  const std::vector<Push>& pushes() const { return pushes_; }

 private:
  std::vector<TimedGoal> goals_;
  std::vector<Isometry3d> X_B0B_;  ///< per goal: where the goals before it leave the body
  std::vector<Push> pushes_;
};

/// Where the body should be on the circle, from its centre, and how fast it moves.
struct CirclePoint {
  Vector3d p = Vector3d::Zero();  ///< [m]
  Vector3d v = Vector3d::Zero();  ///< [m/s]
};
CirclePoint circle_point(const Circle& circle, double time_s);
double duration_s(const Circle& circle);  ///< with both ramps

}  // namespace ventosa::scenarios
