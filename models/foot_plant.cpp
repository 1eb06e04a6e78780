#include "models/foot_plant.h"

#include "models/yaml_fields.h"

namespace ventosa::models {
namespace {

template <class Law>
bool names(const Node& node) {
  return node.find(key_of(Law{})).has_value();
}

/// The one of two laws that a map names.
template <class First, class Second>
std::variant<First, Second> one_of(const Node& node, const char* what) {
  if (names<First>(node) == names<Second>(node))
    node.fail(std::string("must have exactly one of the keys ") + key_of(First{}) + " and " +
                  key_of(Second{}),
              std::string("a foot has one law of ") + what);
  if (names<First>(node)) return First{};
  return Second{};
}

FootFriction friction_kind(const Node& node) {
  return one_of<Sticking, Creeping>(node, "friction");
}

FootDamping damping_kind(const Node& node) {
  return one_of<GrowingDamping, PrintedDamping>(node, "damping");
}

}  // namespace

bool names_friction(const Node& node) { return names<Sticking>(node) || names<Creeping>(node); }

void replace_foot_laws(const Node& node, PointFootPlant& foot) {
  const bool damps = names<GrowingDamping>(node) || names<PrintedDamping>(node);
  const bool rubs = names_friction(node) || !damps;
  if (damps) foot.damping = damping_kind(node);
  if (rubs) foot.friction = friction_kind(node);
  read_fields<RequiredFields>(node, 0, [&](auto& field) {
    if (damps) describe_damping(field, foot.damping);
    if (rubs) describe_friction(field, foot.friction);
  });
}

PointFootPlant read_point_foot(const Node& node) {
  PointFootPlant foot;
  foot.damping = damping_kind(node);
  foot.friction = friction_kind(node);
  read_fields<RequiredFields>(node, 0, [&](auto& field) { describe(field, foot); });
  return foot;
}

}  // namespace ventosa::models
