#pragma once

#include <vector>

#include "controller/model/robot_model.h"
#include "models/strict_yaml.h"

namespace ventosa::models {

/// Reads gaits in the order of the file and adds them to those that are there, or replaces one of
/// the same name: a table for each name, with rows of lists of the legs that `lift`, `carry`,
/// `lower` or `step`; or {step_s, sweep_m, rows}, a table walked by the clock, in which a row may
/// move no leg. Without rows it changes step_s, sweep_m or both of the gait that is there.
/// @throws InputError  a leg is unknown, named twice in a row, never steps or moves out of turn, or
/// too few feet are on the surface
void read_gaits(const Node& node, const std::vector<controller::Leg>& legs,
                std::vector<controller::Gait>& gaits);

}  // namespace ventosa::models
