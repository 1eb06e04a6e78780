#pragma once

#include <string>

#include "tests/hal/contract/subject.h"

/// Contract of readings.
namespace ventosa::hal::contract {

/// Counts known readings of one kind: any, all.
struct Known {
  bool any = false;
  bool all = true;
  void operator()(double reading) { count(controller::is_known(reading)); }
  template <class T>
  void operator()(const std::optional<T>& reading) {
    count(reading.has_value());
  }
  void count(bool known) {
    any |= known;
    all &= known;
  }
};

/// A kind of reading, and whether the robot's capabilities include it.
struct Reported {
  const char* what;
  bool should;
  Known known{};
};

inline std::vector<Reported> reported(const Telemetry& tells, const controller::RobotModel& model,
                                      const Observation& seen) {
  std::vector<Reported> all{{"joint torque", tells.joint_torque},
                            {"joint current", tells.joint_current},
                            {"joint voltage", tells.joint_voltage},
                            {"joint temperature", tells.joint_temperature},
                            {"joint velocity", true},  // derived if not measured
                            {"pack", tells.pack},
                            {"bus", tells.bus},
                            {"turbine", tells.turbine_speed},
                            {"distance", tells.cup_distance},
                            {"IMU", tells.imu},
                            {"drive status", tells.drive_status},
                            {"module power", tells.module_power},
                            {"loop time", tells.loop_time},
                            {"boot count", tells.boot_count}};
  each_joint(model, seen, [&](std::size_t, std::size_t, const auto& joint) {
    all[0].known(joint.tau_Nm);
    all[1].known(joint.current_A);
    all[2].known(joint.voltage_V);
    all[3].known(joint.temperature_C);
    all[4].known(joint.dq_rad_s);
    all[10].known(joint.mode);
    all[10].known(joint.torque);
    all[10].known(joint.errors);
  });
  for (std::size_t i = 0; i < model.leg.size(); ++i) {
    const controller::LegReading& leg = seen.leg[i];
    for (const double x : {leg.pack.voltage_V, leg.pack.current_A}) all[5].known(x);
    for (const double x : {leg.pack.bus_voltage_V, leg.pack.bus_current_A}) all[6].known(x);
    all[7].known(leg.cup.turbine);
    for (const double d_m : leg.cup.distance_m) all[8].known(d_m);
    all[11].known(leg.module.power);
    all[12].known(leg.module.loop_s);
    all[13].known(leg.module.boots);
  }
  all[9].known(seen.body.specific_force_B.sum() + seen.body.w_WB_B.sum());
  return all;
}

inline AssertionResult tells_what_it_can_and_nothing_else(const MakeSubject& make) {
  const Subject subject = make();
  const Telemetry& tells = subject.robot->capabilities().telemetry;
  Observation seen = started(*subject.robot).seen;
  for (int k = 0; k < 50; ++k) static_cast<void>(subject.robot->exchange({}, seen));
  for (const Reported& each : reported(tells, subject.model, seen)) {
    // a single joint may lack the sensor
    const bool known = std::string(each.what) == "joint current" ? each.known.any : each.known.all;
    if (each.should && !known) return AssertionFailure() << each.what << " is unknown";
    if (!each.should && each.known.any) return AssertionFailure() << each.what << " is known";
  }
  if (tells.depth_camera != (seen.detections.sampled_ns >= 0))
    return AssertionFailure() << "its pictures are not what it says of them";
  return AssertionSuccess();
}

inline AssertionResult knows_its_modes(const MakeSubject& make) {
  const Subject subject = make();
  const Capabilities& can = subject.robot->capabilities();
  bool all = can.control_period_ns > 0;
  each_joint(subject.model, started(*subject.robot).seen,
             [&](std::size_t i, std::size_t j, const auto&) {
               const Modes<JointMode>& joint = can.joint_modes[i][j];
               all = all && joint.contains(JointMode::kHold) && joint.contains(JointMode::kPassive);
               if (can.impedance == Impedance::kExact) all &= joint.contains(JointMode::kImpedance);
             });
  for (const auto mode : {controller::CupMode::kHold, controller::CupMode::kRelease})
    all = all && can.cup_modes.contains(mode);
  return all ? AssertionSuccess() : AssertionFailure() << "a mode or the period is missing";
}

}  // namespace ventosa::hal::contract
