#include "sim/drives/motor.h"

#include <algorithm>
#include <cmath>

namespace ventosa::sim {

namespace {

/// Counts the time at the motor's full capability, after which the firmware switches off. The
/// module's limit (Demand::limit_A) is below that.
void count_overload(const MotorConfig& config, double supply_V, MotorState& state) {
  constexpr double kAll = 0.999;
  const double most_A =
      std::min(current_limit_A(config, state), supply_V / config.motor.resistance_ohm);
  const bool gives_all = std::abs(state.current_A) >= kAll * most_A;
  const double step = gives_all ? config.overload_share : -config.overload_share;
  state.overload = std::clamp(state.overload + step, 0.0, 1.0);
  if (state.overload >= 1) state.overloaded = true;
}

}  // namespace

MotorConfig motor_config(const models::Drive& drive, double ambient_C, double step_s,
                         bool thermal) {
  const double time_constant_s = drive.thermal.resistance_K_W * drive.thermal.heat_capacity_J_K;
  const double overload_s = drive.firmware.overload_s;
  return {.motor = drive.motor,
          .thermal = drive.thermal,
          .ambient_C = ambient_C,
          .heat_share = thermal ? -std::expm1(-step_s / time_constant_s) : 0,
          .overload_share = overload_s > 0 ? step_s / overload_s : 0};
}

bool powered(const models::Motor& motor, double supply_V) noexcept {
  return supply_V > 0 && supply_V >= motor.min_voltage_V;
}

double current_limit_A(const MotorConfig& config, const MotorState& state) noexcept {
  if (config.heat_share == 0) return config.motor.current_limit_A;
  const models::Thermal& t = config.thermal;
  const double excess = (state.temperature_C - t.derate_from_C) / (t.limit_C - t.derate_from_C);
  return config.motor.current_limit_A * (1 - (1 - t.derate_ratio) * std::clamp(excess, 0.0, 1.0));
}

double demanded_current_A(const models::Motor& motor, const Demand& demand,
                          double dq_rad_s) noexcept {
  if (demand.kind == Demand::Kind::kOpen) return 0;
  const double emf_V = motor.torque_constant_Nm_A * dq_rad_s;
  const double demanded_A = demand.kind == Demand::Kind::kCurrent
                                ? demand.value
                                : (demand.value - emf_V) / motor.resistance_ohm;
  return std::clamp(demanded_A, -demand.limit_A, demand.limit_A);
}

double drive_motor(const MotorConfig& config, const Demand& demand, double supply_V,
                   double dq_rad_s, MotorState& state) noexcept {
  const auto [Kt, R, limit, standby, min_V] = config.motor;
  const double emf_V = Kt * dq_rad_s;
  if (demand.kind == Demand::Kind::kOpen || state.has_tripped()) {
    state.current_A = state.voltage_V = 0;
    count_overload(config, supply_V, state);
    return 0;
  }
  const double limit_A = current_limit_A(config, state);
  const double demanded_A = demanded_current_A(config.motor, demand, dq_rad_s);
  state.current_A = std::clamp(std::clamp(demanded_A, -limit_A, limit_A), (-supply_V - emf_V) / R,
                               (supply_V - emf_V) / R);
  state.voltage_V = R * state.current_A + emf_V;
  count_overload(config, supply_V, state);
  return Kt * state.current_A;
}

void step_temperature(const MotorConfig& config, MotorState& state) noexcept {
  if (config.heat_share == 0) return;
  const double loss_W = state.current_A * state.current_A * config.motor.resistance_ohm;
  const double final_C = config.ambient_C + config.thermal.resistance_K_W * loss_W;
  state.temperature_C += config.heat_share * (final_C - state.temperature_C);
  if (state.temperature_C >= config.thermal.limit_C) state.shut_off = true;
}

}  // namespace ventosa::sim
