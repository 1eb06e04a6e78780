#pragma once

#include <optional>

#include "controller/load_sharing/stance_problem.h"
#include "controller/model/description.h"
#include "controller/model/observation.h"

/// Static check of a stance on one plane, with the robot's own or another spread of the feet, and
/// any feet lifted. It knows no motion and has no memory. Not for the control loop.
namespace ventosa::controller {

/// Stance with the body parallel to the plane; each leg in its own stance, or straight out from its
/// hip.
struct Standing {
  double incline_rad = 0;  ///< inclination of the plane: 0 ground, pi/2 wall, pi ceiling
  /// Direction of x_B about the normal, measured from straight up the plane.
  double heading_rad = 0;
  /// Horizontal distance of all wrist points from their hips; no value: nominal.
  std::optional<double> radius_m{};
  /// Height of all hips above the wrist points; no value: nominal.
  std::optional<double> height_m{};
  double cup_force_N = 0;  ///< suction force of every cup
  double friction = 0;     ///< friction coefficient of the plane
  PerLeg<bool> lifted{};   ///< lifted legs, which the body carries in the pose of their stance
  Vector3d gravity_W{0, 0, -9.81};
};

LegSet lifted_of(const Standing& standing) noexcept;

/// A robot at rest on its feet. The body's frame is the world.
struct RobotAtRest {
  Stance stance{};
  PerLeg<PerJoint<double>> q_rad{};
  PatchList surfaces{};
  PerLeg<int> patch{};  ///< surface of every foot
};

/// No value: a foot is out of reach. The plane is that of the highest lip in the body's frame.
std::optional<RobotAtRest> rest(const RobotModel& robot, const Standing& standing) noexcept;

enum class StandingStatus : std::uint8_t {
  kStands,      ///< every limit is satisfied
  kOverloaded,  ///< the forces exceed a limit
  kNoHold,      ///< no forces carry the load, at any strength of joints and cups
  kTips,        ///< feet that only push, the centre of mass on or beyond an edge of the support
  kTooFewFeet,  ///< fewer than three attached feet, or all on a line
  kOutOfReach,  ///< inverse kinematics has no solution
};
constexpr auto enumerators(StandingStatus) {
  return words("stands", "overloaded", "no_hold", "tips", "too_few_feet", "out_of_reach");
}

/// A foot of the stance. Of a lifted one only the torque ratio is valid.
struct StandingFoot {
  bool attached = false;
  PerJoint<double> q_rad{};
  Vector3d f_S = Vector3d::Zero();  ///< [N] force of the plane on the foot; z out of the plane
  double torque_ratio = 0;          ///< largest |tau| / limit of the arm
  int worst_joint = 0;
  double safety_factor = 0;  ///< safety factor of the foot: see margins.h
};

struct StandingAnswer {
  StandingStatus status = StandingStatus::kOutOfReach;
  double torque_ratio = 0;  ///< largest |tau| / limit, including lifted legs
  double foot_margin = 0;   ///< unused share of every limit of a foot; negative: exceeded by it
  double stability_m = 0;   ///< stability margin of the support polygon: see margins.h
  Bottleneck limiting;      ///< limit with the least margin for these forces
  int limiting_joint = -1;  ///< index from 0 along the leg, with Limit::kTorque
  /// Least margin for the best of all forces, arms of lifted legs included: see load_check.h.
  Bottleneck load{.margin = kNothingHolds};
  PerLeg<StandingFoot> foot{};
};

/// Forces by the configured objective; with kPeakTorque the torque ratio is minimal.
[[nodiscard]] StandingAnswer stand(const RobotModel& robot, const SharingConfig& config,
                                   const Standing& standing) noexcept;

/// True if any forces keep every limit, not only those of the objective.
bool can_hold(const StandingAnswer& answer) noexcept;

/// Margins of the stance beyond its own weight, over all possible forces: see margins.h.
struct StandingMargins {
  int edge_leg_a = -1, edge_leg_b = -1;  ///< legs of the edge with the least margin against tipping
  double tumble_Nm = 0;                  ///< moment left before tipping; negative: it tips
  /// Unit vector +-x, y or z of the body with the least margin.
  Vector3d direction_B = Vector3d::Zero();
  /// Possible acceleration of everything the body carries in that direction; 0 if overloaded.
  double acceleration_m_s2 = 0;
};
[[nodiscard]] StandingMargins standing_margins(const RobotModel& robot, const SharingConfig& config,
                                               const Standing& standing) noexcept;

}  // namespace ventosa::controller
