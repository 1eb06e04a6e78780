#pragma once

#include <array>

#include "controller/model/twist.h"
#include "controller/trajectory/time_law.h"

/// Follows a goal pose with limited velocity, acceleration and jerk: the reference is the goal plus
/// an offset, which decays to zero by a time law on each axis. A smoothly moving goal is followed
/// without lag; after a jump, at any time, the reference catches up.
namespace ventosa::controller {

/// The pose after moving with `twist` for `dt_s`.
Isometry3d moved(const Isometry3d& X_WB, const Twist& twist, double dt_s);

/// The twist that moves one pose to another in `dt_s`.
Twist twist_between(const Isometry3d& X_WB_from, const Isometry3d& X_WB_to, double dt_s);

/// Limits of the norms of the offset's velocity, acceleration and jerk. Each axis of W gets
/// 1/sqrt(3) of them. From rest the path is straight and the rotation has one axis.
struct FollowLimits {
  MotionLimits linear;   ///< [m]
  MotionLimits angular;  ///< [rad]
};

class PoseFollower {
 public:
  /// Advances from X_WB_reference by one period towards a goal pose that moves with `twist`. If
  /// X_WB_reference is not the last result, the motion starts from rest.
  Isometry3d follow(const FollowLimits& limits, double period_s, const Isometry3d& X_WG,
                    const Twist& twist, const Isometry3d& X_WB_reference) noexcept;

  /// Advances by one period towards a velocity, without a goal pose; zero velocity brakes.
  Isometry3d settle(const FollowLimits& limits, double period_s, const Twist& twist,
                    const Isometry3d& X_WB_reference) noexcept;

  /// Pose at which the reference would stop if it braked now.
  Isometry3d rest_pose(const FollowLimits& limits, const Isometry3d& X_WB_reference) const noexcept;

  /// Velocity of the reference, including that of the goal.
  Twist twist() const noexcept;
  /// True while the reference moves relative to its goal.
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

  Isometry3d X_WG_ = Isometry3d::Identity();  ///< last goal, moved on with its twist
  Isometry3d X_WB_ = Isometry3d::Identity();  ///< the reference
  Twist goal_twist_;
  std::array<TimeLaw, 6> law_{};  ///< laws of p_GB in W, then of phi in R_WB = exp(phi) R_WG
  double time_s_ = 0;             ///< time since the laws' start
  bool settling_ = false;
};

}  // namespace ventosa::controller
