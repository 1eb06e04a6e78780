#pragma once

#include <limits>

#include "models/drive.h"

/// DC motor with winding temperature. Inductance is neglected: its time constant, 0.1 ms, is far
/// below a step.
namespace ventosa::sim {

struct MotorConfig {
  models::Motor motor;
  models::Thermal thermal;
  double ambient_C = 0;
  /// 1 - exp(-dt / (R_th C)): share of the way to the final temperature per step; 0: no thermal
  /// model.
  double heat_share = 0;
  double overload_share = 0;  ///< share of the firmware's overload time per step; 0: none
};

struct MotorState {
  double current_A = 0;
  double voltage_V = 0;  ///< voltage at the terminals, u = R i + Kt w
  double temperature_C = 0;
  bool shut_off = false;    ///< over-temperature trip, until the supply is switched off
  double overload = 0;      ///< elapsed share of the overload time
  bool overloaded = false;  ///< overload trip, until the supply is switched off

  bool has_tripped() const { return shut_off || overloaded; }
};

/// Demand of the firmware on the motor bridge.
struct Demand {
  enum class Kind { kOpen, kCurrent, kVoltage } kind = Kind::kOpen;
  double value = 0;  ///< [A] or [V]
  double limit_A = std::numeric_limits<double>::infinity();
};

/// @param step_s   physics step   @param thermal  simulate the winding temperature
MotorConfig motor_config(const models::Drive& drive, double ambient_C, double step_s, bool thermal);

/// True if the supply voltage suffices for the drive's electronics.
bool powered(const models::Motor& motor, double supply_V) noexcept;

/// Current limit of the firmware, derated by temperature  [A]
double current_limit_A(const MotorConfig& config, const MotorState& state) noexcept;

/// Current i* that the firmware asks for, within its limit: the demanded one, or (u - Kt w) / R for
/// a demanded voltage u. Open bridge: 0.  [A]
double demanded_current_A(const models::Motor& motor, const Demand& demand,
                          double dq_rad_s) noexcept;

/// i = clamp(i*, +-limit), then clamped to the currents (+-V - Kt w) / R that the supply V can
/// drive. Open bridge: i = 0. Trips after `overload_s` at the motor's full capability; below that,
/// the counted time decreases again.
/// @return τ_m = Kt i  [N m]
double drive_motor(const MotorConfig& config, const Demand& demand, double supply_V,
                   double dq_rad_s, MotorState& state) noexcept;

/// One step of C dT/dt = i^2 R - (T - T_ambient) / R_th, exact for constant current; trips at the
/// limit.
void step_temperature(const MotorConfig& config, MotorState& state) noexcept;

/// u i = i^2 R + Kt w i at the motor's terminals; negative when it regenerates  [W]
inline double electric_power_W(const MotorState& state) {
  return state.voltage_V * state.current_A;
}

}  // namespace ventosa::sim
