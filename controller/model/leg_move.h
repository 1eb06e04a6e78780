#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "controller/model/description.h"
#include "controller/model/robot_model.h"

/// Move of one detached leg through waypoints, from rest to rest.
namespace ventosa::controller {

inline constexpr std::size_t kMaxWaypoints = 8;

enum class MoveSpace : std::uint8_t {
  kJoints,     ///< joint angles, through `q_rad`
  kCartesian,  ///< lip frame, through `shift_B`; joint 0 of a seven-joint leg stays
};
constexpr auto enumerators(MoveSpace) { return words("joints", "cartesian"); }

struct LegMove {
  MoveSpace space = MoveSpace::kJoints;
  int n = 0;  ///< number of waypoints, 1..kMaxWaypoints; the move starts at the leg's present pose
  std::array<PerJoint<double>, kMaxWaypoints> q_rad{};
  /// Displacement from the lip's pose X_BF at the start of the move, along the axes of B:
  ///  p = p_BF + translation, R = rotation R_BF
  std::array<Isometry3d, kMaxWaypoints> shift_B = identities();

  // limits of the move; 0: the joints' limits, or those of a swing
  double speed_rad_s = 0;  ///< limit of every joint's rate, and of the lip's angular velocity
  double acceleration_rad_s2 = 0;
  double speed_m_s = 0;  ///< limit of the speed of the lip's centre
  double acceleration_m_s2 = 0;

 private:
  static std::array<Isometry3d, kMaxWaypoints> identities() {
    std::array<Isometry3d, kMaxWaypoints> X;  // Eigen leaves poses uninitialised
    X.fill(Isometry3d::Identity());
    return X;
  }
};

/// Describes only the `n` waypoints in use.
void describe(auto& field, Is<LegMove> auto& move) {
  const auto n = static_cast<std::size_t>(std::clamp(move.n, 0, static_cast<int>(kMaxWaypoints)));
  field("space", move.space);
  field.list("q", std::span(move.q_rad).first(n), "rad");
  field.list("shift", std::span(move.shift_B).first(n));
  field("speed_rad_s", move.speed_rad_s, "rad/s");
  field("acceleration_rad_s2", move.acceleration_rad_s2, "rad/s2");
  field("speed_m_s", move.speed_m_s, "m/s");
  field("acceleration_m_s2", move.acceleration_m_s2, "m/s2");
}

}  // namespace ventosa::controller
