#include <algorithm>
#include <array>

#include "models/leg_reader.h"

namespace ventosa::models {

using controller::Vector3d;

/// The leg of a walking hexapod: coxa (z), femur (-y), tibia (-y), which ends in the foot (Asif
/// 2012, eqs. 1-6).
///
///            joint 2                joint 3                foot
///   coxa ────── o ───── femur ──────── o ───── tibia ─────── .
LegType read_three_joint_leg(const Node& node, const Drives& drives) {
  std::array<double, 3> L{};  // coxa, femur, tibia
  read_lengths(node, L);
  LegType type;
  controller::Leg& leg = type.leg;
  leg.n_joints = leg.n_arm = 3;
  leg.joint[0].axis = Vector3d::UnitZ();
  for (const std::size_t j : {1U, 2U}) {
    leg.joint[j].axis = -Vector3d::UnitY();
    leg.joint[j].p_PJ = Vector3d(L[j - 1], 0, 0);
  }
  // the foot points along the tibia: x_F = y, y_F = z, z_F = x
  leg.X_JF.linear() << Vector3d::UnitY(), Vector3d::UnitZ(), Vector3d::UnitX();
  leg.X_JF.translation() = Vector3d(L[2], 0, 0);
  read_joints(node, drives, type);
  read_motors(node, "see motor_zero_deg and motor_sign", type);
  read_links(node, *std::max_element(L.begin(), L.end()), type);
  read_stance(node, {L[0], L[1], L[2]}, type);
  return type;
}

}  // namespace ventosa::models
