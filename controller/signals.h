#pragma once

#include "controller/diagnostics.h"
#include "controller/model/command.h"
#include "controller/model/goal.h"
#include "controller/model/observation.h"

/// Every value of a run by name and unit, in one fixed order. CSV, assertions, plots and the state
/// hash all read a run through these functions; nothing else lists fields.
namespace ventosa::controller {

/// "seen.leg0.joint2.q" without building a string: group [.leg#] [.item[#]] .field
struct SignalName {
  const char* group;
  int leg = -1;
  const char* item = nullptr;
  int index = -1;
  const char* field;
};

template <class Visitor>
void signals(Visitor& visit, const char* group, const char* item, const Vector3d& v,
             const char* unit) {
  visit(SignalName{.group = group, .item = item, .field = "x"}, unit, v.x());
  visit(SignalName{.group = group, .item = item, .field = "y"}, unit, v.y());
  visit(SignalName{.group = group, .item = item, .field = "z"}, unit, v.z());
}

/// Position as item.x.., orientation as quaternion item.qw.. with qw >= 0.
template <class Visitor>
void signals(Visitor& visit, const char* group, const char* item, const Isometry3d& X) {
  const Vector3d p = X.translation();
  signals(visit, group, item, p, "m");
  Quaterniond q(X.linear());
  if (q.w() < 0) q.coeffs() *= -1;
  visit(SignalName{.group = group, .item = item, .field = "qw"}, "1", q.w());
  visit(SignalName{.group = group, .item = item, .field = "qx"}, "1", q.x());
  visit(SignalName{.group = group, .item = item, .field = "qy"}, "1", q.y());
  visit(SignalName{.group = group, .item = item, .field = "qz"}, "1", q.z());
}

/// Its normal and its corners, in B; zero where there is none.
template <class Visitor>
void signals(Visitor& visit, const char* group, int index, const DetectedPlane& plane) {
  static constexpr const char* kCorner[kMaxCorners][3] = {
      {"x0", "y0", "z0"}, {"x1", "y1", "z1"}, {"x2", "y2", "z2"}, {"x3", "y3", "z3"},
      {"x4", "y4", "z4"}, {"x5", "y5", "z5"}, {"x6", "y6", "z6"}, {"x7", "y7", "z7"}};
  static constexpr const char* kNormal[] = {"nx", "ny", "nz"};
  const auto vector = [&](const char* const(&field)[3], const char* unit, const Vector3d& v) {
    for (int k = 0; k < 3; ++k) visit(SignalName{group, -1, "plane", index, field[k]}, unit, v[k]);
  };
  vector(kNormal, "1", plane.n_corners > 0 ? plane.normal : Vector3d::Zero());
  for (std::size_t k = 0; k < kMaxCorners; ++k) vector(kCorner[k], "m", plane.corner[k].p);
}

/// What a robot with a camera sees. `sd` is how far off its plane each corner may be.
template <class Visitor>
void signals(Visitor& visit, const PlaneDetections& seen) {
  static constexpr const char* kSd[] = {"sd0", "sd1", "sd2", "sd3", "sd4", "sd5", "sd6", "sd7"};
  const auto camera = [&](const char* field, const char* unit, double value) {
    visit(SignalName{.group = "seen", .item = "camera", .field = field}, unit, value);
  };
  camera("sampled", "s", 1e-9 * static_cast<double>(seen.sampled_ns));
  camera("pan", "rad", seen.pan_rad);
  camera("tilt", "rad", seen.tilt_rad);
  for (int i = 0; i < kMaxDetectedPlanes; ++i) {
    const DetectedPlane& plane = seen.plane[static_cast<std::size_t>(i)];
    const auto one = [&](const char* field, const char* unit, double value) {
      visit(SignalName{"seen", -1, "plane", i, field}, unit, value);
    };
    signals(visit, "seen", i, plane);
    one("corners", "1", plane.n_corners);
    one("pixels", "1", plane.n_pixels);
    one("rms", "m", plane.rms_m);
    for (std::size_t k = 0; k < kMaxCorners; ++k) one(kSd[k], "m", plane.corner[k].sd_m);
  }
}

template <class Visitor>
void signals(Visitor& visit, const RobotModel& robot, const Observation& seen) {
  visit(SignalName{.group = "seen", .field = "time"}, "s", 1e-9 * static_cast<double>(seen.now_ns));
  visit(SignalName{.group = "seen", .item = "body", .field = "sampled"}, "s",
        1e-9 * static_cast<double>(seen.body.sampled_ns));
  signals(visit, "seen", "specific_force", seen.body.specific_force_B, "m/s2");
  signals(visit, "seen", "angular_velocity", seen.body.w_WB_B, "rad/s");
  for (int i = 0; i < robot.n_legs(); ++i) {
    const LegReading& leg = seen.leg[i];
    visit(SignalName{"seen", i, nullptr, -1, "sampled"}, "s",
          1e-9 * static_cast<double>(leg.sampled_ns));
    for (int j = 0; j < robot.leg[i].n_joints; ++j) {
      visit(SignalName{"seen", i, "joint", j, "q"}, "rad", leg.joint[j].q_rad);
      visit(SignalName{"seen", i, "joint", j, "dq"}, "rad/s", leg.joint[j].dq_rad_s);
      visit(SignalName{"seen", i, "joint", j, "tau"}, "N m", leg.joint[j].tau_Nm);
      visit(SignalName{"seen", i, "joint", j, "current"}, "A", leg.joint[j].current_A);
      visit(SignalName{"seen", i, "joint", j, "voltage"}, "V", leg.joint[j].voltage_V);
      visit(SignalName{"seen", i, "joint", j, "temperature"}, "degC", leg.joint[j].temperature_C);
    }
    visit(SignalName{"seen", i, "pack", -1, "voltage"}, "V", leg.pack.voltage_V);
    visit(SignalName{"seen", i, "pack", -1, "current"}, "A", leg.pack.current_A);
    visit(SignalName{"seen", i, "pack", -1, "bus_voltage"}, "V", leg.pack.bus_voltage_V);
    visit(SignalName{"seen", i, "pack", -1, "bus_current"}, "A", leg.pack.bus_current_A);
    visit(SignalName{"seen", i, "cup", -1, "vacuum"}, "Pa", leg.cup.vacuum_Pa);
    visit(SignalName{"seen", i, "cup", -1, "turbine"}, "1", leg.cup.turbine);
    for (int k = 0; k < 3; ++k)
      visit(SignalName{"seen", i, "distance", k, "d"}, "m", leg.cup.distance_m[k]);
  }
}

/// -1: it stays as it is
template <class Visitor>
void signals(Visitor& visit, const char* group, int leg, const std::optional<Relay>& relay) {
  visit(SignalName{group, leg, "pack", -1, "relay"}, "enum",
        relay ? static_cast<double>(*relay) : -1.0);
}

/// Zero where it stays as it is.
template <class Visitor>
void signals(Visitor& visit, const char* group, const std::optional<Gaze>& gaze) {
  const auto one = [&](const char* field, const char* unit, double value) {
    visit(SignalName{.group = group, .item = "gaze", .field = field}, unit, value);
  };
  one("given", "bool", gaze ? 1 : 0);
  one("pan", "rad", gaze ? gaze->pan_rad : 0);
  one("tilt", "rad", gaze ? gaze->tilt_rad : 0);
}

template <class Visitor>
void signals(Visitor& visit, const RobotModel& robot, const Goal& goal) {
  visit(SignalName{.group = "goal", .field = "activity"}, "enum",
        static_cast<double>(goal.activity));
  visit(SignalName{.group = "goal", .field = "pd"}, "bool", goal.pd ? 1.0 : 0.0);
  signals(visit, "goal", "body", goal.X_WB);
  signals(visit, "goal", "velocity", goal.v_WB, "m/s");
  signals(visit, "goal", "angular_velocity", goal.w_WB, "rad/s");
  visit(SignalName{.group = "goal", .field = "leg"}, "1", goal.request.leg);
  visit(SignalName{.group = "goal", .item = "request", .field = "id"}, "1", goal.request.id);
  visit(SignalName{.group = "goal", .item = "request", .field = "kind"}, "enum",
        static_cast<double>(goal.request.kind));
  visit(SignalName{.group = "goal", .item = "request", .field = "waypoints"}, "1",
        goal.request.move.n);
  for (int i = 0; i < robot.n_legs(); ++i) signals(visit, "goal", i, goal.relay[i]);
  signals(visit, "goal", goal.gaze);
}

template <class Visitor>
void signals(Visitor& visit, const RobotModel& robot, const Command& command) {
  for (int i = 0; i < robot.n_legs(); ++i) {
    const LegCommand& leg = command.leg[i];
    for (int j = 0; j < robot.leg[i].n_joints; ++j) {
      const JointSetpoint& joint = leg.joint[j];
      visit(SignalName{"command", i, "joint", j, "mode"}, "enum", static_cast<double>(joint.mode));
      visit(SignalName{"command", i, "joint", j, "q"}, "rad", joint.q_rad);
      visit(SignalName{"command", i, "joint", j, "dq"}, "rad/s", joint.dq_rad_s);
      visit(SignalName{"command", i, "joint", j, "tau_ff"}, "N m", joint.tau_ff_Nm);
      visit(SignalName{"command", i, "joint", j, "kp"}, "N m/rad", joint.kp_Nm_rad);
      visit(SignalName{"command", i, "joint", j, "kd"}, "N m s/rad", joint.kd_Nms_rad);
      visit(SignalName{"command", i, "joint", j, "profile_speed"}, "rad/s",
            joint.profile.speed_rad_s);
      visit(SignalName{"command", i, "joint", j, "profile_acceleration"}, "rad/s2",
            joint.profile.acceleration_rad_s2);
      visit(SignalName{"command", i, "joint", j, "current"}, "A", joint.current_A);
      visit(SignalName{"command", i, "joint", j, "pwm"}, "1", joint.pwm);
    }
    visit(SignalName{"command", i, "cup", -1, "mode"}, "enum", static_cast<double>(leg.cup.mode));
    visit(SignalName{"command", i, "cup", -1, "turbine"}, "1", leg.cup.turbine);
    visit(SignalName{"command", i, "cup", -1, "goal"}, "N", leg.cup.goal_N);
    signals(visit, "command", i, leg.relay);
  }
  signals(visit, "command", command.gaze);
}

template <class Visitor>
void signals(Visitor& visit, const char* item, const Bottleneck& least) {
  visit(SignalName{.group = "plan", .item = item, .field = "leg"}, "1", least.leg);
  visit(SignalName{.group = "plan", .item = item, .field = "limit"}, "enum",
        static_cast<double>(least.limit));
  visit(SignalName{.group = "plan", .item = item, .field = "margin"}, "1", least.margin);
}

template <class Visitor>
void signals(Visitor& visit, int leg, const ContactForceEstimate& estimate) {
  static constexpr const char* kAxis[] = {"x", "y", "z"};
  const auto force = [&](const char* item, const Vector3d& f) {
    for (int k = 0; k < 3; ++k)
      visit(SignalName{"contact_force", leg, item, -1, kAxis[k]}, "N", f[k]);
  };
  force("elastic", estimate.elastic_B);
  force("motors", estimate.motors_B);
  force("motors_sd", estimate.motors_sd_B);
  force("fused", estimate.fused_B);
  force("fused_sd", estimate.fused_sd_B);
}

template <class Visitor>
void signals(Visitor& visit, int leg, const ModuleTask& task) {
  visit(SignalName{"task", leg, nullptr, -1, "id"}, "1", task.id);
  visit(SignalName{"task", leg, nullptr, -1, "kind"}, "enum", static_cast<double>(task.kind));
  visit(SignalName{"task", leg, nullptr, -1, "pace"}, "1", task.pace);
  visit(SignalName{"task", leg, "foothold", -1, "patch"}, "1", task.foothold.patch);
  visit(SignalName{"task", leg, "foothold", -1, "x"}, "m", task.foothold.p_WW.x());
  visit(SignalName{"task", leg, "foothold", -1, "y"}, "m", task.foothold.p_WW.y());
  visit(SignalName{"task", leg, "foothold", -1, "z"}, "m", task.foothold.p_WW.z());
}

template <class Visitor>
void signals(Visitor& visit, int leg, const ModuleReport& report) {
  const auto one = [&](const char* field, const char* unit, double value) {
    visit(SignalName{"report", leg, nullptr, -1, field}, unit, value);
  };
  one("task", "1", report.task);
  one("status", "enum", static_cast<double>(report.status));
  one("reason", "enum", static_cast<double>(report.reason));
  one("phase", "enum", static_cast<double>(report.phase));
  one("attached", "bool", report.attached ? 1 : 0);
  one("grip_force", "N", report.grip_force_N);
  one("availability", "1", report.availability);
  one("progress", "1", report.progress);
  one("age", "s", report.age_s);
}

template <class Visitor>
void signals(Visitor& visit, const PayloadEstimate& payload) {
  const auto one = [&](const char* field, const char* unit, double value) {
    visit(SignalName{.group = "plan", .item = "payload", .field = field}, unit, value);
  };
  one("status", "enum", static_cast<double>(payload.status));
  one("mass", "kg", payload.mass_kg);
  one("mass_sd", "kg", payload.mass_sd_kg);
  signals(visit, "plan", "payload", payload.p_B, "m");
  one("x_sd", "m", payload.p_sd_B.x());
  one("y_sd", "m", payload.p_sd_B.y());
  one("z_sd", "m", payload.p_sd_B.z());
}

template <class Visitor>
void signals(Visitor& visit, const RobotModel& robot, const Diagnostics& d) {
  visit(SignalName{.group = "plan", .field = "reason"}, "enum", static_cast<double>(d.reason));
  signals(visit, "plan", "estimate", d.X_WB_estimate);
  signals(visit, "plan", "reference", d.X_WB_reference);
  signals(visit, "load", d.load);
  visit(SignalName{.group = "plan", .field = "refused_leg"}, "1", d.refused_leg);
  signals(visit, "lift", d.lift);
  visit(SignalName{.group = "plan", .field = "pd_share"}, "1", d.pd_share);
  visit(SignalName{.group = "plan", .field = "sharing_iterations"}, "1", d.sharing_iterations);
  signals(visit, d.payload);
  signals(visit, "plan", "centre_of_mass", d.p_BC, "m");
  visit(SignalName{.group = "plan", .field = "steps_done"}, "1", d.steps_done);
  visit(SignalName{.group = "plan", .item = "request", .field = "status"}, "enum",
        static_cast<double>(d.request));
  visit(SignalName{.group = "plan", .field = "requests_overtaken"}, "1", d.requests_overtaken);
  for (int i = 0; i < robot.n_legs(); ++i) {
    visit(SignalName{"plan", i, nullptr, -1, "phase"}, "enum", static_cast<double>(d.phase[i]));
    visit(SignalName{"plan", i, nullptr, -1, "alarm"}, "enum", static_cast<double>(d.alarm[i]));
    visit(SignalName{"plan", i, nullptr, -1, "nis"}, "1", d.nis[i]);
    visit(SignalName{"plan", i, "wrist", -1, "x"}, "m", d.p_BW[i].x());
    visit(SignalName{"plan", i, "wrist", -1, "y"}, "m", d.p_BW[i].y());
    visit(SignalName{"plan", i, "wrist", -1, "z"}, "m", d.p_BW[i].z());
    visit(SignalName{"plan", i, "force", -1, "x"}, "N", d.f_W_B[i].x());
    visit(SignalName{"plan", i, "force", -1, "y"}, "N", d.f_W_B[i].y());
    visit(SignalName{"plan", i, "force", -1, "z"}, "N", d.f_W_B[i].z());
    signals(visit, i, d.contact_force[i]);
    signals(visit, i, d.task[i]);
    signals(visit, i, d.report[i]);
  }
}

}  // namespace ventosa::controller
