#pragma once

#include "models/foot_plant.h"
#include "sim/feet/point_foot.h"

/// Point feet like those of the three-joint hexapod, on planes.
namespace ventosa::test {

inline constexpr double kFriction = 0.7;

/// damping ratio of the sticking spring: 0.7 of the foot's least mass, 0.185 kg
inline models::PointFootPlant sticking_foot() {
  return {.stiffness_N_m = 2e4,
          .damping_Ns_m = 40,
          .damping = models::GrowingDamping{.depth_m = 5e-4},
          .friction = models::Sticking{.stiffness_N_m = 2e4, .damping_Ns_m = 60},
          .sensor = {}};
}

inline models::PointFootPlant creeping_foot() {
  models::PointFootPlant foot = sticking_foot();
  foot.friction = models::Creeping{.v_lim_m_s = 0.04};
  return foot;
}

/// A plane through W's origin.
struct Plane {
  controller::Vector3d normal_W = controller::Vector3d::UnitZ();
  double friction = kFriction;

  sim::ContactPlane under(const controller::Vector3d& p_W) const {
    return {.patch = 0, .depth_m = -normal_W.dot(p_W), .normal_W = normal_W, .friction = friction};
  }
  controller::Vector3d step(const models::PointFootPlant& foot, const controller::Vector3d& p_WF,
                            const controller::Vector3d& v_WF, sim::PointFootState& state) const {
    return sim::step_point_foot(foot, under(p_WF), {p_WF, v_WF}, state);
  }
};

}  // namespace ventosa::test
