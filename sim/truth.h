#pragma once

#include "controller/kinematics/self_distance.h"
#include "controller/model/description.h"
#include "controller/model/observation.h"
#include "sim/cups/cup_phase.h"
#include "sim/drives/drive_status.h"
#include "sim/ground/clearance.h"
#include "sim/power/energy.h"
#include "sim/power/power_options.h"
#include "sim/power/supply_state.h"
#include "sim/sensors/detection_truth.h"

/// Ground truth of the twin, for verdicts and records; never available to the controller. A signal
/// `truth.X` is the exact, undelayed value of the observation's `seen.X`, with its unit and frame.
namespace ventosa::sim {

struct PackTruth {
  Supply supply = Supply::kOn;
  Relay relay = Relay::kIsolated;
  double charge = 1;     ///< state of charge, 0..1
  double voltage_V = 0;  ///< voltage at the pack's terminals
  double current_A = 0;  ///< current out of the pack
  double bus_voltage_V = 0;
  double bus_current_A = 0;  ///< out of the module into the bus
  double load_V = 0;         ///< voltage at the module's loads
  double rail_V = 0;         ///< voltage at the drives
};

void describe(auto& field, controller::Is<PackTruth> auto& pack) {
  field("supply", pack.supply);
  field("relay", pack.relay);
  field("charge", pack.charge);
  field("voltage", pack.voltage_V, "V");
  field("current", pack.current_A, "A");
  field("bus_voltage", pack.bus_voltage_V, "V");
  field("bus_current", pack.bus_current_A, "A");
  field("load_voltage", pack.load_V, "V");
  field("rail_voltage", pack.rail_V, "V");
}

struct CupTruth {
  CupPhase phase = CupPhase::kFree;
  double vacuum_Pa = 0;
  double turbine = 0;                  ///< speed, 0..1
  std::array<double, 3> distance_m{};  ///< lip plane to surface; kNoDistance_m out of range
  double vacuum_force_N = 0;           ///< V = vacuum times area
  /// [N, N m] force, then moment at the lip centre, of the surface on the foot (weld and contacts);
  /// z out of the surface
  controller::Vector6d wrench_S = controller::Vector6d::Zero();
  /// Lowest value in the control period of 1 / max(g) over pull-off, slip and peel (k = 1/2), at
  /// most 100; 0 if the cup was not held during the whole period.
  double safety_factor = 0;
  /// The cup was lost or released in this control period, even if held again since.
  bool let_go = false;
  double slip_m = 0;  ///< distance slipped since the last attachment
};

void describe(auto& field, controller::Is<CupTruth> auto& cup) {
  field("phase", cup.phase);
  field("vacuum", cup.vacuum_Pa, "Pa");
  field("turbine", cup.turbine);
  field.list("distance", cup.distance_m, "m");
  field("vacuum_force", cup.vacuum_force_N, "N");
  static constexpr const char* kWrench[] = {"fx", "fy", "fz", "mx", "my", "mz"};
  for (int k = 0; k < 6; ++k) field(kWrench[k], cup.wrench_S[k], k < 3 ? "N" : "N m");
  field("safety_factor", cup.safety_factor);
  field("let_go", cup.let_go);
  field("slip", cup.slip_m, "m");
}

/// A point foot.
struct PointFootTruth {
  bool touches = false;
  double normal_N = 0;  ///< force along the ground's normal, in the last step
  controller::Vector3d f_W = controller::Vector3d::Zero();  ///< [N] force of the ground, in W
  double slip_m = 0;  ///< way that the foot has slid under load, since the start
};

void describe(auto& field, controller::Is<PointFootTruth> auto& foot) {
  field("touches", foot.touches);
  field("normal", foot.normal_N, "N");
  field("force", foot.f_W, "N");
  field("slip", foot.slip_m, "m");
}

/// Knee of a leg with bars.
struct KneeTruth {
  double angle_rad = 0;  ///< between thigh and shank
  /// Distances of the two rods from the points of thigh and shank that hold them; 0 of the serial
  /// equivalent.
  double loop_D_m = 0, loop_E_m = 0;
};

void describe(auto& field, controller::Is<KneeTruth> auto& knee) {
  field("angle", knee.angle_rad, "rad");
  field("loop_D", knee.loop_D_m, "m");
  field("loop_E", knee.loop_E_m, "m");
}

struct LegTruth {
  controller::PerJoint<double> q_rad{};
  controller::PerJoint<double> dq_rad_s{};
  controller::PerJoint<double> tau_Nm{};  ///< drive output, without friction in MuJoCo's solver
  controller::PerJoint<double>
      worst_tau_Nm{};  ///< motor torque of largest magnitude in the control period
  controller::PerJoint<double> stall_ratio{};  ///< |worst_tau| / motor stall torque
  controller::PerJoint<double> current_A{};    ///< motor current
  controller::PerJoint<double> voltage_V{};    ///< supply voltage at the drive
  /// Torque of load and friction against the motor's own, Kt i, in the step before the last one.
  controller::PerJoint<double> disturbing_Nm{};
  controller::PerJoint<double> motor_V{};  ///< voltage at the motor's terminals; ideal motors: 0
  controller::PerJoint<double> temperature_C{};
  controller::PerJoint<double> power_W{};   ///< from the rail; mean of the control period
  controller::PerJoint<double> energy_J{};  ///< from the rail since the start
  controller::PerJoint<DriveStatus> status{};
  /// Bits of controller::DriveError that were set at any physics step of the control period while
  /// the module had power.
  controller::PerJoint<std::int32_t> period_errors{};
  KneeTruth knee;
  CupTruth cup;
  PointFootTruth point;
  PackTruth pack;
  controller::ModuleReading module;
  double contact_N = 0;  ///< largest normal force on its links, as in Truth::contact_N
  /// [N] force on the leg at its wrist point, in B: contact force on the foot plus the weight of
  /// the wrist links; zero while the cup is free.
  controller::Vector3d f_W_B = controller::Vector3d::Zero();
};

void describe(auto& field, controller::Is<LegTruth> auto& leg) {
  field.per_joint("joint", [&](auto& joint, int i) {
    const auto j = static_cast<std::size_t>(i);
    joint("q", leg.q_rad[j], "rad");
    joint("dq", leg.dq_rad_s[j], "rad/s");
    joint("tau", leg.tau_Nm[j], "N m");
    joint("worst_tau", leg.worst_tau_Nm[j], "N m");
    joint("current", leg.current_A[j], "A");
    joint("voltage", leg.voltage_V[j], "V");
    joint("temperature", leg.temperature_C[j], "degC");
    joint("power", leg.power_W[j], "W");
    joint("energy", leg.energy_J[j], "J");
    joint("stall_ratio", leg.stall_ratio[j]);
    joint("mode", leg.status[j].mode);
    joint("torque", leg.status[j].torque);
    joint("errors", leg.status[j].errors);
    joint("period_errors", leg.period_errors[j]);
    if (!joint.has(controller::Equipment::kPositionLoop)) return;
    joint("disturbing_torque", leg.disturbing_Nm[j], "N m");
    joint("motor_voltage", leg.motor_V[j], "V");
  });
  if (field.has(controller::Equipment::kLinkage)) field("knee", leg.knee);
  if (field.has(controller::Equipment::kCup)) field("cup", leg.cup);
  if (field.has(controller::Equipment::kPointFoot)) field("foot", leg.point);
  if (field.has(controller::Equipment::kPack)) field("pack", leg.pack);
  field("module", leg.module);
  field("contact", leg.contact_N, "N");
  field("force", leg.f_W_B, "N");
}

struct Truth {
  controller::Isometry3d X_WB = controller::Isometry3d::Identity();
  controller::Vector3d v_WB = controller::Vector3d::Zero();
  /// In B, mean over the control period.
  controller::Vector3d w_WB_B = controller::Vector3d::Zero();
  /// [m/s2] in B, mean over the control period.
  controller::Vector3d specific_force_B = controller::Vector3d::Zero();
  controller::PerLeg<LegTruth> leg{};
  double penetration_m = 0;  ///< deepest of any robot geom in any patch in the control period
  /// Largest sum of the surfaces' normal forces on the body in the control period.
  double contact_N = 0;
  controller::SelfDistance self;  ///< self-distance at the end of the control period
  Clearance clearance;            ///< from the surfaces, at the end of the control period
  Energy energy;
  double pan_rad = 0;  ///< present angles of the camera's pan-tilt
  double tilt_rad = 0;
  DetectionTruth detections;
};

void describe(auto& field, controller::Is<Truth> auto& truth) {
  field("body", truth.X_WB);
  field("velocity", truth.v_WB, "m/s");
  field("angular_velocity", truth.w_WB_B, "rad/s");
  field("specific_force", truth.specific_force_B, "m/s2");
  field("penetration", truth.penetration_m, "m");
  field("contact", truth.contact_N, "N");
  field("self_distance", truth.self.distance_m, "m");
  field("self_a", truth.self.a);
  field("self_b", truth.self.b);
  field("clearance", truth.clearance.distance_m, "m");
  field("clearance_part", truth.clearance.part);
  field("clearance_surface", truth.clearance.patch);
  field("energy", truth.energy);
  field.per_leg("leg", truth.leg);
  if (!field.has(controller::Equipment::kCamera)) return;
  field.group("pan_tilt", [&](auto& pan_tilt) {
    pan_tilt("pan", truth.pan_rad, "rad");
    pan_tilt("tilt", truth.tilt_rad, "rad");
  });
  describe(field, truth.detections);
}

}  // namespace ventosa::sim
