#pragma once

#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <optional>

#include "controller/diagnostics.h"
#include "planner/planner.h"

namespace ventosa::scenarios {

/// Question of a climb to its planner.
struct RouteQuestion {
  planner::Standing standing{};
  planner::Question question{};
  std::int64_t tick = 0;  ///< at which it was asked
};

/// The robot as its controller reports it.
planner::Standing standing_of(const planner::World& world, const controller::Diagnostics& report);

/// Plans routes for a robot beside its run.
class RoutePlanner {
 public:
  /// @param waits  true if an answer is waited for: the robot's time stands still meanwhile
  RoutePlanner(controller::RobotModel robot, controller::ControllerConfig config,
               controller::PatchList surfaces, std::function<bool()> waits);
  /// Ends a search that goes on.
  ~RoutePlanner() { stop_.request_stop(); }
  RoutePlanner(const RoutePlanner&) = delete;
  RoutePlanner& operator=(const RoutePlanner&) = delete;

  planner::World world() const { return {robot_, config_, surfaces_}; }

  /// The plan; no value while it is being made. A question asked again costs nothing.
  std::shared_ptr<const planner::Plan> plan(const RouteQuestion& asked);

 private:
  const controller::RobotModel robot_;
  const controller::ControllerConfig config_;
  const controller::PatchList surfaces_;
  const std::function<bool()> waits_;
  std::stop_source stop_;  ///< ends the present search
  RouteQuestion asked_{.tick = -1};
  std::shared_future<std::shared_ptr<const planner::Plan>> answer_;
};

}  // namespace ventosa::scenarios
