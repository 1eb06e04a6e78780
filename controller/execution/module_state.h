#pragma once

#include <algorithm>

#include "controller/execution/drive_watch.h"
#include "controller/execution/pack_watch.h"
#include "controller/model/module_report.h"
#include "controller/trajectory/planned_move.h"

/// The memory of the execution level: one state per module.
namespace ventosa::controller {

struct ModuleState {
  ModuleTask task;             ///< the last one that was accepted
  std::int32_t last_task = 0;  ///< id of the last one that was accepted or refused
  TaskStatus status = TaskStatus::kDone;
  Reason refusal = Reason::kNone;  ///< of the last task
  Reason reason = Reason::kNone;   ///< what keeps the module from going on
  FootPhase phase = FootPhase::kStance;
  bool attached = false;
  std::int32_t ticks_provisional = 0;  ///< see ModuleReport; it ends with a second of good readings
  bool stalls = false;     ///< in the air, at the end of where its swing is within reach
  std::int32_t ticks = 0;  ///< since the phase, or the move, began
  double move_s = 0;       ///< duration of the move
  bool brakes = false;     ///< the move is to stop on its way
  double pace = 1;         ///< of the move along its way; 0 once it has braked
  double behind_s = 0;     ///< what a pace below 1 has cost it
  std::int32_t retries = 0;
  std::int32_t patch = -1;  ///< that the foot attached to in its last step
  SwingPath swing;
  bool from_contact = true;               ///< the swing begins at the contact point
  PerJoint<double> q_set_rad{};           ///< last set-points
  Vector6d inertia_w = Vector6d::Zero();  ///< of the planned motion: see ModuleReport
  double extension_rate_m_s = 0;          ///< with which the lip stands up, smoothed
  PerJoint<double> press_rad{};           ///< from joints to set-points when the foot last attached
  PerJoint<double> yield_rad{};           ///< from set-points to joints while the foot unloads
  /// From where the next set-points begin: the last ones, or of a joint that was led to no angle
  /// its own; none before the first.
  PerJoint<std::optional<double>> q_told_rad{};
  PerJoint<double> given_way_rad{};  ///< from set-points to joints since a foot was lost
  double stiffness = 1;              ///< share of the gains
  double gain_share = 1;             ///< the same as commanded: PD may be off
  PerJoint<double> friction_side{};  ///< of every gear's friction, -1..1: see friction.h
  std::int32_t ticks_weak = 0;       ///< attached at rest with too little vacuum to attach
  bool came_off = false;  ///< attached by an operator's word, it has moved off: it is not
  DriveWatch drives;
  PackWatch pack;
};

struct ExecutionState {
  bool started = false;
  LegSet lost;            ///< feet, in the last tick
  bool met_loss = false;  ///< one of them in that tick
  PerLeg<ModuleState> module{};
};

/// The move of a leg in the air, planned when its task was accepted. Kept apart because it is
/// large: a tick that is dropped does not take it back, so it names its task.
struct AcceptedMove {
  std::int32_t task = 0;
  PlannedMove path;
};
using AcceptedMoves = PerLeg<AcceptedMove>;

/// How far the module is on the way of its move.
inline double move_time_s(const ModuleState& module, double period_s) noexcept {
  return module.ticks * period_s - module.behind_s;
}

/// In a tick without commands: the joints are held where they are, and begin there again; their
/// torque may go and come.
inline void stand_by_at(const PerJoint<double>& q_rad, ModuleState& module) noexcept {
  module.q_set_rad = q_rad;
  std::copy(q_rad.begin(), q_rad.end(), module.q_told_rad.begin());
  module.drives = {};
}

/// Begins a phase.
inline void enter(ModuleState& module, FootPhase phase) noexcept {
  module.phase = phase;
  module.ticks = 0;
}

}  // namespace ventosa::controller
