#pragma once

#include "controller/model/config.h"
#include "models/strict_yaml.h"

/// Controller settings of a robot: one set of gains, margins and ramps for all tasks.
namespace ventosa::models {

struct ControlSettings {
  controller::ControllerConfig ideal;  ///< settings for a plant without losses
  controller::ControllerConfig full;   ///< settings for a plant with all effects
};

void describe(auto& field, controller::Is<ControlSettings> auto& control) {
  field("ideal", control.ideal);
  field("full", control.full);
}

/// Reads the keys of a scenario's `controller`, for both plants, and those of `full` for the full
/// one. Other settings are unchanged.  @throws InputError
void read_settings(const Node& node, ControlSettings& control);

}  // namespace ventosa::models
