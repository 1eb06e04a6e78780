#pragma once

#include <algorithm>
#include <optional>

#include "controller/execution/drive_watch.h"
#include "controller/execution/force_watch.h"
#include "controller/execution/pack_watch.h"
#include "controller/model/module_report.h"
#include "controller/trajectory/planned_move.h"

/// State of the execution stage: one ModuleState for each leg. In controller/ a module is the part
/// of the controller that moves one leg, as in the ROMERIN papers; in hal/ it is the hardware.
namespace ventosa::controller {

struct ModuleState {
  ModuleTask task;             ///< last accepted task
  std::int32_t last_task = 0;  ///< id of the last task that was accepted or refused
  TaskStatus status = TaskStatus::kDone;
  Reason refusal = Reason::kNone;  ///< reason why the last task was refused
  Reason reason = Reason::kNone;   ///< reason why the module does not advance
  FootPhase phase = FootPhase::kStance;
  bool attached = false;
  /// Remaining ticks with full vacuum until the attachment is no longer provisional (see
  /// ModuleReport), 1 s at first; 0: not provisional.
  std::int32_t ticks_provisional = 0;
  bool stalls = false;     ///< the foot waits at the end of the reachable part of its swing
  std::int32_t ticks = 0;  ///< ticks since the phase or the move began
  double move_s = 0;       ///< duration of the move
  bool brakes = false;     ///< the move is braking to a stop
  double pace = 1;         ///< speed factor of the move; 0 once it has braked
  double behind_s = 0;     ///< delay accumulated by a pace below 1
  std::int32_t retries = 0;
  std::int32_t patch = -1;  ///< patch of the foot's last attachment; -1: no step yet
  SwingPath swing;
  bool from_contact = true;      ///< the swing starts at the contact point
  PerJoint<double> q_set_rad{};  ///< last set-points
  /// [m] where a step by the reverse body sent the foot, in the W of the commanded body; no value:
  /// the foot stands at its estimated contact point.
  std::optional<Vector3d> p_sent_W{};
  /// [N, N m] wrench of the planned motion: see ModuleReport.
  Vector6d inertia_w = Vector6d::Zero();
  double extension_rate_m_s = 0;  ///< rate of the lip's extension, smoothed
  PerJoint<double> press_rad{};   ///< set-points minus joint angles at the last attachment
  PerJoint<double> yield_rad{};   ///< joint angles minus set-points, while unloading
  /// Last commanded set-points; the reading, for a joint without position control; no value before
  /// the first command.
  PerJoint<std::optional<double>> q_commanded_rad{};
  PerJoint<double> given_way_rad{};  ///< joint angles minus set-points, since another foot was lost
  double stiffness = 1;              ///< share of the gains, 0..1
  double gain_share = 1;             ///< share of the gains as commanded, including PD switched off
  PerJoint<double> friction_side{};  ///< side of every gear's friction, -1..1: see friction.h
  std::int32_t ticks_weak = 0;       ///< time of an attached foot at rest with too little vacuum
  /// The foot was attached by an operator's statement and has moved off its contact point.
  bool came_off = false;
  DriveWatch drives;
  PackWatch pack;
  ForceWatch force;
};

struct ExecutionState {
  bool started = false;
  LegSet lost;            ///< lost feet of the last tick
  bool met_loss = false;  ///< another foot was lost in the last tick
  PerLeg<ModuleState> module{};
};

/// Path of a detached leg's move, planned when the task is accepted. Because of its size it is kept
/// outside ModuleState and is not restored when the results of a tick are discarded; `task` says to
/// which task it belongs.
struct AcceptedMove {
  std::int32_t task = 0;
  PlannedMove path;
};
using AcceptedMoves = PerLeg<AcceptedMove>;

/// Time along the path of the module's move.
inline double move_time_s(const ModuleState& module, double period_s) noexcept {
  return module.ticks * period_s - module.behind_s;
}

/// True while the foot swings by the reverse body.
inline bool swings_in_reverse(const ModuleState& module) noexcept {
  return module.phase == FootPhase::kTransfer && module.task.reverse.has_value();
}

/// Reset for a tick without commands: set-points restart at the present joint angles, and torque
/// may be switched
inline void stand_by_at(const PerJoint<double>& q_rad, ModuleState& module) noexcept {
  module.q_set_rad = q_rad;
  std::copy(q_rad.begin(), q_rad.end(), module.q_commanded_rad.begin());
  module.drives = {};
}

/// Enters a phase.
inline void enter(ModuleState& module, FootPhase phase) noexcept {
  module.phase = phase;
  module.ticks = 0;
}

}  // namespace ventosa::controller
