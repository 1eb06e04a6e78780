#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "scenarios/script/inputs.h"
#include "scenarios/script/route_planner.h"
#include "scenarios/script/script.h"

namespace ventosa::scenarios {

/// Inputs from a scenario's script. Poses and paths after a walk are shifted by the distance
/// between the walk's planned end and the point that the plan has reached when they begin. Entries
/// that wait for an event begin at the tick after the one whose report shows it, at most one a
/// tick, in the order of the list.
class ScriptInputs final : public Inputs {
 public:
  /// @param X_WB0   pose of the body at the start of the run
  /// @param planner  plans climbs; without one there are none
  ScriptInputs(Script script, const Isometry3d& X_WB0, double period_s,
               std::unique_ptr<RoutePlanner> planner = {})
      : script_(std::move(script)),
        X_WB_start_(X_WB0),
        period_s_(period_s),
        planner_(std::move(planner)) {}

  Input at(std::int64_t tick) noexcept override;

  void watch(const controller::Diagnostics& plan) noexcept override { plan_ = plan; }
  ScriptState script_state() const noexcept override { return state_; }
  void restore(const ScriptState& state) noexcept override;

 private:
  double time_s(std::int64_t tick) const noexcept;
  const Isometry3d& X_WB0() const noexcept { return state_.X_WB0 ? *state_.X_WB0 : X_WB_start_; }
  void watch_motion(std::int64_t tick) noexcept;
  void note(const After& ended, std::int64_t tick) noexcept;
  void begin_next(std::int64_t tick) noexcept;
  bool has_come(const Event& event, std::int64_t tick) noexcept;
  void begin_goals(double time_s) noexcept;
  controller::Goal goal_at(std::int64_t tick) noexcept;
  Vector3d beyond_W(const TimedGoal& walk, const Isometry3d& X_B0B_end) const noexcept;
  const TimedGoal* walk_before(std::size_t goal) const noexcept;

  Script script_;  ///< with the times of events that have come
  const Isometry3d X_WB_start_;
  const double period_s_;
  const std::unique_ptr<RoutePlanner> planner_;
  std::optional<controller::Diagnostics>
      plan_;  ///< report of the last tick; empty without a session
  ScriptState state_;
};

/// Time at which a tick begins; as a scenario file would give it.
double begin_s(std::int64_t tick, double period_s);

}  // namespace ventosa::scenarios
