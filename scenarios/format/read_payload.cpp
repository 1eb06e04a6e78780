#include "models/body.h"
#include "scenarios/format/sections.h"

/// Payload of the plant, unknown to the controller.
namespace ventosa::scenarios {

using controller::RobotModel;
using controller::Vector3d;
using models::Node;

controller::MassMoment read_payload(const Node& scenario) {
  const auto node = scenario.find("payload");
  if (!node) return {};
  const double mass_kg = node->at("mass_kg").as_double(models::above(0, 1000));
  const Vector3d p_B = node->at("position_m").as_vector<3>(models::between(-10, 10));
  return {mass_kg, mass_kg * p_B};
}

void load_body(const controller::MassMoment& payload, RobotModel& robot) {
  models::fix_to_body({.mass_kg = payload.mass_kg, .p_JC = controller::centre(payload)}, robot);
}

}  // namespace ventosa::scenarios
