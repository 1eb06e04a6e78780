#pragma once

#include <vector>

#include "controller/model/robot_model.h"
#include "models/strict_yaml.h"

namespace ventosa::models {

/// Reads the gaits of a robot file, in the order of the file: a table for each name, with rows of
/// lists of the legs that `lift`, `carry`, `lower` or `step`; or {step_s, sweep_m, rows}, a table
/// walked by the clock, in which a row may move no leg.
/// @throws InputError  a leg is unknown, named twice in a row, never steps or moves out of turn, or
/// too few feet are on the surface
std::vector<controller::Gait> read_gaits(const Node& gaits,
                                         const std::vector<controller::Leg>& legs);

}  // namespace ventosa::models
