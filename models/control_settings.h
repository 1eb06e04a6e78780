#pragma once

#include "controller/model/config.h"
#include "models/strict_yaml.h"

/// What a robot's controller is set to: one set of gains, margins and ramps for all that the robot
/// does.
namespace ventosa::models {

struct ControlSettings {
  controller::ControllerConfig ideal;  ///< of a plant without losses
  controller::ControllerConfig full;   ///< of one with everything on
};

void describe(auto& field, controller::Is<ControlSettings> auto& control) {
  field("ideal", control.ideal);
  field("full", control.full);
}

/// Over what is set: the keys of a scenario's `controller`, for both plants, and those of `full`
/// beside them.  @throws InputError
void read_settings(const Node& node, ControlSettings& control);

}  // namespace ventosa::models
