#pragma once

#include <cstdint>
#include <optional>

#include "controller/model/command.h"
#include "controller/model/description.h"
#include "controller/model/leg_move.h"
#include "controller/model/module_task.h"

/// What the operator or a script wants: a level, held until changed, never an event.
namespace ventosa::controller {

enum class Activity : std::uint8_t {
  kHold,    ///< stay and grip
  kPose,    ///< all feet stay, the body goes to X_WB, which moves with v_WB, w_WB
  kWalk,    ///< crawl with v_WB, w_WB, which turn with the body: meant for one that heads as X_WB
  kWalkTo,  ///< crawl to X_WB with speed |v_WB|, then hold there
  kMove,    ///< all feet stay, the body moves with v_WB, w_WB
  kLeg,     ///< the body stays, one leg does what is asked
};
constexpr auto enumerators(Activity) {
  return words("hold", "pose", "walk", "walk_to", "move", "leg");
}

/// What one leg shall do: detach, attach, or move while it is detached.
struct LegRequest {
  std::int32_t id = 0;  ///< another id is another request; each is carried out once
  int leg = 0;
  TaskKind kind = TaskKind::kMove;  ///< kDetach, kMove or kAttach
  LegMove move{};                   ///< of kMove
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
  bool pd = true;  ///< joint PD on; off, once the body stands, leaves gravity and reaction
                   ///< feed-forward alone
  Isometry3d X_WB = Isometry3d::Identity();
  Vector3d v_WB = Vector3d::Zero();  ///< [m/s]
  Vector3d w_WB = Vector3d::Zero();  ///< [rad/s]
  std::int32_t gait = 0;             ///< of a walk: of the robot's, in their order; or kFreeGait
  LegRequest request{};              ///< with kLeg
  PerLeg<std::optional<Relay>> relay{};  ///< none: it stays as it is
  std::optional<Gaze> gaze{};            ///< none: the camera keeps its last goal
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
    leg.group("pack", [&](auto& pack) { pack("relay", goal.relay[static_cast<std::size_t>(i)]); });
  });
  field("gaze", goal.gaze);
}

}  // namespace ventosa::controller
