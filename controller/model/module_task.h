#pragma once

#include <cstdint>

#include "controller/model/description.h"
#include "controller/model/foot_phase.h"
#include "controller/model/robot_model.h"
#include "controller/model/twist.h"

/// What the organizer asks of one module, every tick: the message down of the ROMERIN papers
/// (RIAI 2023, Table 2: target body pose, and whether it is this module's turn to step).
namespace ventosa::controller {

enum class TaskKind : std::uint8_t {
  kStance,  ///< stay attached, or where the foot is in the air, under a body that goes to X_WB
  kStep,    ///< detach, swing to the foothold, attach there; or go on there from where a cup does
            ///< not seal
  kDetach,  ///< detach and lift off
  kMove,    ///< a detached leg: the plan's LegMove
  kAttach,  ///< a detached leg: swing to the foothold, attach there
};
constexpr auto enumerators(TaskKind) { return words("stance", "step", "detach", "move", "attach"); }

/// Where a foot is to be set down.
struct Foothold {
  int patch = -1;                      ///< -1: none
  Vector3d p_WW = Vector3d::Zero();    ///< [m] wrist point over it
  Vector3d z_WF = -Vector3d::UnitZ();  ///< cup direction: into the surface
  double higher_m = 0;                 ///< than gait.lift_m the foot swings there: over obstacles
  double slower = 1;  ///< so many times as long the transfer takes: no joint is too fast
};

void describe(auto& field, Is<Foothold> auto& foothold) {
  field("patch", foothold.patch);
  field("x", foothold.p_WW.x(), "m");
  field("y", foothold.p_WW.y(), "m");
  field("z", foothold.p_WW.z(), "m");
}

struct ModuleTask {
  std::int32_t id = 0;  ///< another id is another task; the same one goes on
  TaskKind kind = TaskKind::kStance;
  Isometry3d X_WB = Isometry3d::Identity();  ///< the body that the leg is to be under
  Twist V_WB{};                              ///< with which it is planned to move
  Foothold foothold{};                       ///< of kStep and kAttach
  Vector3d z_from_W = Vector3d::Zero();      ///< cup direction where kStep and kDetach begin
  /// How far a step may go: up to the end of this phase, and stays there until it may go on.
  /// kSeal: attached, without load.
  FootPhase through = FootPhase::kLoad;
  bool urgent = false;  ///< another foot is lost: hold on with whatever vacuum the cup has
  double pace = 1;      ///< of kMove: share of the speed that was asked for
};

void describe(auto& field, Is<ModuleTask> auto& task) {
  field("id", task.id);
  field("kind", task.kind);
  field("through", task.through);
  field("pace", task.pace);
  field("foothold", task.foothold);
}

}  // namespace ventosa::controller
