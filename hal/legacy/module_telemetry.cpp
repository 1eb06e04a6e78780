#include "hal/legacy/module_telemetry.h"

namespace ventosa::hal::legacy {
namespace {

using controller::JointMode;
using controller::JointReading;
using controller::LegReading;
using controller::PerJoint;
using controller::Switch;

constexpr double kRadians = 1 / kDegPerRad;
constexpr std::int64_t kSilence_ns = 2'000'000'000;

std::optional<JointMode> joint_mode(std::uint8_t servo_mode) {
  switch (static_cast<ServoMode>(servo_mode)) {
    case ServoMode::kCurrent:
      return JointMode::kCurrent;
    case ServoMode::kVelocity:
      return JointMode::kVelocity;
    case ServoMode::kPosition:
    case ServoMode::kExtendedPosition:
      return JointMode::kPosition;
    case ServoMode::kCurrentPosition:
      return JointMode::kCurrentPosition;
    case ServoMode::kPwm:
      return JointMode::kPwm;
  }
  return JointMode::kHold;
}

/// Torque of a motor by its current or, without a current sensor, by its load as a share of the
/// stall torque.
double torque_Nm(const MotorData& motor, double reported_mA) {
  if (const auto true_mA = true_current_mA(motor.servo, reported_mA))
    return motor.torque_constant_Nm_A * *true_mA / 1000;
  return load_of(reported_mA) * motor.stall_torque_Nm;
}

}  // namespace

void ModuleTelemetry::note_arrival(std::int64_t now_ns) noexcept {
  if (++n_heard_ > 1) {
    const std::int64_t gap_ns = now_ns - last_ns_;
    longest_gap_ns_ = std::max(longest_gap_ns_, gap_ns);
    if (gap_ns >= kSilence_ns) silence_ended_ns_ = now_ns;
  }
  last_ns_ = now_ns;
}

void ModuleTelemetry::take(const auto& message, auto& heard, std::int64_t now_ns) noexcept {
  heard = {message, now_ns, heard.n + 1};
}

void ModuleTelemetry::hear(const Message& message, std::int64_t now_ns) {
  note_arrival(now_ns);
  if (const auto* const motor = std::get_if<MotorInfo>(&message))
    take(*motor, motor_[motor->motor], now_ns);
  else if (const auto* const cup = std::get_if<SuctionCupInfo>(&message)) {
    if (!cup_.is_reported()) first_cup_ns_ = now_ns;
    take(*cup, cup_, now_ns);
  } else if (const auto* const analog = std::get_if<AnalogInfo>(&message))
    take(*analog, analog_, now_ns);
  else if (const auto* const state = std::get_if<State>(&message))
    take(*state, state_, now_ns);
  else if (const auto* const name = std::get_if<Name>(&message)) {
    // Only once, because it allocates.
    if (!identity_.name) identity_.name = std::string(name->name);
  } else if (const auto* const limits = std::get_if<FixedMotorInfo>(&message))
    identity_.limits[limits->motor] = *limits;
  else if (const auto* const config = std::get_if<ConfigV2>(&message))
    identity_.config = *config;
}

bool ModuleTelemetry::is_complete() const noexcept {
  for (int m = 0; m < motors_.n; ++m)
    if (!motor(m).is_reported()) return false;
  return cup_.is_reported() && analog_.is_reported() && state_.is_reported();
}

std::int64_t ModuleTelemetry::period_ns() const noexcept {
  if (cup_.n < 2) return 0;
  return (cup_.time_ns - first_cup_ns_) / static_cast<std::int64_t>(cup_.n - 1);
}

/// Readings of a joint's motors, combined into one drive.
JointReading ModuleTelemetry::joint(int j) const noexcept {
  for (int m = 0; m < motors_.n; ++m)
    if (motors_.moves(m, j) && !motor(m).is_reported()) return {};
  JointReading joint{.current_A = 0,
                     .voltage_V = 0,
                     .temperature_C = 0,
                     .mode = JointMode::kHold,
                     .torque = Switch::kOn,
                     .errors = 0};
  for (int m = 0; m < motors_.n; ++m) {
    if (!motors_.moves(m, j)) continue;
    const MotorInfo& info = motor(m).message;
    const MotorData& data = motors_.motor[static_cast<std::size_t>(m)];
    const auto true_mA = true_current_mA(data.servo, info.reported_mA);
    joint.current_A += true_mA ? *true_mA / 1000 : controller::kUnknown;
    joint.voltage_V = info.voltage_V;
    joint.temperature_C = std::max(joint.temperature_C, static_cast<double>(info.temperature_C));
    joint.mode = joint_mode(info.mode);
    if ((info.status & MotorStatus::kTorqueOn) == 0) joint.torque = Switch::kOff;
    joint.errors = *joint.errors | (info.status & ~MotorStatus::kTorqueOn);
  }
  if (joint.torque == Switch::kOff) joint.mode = JointMode::kPassive;
  return joint;
}

LegReading ModuleTelemetry::reading() const noexcept {
  LegReading reading;
  PerJoint<double> angle_rad = motors_.map.zero_rad, speed_rad_s{}, tau_m_Nm{};
  reading.sampled_ns = motor_[0].time_ns;
  for (std::size_t m = 0; m < static_cast<std::size_t>(motors_.n); ++m) {
    const MotorInfo& info = motor_[m].message;
    reading.sampled_ns = std::min(reading.sampled_ns, motor_[m].time_ns);
    angle_rad[m] = kRadians * heard_angle_deg(info.angle_deg);
    speed_rad_s[m] = kRadians * static_cast<double>(info.velocity_deg_s);
    tau_m_Nm[m] = torque_Nm(motors_.motor[m], info.reported_mA);
  }
  const PerJoint<double> q_rad = motors_.map.joint_angles(angle_rad);
  const PerJoint<double> dq_rad_s = motors_.map.joint_speeds(speed_rad_s);
  const PerJoint<double> tau_Nm = motors_.map.joint_torques(tau_m_Nm);
  for (std::size_t j = 0; j < static_cast<std::size_t>(motors_.n); ++j) {
    reading.joint[j] = joint(static_cast<int>(j));
    reading.joint[j].q_rad = q_rad[j];
    reading.joint[j].dq_rad_s = dq_rad_s[j];
    // All its motors have reported.
    if (reading.joint[j].torque) reading.joint[j].tau_Nm = tau_Nm[j];
  }
  const SuctionCupInfo& cup = cup_.message;
  reading.cup = {.sampled_ns = cup_.time_ns, .vacuum_Pa = cup.vacuum_Pa};
  for (std::size_t k = 0; k < cup.distance_mm.size(); ++k)
    reading.cup.distance_m[k] = cup.distance_mm[k] / 1000.0;
  reading.pack.sampled_ns = analog_.time_ns;
  if (analog_.is_reported()) {
    reading.pack.voltage_V = analog_.message.battery_V;
    reading.pack.current_A = analog_.message.battery_A;
  }
  const bool power = (state_.message.flags & State::kPower) != 0;
  if (state_.is_reported())
    reading.module = {.power = power ? Switch::kOn : Switch::kOff,
                      .loop_s = state_.message.loop_ms / 1000.0};
  return reading;
}

}  // namespace ventosa::hal::legacy
