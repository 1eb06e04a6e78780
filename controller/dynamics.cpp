#include "controller/dynamics.h"

namespace ventosa::controller {
namespace {

/// What a link pushes back with: force, and moment about its joint, in B.
struct Effort {
  Vector3d f;  ///< [N]
  Vector3d m;  ///< [N m]
};

/// One link's motion at its joint, in B.
struct LinkMotion {
  Vector3d w, alpha, a, p;

  void move_to(const Vector3d& p_next) {
    const Vector3d r = p_next - p;
    a += alpha.cross(r) + w.cross(w.cross(r));
    p = p_next;
  }
  void turn(const Vector3d& axis, double dq, double ddq) {
    alpha += dq * w.cross(axis) + ddq * axis;
    w += dq * axis;
  }
};

/// Newton and Euler:  f = m a_C,  m_O = c x f + I_C alpha + w x I_C w
Effort effort(const Link& link, const Matrix3d& R_BJ, const Vector3d& p_BC,
              const LinkMotion& motion) {
  const Vector3d c = p_BC - motion.p;
  const Vector3d& w = motion.w;
  const Vector3d f = link.mass_kg * (motion.a + motion.alpha.cross(c) + w.cross(w.cross(c)));
  const Vector3d w_J = R_BJ.transpose() * w, alpha_J = R_BJ.transpose() * motion.alpha;
  const Vector3d spin_J = link.I_C * alpha_J + w_J.cross(link.I_C * w_J);
  return {f, c.cross(f) + R_BJ * spin_J};
}

}  // namespace

PerJoint<double> inverse_dynamics(const Leg& leg, const LegPose& pose, const JointMotion& motion,
                                  const BaseMotion& base, const Vector3d& F_B) noexcept {
  PerJoint<Effort> link;
  LinkMotion at{base.w_B, base.alpha_B, base.a_B, Vector3d::Zero()};
  for (int j = 0; j < leg.n_joints; ++j) {
    at.move_to(pose.p_BJ[j]);
    at.turn(pose.axis_B[j], motion.dq_rad_s[j], motion.ddq_rad_s2[j]);
    link[j] = effort(leg.link[j], pose.R_BJ[j], pose.p_BC[j], at);
  }

  PerJoint<double> tau{};
  Vector3d f = -F_B, m = Vector3d::Zero(), p = pose.p_BW;
  for (int j = leg.n_joints - 1; j >= 0; --j) {
    m += (p - pose.p_BJ[j]).cross(f) + link[j].m;
    f += link[j].f;
    p = pose.p_BJ[j];
    tau[j] = pose.axis_B[j].dot(m);
  }
  return tau;
}

}  // namespace ventosa::controller
