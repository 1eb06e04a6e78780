#pragma once

#include "controller/model/config.h"
#include "scenarios/script/inputs.h"

/// The descriptions of what only a file of recorded inputs has.
namespace ventosa::scenarios {

/// In place of options that are out of their ranges or no numbers, and of a stimulus that cannot
/// be: a session refuses them anyway.
inline constexpr const char* kRefused = "refused";

/// What goes on until the next input.
void describe_levels(auto& field, controller::Is<Input> auto& input) {
  field("goal", input.goal);
  field("stimulus", input.stimulus);
}

/// Those too that come from what a controller is run with.
void describe_all_options(auto& field, controller::Is<controller::ControllerConfig> auto& options) {
  field("control_period_s", options.period_s, "s");
  field("gravity_m_s2", options.gravity_W, "m/s2");
  field("cup_force_N", options.cup_goal_force_N, "N");
  describe(field, options);
}

}  // namespace ventosa::scenarios
