#include "models/part_keys.h"

namespace ventosa::models {

using controller::Equipment;

controller::Shape parts_of(const Robot& robot) {
  controller::Shape parts(robot.nominal);
  if (robot.point && robot.point->sensor) parts.add(Equipment::kForceSensor);
  if (robot.sensors) parts.add(Equipment::kCamera);
  if (robot.gps) parts.add(Equipment::kFix);
  if (robot.compass) parts.add(Equipment::kHeading);
  return parts;
}

std::string lack_of(Equipment part) {
  const std::string robot = "the robot has no ";
  switch (part) {
    case Equipment::kImu:
      return robot + "IMU";
    case Equipment::kCamera:
      return robot + "camera";
    case Equipment::kFix:
      return robot + "GPS";
    case Equipment::kHeading:
      return robot + "compass";
    case Equipment::kCup:
      return robot + "cups";
    case Equipment::kPointFoot:
      return robot + "point feet";
    case Equipment::kForceSensor:
      return robot + "force sensors";
    case Equipment::kPack:
      return robot + "packs";
  }
  return robot + "such part";
}

void require_part(const Node& node, const controller::Shape& parts, Equipment part) {
  if (!parts.has(part)) node.fail("would have no effect: " + lack_of(part), "leave it out");
}

}  // namespace ventosa::models
