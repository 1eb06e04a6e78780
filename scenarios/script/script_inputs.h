#pragma once

#include <optional>

#include "scenarios/script/inputs.h"
#include "scenarios/script/script.h"

namespace ventosa::scenarios {

/// Inputs from a scenario's script. Poses and paths after a walk are shifted by the distance
/// between the walk's planned end and the point that the plan has reached when they begin.
class ScriptInputs final : public Inputs {
 public:
  /// @param script  must outlive this
  /// @param X_WB0   pose of the body at the start of the run
  ScriptInputs(const Script& script, const Isometry3d& X_WB0, double period_s)
      : script_(script), X_WB0_(X_WB0), period_s_(period_s) {}

  Input at(std::int64_t tick) noexcept override;

  void led_to(const Isometry3d& X_WB) noexcept override { X_WB_led_ = X_WB; }
  WalkedPlace walked_place() const noexcept override { return place_; }
  void restore(const WalkedPlace& place) noexcept override { place_ = place; }

 private:
  void begin_goals(double time_s) noexcept;
  controller::Goal goal_at(double time_s) noexcept;
  Vector3d beyond_W(const TimedGoal& walk, const Isometry3d& X_B0B_end) const noexcept;
  const TimedGoal* walk_before(std::size_t goal) const noexcept;

  const Script& script_;
  const Isometry3d X_WB0_;
  const double period_s_;
  std::optional<Isometry3d> X_WB_led_;  ///< empty without a session
  WalkedPlace place_;
};

}  // namespace ventosa::scenarios
