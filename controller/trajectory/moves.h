#pragma once

#include <cstdint>

#include "controller/model/robot_model.h"
#include "controller/trajectory/time_law.h"

/// Moves of an unloaded leg from rest to rest: of its joints, or of its foot or another frame along
/// a straight line. All coordinates start and end together.
namespace ventosa::controller {

enum class MoveStatus : std::uint8_t {
  kOk,
  kBadLimits,   ///< a limit is not finite and positive
  kJointLimit,  ///< the goal is outside the joint's range
  kNotFinite,
};

/// Stretches laws that start together to the duration of the slowest.
template <class Laws>
void synchronise(Laws& laws) noexcept {
  double longest_s = 0;
  for (const TimeLaw& law : laws)
    if (law.duration_s() > longest_s) longest_s = law.duration_s();
  for (TimeLaw& law : laws) law.stretch(longest_s);
}

/// Joint angles, velocities and accelerations of a move.
struct JointMoveState {
  PerJoint<double> q_rad{};
  PerJoint<double> dq_rad_s{};
  PerJoint<double> ddq_rad_s2{};
};

class JointMove {
 public:
  /// Plans the fastest synchronised move within the limits of every joint.
  /// @param move  out: unchanged unless kOk
  [[nodiscard]] static MoveStatus plan(const Leg& leg, const PerJoint<double>& q_from_rad,
                                       const PerJoint<double>& q_to_rad, JointMove& move) noexcept;
  [[nodiscard]] JointMoveState at(double time_s) const noexcept;
  double duration_s() const noexcept { return law_[0].duration_s(); }

 private:
  PerJoint<double> q_from_rad_{}, q_to_rad_{};
  PerJoint<TimeLaw> law_{};
};

/// Limits of the norms of a frame's velocity, acceleration and jerk.
struct CartesianLimits {
  MotionLimits linear;   ///< [m]
  MotionLimits angular;  ///< [rad]
};

/// A pose with velocity and acceleration, in the reference frame of the pose.
struct MovingPose {
  Isometry3d X = Isometry3d::Identity();
  Vector3d v = Vector3d::Zero();      ///< [m/s]
  Vector3d w = Vector3d::Zero();      ///< [rad/s]
  Vector3d a = Vector3d::Zero();      ///< [m/s2]
  Vector3d alpha = Vector3d::Zero();  ///< [rad/s2]
};

/// Move of a frame: origin on a straight line, orientation on the geodesic R(t) = exp(phi(t) u)
/// R_from.
class CartesianMove {
 public:
  [[nodiscard]] static MoveStatus plan(const Isometry3d& X_from, const Isometry3d& X_to,
                                       const CartesianLimits& limits, CartesianMove& move) noexcept;
  [[nodiscard]] MovingPose at(double time_s) const noexcept;
  double duration_s() const noexcept { return law_[0].duration_s(); }

 private:
  Isometry3d X_from_ = Isometry3d::Identity(), X_to_ = Isometry3d::Identity();
  Vector3d along_ = Vector3d::Zero(), about_ = Vector3d::Zero();  ///< unit vectors
  std::array<TimeLaw, 2> law_{};                                  ///< laws of distance and angle
};

}  // namespace ventosa::controller
