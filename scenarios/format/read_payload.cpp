#include "controller/model/rotation.h"
#include "scenarios/format/sections.h"

/// What the plant carries and the controller does not know of.
namespace ventosa::scenarios {

using controller::Matrix3d;
using controller::RobotModel;
using controller::Vector3d;
using models::Node;

namespace {

/// of a point mass about its own distance r:  m (r.r 1 - r r') = -m [r]x [r]x
Matrix3d point_inertia(double mass_kg, const Vector3d& r) {
  const Matrix3d R = controller::skew(r);
  return -mass_kg * R * R;
}

}  // namespace

controller::MassMoment read_payload(const Node& scenario) {
  const auto node = scenario.find("payload");
  if (!node) return {};
  const double mass_kg = node->at("mass_kg").as_double(models::above(0, 1000));
  const Vector3d p_B = node->at("position_m").as_vector<3>(models::between(-10, 10));
  return {mass_kg, mass_kg * p_B};
}

void load_body(const controller::MassMoment& payload, RobotModel& robot) {
  controller::MassMoment body = controller::body_mass(robot);
  body += payload;
  const Vector3d p_BC = controller::centre(body);
  robot.I_C += point_inertia(robot.body_mass_kg, robot.p_BC - p_BC) +
               point_inertia(payload.mass_kg, controller::centre(payload) - p_BC);
  robot.body_mass_kg = body.mass_kg;
  robot.p_BC = p_BC;
}

}  // namespace ventosa::scenarios
