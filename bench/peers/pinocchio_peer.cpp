#include <pinocchio/algorithm/kinematics.hpp>
#include <pinocchio/algorithm/rnea.hpp>
#include <pinocchio/multibody.hpp>

#include "bench/peers/gravity_peer.h"

namespace ventosa::bench {
namespace {

using pinocchio::SE3;

SE3 placement(const controller::Matrix3d& R, const controller::Vector3d& p) { return {R, p}; }

/// Rotation from z to the joint's axis: joints about their own z are fastest in Pinocchio.
controller::Matrix3d axis_frame(const controller::Joint& joint) {
  return Eigen::Quaterniond::FromTwoVectors(controller::Vector3d::UnitZ(), joint.axis)
      .toRotationMatrix();
}

/// Model of the leg on a fixed body, with joint frames rotated so that every axis is z.
pinocchio::Model model_of(const controller::Leg& leg) {
  pinocchio::Model model;
  SE3 X_last_P(leg.X_BL.linear(), leg.X_BL.translation());
  for (int j = 0; j < leg.n_joints; ++j) {
    const controller::Joint& joint = leg.joint[static_cast<std::size_t>(j)];
    const controller::Link& link = leg.link[static_cast<std::size_t>(j)];
    const controller::Matrix3d R_JZ = axis_frame(joint);
    const auto id = model.addJoint(static_cast<pinocchio::JointIndex>(j), pinocchio::JointModelRZ(),
                                   X_last_P * placement(R_JZ, joint.p_PJ), std::to_string(j));
    const SE3 X_ZJ = placement(R_JZ.transpose(), controller::Vector3d::Zero());
    model.appendBodyToJoint(id, {link.mass_kg, link.p_JC, link.I_C}, X_ZJ);
    X_last_P = X_ZJ;
  }
  return model;
}

/// computeStaticTorque, with the contact force converted to its frame beforehand.
class Pinocchio final : public GravityPeer {
 public:
  explicit Pinocchio(const controller::Leg& leg)
      : model_(model_of(leg)),
        data_(model_),
        q_(model_.nq),
        force_(model_.joints.size(), pinocchio::Force::Zero()) {}

  std::string name() const override { return "Pinocchio"; }
  void pose(const GravityQuestion& question) override {
    for (int j = 0; j < model_.nq; ++j) q_[j] = question.q_rad[static_cast<std::size_t>(j)];
    model_.gravity.linear() = question.g_B;
    pinocchio::forwardKinematics(model_, data_, q_);
    const pinocchio::Force at_B(question.f_B, question.p_B.cross(question.f_B));
    force_.back() = data_.oMi.back().actInv(at_B);
  }
  void solve() override { pinocchio::computeStaticTorque(model_, data_, q_, force_); }
  controller::PerJoint<double> torque() const override {
    controller::PerJoint<double> tau{};
    for (int j = 0; j < model_.nq; ++j) tau[static_cast<std::size_t>(j)] = data_.tau[j];
    return tau;
  }

 private:
  pinocchio::Model model_;
  pinocchio::Data data_;
  Eigen::VectorXd q_;
  std::vector<pinocchio::Force> force_;
};

}  // namespace

std::unique_ptr<GravityPeer> make_pinocchio(const controller::Leg& leg) {
  return std::make_unique<Pinocchio>(leg);
}

std::vector<std::string> missing_gravity_peers() { return {}; }

}  // namespace ventosa::bench
