#pragma once

#include "models/robot.h"
#include "sim/drives/drive.h"

/// The shipped servos on a test bench with an inertial load.
namespace ventosa::sim {

inline const std::vector<std::string> kServos{"MX-64T", "XH540-W270-T", "XL430-W250-T", "MX-28T"};

inline models::Drive shipped_drive(const std::string& name) {
  const std::string file = name == "MX-28T" ? "hexapod3.yaml" : "romerin_parts.yaml";
  const models::Node parts = models::Node::load(VENTOSA_SOURCE_DIR "/models/data/" + file);
  return models::read_drives(parts.at("drives")).at(name);
}

/// Largest torque on a joint that the gear of a drive without power holds.
inline double break_away_Nm(const models::Drive& drive) {
  return (drive.gear.coulomb_Nm + drive.gear.stribeck_Nm) / (1 - drive.gear.load_ratio);
}

/// A drive that turns a wheel of inertia `wheel_kgm2` under an external torque, with the twin's
/// time step.
struct Turntable {
  Turntable(const models::Drive& plant, const DriveOptions& options, double dt_s = 0.002)
      : step_s(dt_s), config(arm_drive(plant.stall_torque_Nm)) {
    set_plant(plant, options, dt_s, config);
    state = at_rest(config, 0);
  }

  void tell(const controller::JointSetpoint& setpoint) {
    accept(config, setpoint, read_motion(config, shaft), state);
  }

  void step() {
    const double tau_Nm = step_drive(config, read_motion(config, shaft), shaft, state);
    shaft.dq_rad_s += step_s * (tau_Nm + outer_Nm) / inertia_kgm2();
    if (blocked) shaft.dq_rad_s = 0;
    shaft.q_rad += step_s * shaft.dq_rad_s;
    time_s += step_s;
  }

  double inertia_kgm2() const {
    return armature_kgm2(config.backlash, state.backlash) + wheel_kgm2;
  }

  /// Kinetic energy of the wheel, and of the rotor while it is in the backlash gap.
  double kinetic_J() const {
    const double rotor = state.backlash.rotor.dq_rad_s;
    const bool apart = config.has_backlash() && state.backlash.flank == 0;
    return 0.5 * inertia_kgm2() * shaft.dq_rad_s * shaft.dq_rad_s +
           (apart ? 0.5 * config.backlash.rotor_kgm2 * rotor * rotor : 0);
  }

  void run(double span_s) {
    for (double end_s = time_s + span_s - 1e-9; time_s < end_s;) step();
  }

  double step_s;
  DriveConfig config;
  DriveState state;
  ShaftMotion shaft;
  double wheel_kgm2 = 0;
  double outer_Nm = 0;
  bool blocked = false;
  double time_s = 0;
};

}  // namespace ventosa::sim
