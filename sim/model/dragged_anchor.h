#pragma once

#include "controller/model/frames.h"

/// Dry friction that sticks: a spring to an anchor on the ground, which is dragged along as soon as
/// the force exceeds Coulomb's limit. A constant force below the limit moves nothing.
namespace ventosa::sim {

struct FrictionSpring {
  double stiffness_N_m = 0;
  double damping_s = 0;  ///< damping over stiffness
};

struct Grip {
  controller::Vector3d force_N = controller::Vector3d::Zero();    ///< on what is held
  controller::Vector3d dragged_m = controller::Vector3d::Zero();  ///< way of the anchor
};

/// One step: force of the spring, at most `limit_N`, and the way of its anchor.
/// @param deflection_m  from the anchor to what is held   @param rate_m_s  its derivative
inline Grip grip(const FrictionSpring& spring, const controller::Vector3d& deflection_m,
                 const controller::Vector3d& rate_m_s, double limit_N) noexcept {
  Grip grip;
  grip.force_N = -spring.stiffness_N_m * (deflection_m + spring.damping_s * rate_m_s);
  const double size_N = grip.force_N.norm();
  if (size_N <= limit_N) return grip;
  grip.force_N *= limit_N / size_N;
  grip.dragged_m = deflection_m + grip.force_N / spring.stiffness_N_m;
  return grip;
}

}  // namespace ventosa::sim
