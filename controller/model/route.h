#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "controller/model/leg_move.h"
#include "controller/model/module_task.h"
#include "controller/model/reason.h"

/// Steps around an edge and the body's line between them, planned before the first one (planner/).
namespace ventosa::controller {

struct RouteStep {
  std::int32_t leg = -1;    ///< leg that steps; -1: none, the body alone goes on
  std::int32_t n_line = 0;  ///< poses of the body's line up to the pose at which the leg steps
  LegMove move{};           ///< from over the old place to over the new one
  Foothold to{};            ///< new place of the foot
  double margin = 0;        ///< least load margin of the step by the plan
};

/// The feet stand while the body moves along its line, straight from pose to pose with one
/// parameter for translation and turn.
struct Route {
  static constexpr std::size_t kMostSteps = 64, kMostPoses = 256;

  std::int32_t fingerprint = 0;  ///< hash of the rest; 0: no route
  PerLeg<Foothold> from{};       ///< places of the feet at its start
  std::int32_t n_steps = 0, n_poses = 0;
  std::array<RouteStep, kMostSteps> step{};
  std::array<Isometry3d, kMostPoses> X_WB = identities();  ///< the first: where the body starts
  /// Largest path speed (body_reference.h) on the way to each pose; 1 m/s is faster than any body.
  std::array<double, kMostPoses> speed_m_s = no_limits();

  const Isometry3d& X_WB_end() const { return X_WB[static_cast<std::size_t>(n_poses - 1)]; }

 private:
  static std::array<Isometry3d, kMostPoses> identities() {
    std::array<Isometry3d, kMostPoses> X;  // Eigen leaves poses uninitialised
    X.fill(Isometry3d::Identity());
    return X;
  }
  static constexpr std::array<double, kMostPoses> no_limits() {
    std::array<double, kMostPoses> speed_m_s{};
    speed_m_s.fill(1);
    return speed_m_s;
  }
};

void describe(auto& field, Is<RouteStep> auto& step) {
  field("leg", step.leg);
  field("line", step.n_line);
  field("waypoints", step.move.n, {}, between(0, kMaxWaypoints));
  field("move", step.move);
  field("to", step.to);
  field("margin", step.margin);
}

/// Describes only the steps and poses in use.
void describe(auto& field, Is<Route> auto& route) {
  field("fingerprint", route.fingerprint);
  field.per_leg("from", route.from);
  field("n_steps", route.n_steps, {}, between(0, Route::kMostSteps));
  field("n_poses", route.n_poses, {}, between(1, Route::kMostPoses));
  field.list("steps", std::span(route.step).first(static_cast<std::size_t>(route.n_steps)));
  const auto n_poses = static_cast<std::size_t>(route.n_poses);
  field.list("body", std::span(route.X_WB).first(n_poses));
  field.list("speed", std::span(route.speed_m_s).first(n_poses), "m/s");
}

/// Part of a route's step.
enum class RoutePhase : std::uint8_t {
  kNone,     ///< no route
  kLine,     ///< the body moves along its line
  kDetach,   ///< the foot is unloaded, detached and lifted
  kSwing,    ///< the leg moves over its new place
  kAttach,   ///< the foot is set down, attached and loaded
  kArrived,  ///< the body is at the end of the route
  kReturn,   ///< a leg that cannot go on moves back over its old place
  kReplace,  ///< and is set down there
  kStopped,  ///< the route is given up; the robot stands on all feet
};
constexpr auto enumerators(RoutePhase) {
  return words("none", "line", "detach", "swing", "attach", "arrived", "return", "replace",
               "stopped");
}

/// Progress of the route that is carried out.
struct RouteProgress {
  std::int32_t fingerprint = 0;
  RoutePhase phase = RoutePhase::kNone;
  std::int32_t step = 0;           ///< present step
  std::int32_t pose = 0;           ///< pose of the line to which the body moves
  double margin = 0;               ///< planned margin of the present step
  Reason why = Reason::kNone;      ///< why a leg goes back, or the route is given up
  std::int32_t ticks_refused = 0;  ///< for which the present request to a leg has been refused
};

void describe(auto& field, Is<RouteProgress> auto& route) {
  field("fingerprint", route.fingerprint);
  field("phase", route.phase);
  field("step", route.step);
  field("margin", route.margin);
}

}  // namespace ventosa::controller
