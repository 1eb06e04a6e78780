#include "models/foot_plant.h"

#include "models/yaml_fields.h"

namespace ventosa::models {
namespace {

FootFriction friction_kind(const Node& node) {
  const bool sticks = node.find(key_of(Sticking{})).has_value();
  const bool creeps = node.find(key_of(Creeping{})).has_value();
  if (sticks == creeps)
    node.fail("must have exactly one of the keys sticking and creeping",
              "a foot has one law of friction");
  if (sticks) return Sticking{};
  return Creeping{};
}

}  // namespace

FootFriction read_foot_friction(const Node& node) {
  FootFriction friction = friction_kind(node);
  read_fields<RequiredFields>(node, 0, [&](auto& field) { describe_friction(field, friction); });
  return friction;
}

PointFootPlant read_point_foot(const Node& node) {
  PointFootPlant foot;
  foot.friction = friction_kind(node);
  read_fields<RequiredFields>(node, 0, [&](auto& field) { describe(field, foot); });
  return foot;
}

}  // namespace ventosa::models
