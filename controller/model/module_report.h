#pragma once

#include <cstdint>

#include "controller/model/description.h"
#include "controller/model/foot_phase.h"
#include "controller/model/module_task.h"
#include "controller/model/observation.h"
#include "controller/model/reason.h"

/// Report of one module to the organizer, every tick: the upward message of the ROMERIN papers
/// (RIAI 2023, Table 2: local state of the module).
namespace ventosa::controller {

enum class TaskStatus : std::uint8_t {
  kRunning,
  kDone,
  kRefused,    ///< see `reason`; the module's state is unchanged
  kPreempted,  ///< replaced by another task before it was done
};
constexpr auto enumerators(TaskStatus) { return words("running", "done", "refused", "preempted"); }

struct ModuleReport {
  std::int32_t task = 0;  ///< id of the last task that was accepted or refused
  TaskStatus status = TaskStatus::kRunning;
  Reason reason = Reason::kNone;  ///< why the module cannot carry out its task
  /// Defect of the module: kModuleSilent, kJointFault, kFootSensorFault, kCupWeak ...
  Reason failure = Reason::kNone;
  FootPhase phase = FootPhase::kStance;
  bool attached = false;  ///< in a contact phase, a cup with a vacuum in it: the foot carries load
  bool touches = false;   ///< the cup has vacuum, commanded or not; a point foot has contact
  bool bears = false;     ///< the vacuum suffices to attach, or the force to take the load
  /// The foot was attached again after its release had begun, so its vacuum may still drop.
  bool provisional = false;
  double grip_force_N = 0;           ///< measured vacuum times area; 0 without a cup
  double hottest_C = kUnknown;       ///< hottest joint that reports a temperature
  double availability = 1;           ///< allowed share of an attached foot's load, ramped, 0..1
  bool waits = false;                ///< the task has reached `ModuleTask::through`
  double progress = 0;               ///< progress of the phase or the move, 0..1
  double age_s = 0;                  ///< age of the readings
  bool silent = false;               ///< the readings are too old to use
  std::int32_t forces_left_out = 0;  ///< unusable readings of the foot's force so far
  int faulty_joint = -1;             ///< joint with a drive fault, index from 0; -1: no fault
  int patch = -1;                    ///< patch of the foot's last attachment; -1: no step yet
  PerJoint<double> q_set_rad{};      ///< last set-points
  /// [N, N m] wrench at B's origin, in B, that accelerates a leg in the air.
  Vector6d inertia_w = Vector6d::Zero();
  PerJoint<double> q_rad{};  ///< measured joint angles
};

/// True if a foot that came down found no hold: a cup did not seal, a point foot met no ground.
constexpr bool found_no_hold(FootPhase phase, Reason reason) {
  return phase == FootPhase::kSeal &&
         (reason == Reason::kSealFailed || reason == Reason::kNoGround);
}

void describe(auto& field, Is<ModuleReport> auto& report) {
  field("task", report.task);
  field("status", report.status);
  field("reason", report.reason);
  field("failure", report.failure);
  field("phase", report.phase);
  field("attached", report.attached);
  if (field.has(Equipment::kCup)) field("grip_force", report.grip_force_N, "N");
  field("availability", report.availability);
  field("waits", report.waits);
  field("progress", report.progress);
  field("age", report.age_s, "s");
  field("silent", report.silent);
  field("faulty_joint", report.faulty_joint);
  if (field.has(Equipment::kForceSensor)) field("forces_left_out", report.forces_left_out);
}

}  // namespace ventosa::controller
