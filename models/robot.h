#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "controller/model/description.h"
#include "controller/model/robot_model.h"
#include "models/body_sensors.h"
#include "models/control_settings.h"
#include "models/cup_plant.h"
#include "models/drive.h"
#include "models/foot_plant.h"
#include "models/motor_map.h"
#include "models/pantograph.h"
#include "models/power.h"

/// A robot as data: the controller's model, and the plant.
namespace ventosa::models {

/// Protocol of a robot's modules over UDP.
enum class Wire : std::uint8_t {
  kNative,     ///< hal/native
  kLegacy,     ///< hal/legacy
  kBroadcast,  ///< hal/broadcast
};
constexpr auto enumerators(Wire) { return controller::words("native", "legacy", "broadcast"); }

struct Robot {
  controller::RobotModel nominal;
  controller::PerLeg<controller::PerJoint<Drive>> drive;  ///< drives at the joints
  controller::PerLeg<MotorMap> motors;                    ///< motor map of each leg
  /// Bars of each leg; no value: its links are those of the joint table.
  controller::PerLeg<std::optional<Pantograph>> linkage{};
  /// Feet of all legs: one of both has a value. @{
  std::optional<CupPlant> cup;
  std::optional<PointFootPlant> point;
  /// @}
  Power power;
  std::optional<BodySensors> sensors;  ///< no value: no camera, and an IMU at the body's origin
  std::optional<Gps> gps{};
  std::optional<Compass> compass{};
  ControlSettings control;
  Wire wire = Wire::kNative;
};

void describe(auto& field, controller::Is<Robot> auto& robot) {
  field("nominal", robot.nominal);
  field.per_leg("drive", robot.drive);
  field.per_leg("motors", robot.motors);
  field.per_leg("linkage", robot.linkage);
  field("cup", robot.cup);
  field("point", robot.point);
  field("power", robot.power);
  field("sensors", robot.sensors);
  field("gps", robot.gps);
  field("compass", robot.compass);
  field("control", robot.control);
  field("wire", robot.wire);
}

/// Drives of all joints.
std::vector<Drive> drives_of(const Robot& robot);

/// True if modules of the robot take nothing but position references.
bool has_position_loops(const Robot& robot);

/// Reads a robot file.  @throws InputError  with file:line:column, key, value, rule, hint
Robot load(const std::filesystem::path& file);
Robot load(const Node& root);  ///< from the root of a file that has been read

}  // namespace ventosa::models
