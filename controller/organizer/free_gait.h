#pragma once

#include "controller/organizer/steps.h"

/// Gait without a table. After every step it chooses, among the feet whose step makes progress, the
/// one whose lift leaves the others the largest load margin. If no foot may lift, the body first
/// moves or tilts to a pose where one may. One leg is evaluated per tick, also during a swing, so
/// that the next foot is known when the swing ends.
namespace ventosa::controller {

/// Decision of the free gait.
struct FreeStep {
  enum class Kind : std::uint8_t {
    kWeighing,  ///< not all legs are evaluated yet
    kStep,      ///< `leg` takes the step `found`
    kAdvance,   ///< no step makes progress: the body moves on
    kLean,      ///< the body first moves to `X_WB`
    kRefused,   ///< no foot may lift at any body pose tried; `leg` came nearest, see `lift`
  };
  Kind kind = Kind::kWeighing;
  int leg = -1;
  FoundStep found{};
  Isometry3d X_WB = Isometry3d::Identity();
  Bottleneck lift{};
};

/// Evaluates the lift of one more leg, for the body pose at the end of its budget.
void weigh_next_leg(const Scene& scene, const Twist& twist, OrganizerState& state) noexcept;

/// Next decision; call with all feet of the last step attached. The search for a leaning pose
/// tries legs and poses while the tick's budget lasts.
FreeStep next_free_step(const Scene& scene, OrganizerState& state) noexcept;

/// Begins the next step, or the body's motion.
Answer step_freely(const Scene& scene, const Twist& twist, OrganizerState& state) noexcept;

/// Discards a step that cannot begin.  @return true if other steps are left
bool drop_step(int leg, FreeGait& free) noexcept;

/// After a step or an advance: resets the count of steps each time the body has advanced by a
/// stride.
void count_step(const ControllerConfig& config, const Isometry3d& X_WB, FreeGait& free) noexcept;

/// True if the feet keep stepping while the body does not advance.
bool shuffles(const RobotModel& robot, const FreeGait& free) noexcept;

/// Discards all evaluations, after a foot or the body has moved.
void weigh_anew(FreeGait& free) noexcept;

}  // namespace ventosa::controller
