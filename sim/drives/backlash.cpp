#include "sim/drives/backlash.h"

#include <algorithm>

namespace ventosa::sim {
namespace {

// share of the armature inertia behind the gap, which always moves with the joint
constexpr double kLastWheel = 0.02;

/// torque through the flank in the last step: τ = τ_out - J dw/dt
double transmitted_Nm(const BacklashConfig& config, const ShaftMotion& joint,
                      const BacklashState& state) {
  const double acceleration = (joint.dq_rad_s - state.joint_dq_rad_s) / config.step_s;
  return state.output_Nm - config.rotor_kgm2 * acceleration;
}

int touched_flank(const BacklashConfig& config, const ShaftMotion& joint,
                  const BacklashState& state) {
  const double x_rad = state.rotor.q_rad - joint.q_rad;
  const double closing_rad_s = state.rotor.dq_rad_s - joint.dq_rad_s;
  if (x_rad >= 0.5 * config.width_rad && closing_rad_s >= 0) return 1;
  if (x_rad <= -0.5 * config.width_rad && closing_rad_s <= 0) return -1;
  return 0;
}

void follow_joint(const BacklashConfig& config, const ShaftMotion& joint, BacklashState& state) {
  state.rotor = {joint.q_rad + 0.5 * state.flank * config.width_rad, joint.dq_rad_s};
}

}  // namespace

BacklashConfig backlash_config(const models::Drive& drive, bool enabled, double step_s) {
  return {enabled ? drive.gear.backlash_rad : 0, (1 - kLastWheel) * drive.armature_kgm2,
          kLastWheel * drive.armature_kgm2, step_s};
}

double rotor_inertia_kgm2(const BacklashConfig& config) noexcept {
  return config.rotor_kgm2 + (config.width_rad == 0 ? config.last_wheel_kgm2 : 0);
}

BacklashState centred_backlash(double q_rad) { return {.rotor = {q_rad, 0}}; }

double update_backlash(const BacklashConfig& config, const ShaftMotion& joint,
                       BacklashState& state) noexcept {
  if (state.flank != 0) {
    follow_joint(config, joint, state);
    if (state.flank * transmitted_Nm(config, joint, state) < 0) state.flank = 0;
    state.joint_dq_rad_s = joint.dq_rad_s;
    return 0;
  }
  state.joint_dq_rad_s = joint.dq_rad_s;
  state.flank = touched_flank(config, joint, state);
  if (state.flank == 0) return 0;
  const double impact_Nm =
      config.rotor_kgm2 * (state.rotor.dq_rad_s - joint.dq_rad_s) / config.step_s;
  follow_joint(config, joint, state);
  return impact_Nm;
}

void coast(const BacklashConfig& config, double tau_Nm, double friction_Nm,
           BacklashState& state) noexcept {
  const double gain = config.step_s / config.rotor_kgm2;
  const double free_rad_s = state.rotor.dq_rad_s + gain * tau_Nm;
  const double stop_rad_s = gain * friction_Nm;
  state.rotor.dq_rad_s = free_rad_s - std::clamp(free_rad_s, -stop_rad_s, stop_rad_s);
  state.rotor.q_rad += config.step_s * state.rotor.dq_rad_s;
}

double armature_kgm2(const BacklashConfig& config, const BacklashState& state) noexcept {
  const bool in_contact = config.width_rad == 0 || state.flank != 0;
  return config.last_wheel_kgm2 + (in_contact ? config.rotor_kgm2 : 0);
}

}  // namespace ventosa::sim
