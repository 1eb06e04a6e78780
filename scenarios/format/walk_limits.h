#pragma once

#include "scenarios/format/sections.h"

/// What is asked of a moving robot that it can never do.
namespace ventosa::scenarios {

/// @throws models::InputError  faster than the limit of the body's reference
void check_speed(const models::Node& motion, const Vector3d& v_B0,
                 const controller::BodyConfig& body);

/// The same, and longer than all surfaces together. More than the gait can do is a warning.
void check_walk(const models::Node& node, const Walk& walk, const ScriptContext& context,
                std::vector<std::string>& warnings);

}  // namespace ventosa::scenarios
