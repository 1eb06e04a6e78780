#pragma once

#include "scenarios/format/sections.h"

/// What is asked of a moving robot that it can never do.
namespace ventosa::scenarios {

/// @throws models::InputError  faster than the limits of the body's reference
void check_move(const models::Node& node, const Move& move, const controller::BodyConfig& body);

/// The same of the turns at full radius. More than that on the spirals is a warning.
void check_circle(const models::Node& node, const Circle& circle, const ScriptContext& context,
                  std::vector<std::string>& warnings);

/// The same of its velocity, and longer than all surfaces together. More than the gait can do is a
/// warning.
void check_walk(const models::Node& node, const Walk& walk, const ScriptContext& context,
                std::vector<std::string>& warnings);

}  // namespace ventosa::scenarios
