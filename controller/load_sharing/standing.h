#pragma once

#include <optional>

#include "controller/load_sharing/stance_problem.h"
#include "controller/model/description.h"

/// Can the robot stand here? Statics of a stance on one plane, its own or another spread of the
/// feet: no motion, no memory, any feet lifted. Not for the loop.
namespace ventosa::controller {

/// The body flat over the plane; every leg in its own stance, or straight out from its hip.
struct Standing {
  double incline_rad = 0;            ///< of the plane: 0 ground, pi/2 wall, pi ceiling
  double heading_rad = 0;            ///< of x_B about the normal, from straight up the plane
  std::optional<double> radius_m{};  ///< of all wrist points, from their hips; none: as they stand
  std::optional<double> height_m{};  ///< of all hips over the wrist points
  double cup_force_N = 0;            ///< grip of every cup
  double friction = 0;               ///< of the plane
  PerLeg<bool> lifted{};             ///< carried by the body, where its foot would stand
  Vector3d gravity_W{0, 0, -9.81};
};

enum class StandingStatus : std::uint8_t {
  kStands,      ///< every limit is kept
  kOverloaded,  ///< forces that hold it exceed a limit
  kNoHold,      ///< no forces hold it, however strong joints and cups
  kTooFewFeet,  ///< fewer than three, or on a line
  kOutOfReach,  ///< no inverse kinematics
};
constexpr auto enumerators(StandingStatus) {
  return words("stands", "overloaded", "no_hold", "too_few_feet", "out_of_reach");
}

/// A foot of the stance. Without a held cup only the torque ratio counts.
struct StandingFoot {
  bool attached = false;
  PerJoint<double> q_rad{};
  Vector3d f_S = Vector3d::Zero();  ///< [N] of the plane on the cup; z off the plane
  double torque_ratio = 0;          ///< worst |tau| / limit of the arm
  int worst_joint = 0;
  double safety_factor = 0;  ///< of the cup: see margins.h
};

struct StandingAnswer {
  StandingStatus status = StandingStatus::kOutOfReach;
  double torque_ratio = 0;  ///< worst |tau| / limit, of lifted legs too
  double cup_margin = 0;    ///< share of every cup limit left over; < 0: exceeded by so much
  Bottleneck limiting;      ///< the row with the least room in these forces
  int limiting_joint = -1;  ///< along the leg, with Limit::kTorque
  PerLeg<StandingFoot> foot{};
};

/// Forces as the objective has them; with kPeakTorque the torque ratio is the least there is.
[[nodiscard]] StandingAnswer stand(const RobotModel& robot, const SharingConfig& config,
                                   const Standing& standing) noexcept;

/// What the stance has left beyond its own weight, whatever the forces: see margins.h.
struct StandingMargins {
  int edge_leg_a = -1, edge_leg_b = -1;     ///< it would tip over the line between their feet
  double tumble_Nm = 0;                     ///< moment left against that; < 0 it tips
  Vector3d direction_B = Vector3d::Zero();  ///< +-x, y, z of the body: where least is left
  double acceleration_m_s2 = 0;  ///< of all that the body carries that way; 0 when overloaded
};
[[nodiscard]] StandingMargins standing_margins(const RobotModel& robot, const SharingConfig& config,
                                               const Standing& standing) noexcept;

}  // namespace ventosa::controller
