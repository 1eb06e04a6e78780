#pragma once

#include "controller/organizer/organize.h"

/// A gait without a table: after every step the foot is chosen whose lift leaves the others the
/// most room within their limits, among those that would get ahead by a step. Where no foot may
/// leave, the body moves or tilts first, to where one may. One leg is weighed a tick, also while
/// another one swings, so that the next foot is known when that one has attached.
namespace ventosa::controller {

/// What a walk does next.
struct FreeStep {
  enum class Kind : std::uint8_t {
    kWeighing,  ///< not all legs are weighed yet
    kStep,      ///< `leg` to `foothold`
    kAdvance,   ///< no foot would get ahead: the body goes on
    kLean,      ///< the body goes to `X_WB` first
    kRefused,   ///< no foot may leave, wherever the body is; `leg` comes nearest, see `lift`
  };
  Kind kind = Kind::kWeighing;
  int leg = -1;
  Foothold foothold{};
  Isometry3d X_WB = Isometry3d::Identity();
  Bottleneck lift{};
};

/// Weighs the lift of one more leg, under the body where its budget ends.
void weigh_next_leg(const RobotModel& robot, const ControllerConfig& config,
                    const OrganizerInput& input, const Twist& twist,
                    OrganizerState& state) noexcept;

/// Call with all feet of the last step attached. While it looks for a place to lean to it weighs
/// one leg at one place a tick.
FreeStep next_free_step(const RobotModel& robot, const ControllerConfig& config,
                        const OrganizerInput& input, OrganizerState& state) noexcept;

/// A step that cannot begin, as the body's way and the others are.  @return whether others are left
bool drop_step(int leg, FreeGait& free) noexcept;

/// Where no step ahead is possible the feet first go to their nominal places under the body, once
/// until it has gone on.  @return whether they may
bool gather(OrganizerState& state) noexcept;

/// After a step or an advance: whether the body has gone a stride since the last time it had.
void count_step(const ControllerConfig& config, const Isometry3d& X_WB, FreeGait& free) noexcept;

/// Whether the feet have stepped over and over while the body has not gone on.
bool shuffles(const RobotModel& robot, const FreeGait& free) noexcept;

/// Forgets what was weighed: a foot or the body has moved.
void weigh_anew(FreeGait& free) noexcept;

}  // namespace ventosa::controller
