#pragma once

#include "controller/model/observation.h"
#include "models/cup_plant.h"
#include "sim/cups/lip_kinematics.h"
#include "sim/model/pose.h"

/// The lip of one cup as a ring of springs on the patches below it. Independent of MuJoCo.
///
///   compression   c_i = free height - height of the i-th segment of the lip above its patch
///   normal force  f_i = k / n (c_i + tau c_i'), at least 0 and only where c_i > 0
///   leak area     a   = sum of length times gap, gap = max(0, -c_i) + roughness; a segment without
///                       a patch below it has the open gap
///   friction      springs along the surface to an anchor, which is dragged along when
///                 sqrt(Fx^2 + Fy^2 + (Mz / r)^2) exceeds mu N
/// Tilt stiffness is k r^2 / 2; the far side lifts at M = N r / 2, the cup tips over at M = N r.
namespace ventosa::sim {

/// Number of segments of a lip that lies on one patch, and of one that crosses edges.
inline constexpr int kLipSegments = 24;
inline constexpr int kFineLipSegments = 8 * kLipSegments;

struct LipConfig {
  double radius_m = 0;
  double stiffness_N_m = 0;
  double shear_N_m = 0;
  double damping_s = 0;
  double free_height_m = 0;
  double open_gap_m = 0;
};

LipConfig lip_config(const models::CupPlant& cup, double radius_m);

/// State of a ring, and its output of the last step.
struct LipState {
  LipTwist twist;     ///< twist of the lip's centre
  Bytes3 anchor{};    ///< anchor of the friction springs: x, y [m] and heading [rad] of F in S
  Bytes6 wrench_W{};  ///< [N, N m] of lip, friction and vacuum on the cup, at the lip's centre
  double leak_m2 = 0;
  double pressed_N = 0;  ///< sum of the normal forces
};

/// Contact of a ring with the patches, without friction.
struct RingContact {
  controller::Vector3d f_W = controller::Vector3d::Zero();  ///< [N]
  controller::Vector3d m_W = controller::Vector3d::Zero();  ///< [N m] about the lip's centre
  double pressed_N = 0;
  double leak_m2 = 0;
  double friction = 0;      ///< least of the patches that bear the lip
  double widest_gap_m = 0;  ///< largest gap under the lip, without roughness
  /// Index of the patch with the largest normal force; the force of the patch `held` counts
  /// twice. -1: no contact.
  int patch = -1;
};

/// Patches and their roughness.
struct Terrain {
  const controller::PatchList& patches;
  const std::array<double, controller::kMaxPatches>& roughness_m;
};

/// @param held  index of the patch on which the cup was before, or -1
RingContact ring_contact(const LipConfig& config, const Terrain& terrain,
                         const controller::Isometry3d& X_WF, const LipTwist& twist,
                         int held) noexcept;

/// Friction of the lip and slip of its anchor.
struct FrictionForce {
  controller::Vector3d load_S = controller::Vector3d::Zero();  ///< Fx, Fy [N], Mz [N m] on the foot
  double slip_m = 0;                                           ///< slip of the anchor in this step
};

/// One step of friction on a patch up to `limit_N`; at 0 the anchor follows the lip.
FrictionForce step_friction(const LipConfig& config, const controller::Patch& patch,
                            const controller::Isometry3d& X_WF, double limit_N,
                            LipState& lip) noexcept;

}  // namespace ventosa::sim
