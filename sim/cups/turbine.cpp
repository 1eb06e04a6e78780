#include "sim/cups/turbine.h"

#include <algorithm>
#include <cmath>

namespace ventosa::sim {
namespace {

/// flow through the fan; negative if the vacuum exceeds the fan's own
double fan_flow_m3_s(const FanConfig& config, double speed, double vacuum_Pa) {
  const double drive_Pa = config.max_vacuum_Pa * speed * speed - vacuum_Pa;
  return std::copysign(std::sqrt(std::abs(drive_Pa) / config.resistance_Pa_s2_m6), drive_Pa);
}

double leak_flow_m3_s(const FanConfig& config, double leak_m2, double vacuum_Pa) {
  return config.leak_m_s_Pa * leak_m2 * std::sqrt(vacuum_Pa);
}

/// 1 + Rf c^2 a^2 2 / rho
double leak_factor(const FanConfig& config, double leak_m2) {
  const double leak = config.leak_m_s_Pa * leak_m2;
  return 1 + config.resistance_Pa_s2_m6 * leak * leak;
}

}  // namespace

FanConfig fan_config(const models::CupPlant& cup, double step_s) {
  const models::Fan& fan = cup.fan;
  return {.step_s = step_s,
          .max_vacuum_Pa = cup.max_vacuum_Pa,
          .resistance_Pa_s2_m6 = cup.max_vacuum_Pa / (fan.max_flow_m3_s * fan.max_flow_m3_s),
          .up_share = -std::expm1(-step_s / fan.spin_up_s),
          .down_share = -std::expm1(-step_s / fan.spin_down_s),
          .leak_m_s_Pa = fan.discharge * std::sqrt(2 / fan.air_density_kg_m3),
          .cavity_m3_Pa = fan.cavity_m3 / fan.ambient_Pa,
          .efficiency = fan.efficiency,
          .rotor_loss_W = fan.rotor_loss_W};
}

double balanced_vacuum_Pa(const FanConfig& config, double speed, double leak_m2) noexcept {
  return config.max_vacuum_Pa * speed * speed / leak_factor(config, leak_m2);
}

double balancing_speed(const FanConfig& config, double vacuum_Pa, double leak_m2) noexcept {
  return std::min(1.0, std::sqrt(vacuum_Pa * leak_factor(config, leak_m2) / config.max_vacuum_Pa));
}

void step_rotor(const FanConfig& config, FanState& fan) noexcept {
  const double goal = fan.motor_share * fan.duty;
  const double share = goal > fan.speed ? config.up_share : config.down_share;
  fan.speed += share * (goal - fan.speed);
}

// dP' = G / C (balance - dP)  with  G = (Q_fan - Q_leak) / (balance - dP) >= 0
double step_cavity(const FanConfig& config, double leak_m2, double vacuum_Pa,
                   FanState& fan) noexcept {
  const double off_Pa = balanced_vacuum_Pa(config, fan.speed, leak_m2) - vacuum_Pa;
  const double net_m3_s =
      fan_flow_m3_s(config, fan.speed, vacuum_Pa) - leak_flow_m3_s(config, leak_m2, vacuum_Pa);
  if (net_m3_s * off_Pa > 0)
    vacuum_Pa -= std::expm1(-config.step_s * net_m3_s / (off_Pa * config.cavity_m3_Pa)) * off_Pa;
  fan.flow_m3_s = std::max(0.0, fan_flow_m3_s(config, fan.speed, vacuum_Pa));
  return vacuum_Pa;
}

double fan_power_W(const FanConfig& config, double vacuum_Pa, const FanState& fan) noexcept {
  return vacuum_Pa * fan.flow_m3_s / config.efficiency +
         config.rotor_loss_W * fan.speed * fan.speed * fan.speed;
}

}  // namespace ventosa::sim
