#include "models/feet.h"

#include "models/part_keys.h"
#include "models/text.h"
#include "models/yaml_fields.h"

namespace ventosa::models {
namespace {

/// Checks that the lip can enclose the area and carry the force.
void check_lip(const Node& node, const controller::Cup& cup) {
  if (cup.area_m2 > M_PI * cup.lip_radius_m * cup.lip_radius_m)
    node.at("area_m2").fail("must not exceed the circle of lip_radius_m", "pi lip_radius_m^2");
  for (const char* key : {"stiffness_N_m", "shear_stiffness_N_m"}) {
    const Node stiffness = node.at("lip").at(key);
    if (stiffness.as_double() * kTallestLip_m < cup.max_force_N)
      stiffness.fail("must carry max_vacuum_Pa area_m2 within 0.02 m of deflection",
                     "no lip is higher");
  }
}

/// Reads the collision shape; by default that of ROMERIN's cup, scaled to this lip.
void read_cup_solid(const Node& node, controller::Cup& cup) {
  cup.rim_m = cup.lip_radius_m / 10;
  cup.height_m = cup.lip_radius_m / 2;
  cup.neck_radius_m = cup.lip_radius_m / 4;
  const auto solid = node.find("solid");
  if (!solid) return;
  cup.height_m = solid->at("height_m").as_double(above(0, 1));
  cup.rim_m = solid->at("rim_m").as_double(above(0, cup.height_m));
  cup.neck_radius_m = solid->at("neck_radius_m").as_double(above(0, cup.lip_radius_m));
}

controller::Cup read_cup(const Node& node, const CupPlant& plant) {
  controller::Cup cup{.lip_radius_m = node.at("lip_radius_m").as_double(above(0, 1)),
                      .area_m2 = node.at("area_m2").as_double(positive())};
  read_cup_solid(node, cup);
  cup.max_force_N = plant.max_vacuum_Pa * cup.area_m2;
  check_lip(node, cup);
  cup.goal_force_N = node.at("goal_force_N").as_double(above(0, cup.max_force_N));
  cup.attached_ratio = node.at("attached_ratio").as_double(above(0, 1));
  return cup;
}

std::optional<controller::ForceSensing> sensing_of(const PointFootPlant& plant) {
  if (!plant.sensor) return std::nullopt;
  return controller::ForceSensing{plant.sensor->rate_hz, plant.sensor->noise_N,
                                  plant.sensor->range_N};
}

/// Reads a point foot: what the controller knows of it, and its contact in the plant.
controller::PointFoot read_foot(const Node& node, std::optional<PointFootPlant>& plant) {
  constexpr double kMost_N = 1e6;
  controller::PointFoot foot{.touch_N = node.at("touch_N").as_double(above(0, kMost_N)),
                             .bear_N = node.at("bear_N").as_double(above(0, kMost_N)),
                             .max_push_N = node.at("max_push_N").as_double(above(0, kMost_N)),
                             .seek_m = node.at("seek_m").as_double(between(0, 1)),
                             .seek_m_s = node.at("seek_m_s").as_double(above(0, 10))};
  if (foot.bear_N < foot.touch_N)
    node.at("bear_N").fail("must not be below touch_N", "a foot that bears also touches");
  if (foot.max_push_N <= foot.bear_N)
    node.at("max_push_N")
        .fail("must be above bear_N", "the largest force that a foot may push with");
  plant = read_point_foot(node.at("contact"));
  foot.sensor = sensing_of(*plant);
  return foot;
}

}  // namespace

std::variant<controller::Cup, controller::PointFoot> read_feet(const Node& parts, Robot& robot) {
  const auto cup = parts.find("cup"), foot = parts.find("foot");
  if (cup && foot) cup->fail("excludes foot", "a robot's feet are cups or points");
  if (foot) return read_foot(*foot, robot.point);
  if (!cup) parts.fail("must have cup or foot", "a robot's feet are cups or points");
  robot.cup = read_required<CupPlant>(*cup);
  return read_cup(*cup, *robot.cup);
}

void read_foot_sensor(const Node& file, Robot& robot) {
  const auto foot = file.find("foot");
  if (!foot) return;
  require_part(*foot, parts_of(robot), controller::Equipment::kPointFoot);
  const Node sensor = foot->at("contact").at("sensor");
  robot.point->sensor.reset();
  if (!sensor.is_null()) robot.point->sensor = read_required<ForceSensor>(sensor);
  for (controller::Leg& leg : robot.nominal.leg)
    std::get<controller::PointFoot>(leg.foot.hold).sensor = sensing_of(*robot.point);
}

}  // namespace ventosa::models
