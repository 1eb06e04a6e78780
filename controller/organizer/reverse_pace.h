#pragma once

#include <cstdint>
#include <optional>

#include "controller/model/config.h"
#include "controller/model/robot_model.h"
#include "controller/model/twist.h"

/// Limits that ranges and drives of its legs set to a gait by the reverse body.
namespace ventosa::controller {

enum class ReverseLimit : std::uint8_t {
  kLift,   ///< gait.lift_m, out of reach even without a way of the body
  kSweep,  ///< the gait's sweep_m, out of reach at any pace
  kStep,   ///< the gait's step_s, too short for the drives
};

struct ReverseObjection {
  ReverseLimit limit = ReverseLimit::kSweep;
  double allowed = 0;  ///< largest lift or sweep [m], least step [s], with all else as it is
};

/// The first number of a gait by the reverse body that its legs do not allow in the steady walk by
/// its whole sweep, about the nominal stance on level ground; checked row by row as while walking
/// (reverse_row.h). With gait.beyond_joints the drives' speed is not asked.
/// @param heading_B  velocity of the body, in B; only its direction counts
std::optional<ReverseObjection> objection_to_reverse(const RobotModel& robot,
                                                     const GaitConfig& config, const Gait& gait,
                                                     const Twist& heading_B) noexcept;

}  // namespace ventosa::controller
