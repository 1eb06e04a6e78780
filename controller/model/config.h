#pragma once

#include "controller/model/config/body.h"
#include "controller/model/config/filter.h"
#include "controller/model/config/gains.h"
#include "controller/model/config/gait.h"
#include "controller/model/config/lip.h"
#include "controller/model/config/payload.h"
#include "controller/model/config/reactions.h"
#include "controller/model/config/sharing.h"
#include "controller/model/config/surfaces.h"
#include "controller/model/robot_model.h"

/// All options of the controller, with default, unit and range. Each field is the YAML key of the
/// same name.
namespace ventosa::controller {

struct ControllerConfig {
  double period_s = 0.01;
  Vector3d gravity_W{0, 0, -9.81};
  double cup_goal_force_N = 60;
  GainConfig gains;
  SharingConfig sharing;
  GaitConfig gait;
  BodyConfig body;
  LipConfig lip;
  ReactionConfig reactions;
  PayloadConfig payload;
  FilterConfig filter;
  SurfaceConfig surfaces;
};

/// Describes the controller's own options. Period, gravity and cup goal are left out: the scenario
/// sets them.
void describe(auto& field, Is<ControllerConfig> auto& config) {
  field("gains", config.gains);
  field("sharing", config.sharing);
  field("gait", config.gait);
  field("body", config.body);
  field(Key{"lip", nullptr, Equipment::kCup}, config.lip);
  field("reactions", config.reactions);
  field("payload", config.payload);
  field("filter", config.filter);
  field("surfaces", config.surfaces);
}

}  // namespace ventosa::controller
