#pragma once

#include <array>

#include "controller/model/twist.h"
#include "controller/trajectory/time_law.h"

/// The body's reference on its way after a goal, with limited velocity, acceleration and jerk: it
/// is where the goal is, off by an offset that dies away by a time law on every axis. A goal that
/// moves smoothly is followed without lag; one that jumps, at any time, is caught up with.
namespace ventosa::controller {

/// The pose after moving with `twist` for `dt_s`.
Isometry3d moved(const Isometry3d& X_WB, const Twist& twist, double dt_s);

/// The twist that leads from one pose to another in `dt_s`.
Twist twist_between(const Isometry3d& X_WB_from, const Isometry3d& X_WB_to, double dt_s);

/// Limits of the norms of velocity, acceleration and jerk of the offset. Each axis of W gets
/// 1/sqrt(3) of them. From rest the way is straight, and the turn about one axis.
struct FollowLimits {
  MotionLimits linear;   ///< [m]
  MotionLimits angular;  ///< [rad]
};

class PoseFollower {
 public:
  /// One period on towards a goal pose that moves with `twist`, from X_WB_reference. A reference
  /// that is not where the last call left it starts from rest.
  Isometry3d follow(const FollowLimits& limits, double period_s, const Isometry3d& X_WG,
                    const Twist& twist, const Isometry3d& X_WB_reference) noexcept;

  /// One period on towards a velocity, wherever that leads; zero brakes.
  Isometry3d settle(const FollowLimits& limits, double period_s, const Twist& twist,
                    const Isometry3d& X_WB_reference) noexcept;

  /// Where it would come to rest if it were to brake now.
  Isometry3d rest_pose(const FollowLimits& limits, const Isometry3d& X_WB_reference) const noexcept;

  /// Velocity of the reference now, that of the goal included.
  Twist twist() const noexcept;
  /// Whether it goes on moving.
  bool is_moving() const noexcept;

 private:
  void pass(double period_s, const Isometry3d& X_WB_reference) noexcept;
  bool expects(const FollowLimits& limits, double period_s, const Isometry3d& X_WG,
               const Twist& twist) const noexcept;
  void refer_to(const Isometry3d& X_WG, const Twist& twist) noexcept;
  void die_away(const FollowLimits& limits) noexcept;
  void brake(const FollowLimits& limits) noexcept;
  Isometry3d arrive(const Twist& twist) noexcept;
  std::array<Moving, 6> offset() const noexcept;

  Isometry3d X_WG_ = Isometry3d::Identity();  ///< where the goal was to be, later is
  Isometry3d X_WB_ = Isometry3d::Identity();  ///< the reference
  Twist goal_twist_;
  std::array<TimeLaw, 6> law_{};  ///< of p_GB in W, then of phi in R_WB = exp(phi) R_WG
  double time_s_ = 0;             ///< since the laws began
  bool settling_ = false;
};

}  // namespace ventosa::controller
