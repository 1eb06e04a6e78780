#include <numeric>

#include "hal/emulator/legacy_module.h"
#include "hal/legacy/encode.h"

/// Telemetry and answers of a module.
namespace ventosa::hal {

using namespace legacy;
using controller::JointReading;
using controller::Switch;

namespace {

constexpr double kCupArea_m2 = 0.0254, kForceFrom_Pa = 20;
constexpr std::uint8_t kSeated_C = 25;

double known(double reading) { return controller::is_known(reading) ? reading : 0; }

std::uint8_t byte_of(double value) {
  return static_cast<std::uint8_t>(std::clamp(std::lround(value), 0L, 255L));
}
/// Conversion as in the firmware: out-of-range values wrap.
std::uint8_t wrapped(double value) { return static_cast<std::uint8_t>(std::lround(value)); }

std::array<std::uint8_t, 3> distances_mm(const controller::CupReading& cup) {
  std::array<std::uint8_t, 3> mm;
  for (std::size_t k = 0; k < mm.size(); ++k)
    mm[k] = controller::is_known(cup.distance_m[k]) ? byte_of(1000 * cup.distance_m[k]) : 255;
  return mm;
}

/// Content of the current register in the single scale of telemetry; for a servo without a current
/// sensor, of its load register.
double reported_mA(const MotorData& motor, double current_A, double torque_Nm) {
  if (const auto reported = reported_current_mA(motor.servo, 1000 * current_A)) return *reported;
  return kReportedUnit_mA * std::round(1000 * torque_Nm / motor.stall_torque_Nm);
}

}  // namespace

MotorInfo LegacyModule::motor_info(int motor) const noexcept {
  const auto m = static_cast<std::size_t>(motor);
  controller::PerJoint<double> q_rad{}, dq_rad_s{}, tau_Nm{};
  for (std::size_t j = 0; j < shown_.size(); ++j) {
    q_rad[j] = shown_[j].q_rad;
    dq_rad_s[j] = shown_[j].dq_rad_s;
    tau_Nm[j] = known(shown_[j].tau_Nm);
  }
  const auto& map = setup_.motors.map;
  const double angle_deg = kDegPerRad * map.motor_angles(q_rad)[m];
  const int ticks = static_cast<int>(std::lround(angle_deg / kTrueTick_deg));
  const auto errors = static_cast<std::uint8_t>(shown_[m].errors.value_or(0));
  const auto torque = servo_[m].torque ? MotorStatus::kTorqueOn : std::uint8_t{0};
  return {.motor = static_cast<std::uint8_t>(motor),
          .status = static_cast<std::uint8_t>(errors | torque),
          .mode = static_cast<std::uint8_t>(servo_[m].reported_mode),
          .angle_deg = static_cast<float>(reported_angle_deg(ticks)),
          .velocity_deg_s = static_cast<float>(kDegPerRad * map.motor_speeds(dq_rad_s)[m]),
          .reported_mA = static_cast<float>(reported_mA(
              setup_.motors.motor[m], known(shown_[m].current_A), map.motor_torques(tau_Nm)[m])),
          .temperature_C = byte_of(known(shown_[m].temperature_C)),
          .voltage_V = static_cast<float>(known(shown_[m].voltage_V))};
}

SuctionCupInfo LegacyModule::cup_info() const noexcept {
  const double vacuum_Pa = gauge_.vacuum_Pa();
  return {.vacuum_Pa = static_cast<float>(vacuum_Pa),
          .force_N = static_cast<float>(std::max(0.0, vacuum_Pa - kForceFrom_Pa) * kCupArea_m2),
          .temperature_C = kSeated_C,
          .distance_mm = distances_mm(read_.cup)};
}

AnalogInfo LegacyModule::analog_info() const noexcept {
  return {.battery_V = static_cast<float>(known(read_.pack.voltage_V)),
          .battery_A = static_cast<float>(known(read_.pack.current_A))};
}

State LegacyModule::state() const noexcept {
  const bool power = read_.module.power != Switch::kOff;
  const auto sum_ns = std::accumulate(loops_ns_.begin(), loops_ns_.end(), std::int64_t{0});
  const double mean_ns = static_cast<double>(sum_ns) / static_cast<double>(loops_ns_.size());
  return {.flags = static_cast<std::uint8_t>(State::kWifi | (power ? State::kPower : 0) |
                                             (compact_ ? State::kCompact : 0)),
          .loop_ms = byte_of(1e-6 * mean_ns)};
}

CompactRobotData LegacyModule::compact() const noexcept {
  CompactRobotData data;
  for (int m = 0; m < setup_.motors.n; ++m) {
    const MotorInfo info = motor_info(m);
    data.motor[static_cast<std::size_t>(m)] = {
        .angle_raw = static_cast<std::int16_t>(std::lround(10 * info.angle_deg)),
        .reported_raw = wrapped(info.reported_mA / 20),
        .status = info.status,
        .voltage_raw = wrapped(10 * info.voltage_V),
        .velocity_deg_s = wrapped(info.velocity_deg_s),
        .temperature_C = info.temperature_C};
  }
  const SuctionCupInfo cup = cup_info();
  data.distance_mm = cup.distance_mm;
  data.force_N = wrapped(cup.force_N);
  data.vacuum_raw = setup_.quirks.compact_heat ? kSeated_C : wrapped(cup.vacuum_Pa / 20);
  data.temperature_C = setup_.quirks.compact_heat ? std::uint8_t{0} : kSeated_C;
  return data;
}

ConfigV2 LegacyModule::config() const noexcept {
  ConfigV2 config{.flags = compact_ ? ConfigV2::kCompact : std::uint8_t{0}};
  for (std::size_t m = 0; m < config.motor.size(); ++m)
    config.motor[m] = {.min_deg = static_cast<std::uint16_t>(setup_.motors.motor[m].min_deg),
                       .max_deg = static_cast<std::uint16_t>(setup_.motors.motor[m].max_deg),
                       .profile_speed = 5,
                       .profile_acceleration = 25};
  return config;
}

void LegacyModule::report(ServerPort& port) noexcept {
  if (compact_)
    tell(compact(), port);
  else
    for (int m = 0; m < setup_.motors.n; ++m) tell(motor_info(m), port);
  if (!compact_) tell(cup_info(), port);
  tell(analog_info(), port);
  tell(state(), port);
}

bool LegacyModule::answer(const Message& question, Source source, ServerPort& port) noexcept {
  if (std::holds_alternative<GetName>(question)) return tell(Name{setup_.name}, port), true;
  if (std::holds_alternative<GetConfigV2>(question)) return tell(config(), port), true;
  if (std::holds_alternative<GetConfig>(question))
    return say(Config{.name = setup_.name, .ssid = "romerin", .key = "emulated"}, source, port),
           true;
  if (const auto* const get = std::get_if<GetMotorInfo>(&question))
    return tell(motor_info(get->motor), port), true;
  const auto* const get = std::get_if<GetFixedMotorInfo>(&question);
  if (get == nullptr) return false;
  const MotorData& motor = setup_.motors.motor[get->motor];
  tell(FixedMotorInfo{get->motor, static_cast<float>(motor.max_deg),
                      static_cast<float>(motor.min_deg)},
       port);
  return true;
}

/// Sends one message per datagram.
void LegacyModule::say(const Message& message, Source to, ServerPort& port) noexcept {
  constexpr Source kPortMask = 0xffff;
  std::array<std::byte, kMaxFrame> buffer;
  const Encoded encoded = encode({message, setup_.virtual_id}, buffer);
  if (encoded.reject != Reject::kNone) return;
  if (setup_.answer_port) to = (to & ~kPortMask) | *setup_.answer_port;
  port.send(to, std::span(buffer).first(encoded.n_bytes));
}

bool LegacyModule::any_dead() const noexcept {
  return std::any_of(servo_.begin(), servo_.end(), [](const LegacyServo& s) { return s.dead; });
}

}  // namespace ventosa::hal
