#pragma once

#include <vector>

#include "controller/trajectory/pose_follower.h"
#include "controller/trajectory/via_path.h"

/// Paths that the body takes over feet that stay, as functions of the time since they began. Each
/// begins and ends at rest; velocity and acceleration are continuous.
namespace ventosa::scenarios {

using controller::Isometry3d;
using controller::Vector3d;

/// How far the body should be from where the path began, and how fast it moves.
struct PathPoint {
  Isometry3d X = Isometry3d::Identity();
  controller::Twist twist;
};

/// A circle in an x-y plane around where the body stands:
///   p(t) = rho(t) (cos wt, sin wt),  rho a smooth ramp 0 -> radius over a quarter period, the
///   turns at full radius, and the same ramp back.
struct Circle {
  double radius_m = 0;
  double period_s = 0;
  double turns = 1;
};

/// A square in an x-y plane around where the body stands: out to the middle of its front, along
/// its sides to the left, and back. Every side is a move from rest to rest.
struct Square {
  double side_m = 0;
  int turns = 1;
  controller::MotionLimits limits;  ///< [m]
};

/// Through poses that are given in the frame of the body at the start of the run.
struct Via {
  std::vector<Isometry3d> X_B0B;
  controller::FollowLimits limits;
  controller::ViaPath path{};  ///< positions, and rotation vectors from where it begins
};
/// The path, once it is known where it begins.
Via planned(const Via& via, const Isometry3d& X_B0B_start);

PathPoint path_point(const Circle& circle, double time_s);
PathPoint path_point(const Square& square, double time_s);
PathPoint path_point(const Via& via, double time_s);
double duration_s(const Circle& circle);
double duration_s(const Square& square);
double duration_s(const Via& via);

/// A time without position control, in seconds since the path began.
struct PdWindow {
  double from_s = 0;
  double to_s = 0;
};

/// The time of a path that stands still in windows: its clock slows down to 0 in kSlowing_s before
/// a window and gets up to speed again in as much after it.
inline constexpr double kSlowing_s = 0.5;
struct PathClock {
  double time_s = 0;
  double rate = 1;
};
PathClock path_clock(const std::vector<PdWindow>& windows, double time_s);

}  // namespace ventosa::scenarios
