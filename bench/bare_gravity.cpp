#include "bench/bare_gravity.h"

#include <algorithm>
#include <string>

#include "sim/mujoco/shapes.h"

namespace ventosa::bench {

using controller::Isometry3d;
using controller::Matrix3d;
using controller::Vector3d;
using sim::MujocoPtr;
using sim::put;

namespace {

mjsBody& add_link(mjsBody& parent, const Isometry3d& X_PJ, const controller::Joint& joint,
                  const controller::Link& link) {
  mjsBody& body = *mjs_addBody(&parent, nullptr);
  put(X_PJ, body.pos, body.quat);
  body.mass = link.mass_kg;
  put(link.p_JC, body.ipos);
  const Matrix3d& I = link.I_C;
  const double full[6] = {I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2)};
  std::copy_n(full, 6, body.fullinertia);
  body.explicitinertial = true;
  mjsJoint& hinge = *mjs_addJoint(&body, nullptr);
  hinge.type = mjJNT_HINGE;
  put(joint.axis, hinge.axis);
  return body;
}

MujocoPtr<mjModel> model_of(const controller::Leg& leg) {
  sim::install_log_handler();
  const MujocoPtr<mjSpec> spec(mj_makeSpec());
  spec->compiler.degree = false;
  mjsBody* parent = mjs_findBody(spec.get(), "world");
  for (int j = 0; j < leg.n_joints; ++j) {
    Isometry3d X_PJ = j == 0 ? leg.X_BL : Isometry3d::Identity();
    X_PJ.translate(leg.joint[j].p_PJ);
    parent = &add_link(*parent, X_PJ, leg.joint[j], leg.link[j]);
  }
  MujocoPtr<mjModel> model(mj_compile(spec.get(), nullptr));
  if (!model) throw sim::EngineError(mjs_getError(spec.get()));
  return model;
}

}  // namespace

struct BareGravity::World {
  explicit World(const controller::Leg& leg)
      : model(model_of(leg)), data(mj_makeData(model.get())) {
    mj_forward(model.get(), data.get());
  }

  MujocoPtr<mjModel> model;
  MujocoPtr<mjData> data;
  Vector3d p_B = Vector3d::Zero();
  Vector3d f_B = Vector3d::Zero();
  controller::PerJoint<double> gravity{};
  controller::PerJoint<double> contact{};
};

BareGravity::BareGravity(const controller::Leg& leg) : world_(std::make_unique<World>(leg)) {}

BareGravity::~BareGravity() = default;

void BareGravity::pose(const controller::PerJoint<double>& q_rad, const Vector3d& g_B,
                       const Vector3d& p_B, const Vector3d& f_B) noexcept {
  std::copy_n(q_rad.begin(), world_->model->nq, world_->data->qpos);
  Vector3d::Map(world_->model->opt.gravity) = g_B;
  world_->p_B = p_B;
  world_->f_B = f_B;
}

void BareGravity::solve() {
  const mjModel* model = world_->model.get();
  mjData* data = world_->data.get();
  mj_kinematics(model, data);
  mj_comPos(model, data);
  mj_rne(model, data, 0, world_->gravity.data());
  world_->contact = {};
  mj_applyFT(model, data, world_->f_B.data(), nullptr, world_->p_B.data(),
             static_cast<int>(model->nbody) - 1, world_->contact.data());
}

controller::PerJoint<double> BareGravity::torque() const noexcept {
  controller::PerJoint<double> tau{};
  for (std::size_t j = 0; j < tau.size(); ++j) tau[j] = world_->gravity[j] - world_->contact[j];
  return tau;
}

}  // namespace ventosa::bench
