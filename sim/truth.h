#pragma once

#include "controller/signals.h"
#include "sim/power/energy.h"
#include "sim/power/power_options.h"

/// What really happens in the twin. The controller never sees it; verdicts are made of it. What the
/// controller is told in `seen.X`, maybe late and through a sensor, is here, at once and exact, as
/// `truth.X` with the same unit and in the same frame.
namespace ventosa::sim {

enum class CupPhase : std::uint8_t {
  kFree,     ///< no seal
  kSealing,  ///< held, vacuum still below the attached level, turbine on
  kAttached,
  kReleasing,  ///< held, turbine off, vacuum going
};

/// What feeds a module's drives, turbine and computer.
enum class Supply : std::uint8_t {
  kOn,
  kDown,     ///< too little voltage: all of them dead
  kBooting,  ///< the computer is back, the rest waits for it
};

struct PackTruth {
  Supply supply = Supply::kOn;
  Relay relay = Relay::kIsolated;
  double charge = 1;     ///< share of the capacity
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
  double vacuum_force_N = 0;           ///< V
  /// [N, N m] of the surface on the foot at the lip centre (weld + contacts), force then moment, z
  /// out of the surface
  controller::Vector6d wrench_S = controller::Vector6d::Zero();
  /// min 1/g over normal, slip, peel (k = 1/2) of an attached cup, at most 100; 100 of any other.
  /// Worst of the control period
  double safety_factor = 0;
  double slip_m = 0;  ///< creep since the last attach
};

struct LegTruth {
  controller::PerJoint<double> q_rad{};
  controller::PerJoint<double> dq_rad_s{};
  controller::PerJoint<double> tau_Nm{};  ///< of the drive, the friction apart that the solver has
  controller::PerJoint<double>
      worst_tau_Nm{};                          ///< into the gear: the largest of the period, signed
  controller::PerJoint<double> stall_ratio{};  ///< its share of what the motor gives at stall
  controller::PerJoint<double> current_A{};    ///< of a drive's motors together
  controller::PerJoint<double> voltage_V{};    ///< at the drive
  controller::PerJoint<double> temperature_C{};
  controller::PerJoint<double> power_W{};   ///< drawn from the rail; mean of the control period
  controller::PerJoint<double> energy_J{};  ///< drawn from the rail so far
  CupTruth cup;
  PackTruth pack;
  /// [N] on the leg at its wrist point, in B: of the surface on a held foot, and the weight of the
  /// wrist links that hang on it; zero off the surface
  controller::Vector3d f_W_B = controller::Vector3d::Zero();
};

/// What a seen plane really is. Each corner is the point of the patch below or above the seen one.
struct PlaneTruth {
  int patch = -1;  ///< by its index; -1: no patch lies there, or nothing is seen
  controller::SeenPlane plane;
};

/// The truth of the sighting that the controller has, of when its picture was taken, in that B.
struct SightingTruth {
  double pan_rad = 0;
  double tilt_rad = 0;
  std::array<PlaneTruth, controller::kMaxSeenPlanes> plane{};
};

struct Truth {
  controller::Isometry3d X_WB = controller::Isometry3d::Identity();
  controller::Vector3d v_WB = controller::Vector3d::Zero();
  controller::Vector3d w_WB_B = controller::Vector3d::Zero();            ///< in B
  controller::Vector3d specific_force_B = controller::Vector3d::Zero();  ///< [m/s2]
  controller::PerLeg<LegTruth> leg{};
  double penetration_m = 0;  ///< deepest of any robot geom in any patch, in the control period
  Energy energy;
  double pan_rad = 0;  ///< of the camera, now
  double tilt_rad = 0;
  SightingTruth sighting;
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

/// Of a robot with a camera.
template <class Visitor>
void signals(Visitor& visit, const SightingTruth& truth) {
  using controller::SignalName;
  visit(SignalName{.group = "truth", .item = "camera", .field = "pan"}, "rad", truth.pan_rad);
  visit(SignalName{.group = "truth", .item = "camera", .field = "tilt"}, "rad", truth.tilt_rad);
  for (int i = 0; i < controller::kMaxSeenPlanes; ++i) {
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
