#include "hal/legacy/leg_motors.h"

#include <stdexcept>
#include <string>

namespace ventosa::hal::legacy {
namespace {

constexpr double kRail_V = 12;

Servo servo_of(const std::string& name) {
  if (name.starts_with("MX-64")) return Servo::kMx64;
  if (name.starts_with("XH540")) return Servo::kXh540;
  if (name.starts_with("XL430")) return Servo::kXl430;
  throw std::invalid_argument("the legacy protocol does not support the servo " + name);
}

int drives_of(const LegMotors& leg, int j) {
  int n = 0;
  for (int m = 0; m < leg.n; ++m) n += leg.moves(m, j);
  return n;
}

/// Sets the range of a motor with a joint of its own; a motor that shares joints keeps the full
/// range.
void set_limits(const LegMotors& leg, int m, MotorData& motor) {
  int n_joints = 0;
  for (int j = 0; j < leg.n; ++j) n_joints += leg.moves(m, j);
  if (n_joints > 1) return;
  const auto angle_deg = [&](double q_rad) {
    return kDegPerRad * (leg.map.zero_rad[static_cast<std::size_t>(m)] + leg.map.M(m, m) * q_rad);
  };
  const auto j = static_cast<std::size_t>(m);
  const auto [least, most] =
      std::minmax({angle_deg(leg.q_min_rad[j]), angle_deg(leg.q_max_rad[j])});
  motor.min_deg = std::max(0.0, std::floor(least));
  motor.max_deg = std::min(360.0, std::ceil(most));
}

MotorData motor_data(const LegMotors& leg, const models::Drive& at_joint, int m) {
  const double ratio = std::abs(leg.map.M(m, m));
  const double n = drives_of(leg, m);
  const models::Motor& motor = at_joint.motor;
  const double stall_A = kRail_V / motor.resistance_ohm;
  MotorData data{
      .servo = servo_of(at_joint.name),
      .torque_constant_Nm_A = at_joint.firmware.torque_constant_Nm_A / ratio,
      .stall_torque_Nm = at_joint.stall_torque_Nm / (n * ratio),
      .cap_mA = 1000 * std::min(at_joint.torque_cap * stall_A, motor.current_limit_A) / n,
      .top_speed_deg_s = kDegPerRad * at_joint.no_load_speed_rad_s * ratio};
  set_limits(leg, m, data);
  return data;
}

}  // namespace

LegMotors leg_motors(const models::Robot& robot, std::size_t leg) {
  const controller::Leg& nominal = robot.nominal.leg[leg];
  if (nominal.n_joints > kMotors)
    throw std::invalid_argument("leg " + nominal.name + " has " + std::to_string(nominal.n_joints) +
                                " motors, the legacy protocol carries 6");
  LegMotors data{.n = nominal.n_joints, .map = robot.motors[leg]};
  for (std::size_t j = 0; j < static_cast<std::size_t>(data.n); ++j) {
    const models::Drive& drive = robot.drive[leg][j];
    const double per_ohm = drive.motor.torque_constant_Nm_A / drive.motor.resistance_ohm;
    data.stiffness_Nm_rad[j] = drive.firmware.position_p_V_rad * per_ohm;
    data.damping_Nms_rad[j] = drive.motor.torque_constant_Nm_A * per_ohm;
    data.q_min_rad[j] = nominal.joint[j].q_min_rad;
    data.q_max_rad[j] = nominal.joint[j].q_max_rad;
    data.torque_limit_Nm[j] = nominal.joint[j].torque_limit_Nm;
    data.speed_limit_rad_s[j] = nominal.joint[j].speed_limit_rad_s;
  }
  for (std::size_t m = 0; m < static_cast<std::size_t>(data.n); ++m)
    data.motor[m] = motor_data(data, robot.drive[leg][m], static_cast<int>(m));
  return data;
}

double requested_angle_deg(double angle_deg) noexcept {
  constexpr double kInside = 0.25;  // a quarter tick: truncation and rounding give the same tick
  return kReportedTick_deg * (std::round(angle_deg / kTrueTick_deg) + kInside);
}

double heard_angle_deg(double reported_deg) noexcept {
  return kTrueTick_deg * std::round(reported_deg / kReportedTick_deg);
}

}  // namespace ventosa::hal::legacy
