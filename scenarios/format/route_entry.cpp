#include "scenarios/format/route_entry.h"

#include <cmath>

#include "planner/route.h"
#include "scenarios/format/input_fields.h"
#include "scenarios/format/json_fields.h"

namespace ventosa::scenarios {

using controller::Patch;
using controller::Route;
using controller::RouteStep;
using models::Node;

namespace {

/// Completes a foothold by its surface.
void place(const Node& node, const std::vector<Surface>& surfaces, controller::Foothold& at) {
  if (at.patch < 0 || at.patch >= static_cast<int>(surfaces.size()))
    node.fail("is on no surface of this scenario");
  const Patch& patch = surfaces[static_cast<std::size_t>(at.patch)].patch;
  const controller::Vector3d p_S = patch.X_WS.inverse() * at.p_WW;
  if (!((p_S.head<2>().cwiseAbs() - patch.half_extent_m).maxCoeff() <= 0))
    node.fail("is a foothold beside its surface");
  at.z_WF = -patch.X_WS.linear().col(2);
}

void check_step(const Node& node, const InputContext& context, RouteStep& step) {
  const int n_legs = context.robot.nominal.n_legs();
  node.at("leg").as_int(-1, n_legs - 1);
  if (step.leg >= 0) place(node.at("to"), context.surfaces, step.to);
}

}  // namespace

nlohmann::ordered_json to_json(const Route& route, int n_legs) {
  auto json = nlohmann::ordered_json::object();
  const JsonFields field(json, n_legs);
  describe(field, route);
  return json;
}

std::shared_ptr<const Route> read_route(const Node& node, const InputContext& context) {
  const std::size_t n_legs = context.robot.nominal.leg.size();
  auto route = std::make_shared<Route>();
  models::read_fields<InputFields>(node, n_legs, [&](auto& field) { describe(field, *route); });
  const std::vector<Node> from = node.at("from").elements(n_legs, n_legs);
  for (std::size_t i = 0; i < n_legs; ++i) place(from[i], context.surfaces, route->from[i]);
  const std::vector<Node> steps = node.at("steps").elements(0, Route::kMostSteps);
  for (std::size_t k = 0; k < steps.size(); ++k) check_step(steps[k], context, route->step[k]);
  if (route->fingerprint != planner::fingerprint_of(*route))
    node.fail("was changed by hand, or is incomplete", "record the run again");
  return route;
}

}  // namespace ventosa::scenarios
