#include "sim/config/check_drives.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "models/text.h"
#include "sim/config/require.h"
#include "sim/drives/backlash.h"
#include "sim/drives/lugre.h"

namespace ventosa::sim {

using models::InputError;

namespace {

/// Checks drive parameters; the file reader does the same, but a robot may not be from a file.
void check_plant(const models::Drive& drive) {
  const std::string key = "robot.drives." + drive.name;
  const auto positive = [&](const char* name, double value) {
    require(value > 0 && std::isfinite(value), key + name, value, "must be positive");
  };
  positive(".armature_kgm2", drive.armature_kgm2);
  positive(".motor.torque_constant_Nm_A", drive.motor.torque_constant_Nm_A);
  positive(".motor.resistance_ohm", drive.motor.resistance_ohm);
  positive(".motor.current_limit_A", drive.motor.current_limit_A);
  positive(".firmware.torque_constant_Nm_A", drive.firmware.torque_constant_Nm_A);
  require(drive.gear.load_ratio >= 0 && drive.gear.load_ratio < 1, key + ".gear.load_ratio",
          drive.gear.load_ratio, "must lie between 0 and below 1",
          "from 1 on the gear locks itself");
}

bool is_detailed(const DriveOptions& drive) {
  return drive.model == MotorModel::kElectric || drive.friction == FrictionModel::kLoad ||
         drive.friction == FrictionModel::kLugre || drive.backlash;
}

std::string text(double value) { return models::decimal(value, 6); }

std::string key_of(const models::Drive& drive, const std::string& member) {
  return "drives." + drive.name + "." + member;
}

/// Mistake of a bristle with `value` where at most `limit` holds, which is J / (n h^power).
InputError too_stiff(const std::string& key, double value, double limit, const std::string& rule) {
  return {key, text(value),
          "must be at most " + rule + " = " + text(limit) + " at the joint: too much for the step",
          "lower it to " + text(100 * limit / value) + " % of what it is, or shorten step_s"};
}

void add_mistakes_of_friction(const models::Drive& drive, const TwinConfig& config,
                              std::vector<InputError>& mistakes) {
  if (drive.gear.coulomb_Nm <= 0)
    mistakes.emplace_back(key_of(drive, "gear.coulomb_Nm"), text(drive.gear.coulomb_Nm),
                          "must be above 0 with drive.friction: lugre", "its bristles never slide");
  if (drive.gear.load_ratio != 0)
    mistakes.emplace_back(key_of(drive, "gear.load_ratio"), text(drive.gear.load_ratio),
                          "must be 0 with drive.friction: lugre",
                          "bristles feel no load; or drive.friction: load");
  if (!drive.gear.bristles) {
    mistakes.emplace_back(key_of(drive, "gear.bristles"), "", "is missing",
                          "drive.friction: lugre needs its stiffness and damping");
    return;
  }
  const auto [s0, s1] = *drive.gear.bristles;
  const BacklashConfig rotor = backlash_config(drive, config.drive.backlash, config.step_s);
  const auto [max_s0, max_s1] = stiffest_bristles(rotor_inertia_kgm2(rotor), config.step_s);
  if (s0 > max_s0)
    mistakes.push_back(
        too_stiff(key_of(drive, "gear.bristles.stiffness_Nm_rad"), s0, max_s0, "J / (4 step_s^2)"));
  if (s1 > max_s1)
    mistakes.push_back(
        too_stiff(key_of(drive, "gear.bristles.damping_Nms_rad"), s1, max_s1, "J / (2 step_s)"));
}

void add_mistakes_of_loop(const models::Drive& drive, const TwinConfig& config,
                          std::vector<InputError>& mistakes) {
  const double loop_s = drive.firmware.loop_s, steps = loop_s / config.step_s;
  const double nearest = std::max(1.0, std::round(steps));
  if (std::abs(steps - nearest) < 1e-6) return;
  mistakes.emplace_back(key_of(drive, "firmware.loop_s"), text(loop_s),
                        "must be a whole number of step_s = " + text(config.step_s),
                        "such as " + text(nearest * config.step_s) + ", or change step_s");
}

}  // namespace

std::vector<InputError> mistakes_of_drives(const models::Robot& robot, const TwinConfig& config) {
  std::map<std::string, models::Drive> drives;  // each once
  for (const models::Drive& drive : models::drives_of(robot)) drives.emplace(drive.name, drive);
  std::vector<InputError> mistakes;
  for (const auto& [name, drive] : drives) {
    if (config.drive.friction == FrictionModel::kLugre)
      add_mistakes_of_friction(drive, config, mistakes);
    if (config.drive.model == MotorModel::kElectric && drive.firmware.only_follows_positions())
      add_mistakes_of_loop(drive, config, mistakes);
  }
  return mistakes;
}

void check_drives(const models::Robot& robot, const TwinConfig& config) {
  const DriveOptions& drive = config.drive;
  const bool electric = drive.model == MotorModel::kElectric;
  require(electric || !drive.thermal, "drive.thermal", "true", "needs drive.model: electric",
          "an ideal motor stays cold");
  require(!drive.backlash || drive.friction != FrictionModel::kConstant, "drive.backlash", "true",
          "needs drive.friction: none, load or lugre",
          "constant friction is the joint's, not the rotor's");
  if (is_detailed(drive))
    for (const models::Drive& each : models::drives_of(robot)) check_plant(each);
  const std::vector<InputError> mistakes = mistakes_of_drives(robot, config);
  if (!mistakes.empty()) throw InputError(mistakes);
}

}  // namespace ventosa::sim
