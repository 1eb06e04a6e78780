#include "sim/feet/point_foot.h"

#include <algorithm>
#include <cmath>

#include "sim/model/dragged_anchor.h"

namespace ventosa::sim {

using controller::Vector3d;

namespace {

/// How deep a foot is in the ground, and how fast it sinks.
struct Indentation {
  double depth_m;
  double rate_m_s;
};

double normal_force_N(const models::GrowingDamping& law, const models::PointFootPlant& foot,
                      const Indentation& at) {
  const double spring_N = foot.stiffness_N_m * std::pow(at.depth_m, foot.stiffness_exponent);
  const double damping_Ns_m = foot.damping_Ns_m * std::min(1.0, at.depth_m / law.depth_m);
  return std::max(0.0, spring_N + damping_Ns_m * at.rate_m_s);
}

double normal_force_N(const models::PrintedDamping& law, const models::PointFootPlant& foot,
                      const Indentation& at) {
  const double spring_N = foot.stiffness_N_m * std::pow(at.depth_m, foot.stiffness_exponent);
  return spring_N + foot.damping_Ns_m * std::pow(at.depth_m, law.damping_exponent) * at.rate_m_s;
}

double normal_force_N(const models::PointFootPlant& foot, const Indentation& at) {
  if (at.depth_m <= 0) return 0;
  return std::visit([&](const auto& law) { return normal_force_N(law, foot, at); }, foot.damping);
}

/// Displacement of a foot from its anchor, and its velocity, both along the surface.
struct Sliding {
  Vector3d deflection_m;
  Vector3d v_m_s;
};

Sliding sliding(const ContactPlane& ground, const FootMotion& motion, const Bytes3& anchor_W) {
  const Vector3d& n = ground.normal_W;
  const auto tangent = [&n](const Vector3d& v) -> Vector3d { return v - n.dot(v) * n; };
  return {tangent(motion.p_WF - as_vector(anchor_W)), tangent(motion.v_WF)};
}

Grip grip_of(const models::Sticking& law, const Sliding& sliding, double limit_N) {
  const double damping_s = law.damping_Ns_m / law.stiffness_N_m;
  return grip({law.stiffness_N_m, damping_s}, sliding.deflection_m, sliding.v_m_s, limit_N);
}

Grip grip_of(const models::Creeping& law, const Sliding& sliding, double limit_N) {
  const double speed_m_s = std::max(sliding.v_m_s.norm(), law.v_lim_m_s);
  return {-limit_N / speed_m_s * sliding.v_m_s, sliding.deflection_m};
}

/// Force along the surface; drags the anchor.
Vector3d friction_W(const models::FootFriction& friction, const Sliding& sliding, double limit_N,
                    PointFootState& state) {
  const Grip grip =
      std::visit([&](const auto& law) { return grip_of(law, sliding, limit_N); }, friction);
  as_vector(state.anchor_W) += grip.dragged_m;
  state.slip_m += grip.dragged_m.norm();
  return grip.force_N;
}

}  // namespace

Vector3d step_point_foot(const models::PointFootPlant& foot, const ContactPlane& ground,
                         const FootMotion& motion, PointFootState& state) noexcept {
  const int patch_before = state.patch;
  const double sink_rate_m_s = -ground.normal_W.dot(motion.v_WF);
  state.normal_N = ground.patch < 0 ? 0 : normal_force_N(foot, {ground.depth_m, sink_rate_m_s});
  state.patch = state.normal_N != 0 ? ground.patch : -1;
  state.f_F_W = {};
  if (!state.touches()) return Vector3d::Zero();

  // a foot that comes down, or comes from another patch, sticks where it is
  if (state.patch != patch_before) as_vector(state.anchor_W) = motion.p_WF;
  const Vector3d friction = friction_W(foot.friction, sliding(ground, motion, state.anchor_W),
                                       ground.friction * std::max(0.0, state.normal_N), state);
  as_vector(state.f_F_W) = state.normal_N * ground.normal_W + friction;
  return as_vector(state.f_F_W);
}

}  // namespace ventosa::sim
