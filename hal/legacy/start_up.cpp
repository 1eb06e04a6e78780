#include "hal/legacy/start_up.h"

#include <sstream>

namespace ventosa::hal::legacy {
namespace {

/// Both count in whole degrees, and round as they like.
constexpr double kLeeway_deg = 1.01;

/// Names what is other than expected.
struct Mismatches {
  const std::string& module;
  std::vector<std::string>& wrong;

  void add(const std::string& what, const auto& expected, const auto& found) const {
    std::ostringstream line;
    line << module << what << ": expected " << expected << ", found " << found;
    wrong.push_back(line.str());
  }
  void angle(const std::string& motor, const char* what, double expected_deg,
             double found_deg) const {
    if (!(std::abs(expected_deg - found_deg) <= kLeeway_deg))
      add(motor + what, expected_deg, found_deg);
  }
};

std::string motor_name(int motor) { return " motor " + std::to_string(motor + 1); }

}  // namespace

bool ToldIdentity::complete(int n_motors) const noexcept {
  for (int m = 0; m < n_motors; ++m)
    if (!limits[static_cast<std::size_t>(m)]) return false;
  return name.has_value();
}

void compare(const std::string& module, const LegMotors& expected, const ToldIdentity& found,
             std::vector<std::string>& wrong) {
  const Mismatches mismatch{module, wrong};
  if (found.name && *found.name != module) mismatch.add(": name", module, *found.name);
  for (std::size_t m = 0; m < static_cast<std::size_t>(expected.n); ++m) {
    const MotorData& motor = expected.motor[m];
    const std::string name = motor_name(static_cast<int>(m));
    if (const auto& limits = found.limits[m]) {
      mismatch.angle(name, ": least angle [deg]", motor.min_deg, limits->min_deg);
      mismatch.angle(name, ": greatest angle [deg]", motor.max_deg, limits->max_deg);
    }
    if (!found.config) continue;
    const MotorConfig& config = found.config->motor[m];
    mismatch.angle(name, ": least angle of its configuration [deg]", motor.min_deg, config.min_deg);
    mismatch.angle(name, ": greatest angle of its configuration [deg]", motor.max_deg,
                   config.max_deg);
  }
}

std::string refusal(const std::string& module, int motor, const MotorSituation& situation,
                    std::uint8_t status, ServoMode expected, std::uint8_t found) {
  if (next_step(situation) != StartStep::kRefuse) return {};
  std::ostringstream line;
  line << module << motor_name(motor) << ": ";
  if (situation.has_error)
    line << "errors: expected none, found bits " << (status & ~MotorStatus::kTorqueOn)
         << " of its status: reboot the servo";
  else
    line << "mode: expected " << static_cast<int>(expected) << ", found " << int{found}
         << ", which it keeps while its torque is on: support the leg and turn it off";
  return line.str();
}

}  // namespace ventosa::hal::legacy
