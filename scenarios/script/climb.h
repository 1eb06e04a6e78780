#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "controller/model/goal.h"
#include "scenarios/script/route_planner.h"

/// A climb around an edge to another surface: the robot asks for a plan, walks by its own gait to
/// where that begins, follows its route, and walks on to the place asked for. If it cannot go on,
/// it stands on all feet and asks for a plan from there.
namespace ventosa::scenarios {

using controller::Isometry3d;
using controller::Vector3d;

struct Climb {
  int surface = 0;                       ///< index of the surface to reach
  std::optional<Isometry3d> X_WB_end{};  ///< end of its walk behind the edge; no value: none
  int gait = controller::kFreeGait;      ///< gait of the walks before and behind the edge
};

enum class ClimbPhase : std::uint8_t {
  kAsks,        ///< stands, and asks for a plan
  kWaits,       ///< stands until the plan is due
  kApproaches,  ///< walks to the start of the plan
  kFollows,     ///< follows the route
  kWalksOn,     ///< walks to the end of the climb
  kArrived,
  kFailed,  ///< stands: see `ended`
};

constexpr auto enumerators(ClimbPhase) {
  return controller::words("asks", "waits", "approaches", "follows", "walks_on", "arrived",
                           "failed");
}

struct ClimbState {
  ClimbPhase phase = ClimbPhase::kAsks;
  RouteQuestion asked{};
  std::shared_ptr<const planner::Plan> plan{};       ///< the last one
  std::shared_ptr<const controller::Route> route{};  ///< the route that is followed
  bool has_walked = false;    ///< to the start of the last plan, as far as it could
  std::int32_t n_failed = 0;  ///< plans that could not be made or followed
  std::int32_t n_spent = 0;   ///< searches in succession that ended by their budget
  controller::Reason why = controller::Reason::kNone;  ///< why the last of them failed
  std::vector<Vector3d> avoid{};                       ///< [m] in W: places at which a step failed
  std::int64_t since_tick = 0;                         ///< first tick in this phase
  std::int64_t rests_tick = -1;                        ///< since when it has been refused at rest
};

/// Leads one climb; its state is apart, for snapshots.
class ClimbLead {
 public:
  static constexpr int kMostFailures = 5;
  static constexpr int kMostSpent = 3;

  ClimbLead(RoutePlanner& planner, const Climb& climb, double period_s)
      : planner_(planner), climb_(climb), period_s_(period_s) {}

  /// Goal of this tick.
  /// @param report  of the tick before
  controller::Goal lead(std::int64_t tick, const controller::Diagnostics& report,
                        ClimbState& state) const noexcept;

 private:
  void ask(std::int64_t tick, const controller::Diagnostics& report, ClimbState& state) const;
  void take_plan(std::int64_t tick, ClimbState& state) const;
  void watch(std::int64_t tick, const controller::Diagnostics& report, ClimbState& state) const;
  void give_up(std::int64_t tick, const controller::Diagnostics& report, ClimbState& state) const;
  void fail(std::int64_t tick, controller::Reason why, ClimbState& state) const;
  void end_route(std::int64_t tick, ClimbState& state) const;
  bool has_arrived(const controller::Diagnostics& report, const ClimbState& state) const;
  std::optional<int> surface_left(const planner::Standing& standing) const;
  controller::Goal goal(const ClimbState& state) const;
  controller::Goal walk_to(const Isometry3d& X_WB) const;

  RoutePlanner& planner_;
  const Climb& climb_;
  const double period_s_;
};

}  // namespace ventosa::scenarios
