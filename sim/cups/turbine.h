#pragma once

#include "models/cup_plant.h"

/// Turbine, leak and cavity of one cup. The surface enters only by its leak area.
///
///   rotor    s' = (duty - s) / tau, with one tau for speeding up and one for slowing down
///   fan      dP = dP0 s^2 - Rf Q |Q|,  Rf = dP0 / Qmax^2
///   leak     Q  = c a sqrt(2 dP / rho)
///   cavity   dP' = (Q_fan - Q_leak) p0 / volume
/// Steady state, where the flows are equal:  dP = dP0 s^2 / (1 + Rf c^2 a^2 2 / rho).
namespace ventosa::sim {

struct FanConfig {
  double step_s = 0;
  double max_vacuum_Pa = 0;        ///< dP0
  double resistance_Pa_s2_m6 = 0;  ///< Rf
  double up_share = 0;  ///< share of the way to the duty that the speed covers in one step
  double down_share = 0;
  double leak_m_s_Pa = 0;   ///< c sqrt(2 / rho): leak velocity per square root of the vacuum
  double cavity_m3_Pa = 0;  ///< air volume to remove per pascal of vacuum
  double efficiency = 0;    ///< power of the air flow over electric power
  double rotor_loss_W = 0;  ///< loss at full speed; grows with the cube of the speed
};

FanConfig fan_config(const models::CupPlant& cup, double step_s);

struct FanState {
  double duty = 0;   ///< demand of the firmware, 0..1
  double speed = 0;  ///< speed of the rotor, 0..1
  double motor_share =
      1;  ///< share of the duty that the motor's speed reaches; below 1 if the turbine is broken
  double flow_m3_s = 0;  ///< flow out of the cavity through the fan
};

/// Steady-state vacuum at a speed and a leak area  [Pa]
double balanced_vacuum_Pa(const FanConfig& config, double speed, double leak_m2) noexcept;

/// Speed whose steady-state vacuum is `vacuum_Pa`, at most 1.
double balancing_speed(const FanConfig& config, double vacuum_Pa, double leak_m2) noexcept;

/// One step of the rotor.
void step_rotor(const FanConfig& config, FanState& fan) noexcept;

/// One step of the cavity: exponential approach to the steady state at the present rate, stable for
/// any step.  @return vacuum [Pa]
double step_cavity(const FanConfig& config, double leak_m2, double vacuum_Pa,
                   FanState& fan) noexcept;

/// Electric power [W]: power of the air flow over the efficiency, plus the rotor's losses.
double fan_power_W(const FanConfig& config, double vacuum_Pa, const FanState& fan) noexcept;

}  // namespace ventosa::sim
