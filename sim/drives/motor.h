#pragma once

#include <limits>

#include "models/drive.h"

/// A drive's motor and its warmth. Its winding has no inductance: 0.1 ms would be over in a step.
namespace ventosa::sim {

struct MotorConfig {
  models::Motor motor;
  models::Thermal thermal;
  double ambient_C = 0;
  double heat_share = 0;  ///< 1 - exp(-dt / (R_th C)): of the way to its final warmth, each step
};

struct MotorState {
  double current_A = 0;
  double voltage_V = 0;      ///< at its terminals, u = R i + Kt w
  double temperature_C = 0;  ///<
  bool shut_off = false;     ///< too hot; until its power is cut
};

/// What the firmware wants of the bridge.
struct Demand {
  enum class Kind { kOpen, kCurrent, kVoltage } kind = Kind::kOpen;
  double value = 0;  ///< [A] or [V]
  double most_A = std::numeric_limits<double>::infinity();
};

/// `thermal` off: dt 0.
MotorConfig motor_config(const models::Drive& drive, double ambient_C, double dt_s);

/// Whether the rail keeps the electronics alive.
bool powered(const models::Motor& motor, double supply_V) noexcept;

/// The firmware's current limit, derated by warmth  [A]
double current_limit_A(const MotorConfig& config, const MotorState& state) noexcept;

/// i = clamp(i*, +-limit), i* = (u - Kt w) / R of a voltage, within the currents (+-V - Kt w) / R
/// that the rail can drive; an open bridge lets none flow.  @return τ_m = Kt i  [N m]
double drive_motor(const MotorConfig& config, const Demand& demand, double supply_V,
                   double dq_rad_s, MotorState& state) noexcept;

/// C dT/dt = i^2 R - (T - T_ambient) / R_th, exact for a constant current; trips at the limit.
void warm_up(const MotorConfig& config, MotorState& state) noexcept;

/// i^2 R + Kt w i, at the motor's terminals; negative when it brakes into the rail  [W]
inline double electric_power_W(const MotorState& state) {
  return state.voltage_V * state.current_A;
}

}  // namespace ventosa::sim
