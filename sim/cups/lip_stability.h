#pragma once

#include "controller/model/robot_model.h"
#include "models/cup_plant.h"

namespace ventosa::sim {

/// True if the explicit integration of an elastic lip is stable on this leg's wrist. A spring k
/// with damping time tau on a mass m is stable for  k dt (dt + 2 tau) / 4 < m.  Checked are
///   - k on the wrist's mass,
///   - k_t L^2 + k r^2 / 2 (shear on the lever L, and tilt) on its inertia across the cup's axis,
///   - k_t r^2 (twist) on its inertia about the cup's axis.
bool lip_is_stable(const models::Lip& lip, double lip_radius_m, const controller::Leg& leg,
                   double step_s) noexcept;

}  // namespace ventosa::sim
