#pragma once

#include "controller/model/config.h"
#include "scenarios/script/inputs.h"

/// Field descriptions used only by files of recorded inputs.
namespace ventosa::scenarios {

/// Word that is written in place of an invalid stimulus and of options that are out of range or not
/// finite. A session refuses both.
inline constexpr const char* kRefused = "refused";

/// Describes the fields that persist until the next input.
void describe_levels(auto& field, controller::Is<Input> auto& input) {
  field("goal", input.goal);
  field("stimulus", input.stimulus);
}

/// Describes the options of the `controller` section, and those that the scenario sets in other
/// sections.
void describe_all_options(auto& field, controller::Is<controller::ControllerConfig> auto& options) {
  field("control_period_s", options.period_s, "s");
  field("gravity_m_s2", options.gravity_W, "m/s2");
  field("cup_force_N", options.cup_goal_force_N, "N");
  describe(field, options);
}

}  // namespace ventosa::scenarios
