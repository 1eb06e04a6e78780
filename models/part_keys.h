#pragma once

#include <initializer_list>

#include "controller/model/numbers.h"
#include "models/mistakes.h"
#include "models/robot.h"

/// Refuses the keys of a file that have an effect only with a part which the robot lacks: those
/// whose description names it (`controller::Key::only`).
///
///     refuse_part_keys(node, robot, [&](auto& field) { describe(field, options); });
namespace ventosa::models {

/// Parts of a robot that only some robots have.
controller::Shape parts_of(const Robot& robot);

/// "the robot has no cups"
std::string lack_of(controller::Equipment part);

/// Refuses the key at `node` unless the robot has the part.  @throws InputError
void require_part(const Node& node, const controller::Shape& parts, controller::Equipment part);

/// The `field` argument of descriptions that looks for such keys; a key that is not there is read
/// by nobody here.
class PartKeys {
 public:
  PartKeys(Node node, const controller::Shape& parts, Mistakes& mistakes)
      : node_(std::move(node)), parts_(parts), mistakes_(mistakes) {}

  static constexpr bool has(controller::Equipment) { return true; }

  template <class T>
  void operator()(const controller::Key& key, T& value, controller::Unit = {}, Range = {}) {
    look_at(key, [&](PartKeys& below) {
      if constexpr (requires { describe(below, value); }) describe(below, value);
    });
  }
  template <class T>
  void operator()(const char* name, T& value, controller::Unit = {}, Range = {}) {
    (*this)(controller::Key{name, nullptr}, value);
  }
  template <class Members>
  void group(const char* name, Members members) {
    look_at({name, nullptr}, members);
  }
  template <class Elements>
  void per_joint(const char*, Elements&, controller::Unit = {}, Range = {}) {}

 private:
  template <class Members>
  void look_at(const controller::Key& key, Members members) {
    const auto found = node_.is_map() ? node_.find(key.name) : std::nullopt;
    if (!found) return;
    if (key.only && !parts_.has(*key.only))
      return static_cast<void>(
          mistakes_.collect(*found, [&] { require_part(*found, parts_, *key.only); }));
    PartKeys below(*found, parts_, mistakes_);
    members(below);
  }

  Node node_;
  const controller::Shape& parts_;
  Mistakes& mistakes_;
};

/// @throws InputError  with all such keys
template <class Describe>
void refuse_part_keys(const Node& node, const Robot& robot, Describe describe_all) {
  Mistakes mistakes;
  const controller::Shape parts = parts_of(robot);
  PartKeys field(node, parts, mistakes);
  describe_all(field);
  mistakes.refuse();
}

}  // namespace ventosa::models
