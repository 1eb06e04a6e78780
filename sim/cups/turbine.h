#pragma once

#include "models/cup_plant.h"

/// Turbine, leak and cavity of one cup: how its vacuum comes and goes. Knows nothing of surfaces
/// but the area through which they leak.
///
///   rotor    s' = (duty - s) / tau, tau another one on the way down
///   fan      dP = dP0 s^2 - Rf Q |Q|,  Rf = dP0 / Qmax^2
///   leak     Q  = c a sqrt(2 dP / rho)
///   cavity   dP' = (Q_fan - Q_leak) p0 / volume
/// At rest the two flows are equal:  dP = dP0 s^2 / (1 + Rf c^2 a^2 2 / rho).
namespace ventosa::sim {

struct FanConfig {
  double step_s = 0;
  double max_vacuum_Pa = 0;        ///< dP0
  double resistance_Pa_s2_m6 = 0;  ///< Rf
  double up_share = 0;             ///< of the way to the duty that the rotor makes in one step
  double down_share = 0;
  double leak_m_s_Pa = 0;   ///< c sqrt(2 / rho): speed of the leak per root of the vacuum
  double cavity_m3_Pa = 0;  ///< air to take out for one pascal
  double efficiency = 0;    ///< of air moved over power drawn
  double rotor_loss_W = 0;  ///< at full speed, with its third power
};

FanConfig fan_config(const models::CupPlant& cup, double step_s);

struct FanState {
  double duty = 0;       ///< what the firmware asks for, 0..1
  double speed = 0;      ///< of the rotor, 0..1
  double flow_m3_s = 0;  ///< out of the cavity through the fan
};

/// Vacuum at which fan and leak are in balance  [Pa]
double balanced_vacuum_Pa(const FanConfig& config, double speed, double leak_m2) noexcept;

/// Speed that keeps a vacuum up against a leak, at most 1.
double balancing_speed(const FanConfig& config, double vacuum_Pa, double leak_m2) noexcept;

/// One step of the rotor.
void spin(const FanConfig& config, FanState& fan) noexcept;

/// One step of the cavity, stable however long: exponentially to the balance, at the rate that the
/// flows have now.
/// @return the vacuum [Pa]
double pump(const FanConfig& config, double leak_m2, double vacuum_Pa, FanState& fan) noexcept;

/// Electric power [W]: that of the air over the efficiency, and the rotor's losses.
double fan_power_W(const FanConfig& config, double vacuum_Pa, const FanState& fan) noexcept;

}  // namespace ventosa::sim
