#pragma once

#include "controller/model/observation.h"
#include "models/cup_plant.h"
#include "sim/mujoco/lip_pose.h"
#include "sim/pose.h"

/// The lip of one cup as a ring of springs on the patches under it. Knows nothing of MuJoCo.
///
///   compression   c_i = free height - height of the i-th piece of the lip over its patch
///   normal force  f_i = k / n (c_i + tau c_i'), never below zero and only where c_i > 0
///   leak          a   = sum of length times gap, gap = max(0, -c_i) + roughness; a piece without a
///                       patch under it is open
///   friction      springs along the surface from an anchor that is dragged along as soon as
///                 sqrt(Fx^2 + Fy^2 + (Mz / r)^2) exceeds mu N
/// Stiffness against tilting is k r^2 / 2; the far side lifts at M = N r / 2, the cup tips at N r.
namespace ventosa::sim {

/// Pieces of a lip that lies on one patch, and of one that crosses edges.
inline constexpr int kLipPieces = 24;
inline constexpr int kFineLipPieces = 8 * kLipPieces;

struct LipConfig {
  double radius_m = 0;
  double stiffness_N_m = 0;
  double shear_N_m = 0;
  double damping_s = 0;
  double free_height_m = 0;
  double open_gap_m = 0;
};

LipConfig lip_config(const models::CupPlant& cup, double radius_m);

/// Memory of a ring, and what it did in the last step.
struct LipState {
  LipTwist twist;     ///< of the lip's centre
  Bytes3 rest{};      ///< where friction pulls back to: x, y [m] and heading [rad] of F in S
  Bytes6 wrench_W{};  ///< [N, N m] of lip and vacuum on the cup, at the lip's centre
  double leak_m2 = 0;
  double pressed_N = 0;  ///< sum of the normal forces
};

/// What a ring feels across the surfaces.
struct RingContact {
  controller::Vector3d f_W = controller::Vector3d::Zero();  ///< [N]
  controller::Vector3d m_W = controller::Vector3d::Zero();  ///< [N m] about the lip's centre
  double pressed_N = 0;
  double leak_m2 = 0;
  double widest_gap_m = 0;  ///< roughness apart
  int patch = -1;           ///< that carries most; the one held on to while it carries half of that
};

/// The world as a lip meets it.
struct Terrain {
  const controller::PatchList& patches;
  const std::array<double, controller::kMaxPatches>& roughness_m;
};

/// @param held  the patch that the cup held on to before, or -1
RingContact press(const LipConfig& config, const Terrain& terrain,
                  const controller::Isometry3d& X_WF, const LipTwist& twist, int held) noexcept;

/// How far friction has to drag the anchor, and what it holds with.
struct Grip {
  controller::Vector3d load_S = controller::Vector3d::Zero();  ///< Fx, Fy [N], Mz [N m] on the foot
  double slip_m = 0;                                           ///< of the anchor, in this step
};

/// Friction on one patch under `pressed_N`. Without pressure the anchor follows the foot.
Grip hold_by_friction(const LipConfig& config, const controller::Patch& patch,
                      const controller::Isometry3d& X_WF, double pressed_N, LipState& lip) noexcept;

}  // namespace ventosa::sim
