#pragma once

#include "sim/mujoco/world.h"
#include "tests/sim/stands.h"

/// A robot with pantograph legs for tests of the twin.
namespace ventosa::sim {

inline models::Robot pantograph_robot() {
  return models::load(VENTOSA_SOURCE_DIR "/models/data/amru5.yaml");
}

/// Its body held in the air, all sliders at 0.
inline TwinConfig held(const models::Robot& robot, LinkageModel linkage) {
  TwinConfig config;
  config.step_s = config.control_period_s = 0.001;
  config.patches.n = 1;
  config.patches.patch[0] = plane(0);
  config.X_WB.translation().z() = 1;
  config.clamped = true;
  config.linkage = linkage;
  config.leg.assign(robot.nominal.leg.size(), LegStart{.attached = false});
  return config;
}

/// Model, data and index of such a twin's world, without drives.
struct HeldWorld {
  explicit HeldWorld(const models::Robot& robot, const TwinConfig& config)
      : model(build_world(robot, config, Detail::kPhysics)),
        data(mj_makeData(model.get())),
        index(index_world(*model, robot, config)) {
    put(config.X_WB, data->qpos, data->qpos + 3);
    for (std::size_t i = 0; i < config.leg.size(); ++i)
      put_leg(index, static_cast<int>(i), config.leg[i].q_rad, *data);
  }

  MujocoPtr<mjModel> model;
  MujocoPtr<mjData> data;
  WorldIndex index;
};

}  // namespace ventosa::sim
