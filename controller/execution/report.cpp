#include "controller/execution/report.h"

#include <algorithm>
#include <cmath>

#include "controller/execution/attach_detach.h"

namespace ventosa::controller {
namespace {

void initialize(const RobotModel& robot, const Observation& seen, ExecutionState& state) {
  for (std::size_t i = 0; i < robot.leg.size(); ++i)
    state.module[i].q_set_rad = measured_q(seen.leg[i]);
  state.started = true;
}

/// Ages of the last message from a module and of the last message that it received.
struct Ages {
  double reported_s = 0, heard_s = 0;
};

/// Time between two clock readings; in double, because the difference may overflow int64.
double seconds_between(std::int64_t from_ns, std::int64_t to_ns) {
  return 1e-9 * (static_cast<double>(to_ns) - static_cast<double>(from_ns));
}

/// Ages of a module's messages. A module that does not report what it receives counts as receiving.
Ages ages_of(const Foot& foot, const LegReading& reading, std::int64_t now_ns) {
  return {.reported_s = seconds_between(needed_ns(foot, reading), now_ns),
          .heard_s =
              reading.heard_ns == kNeverReceived ? 0 : seconds_between(reading.heard_ns, now_ns)};
}

double hottest_joint_C(const LegReading& reading) {
  double hottest_C = kUnknown;
  for (const JointReading& joint : reading.joint)
    hottest_C = std::fmax(hottest_C, joint.temperature_C);
  return hottest_C;
}

/// Readings of a foot. A foot that was attached before a reboot stays attached. A foot that an
/// operator has declared attached counts as such until it moves off.
FootReadings readings_of(const RobotModel& robot, const ControllerConfig& config,
                         const Observation& seen, std::size_t i, const ModuleState& module) {
  FootReadings readings = read_foot(robot.leg[i], config, seen.leg[i], module.phase);
  judge_force(robot.leg[i], module.force, readings);
  const bool counts = (seen.holding[i] == Holding::kAttached && !module.came_off) ||
                      (seen.holding[i] == Holding::kMayHold && module.attached);
  return counts ? read_as_attached(robot.leg[i], config, readings) : readings;
}

void watch_foot(const Leg& leg, const FootForceReading& reading, const ForceTime& time,
                ForceWatch& watch) {
  const PointFoot* point = std::get_if<PointFoot>(&leg.foot.hold);
  if (point && point->sensor) watch_force(*point->sensor, reading, time, watch);
}

/// True if an attached cup at rest has had too little vacuum for longer than a push lifts a lip,
/// or if a retried seal takes long (a foot that was only set down badly seals sooner).
bool is_weak(const ControllerConfig& config, const FootReadings& foot, ModuleState& module) {
  constexpr double kMoment_s = 0.15;
  constexpr std::int32_t kMost = 1'000'000;
  const bool holds = module.attached && module.phase == FootPhase::kStance;
  const bool lacks = holds && module.ticks_provisional == 0 && !foot.bears;
  module.ticks_weak = lacks ? std::min(kMost, module.ticks_weak + 1) : 0;
  const bool tries_again = module.retries > 0 && module.phase == FootPhase::kSeal;
  return (tries_again && 2 * module.ticks * config.period_s > config.gait.seal_timeout_s) ||
         module.ticks_weak * config.period_s > kMoment_s;
}

/// Share of the gains from which joint friction does not stop a joint.
constexpr double kFirm = 0.9;

PerJoint<double> commanded(const ModuleState& module) {
  PerJoint<double> q_rad{};
  for (std::size_t j = 0; j < q_rad.size(); ++j) q_rad[j] = module.q_commanded_rad[j].value_or(0);
  return q_rad;
}

/// The more severe of two failures.
Reason failure_of(const ModuleReport& report, const FootReadings& foot, bool weak, Reason of_pack) {
  if (report.silent) return Reason::kModuleSilent;
  if (report.faulty_joint >= 0) return Reason::kJointFault;
  if (foot.blind) return Reason::kFootSensorFault;
  return weak ? Reason::kCupWeak : of_pack;
}

ModuleReport report_of(const ControllerConfig& config, const FootReadings& foot,
                       const ModuleState& module, const Ages& age, double hottest_C) {
  return {.task = module.last_task,
          .status = module.status,
          .reason = module.reason != Reason::kNone ? module.reason : module.refusal,
          .phase = module.phase,
          .attached = module.attached,
          .touches = foot.touches,
          .bears = foot.bears,
          .provisional = module.ticks_provisional > 0,
          .grip_force_N = foot.grip_force_N,
          .hottest_C = hottest_C,
          .availability = availability(module, config),
          .waits = waits(module, config),
          .progress = progress(module, config),
          .age_s = age.reported_s,
          .silent = std::max(age.reported_s, age.heard_s) > config.gait.silence_s,
          .forces_left_out = module.force.left_out,
          .patch = module.patch,
          .q_set_rad = module.q_set_rad,
          .inertia_w = module.inertia_w,
          .q_rad = foot.q_rad};
}

}  // namespace

ExecutionState initial_execution(const Start& start) noexcept {
  ExecutionState state;
  for (std::size_t i = 0; i < state.module.size(); ++i) {
    state.module[i].attached = start.attached[i];
    if (start.clamped && !start.attached[i]) state.module[i].phase = FootPhase::kFree;
  }
  return state;
}

PerLeg<ModuleReport> report_modules(const RobotModel& robot, const ControllerConfig& config,
                                    const Readings& readings, ExecutionState& state) noexcept {
  const Observation& seen = readings.seen;
  if (!state.started) initialize(robot, readings.taken, state);
  PerLeg<ModuleReport> reports{};
  for (std::size_t i = 0; i < robot.leg.size(); ++i) {
    ModuleState& module = state.module[i];
    module.came_off = module.came_off && seen.holding[i] == Holding::kAttached;
    watch_foot(robot.leg[i], seen.leg[i].foot, {seen.now_ns, config.gait.silence_s}, module.force);
    const FootReadings foot = readings_of(robot, config, readings.taken, i, module);
    const PerJoint<double> q_set_rad = commanded(module);
    judge_contact(robot.leg[i], foot, module);
    advance_phase(robot.leg[i], config, foot, module);
    reports[i] =
        report_of(config, foot, module, ages_of(robot.leg[i].foot, seen.leg[i], seen.now_ns),
                  hottest_joint_C(seen.leg[i]));
    const bool follows = module.gain_share >= kFirm && !seen.led[i];
    reports[i].faulty_joint =
        faulty_joint(robot.leg[i], seen.leg[i], {module.attached, follows, q_set_rad},
                     config.period_s, module.drives);
    const Reason of_pack = watch_pack(seen.leg[i].pack, config.period_s, module.pack);
    reports[i].failure =
        failure_of(reports[i], foot, robot.leg[i].cup() && is_weak(config, foot, module), of_pack);
  }
  return reports;
}

}  // namespace ventosa::controller
