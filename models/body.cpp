#include "models/body.h"

#include "models/mass_properties.h"

namespace ventosa::models {
namespace {

using controller::Link;
using controller::RobotModel;
using controller::Vector3d;

constexpr Range kHalfExtent_m = above(0, 10);

void set_body(const Link& body, RobotModel& robot) {
  robot.body_mass_kg = body.mass_kg;
  robot.p_BC = body.p_JC;
  robot.I_C = body.I_C;
}

/// Adds a box with its mass to the body; the box is centred at its centre of mass.
void fix_box(const Node& node, RobotModel& robot) {
  const Vector3d half_m = node.at("half_extent_m").as_vector<3>(kHalfExtent_m);
  const Link load = read_mass_properties(node, half_m);
  robot.body_box.push_back({.p_BO = load.p_JC, .half_extent_m = half_m});
  fix_to_body(load, robot);
}

}  // namespace

void fix_to_body(const Link& load, RobotModel& robot) {
  set_body(joined(body_of(robot), load), robot);
}

void read_body(const Node& body, RobotModel& robot) {
  const Vector3d half_m = body.at("half_extent_m").as_vector<3>(kHalfExtent_m);
  const Link main = read_mass_properties(body, half_m);
  check_extent(body, main, 2 * half_m.norm());
  set_body(main, robot);
  robot.body_box = {{.half_extent_m = half_m}};
  constexpr std::size_t kOthers = 2;  // besides these: the main box and the payload's
  if (const auto boxes = body.find("boxes"))
    for (const Node& box : boxes->elements(1, controller::kMaxBoxes - kOthers)) fix_box(box, robot);
}

void read_payload(const Node& file, RobotModel& robot) {
  const auto node = file.find("payload");
  if (!node) return;
  if (node->find("half_extent_m")) return fix_box(*node, robot);
  fix_to_body(read_mass_properties(*node, Vector3d::Zero()), robot);
}

}  // namespace ventosa::models
