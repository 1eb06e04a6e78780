#pragma once

#include "controller/signals.h"
#include "sim/cups/cup_phase.h"
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
  double voltage_V = 0;  ///< at the pack's terminals
  double current_A = 0;  ///< out of the pack
  double bus_voltage_V = 0;
  double bus_current_A = 0;  ///< out of the module into the bus
  double load_V = 0;         ///< at the module's loads
  double rail_V = 0;         ///< at the drives
};

struct CupTruth {
  CupPhase phase = CupPhase::kFree;
  double vacuum_Pa = 0;
  double turbine = 0;                  ///< speed, 0..1
  std::array<double, 3> distance_m{};  ///< lip plane to surface; kNoDistance_m out of range
  double vacuum_force_N = 0;           ///< V = vacuum times area
  /// [N, N m] force, then moment at the lip centre, of the surface on the foot (weld and contacts);
  /// z out of the surface
  controller::Vector6d wrench_S = controller::Vector6d::Zero();
  /// Lowest of the control period: 1 / max(g) over pull-off, slip and peel (k = 1/2), at most 100;
  /// 100 while the cup is not attached
  double safety_factor = 0;
  double slip_m = 0;  ///< since the last attach
};

struct LegTruth {
  controller::PerJoint<double> q_rad{};
  controller::PerJoint<double> dq_rad_s{};
  controller::PerJoint<double> tau_Nm{};  ///< drive output, without friction in MuJoCo's solver
  controller::PerJoint<double>
      worst_tau_Nm{};  ///< motor torque of largest magnitude in the control period
  controller::PerJoint<double> stall_ratio{};  ///< |worst_tau| / motor stall torque
  controller::PerJoint<double> current_A{};    ///< motor current
  controller::PerJoint<double> voltage_V{};    ///< at the drive
  controller::PerJoint<double> temperature_C{};
  controller::PerJoint<double> power_W{};   ///< from the rail; mean of the control period
  controller::PerJoint<double> energy_J{};  ///< from the rail since the start
  CupTruth cup;
  PackTruth pack;
  /// [N] on the leg at its wrist point, in B: contact force on a held foot plus the weight of the
  /// wrist links; zero while the cup is free
  controller::Vector3d f_W_B = controller::Vector3d::Zero();
};

struct Truth {
  controller::Isometry3d X_WB = controller::Isometry3d::Identity();
  controller::Vector3d v_WB = controller::Vector3d::Zero();
  controller::Vector3d w_WB_B = controller::Vector3d::Zero();            ///< in B
  controller::Vector3d specific_force_B = controller::Vector3d::Zero();  ///< [m/s2]
  controller::PerLeg<LegTruth> leg{};
  double penetration_m = 0;  ///< deepest of any robot geom in any patch in the control period
  Energy energy;
  double pan_rad = 0;  ///< present angles of the camera's pan-tilt
  double tilt_rad = 0;
  DetectionTruth detections;
};

template <class Visitor>
void signals(Visitor& visit, int leg, const PackTruth& pack) {
  const auto one = [&](const char* field, const char* unit, double value) {
    visit(controller::SignalName{"truth", leg, "pack", -1, field}, unit, value);
  };
  one("supply", "enum", static_cast<double>(pack.supply));
  one("relay", "enum", static_cast<double>(pack.relay));
  one("charge", "1", pack.charge);
  one("voltage", "V", pack.voltage_V);
  one("current", "A", pack.current_A);
  one("bus_voltage", "V", pack.bus_voltage_V);
  one("bus_current", "A", pack.bus_current_A);
  one("load_voltage", "V", pack.load_V);
  one("rail_voltage", "V", pack.rail_V);
}

template <class Visitor>
void signals(Visitor& visit, const Energy& energy) {
  const auto one = [&](const char* field, double value_J) {
    visit(controller::SignalName{.group = "truth", .item = "energy", .field = field}, "J", value_J);
  };
  one("packs", energy.packs_J);
  one("charger", energy.charger_J);
  one("pack_heat", energy.pack_heat_J);
  one("line_heat", energy.line_heat_J);
  one("rail_loss", energy.rail_loss_J);
  one("electronics", energy.electronics_J);
  one("turbines", energy.turbines_J);
  one("motor_heat", energy.motor_heat_J);
  one("motor_work", energy.motor_work_J);
}

/// Only of a robot with a camera.
template <class Visitor>
void signals(Visitor& visit, const DetectionTruth& truth) {
  using controller::SignalName;
  visit(SignalName{.group = "truth", .item = "camera", .field = "pan"}, "rad", truth.pan_rad);
  visit(SignalName{.group = "truth", .item = "camera", .field = "tilt"}, "rad", truth.tilt_rad);
  for (int i = 0; i < controller::kMaxDetectedPlanes; ++i) {
    const PlaneTruth& plane = truth.plane[static_cast<std::size_t>(i)];
    controller::signals(visit, "truth", i, plane.plane);
    visit(SignalName{"truth", -1, "plane", i, "patch"}, "1", plane.patch);
  }
}

template <class Visitor>
void signals(Visitor& visit, const controller::RobotModel& robot, const Truth& truth) {
  using controller::SignalName;
  controller::signals(visit, "truth", "body", truth.X_WB);
  controller::signals(visit, "truth", "velocity", truth.v_WB, "m/s");
  controller::signals(visit, "truth", "angular_velocity", truth.w_WB_B, "rad/s");
  controller::signals(visit, "truth", "specific_force", truth.specific_force_B, "m/s2");
  visit(SignalName{.group = "truth", .field = "penetration"}, "m", truth.penetration_m);
  signals(visit, truth.energy);
  static constexpr const char* kWrench[] = {"fx", "fy", "fz", "mx", "my", "mz"};
  for (int i = 0; i < robot.n_legs(); ++i) {
    const LegTruth& leg = truth.leg[i];
    for (int j = 0; j < robot.leg[i].n_joints; ++j) {
      visit(SignalName{"truth", i, "joint", j, "q"}, "rad", leg.q_rad[j]);
      visit(SignalName{"truth", i, "joint", j, "dq"}, "rad/s", leg.dq_rad_s[j]);
      visit(SignalName{"truth", i, "joint", j, "tau"}, "N m", leg.tau_Nm[j]);
      visit(SignalName{"truth", i, "joint", j, "worst_tau"}, "N m", leg.worst_tau_Nm[j]);
      visit(SignalName{"truth", i, "joint", j, "current"}, "A", leg.current_A[j]);
      visit(SignalName{"truth", i, "joint", j, "voltage"}, "V", leg.voltage_V[j]);
      visit(SignalName{"truth", i, "joint", j, "temperature"}, "degC", leg.temperature_C[j]);
      visit(SignalName{"truth", i, "joint", j, "power"}, "W", leg.power_W[j]);
      visit(SignalName{"truth", i, "joint", j, "energy"}, "J", leg.energy_J[j]);
      visit(SignalName{"truth", i, "joint", j, "stall_ratio"}, "1", leg.stall_ratio[j]);
    }
    signals(visit, i, leg.pack);
    visit(SignalName{"truth", i, "cup", -1, "phase"}, "enum", static_cast<double>(leg.cup.phase));
    visit(SignalName{"truth", i, "cup", -1, "vacuum"}, "Pa", leg.cup.vacuum_Pa);
    visit(SignalName{"truth", i, "cup", -1, "turbine"}, "1", leg.cup.turbine);
    for (int k = 0; k < 3; ++k)
      visit(SignalName{"truth", i, "distance", k, "d"}, "m", leg.cup.distance_m[k]);
    visit(SignalName{"truth", i, "cup", -1, "vacuum_force"}, "N", leg.cup.vacuum_force_N);
    for (int k = 0; k < 6; ++k)
      visit(SignalName{"truth", i, "cup", -1, kWrench[k]}, k < 3 ? "N" : "N m",
            leg.cup.wrench_S[k]);
    visit(SignalName{"truth", i, "cup", -1, "safety_factor"}, "1", leg.cup.safety_factor);
    visit(SignalName{"truth", i, "cup", -1, "slip"}, "m", leg.cup.slip_m);
    static constexpr const char* kAxis[] = {"x", "y", "z"};
    for (int k = 0; k < 3; ++k)
      visit(SignalName{"truth", i, "force", -1, kAxis[k]}, "N", leg.f_W_B[k]);
  }
}

}  // namespace ventosa::sim
