#pragma once

#include <memory>
#include <string>
#include <vector>

#include "controller/model/robot_model.h"

/// Other people's libraries on the static torque of one leg, g(q) - J'F. None unless the build has
/// peers.
namespace ventosa::bench {

/// One pose of a leg and what acts on it, in B.
struct GravityQuestion {
  controller::PerJoint<double> q_rad{};
  controller::Vector3d g_B = controller::Vector3d::Zero();
  controller::Vector3d p_B = controller::Vector3d::Zero();  ///< where f acts, on the last link
  controller::Vector3d f_B = controller::Vector3d::Zero();
};

class GravityPeer {
 public:
  virtual ~GravityPeer() = default;

  virtual std::string name() const = 0;
  virtual void pose(const GravityQuestion& question) = 0;  ///< in the peer's own form
  virtual void solve() = 0;                                ///< kinematics included
  virtual controller::PerJoint<double> torque() const = 0;
};

/// @return null when the build is without Pinocchio
std::unique_ptr<GravityPeer> make_pinocchio(const controller::Leg& leg);

/// "Pinocchio", when the build is without.
std::vector<std::string> missing_gravity_peers();

}  // namespace ventosa::bench
