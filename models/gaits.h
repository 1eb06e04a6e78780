#pragma once

#include <vector>

#include "controller/model/robot_model.h"
#include "models/strict_yaml.h"

namespace ventosa::models {

/// The gaits of a robot file, in the order of the file: a table for each name, a row for each
/// moment, with lists of the legs that `lift`, `carry`, `lower` or `step`.
/// @throws InputError  a leg unknown or named twice in a row, a leg that never steps or moves out
/// of turn, too few feet on the surface
std::vector<controller::Gait> read_gaits(const Node& gaits,
                                         const std::vector<controller::Leg>& legs);

}  // namespace ventosa::models
