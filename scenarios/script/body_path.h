#pragma once

#include <vector>

#include "controller/trajectory/pose_follower.h"
#include "controller/trajectory/via_path.h"

/// Paths of the body over feet that stay attached, as functions of the time since the path began.
/// Each path begins and ends at rest; velocity and acceleration are continuous.
namespace ventosa::scenarios {

using controller::Isometry3d;
using controller::Vector3d;

/// Pose of the body relative to the start of the path, and its velocity.
struct PathPoint {
  Isometry3d X = Isometry3d::Identity();
  controller::Twist twist;
};

/// Circle in an x-y plane around the start position of the body:
///   p(t) = rho(t) (cos wt, sin wt)
/// The radius rho rises smoothly from 0 within a quarter period, stays for the turns, and falls to
/// 0 in the same way.
struct Circle {
  double radius_m = 0;
  double period_s = 0;
  double turns = 1;
};

/// Square in an x-y plane around the start position of the body: from the centre to the middle of
/// the front side, along the sides counter-clockwise, and back. Every side is a move from rest to
/// rest.
struct Square {
  double side_m = 0;
  int turns = 1;
  controller::MotionLimits limits;  ///< [m]
};

/// Path through poses that are given in B0, the frame of the body at the start of the run.
struct Via {
  std::vector<Isometry3d> X_B0B;
  controller::FollowLimits limits;
  controller::ViaPath path{};  ///< positions and rotation vectors, from the start pose
};
/// Plans the path from its start pose.
Via planned(const Via& via, const Isometry3d& X_B0B_start);

PathPoint path_point(const Circle& circle, double time_s);
PathPoint path_point(const Square& square, double time_s);
PathPoint path_point(const Via& via, double time_s);
double duration_s(const Circle& circle);
double duration_s(const Square& square);
double duration_s(const Via& via);

/// Interval without position control, in seconds since the path began.
struct PdWindow {
  double from_s = 0;
  double to_s = 0;
};

/// Time along a path that pauses in windows: its rate falls smoothly to 0 in the kSlowing_s before
/// a window and rises to 1 again in as much time after it.
inline constexpr double kSlowing_s = 0.5;
struct PathClock {
  double time_s = 0;
  double rate = 1;
};
PathClock path_clock(const std::vector<PdWindow>& windows, double time_s);

}  // namespace ventosa::scenarios
