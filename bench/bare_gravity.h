#pragma once

#include <memory>

#include "controller/model/robot_model.h"

namespace ventosa::bench {

/// Static torque g(q) - J'F of one leg on a fixed body by MuJoCo's kinematics, centres of mass and
/// recursive Newton-Euler only, to compare and check ours.
class BareGravity {
 public:
  explicit BareGravity(const controller::Leg& leg);
  ~BareGravity();

  /// @param q_rad  joint angles     @param g_B  [m/s2]
  /// @param f_B    [N] acting at p_B on the last link
  void pose(const controller::PerJoint<double>& q_rad, const controller::Vector3d& g_B,
            const controller::Vector3d& p_B, const controller::Vector3d& f_B) noexcept;
  void solve();
  controller::PerJoint<double> torque() const noexcept;  ///< [N m]

 private:
  struct World;
  std::unique_ptr<World> world_;
};

}  // namespace ventosa::bench
