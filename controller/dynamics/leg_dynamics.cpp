#include "controller/dynamics/leg_dynamics.h"

#include <Eigen/Cholesky>
#include <algorithm>

namespace ventosa::controller {
namespace {

/// Force, and moment about the joint, that accelerate a link, in B.
struct Effort {
  Vector3d f;  ///< [N]
  Vector3d m;  ///< [N m]
};

/// Motion of one link at its joint, in B.
struct LinkMotion {
  Vector3d w, alpha, a, p;

  void move_to(const Vector3d& p_next) {
    const Vector3d r = p_next - p;
    a += alpha.cross(r) + w.cross(w.cross(r));
    p = p_next;
  }
  /// Along a joint with the given twist per rate.
  void move(const Vector3d& axis, const Vector3d& slide, double dq, double ddq) {
    a += 2 * dq * w.cross(slide) + ddq * slide;
    alpha += dq * w.cross(axis) + ddq * axis;
    w += dq * axis;
  }
};

/// Newton-Euler:  f = m a_C,  m_O = c x f + I_C alpha + w x I_C w
Effort effort(const Link& link, const Matrix3d& R_BJ, const Vector3d& p_BC,
              const LinkMotion& motion) {
  const Vector3d c = p_BC - motion.p;
  const Vector3d& w = motion.w;
  const Vector3d f = link.mass_kg * (motion.a + motion.alpha.cross(c) + w.cross(w.cross(c)));
  const Vector3d w_J = R_BJ.transpose() * w, alpha_J = R_BJ.transpose() * motion.alpha;
  const Vector3d spin_J = link.I_C * alpha_J + w_J.cross(link.I_C * w_J);
  return {f, c.cross(f) + R_BJ * spin_J};
}

/// Rigidly moving links: mass, first moment and inertia about `o`, in B.
struct Composite {
  double mass_kg = 0;
  Vector3d h = Vector3d::Zero();  ///< [kg m]
  Matrix3d I = Matrix3d::Zero();  ///< [kg m2]
  Vector3d o = Vector3d::Zero();  ///< [m]

  void add(const Link& link, const Matrix3d& R_BJ, const Vector3d& p_BC) {
    const Vector3d c = p_BC - o;
    mass_kg += link.mass_kg;
    h += link.mass_kg * c;
    I += R_BJ * link.I_C * R_BJ.transpose() + about(c, link.mass_kg * c);
  }
  /// I' = I + (2 h.r - r h' - h r') + m (r.r - r r')
  void move_to(const Vector3d& o_next) {
    const Vector3d r = o - o_next;
    I += about(r, h) + about(h, r) + about(r, mass_kg * r);
    h += mass_kg * r;
    o = o_next;
  }

 private:
  /// a.b 1 - a b'
  static Matrix3d about(const Vector3d& a, const Vector3d& b) {
    return a.dot(b) * Matrix3d::Identity() - a * b.transpose();
  }
};

JointVector as_vector(const PerJoint<double>& x, int n) {
  return Eigen::Map<const Eigen::VectorXd>(x.data(), n);
}

/// True if no pivot of M = L L' is below the rounding error of M.
bool is_definite(const MassMatrix& M, const Eigen::LLT<MassMatrix>& llt) {
  constexpr double kRounding = 1e-12;
  if (llt.info() != Eigen::Success) return false;
  const auto pivot = llt.matrixLLT().diagonal().array().square();
  return pivot.minCoeff() > kRounding * M.diagonal().maxCoeff();
}

PerJoint<Effort> efforts(const Leg& leg, const LegPose& pose, const JointMotion& motion,
                         const BaseMotion& base) {
  PerJoint<Effort> link;
  LinkMotion at{base.w_B, base.alpha_B, base.a_B, Vector3d::Zero()};
  for (int j = 0; j < leg.n_joints; ++j) {
    at.move_to(pose.p_BJ[j]);
    at.move(pose.axis_B[j], pose.slide_B[j], motion.dq_rad_s[j], motion.ddq_rad_s2[j]);
    link[j] = effort(leg.link[j], pose.R_BJ[j], pose.p_BC[j], at);
  }
  return link;
}

/// Torques of joints [0, n) that produce the efforts of links [0, n) against a force F_B on the
/// last one at the wrist point, and turn the drives' rotors.
PerJoint<double> torques(const Leg& leg, const LegPose& pose, int n, const PerJoint<Effort>& link,
                         const Vector3d& F_B, const JointMotion& motion) {
  PerJoint<double> tau{};
  Vector3d f = -F_B, m = Vector3d::Zero(), p = pose.p_BW;
  for (int j = n - 1; j >= 0; --j) {
    m += (p - pose.p_BJ[j]).cross(f) + link[j].m;
    f += link[j].f;
    p = pose.p_BJ[j];
    tau[j] = pose.axis_B[j].dot(m) + pose.slide_B[j].dot(f) +
             leg.joint[j].armature_kgm2 * motion.ddq_rad_s2[j];
  }
  return tau;
}

}  // namespace

PerJoint<double> inverse_dynamics(const Leg& leg, const LegPose& pose, const JointMotion& motion,
                                  const BaseMotion& base, const Vector3d& F_B) noexcept {
  return torques(leg, pose, leg.n_joints, efforts(leg, pose, motion, base), F_B, motion);
}

PerJoint<double> inertial_torque(const Leg& leg, const LegPose& pose, int n,
                                 const JointMotion& motion) noexcept {
  return torques(leg, pose, n, efforts(leg, pose, motion, {}), Vector3d::Zero(), motion);
}

Vector6d inertial_wrench(const Leg& leg, const LegPose& pose, const JointMotion& motion,
                         const BaseMotion& base) noexcept {
  const PerJoint<Effort> link = efforts(leg, pose, motion, base);
  Vector6d w = Vector6d::Zero();
  for (int j = 0; j < leg.n_joints; ++j) {
    w.head<3>() += link[j].f;
    w.tail<3>() += link[j].m + pose.p_BJ[j].cross(link[j].f);
  }
  return w;
}

MassMatrix mass_matrix(const Leg& leg, const LegPose& pose) noexcept {
  MassMatrix M(leg.n_joints, leg.n_joints);
  Composite outer;
  for (int j = leg.n_joints - 1; j >= 0; --j) {
    outer.move_to(pose.p_BJ[j]);
    outer.add(leg.link[j], pose.R_BJ[j], pose.p_BC[j]);

    // efforts of joints 0..j for a unit acceleration of joint j
    const Vector3d &axis = pose.axis_B[j], &slide = pose.slide_B[j];
    const Vector3d f = axis.cross(outer.h) + outer.mass_kg * slide;
    const Vector3d m = outer.I * axis + outer.h.cross(slide);
    for (int i = 0; i <= j; ++i)
      M(i, j) = M(j, i) =
          pose.axis_B[i].dot(m + (pose.p_BJ[j] - pose.p_BJ[i]).cross(f)) + pose.slide_B[i].dot(f);
    M(j, j) += leg.joint[j].armature_kgm2;
  }
  return M;
}

DynamicsStatus forward_dynamics(const Leg& leg, const LegPose& pose,
                                const PerJoint<double>& dq_rad_s, const PerJoint<double>& tau_Nm,
                                const BaseMotion& base, const Vector3d& F_B,
                                PerJoint<double>& ddq_rad_s2) noexcept {
  const MassMatrix M = mass_matrix(leg, pose);
  const Eigen::LLT<MassMatrix> llt(M);
  if (!is_definite(M, llt)) return DynamicsStatus::kMassless;
  const int n = leg.n_joints;
  const PerJoint<double> bias = inverse_dynamics(leg, pose, {dq_rad_s, {}}, base, F_B);
  const JointVector ddq = llt.solve(as_vector(tau_Nm, n) - as_vector(bias, n));
  if (!ddq.allFinite()) return DynamicsStatus::kMassless;
  std::copy_n(ddq.data(), n, ddq_rad_s2.data());
  return DynamicsStatus::kOk;
}

}  // namespace ventosa::controller
