#pragma once

#include <string>

#include "controller/model/robot_model.h"

namespace ventosa::models {

/// " (31.2 mm of way)" behind the angle of a slider's drive; empty for a hinge.
std::string way_text(const controller::Joint& joint, double q_rad);

}  // namespace ventosa::models
