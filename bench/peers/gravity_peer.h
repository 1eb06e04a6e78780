#pragma once

#include <memory>
#include <string>
#include <vector>

#include "controller/model/robot_model.h"

/// Other libraries computing the static torque of one leg, g(q) - J'F. None without the preset
/// `peers`.
namespace ventosa::bench {

/// Pose of a leg and the forces on it, in B.
struct GravityQuestion {
  controller::PerJoint<double> q_rad{};
  controller::Vector3d g_B = controller::Vector3d::Zero();
  /// Point of action of f, on the last link.
  controller::Vector3d p_B = controller::Vector3d::Zero();
  controller::Vector3d f_B = controller::Vector3d::Zero();
};

class GravityPeer {
 public:
  virtual ~GravityPeer() = default;

  virtual std::string name() const = 0;
  /// Converts the question to the peer's own form.
  virtual void pose(const GravityQuestion& question) = 0;
  virtual void solve() = 0;  ///< includes kinematics
  virtual controller::PerJoint<double> torque() const = 0;
};

/// @return null in a build without Pinocchio
std::unique_ptr<GravityPeer> make_pinocchio(const controller::Leg& leg);

/// Missing peers: "Pinocchio" in a build without it.
std::vector<std::string> missing_gravity_peers();

}  // namespace ventosa::bench
