#pragma once

#include "models/robot.h"
#include "models/self_collision.h"
#include "tests/sim/stands.h"

/// The hexapod with point feet in stance for tests of the twin.
namespace ventosa::test {

inline models::Robot hexapod() {
  return models::load(VENTOSA_SOURCE_DIR "/models/data/hexapod3.yaml");
}

/// On a plane tilted about x, turned about its normal so that its feet point in no special
/// direction.
inline sim::TwinConfig standing_on(const models::Robot& robot, double tilt_rad,
                                   double friction = 0.7) {
  sim::TwinConfig config;
  config.patches.n = 1;
  config.patches.patch[0] = sim::plane(tilt_rad, friction);
  config.X_WB = config.patches.patch[0].X_WS *
                Eigen::Translation3d(0, 0, -robot.nominal.leg[0].p_BW_nominal.z()) *
                Eigen::AngleAxisd(0.6, controller::Vector3d::UnitZ());
  for (const controller::Leg& leg : robot.nominal.leg) {
    config.leg.emplace_back();
    if (!models::find_home(leg, config.leg.back().q_rad))
      throw std::runtime_error("the stance is out of reach");
  }
  return config;
}

/// Command that holds the start angles, with more than critical damping.
inline controller::Command hold(const sim::TwinConfig& config) {
  controller::Command command;
  for (std::size_t i = 0; i < config.leg.size(); ++i)
    for (std::size_t j = 0; j < 3; ++j)
      command.leg[i].joint[j] = {
          controller::JointMode::kImpedance, config.leg[i].q_rad[j], 0, 0, 60, 2};
  return command;
}

/// Force of the ground on all feet, in W [N].
inline controller::Vector3d ground_force_W(const sim::Truth& truth) {
  controller::Vector3d f_W = controller::Vector3d::Zero();
  for (const sim::LegTruth& leg : truth.leg) f_W += leg.point.f_W;
  return f_W;
}

inline controller::Isometry3d foot_pose_W(const models::Robot& robot, const sim::Truth& truth,
                                          int i) {
  const auto leg = static_cast<std::size_t>(i);
  return truth.X_WB * leg_pose(robot.nominal.leg[leg], truth.leg[leg].q_rad).X_BF;
}

}  // namespace ventosa::test
