#include "models/motor_mounts.h"

#include <algorithm>
#include <cmath>

#include "models/text.h"

namespace ventosa::models {
namespace {

constexpr double kRounding_rad = 1e-9;

struct Travel {
  double min_rad = 0;
  double max_rad = 0;
};

bool on_differential(const MotorMap& map, int motor) {
  return (map.M.row(motor).array() != 0).count() > 1;
}

/// Range of a motor's angle while its joints stay within their limits.
Travel travel_of(const controller::Leg& leg, const MotorMap& map, int motor) {
  Travel from_zero;
  for (int j = 0; j < leg.n_joints; ++j) {
    const controller::Joint& joint = leg.joint[static_cast<std::size_t>(j)];
    const auto [low_rad, high_rad] =
        std::minmax({map.M(motor, j) * joint.q_min_rad, map.M(motor, j) * joint.q_max_rad});
    from_zero.min_rad += low_rad;
    from_zero.max_rad += high_rad;
  }
  if (on_differential(map, motor)) {
    from_zero.min_rad = std::max(from_zero.min_rad, -leg.differential.limit_rad);
    from_zero.max_rad = std::min(from_zero.max_rad, leg.differential.limit_rad);
  }
  const double zero_rad = map.zero_rad[static_cast<std::size_t>(motor)];
  return {zero_rad + from_zero.min_rad, zero_rad + from_zero.max_rad};
}

std::string rounded_deg(double angle_rad) {
  return decimal(0.01 * std::round(100 * angle_rad / controller::kRadPerDegree), 6);
}

std::string text_deg(const Travel& travel) {
  return rounded_deg(travel.min_rad) + " to " + rounded_deg(travel.max_rad) + " deg";
}

std::string joints_of(const controller::Leg& leg, const MotorMap& map, int motor) {
  std::string names;
  for (int j = 0; j < leg.n_joints; ++j)
    if (map.M(motor, j) != 0)
      names += (names.empty() ? "" : " and ") + std::to_string(leg.joint_number(j));
  return (on_differential(map, motor) ? "joints " : "joint ") + names;
}

}  // namespace

MotorMap motor_map(const MotorMounts& mounts, const MotorMap::Matrix& gears) {
  MotorMap::Matrix M = gears;
  for (int k = 0; k < kMaxJoints; ++k)
    if (mounts.reversed[static_cast<std::size_t>(k)]) M.row(k) *= -1;
  return motor_map(mounts.zero_rad, M);
}

void read_motor_zeros(const Node& motor_zero_deg, int n_joints, MotorMounts& mounts) {
  const auto n = static_cast<std::size_t>(n_joints);
  std::size_t k = 0;
  for (const Node& zero : motor_zero_deg.elements(n, n))
    mounts.zero_rad[k++] = zero.as_rad(between(-360, 360));
}

void read_motor_signs(const Node& motor_sign, int n_joints, MotorMounts& mounts) {
  const auto n = static_cast<std::size_t>(n_joints);
  std::size_t k = 0;
  for (const Node& sign : motor_sign.elements(n, n)) {
    const int value = sign.as_int();
    if (std::abs(value) != 1) sign.fail("must be 1 or -1", "sense of the motor's angle");
    mounts.reversed[k++] = value < 0;
  }
}

std::optional<OverrunMotor> find_overrun(const controller::Leg& leg, const MotorMap& map,
                                         const PerJoint<Drive>& drive) {
  for (int k = 0; k < leg.n_joints; ++k) {
    const Drive& motor = drive[static_cast<std::size_t>(k)];
    const Travel room{motor.firmware.min_position_rad, motor.firmware.max_position_rad};
    const Travel travel = travel_of(leg, map, k);
    if (travel.min_rad >= room.min_rad - kRounding_rad &&
        travel.max_rad <= room.max_rad + kRounding_rad)
      continue;
    return OverrunMotor{k, joints_of(leg, map, k) + " would turn motor " +
                               std::to_string(k + 1 - leg.n_lead()) + " from " + text_deg(travel) +
                               ", " + motor.name + " counts from " + text_deg(room)};
  }
  return std::nullopt;
}

}  // namespace ventosa::models
