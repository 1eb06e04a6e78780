#pragma once

#include <cstdint>
#include <optional>

#include "controller/model/description.h"
#include "controller/model/foot_phase.h"
#include "controller/model/reverse_swing.h"
#include "controller/model/robot_model.h"
#include "controller/model/twist.h"

/// Task of one module, sent by the organizer every tick: the downward message of the ROMERIN papers
/// (RIAI 2023, Table 2: target body pose, and whether it is this module's turn to step).
namespace ventosa::controller {

enum class TaskKind : std::uint8_t {
  kStance,  ///< the foot stays, attached or in the air, under a body that moves to X_WB
  /// Detach, swing to the foothold and attach there. After a failed seal the swing begins at the
  /// present place.
  kStep,
  kDetach,  ///< detach and lift off
  kMove,    ///< carry out the plan's LegMove with a detached leg
  kAttach,  ///< swing a detached leg to the foothold and attach there
};
constexpr auto enumerators(TaskKind) { return words("stance", "step", "detach", "move", "attach"); }

/// Last part of the way down to ground whose height is uncertain.
struct Approach {
  double from_m = 0;     ///< height over the expected ground at which it begins
  double speed_m_s = 0;  ///< constant; 0: no approach, the foot comes to rest on the ground
};

/// Place and direction for setting down a foot.
struct Foothold {
  int patch = -1;                      ///< index of the patch; -1: no foothold
  Vector3d p_WW = Vector3d::Zero();    ///< [m] wrist point with the foot set down
  Vector3d z_WF = -Vector3d::UnitZ();  ///< unit vector out of the cup, into the surface
  Approach approach{};
};

/// Form of a foot's swing to its foothold.
struct SwingForm {
  double higher_m = 0;  ///< extra height above gait.lift_m, to clear obstacles
  /// Factor on the duration of the transfer, >= 1, to respect joint speed limits.
  double slower = 1;
};

void describe(auto& field, Is<Foothold> auto& foothold) {
  field("patch", foothold.patch);
  field("x", foothold.p_WW.x(), "m");
  field("y", foothold.p_WW.y(), "m");
  field("z", foothold.p_WW.z(), "m");
}

/// Durations of a step by the clock; all 0 for other steps, whose phases last as configured.
struct SwingTimes {
  double lift_s = 0, transfer_s = 0, lower_s = 0, touch_s = 0;
  double row_s = 0;  ///< time for a row of the gait: a part of the step, or all of it

  bool are_set() const { return row_s > 0; }
};

struct ModuleTask {
  std::int32_t id = 0;  ///< a new id makes a new task; an unchanged id continues the present one
  TaskKind kind = TaskKind::kStance;
  Isometry3d X_WB = Isometry3d::Identity();  ///< body pose that the leg has to follow
  Twist V_WB{};                              ///< planned velocity of the body
  Foothold foothold{};                       ///< place to attach, for kStep and kAttach
  Vector3d z_from_W = Vector3d::Zero();      ///< cup direction at the start of kStep and kDetach
  SwingForm form{};                          ///< form of a step's swing
  SwingTimes times{};                        ///< durations of a step by the clock
  std::optional<ReverseSwing> reverse{};     ///< a step by the reverse body, in place of its phases
  /// Last phase that a step may enter; the foot waits at its end.
  /// kSeal: attached, without load.
  FootPhase through = FootPhase::kLoad;
  bool urgent = false;  ///< another foot is lost: attach with whatever vacuum the cup has
  double pace = 1;      ///< factor on the requested speed of a kMove
};

void describe(auto& field, Is<ModuleTask> auto& task) {
  field("id", task.id);
  field("kind", task.kind);
  field("through", task.through);
  field("pace", task.pace);
  field("foothold", task.foothold);
}

}  // namespace ventosa::controller
