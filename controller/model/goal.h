#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "controller/model/command.h"
#include "controller/model/description.h"
#include "controller/model/leg_move.h"
#include "controller/model/module_task.h"
#include "controller/model/route.h"

/// Goal from the operator or a script: a level that stays until it is changed, not an event.
namespace ventosa::controller {

enum class Activity : std::uint8_t {
  kHold,    ///< stay attached, do not move
  kPose,    ///< all feet stay; the body follows the pose X_WB that moves with v_WB, w_WB
  kWalk,    ///< walk with v_WB, w_WB, given for a body oriented as X_WB; they turn with the body
  kWalkTo,  ///< walk to X_WB at the speed |v_WB|, then hold there
  kMove,    ///< all feet stay; the body moves with v_WB, w_WB
  kLeg,     ///< the body stays; one leg carries out `request`
  kClimb,   ///< the robot goes along `route`
};
constexpr auto enumerators(Activity) {
  return words("hold", "pose", "walk", "walk_to", "move", "leg", "climb");
}

/// Request to one leg: detach, attach, or move while detached.
struct LegRequest {
  std::int32_t id = 0;  ///< a new id makes a new request; each request is carried out once
  int leg = 0;
  TaskKind kind = TaskKind::kMove;  ///< kDetach, kMove or kAttach
  LegMove move{};                   ///< the move, for kMove
};

void describe(auto& field, Is<LegRequest> auto& request) {
  field("id", request.id);
  field("leg", request.leg);
  field("kind", request.kind);
  field("waypoints", request.move.n, {}, between(0, kMaxWaypoints));
  field.unlogged("move", request.move);
}

struct Goal {
  Activity activity = Activity::kHold;
  /// Joint PD. If off, only gravity and reaction feed-forward remain once the body is stationary.
  bool pd = true;
  Isometry3d X_WB = Isometry3d::Identity();
  Vector3d v_WB = Vector3d::Zero();  ///< [m/s]
  Vector3d w_WB = Vector3d::Zero();  ///< [rad/s]
  std::int32_t gait = 0;             ///< gait of a walk: index into RobotModel::gait, or kFreeGait
  LegRequest request{};              ///< used with kLeg
  std::shared_ptr<const Route> route{};  ///< used with kClimb; no value: hold
  PerLeg<std::optional<Relay>> relay{};  ///< no value: unchanged
  std::optional<Gaze> gaze{};            ///< no value: the camera keeps its last goal
};

void describe(auto& field, Is<Goal> auto& goal) {
  field("activity", goal.activity);
  field("pd", goal.pd);
  field("body", goal.X_WB);
  field("velocity", goal.v_WB, "m/s");
  field("angular_velocity", goal.w_WB, "rad/s");
  field("gait", goal.gait);
  field("request", goal.request);
  field.per_leg("leg", [&](auto& leg, int i) {
    if (!leg.has(Equipment::kPack)) return;
    leg.group("pack", [&](auto& pack) { pack("relay", goal.relay[static_cast<std::size_t>(i)]); });
  });
  field("gaze", goal.gaze);
}

}  // namespace ventosa::controller
