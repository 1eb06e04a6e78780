#pragma once

#include "controller/model/robot_model.h"

namespace ventosa::controller {

/// Angles of an arm's two sliders, within their ranges and that of the knee, for the reachable
/// point of the arm's plane nearest to `p_m` (out, up).
/// @param leg  with sliders (`has_sliders`)
Vector2d nearest_sliders(const Leg& leg, const Vector2d& p_m) noexcept;

}  // namespace ventosa::controller
