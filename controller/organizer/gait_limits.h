#pragma once

#include <cstdint>
#include <optional>

#include "controller/model/config.h"
#include "controller/model/robot_model.h"
#include "controller/model/twist.h"

/// Limits that ranges and drives of a robot's legs set to the numbers of a gait, in the steady walk
/// about its nominal stance on level ground.
namespace ventosa::controller {

/// Least duration of a row [s], at least `from_s`, at which every leg makes its swing ahead by the
/// gait's sweep: about its nominal place, under a body that walks forward in its nominal stance,
/// with no joint faster than swing_speed_ratio of its limit. from_s if the swing is out of reach
/// at any pace: walks then have shorter steps.
double least_step_of_joints_s(const RobotModel& robot, const ControllerConfig& config, Gait gait,
                              double from_s);

enum class ReverseLimit : std::uint8_t {
  kLift,   ///< gait.lift_m, out of reach even without a way of the body
  kSweep,  ///< the gait's sweep_m, out of reach at any pace
  kStep,   ///< the gait's step_s, too short for the drives
};

struct ReverseObjection {
  ReverseLimit limit = ReverseLimit::kSweep;
  double allowed = 0;  ///< largest lift or sweep [m], least step [s], with all else as it is
};

/// The first number of a gait by the reverse body that its legs do not allow in a walk by its whole
/// sweep; checked row by row as while walking (reverse_gait.h). With gait.beyond_joints the drives'
/// speed is not asked.
/// @param heading_B  velocity of the body, in B; only its direction counts
std::optional<ReverseObjection> objection_to_reverse(const RobotModel& robot,
                                                     const GaitConfig& config, const Gait& gait,
                                                     const Twist& heading_B) noexcept;

}  // namespace ventosa::controller
