#pragma once

#include <cstdint>

#include "controller/model/description.h"
#include "controller/model/foot_phase.h"
#include "controller/model/module_task.h"
#include "controller/model/observation.h"
#include "controller/model/reason.h"

/// What one module reports to the organizer, every tick: the message up of the ROMERIN papers (RIAI
/// 2023, Table 2: local state of the module).
namespace ventosa::controller {

enum class TaskStatus : std::uint8_t {
  kRunning,
  kDone,
  kRefused,    ///< see `reason`; the module stays as it was
  kPreempted,  ///< another task took its place before it was done
};
constexpr auto enumerators(TaskStatus) { return words("running", "done", "refused", "preempted"); }

struct ModuleReport {
  std::int32_t task = 0;  ///< id of the last one that was accepted or refused
  TaskStatus status = TaskStatus::kRunning;
  Reason reason = Reason::kNone;   ///< what keeps the module from its task
  Reason failure = Reason::kNone;  ///< what fails in it: kModuleSilent, kJointFault, kCupWeak ...
  FootPhase phase = FootPhase::kStance;
  bool attached = false;        ///< in a contact phase, and its cup grips: the foot carries load
  bool grips = false;           ///< the cup has vacuum, wanted or not
  bool sealed = false;          ///< with enough vacuum to attach
  bool provisional = false;     ///< holds on after it was told to let go: loses more yet
  double grip_force_N = 0;      ///< measured vacuum times area
  double hottest_C = kUnknown;  ///< of its joints that tell
  double availability = 1;      ///< share of its load an attached foot may have: ramps, 0..1
  bool waits = false;           ///< at the end of what its task lets it do
  double progress = 0;          ///< of the phase, or of the move: 0..1
  double age_s = 0;             ///< of its readings
  bool silent = false;          ///< they are too old to go by
  int faulty_joint = -1;        ///< whose drive does not do what it should; -1: none
  int patch = -1;  ///< that the foot attached to in its last step; -1: it has made none
  PerJoint<double> q_set_rad{};  ///< last set-points
  Vector6d inertia_w =
      Vector6d::Zero();      ///< [N, N m] at B's origin, in B: what moves a leg in the air
  PerJoint<double> q_rad{};  ///< measured
};

void describe(auto& field, Is<ModuleReport> auto& report) {
  field("task", report.task);
  field("status", report.status);
  field("reason", report.reason);
  field("failure", report.failure);
  field("phase", report.phase);
  field("attached", report.attached);
  field("grip_force", report.grip_force_N, "N");
  field("availability", report.availability);
  field("waits", report.waits);
  field("progress", report.progress);
  field("age", report.age_s, "s");
  field("silent", report.silent);
  field("faulty_joint", report.faulty_joint);
}

}  // namespace ventosa::controller
