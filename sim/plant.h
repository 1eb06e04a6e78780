#pragma once

#include <cstddef>
#include <vector>

#include "controller/kinematics/self_distance.h"
#include "controller/model/description.h"
#include "sim/truth.h"

/// What only a simulated robot has, besides what every robot has (hal/robot.h).
namespace ventosa::sim {

/// What is done to the robot from outside.
struct Stimulus {
  controller::Vector3d f_B_W = controller::Vector3d::Zero();  ///< [N] at the body origin, in W
  controller::PartId link{};                                  ///< that is pushed too; leg -1: none
  controller::Vector3d f_link_W = controller::Vector3d::Zero();  ///< [N] at its centre of mass
  controller::PerLeg<double> lip_gap_m{};  ///< opened all round under each lip, which leaks there
};

void describe(auto& field, controller::Is<Stimulus> auto& stimulus) {
  field("force", stimulus.f_B_W, "N");
  field("part", stimulus.link);
  field("part_force", stimulus.f_link_W, "N");
  field.per_leg("leg", [&](auto& leg, int i) {
    leg("lip_gap", stimulus.lip_gap_m[static_cast<std::size_t>(i)], "m");
  });
}

/// All that a run depends on from here on; opaque, bytes in memory.
class Snapshot {
 public:
  std::vector<std::byte> bytes;
};

class Plant {
 public:
  virtual ~Plant() = default;

  virtual void apply(const Stimulus& stimulus) noexcept = 0;  ///< a level, until the next call
  virtual const Truth& truth() const noexcept = 0;
  virtual const char* failure() const noexcept = 0;  ///< its words after kUnstable, else ""

  virtual void save(Snapshot& snapshot) const = 0;
  /// @throws std::invalid_argument if it was taken from another robot or configuration
  virtual void restore(const Snapshot& snapshot) = 0;
};

}  // namespace ventosa::sim
