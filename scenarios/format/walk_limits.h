#pragma once

#include "scenarios/format/sections.h"

/// Checks of the speeds and distances that a script requests.
namespace ventosa::scenarios {

/// @throws models::InputError  faster than the limits of the body's reference
void check_move(const models::Node& node, const Move& move, const controller::BodyConfig& body);

/// Speed on the turns at full radius; a higher speed on the ramps is only a warning.
/// @throws models::InputError  faster than the limits of the body's reference
void check_circle(const models::Node& node, const Circle& circle, const ScriptContext& context,
                  std::vector<std::string>& warnings);

/// Velocity and distance; more than the gait can do is only a warning.
/// @throws models::InputError  faster than the limits of the body's reference, longer than all
/// surfaces together, or by a gait whose feet cannot keep its time or whose legs do not reach
void check_walk(const models::Node& node, const Walk& walk, const ScriptContext& context,
                std::vector<std::string>& warnings);

/// Refuses a speed above the limit of the body's reference and a gait whose feet cannot keep its
/// time.
void check_waypoints(const models::Node& node, const Waypoints& walk, const ScriptContext& context);

}  // namespace ventosa::scenarios
