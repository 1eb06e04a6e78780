#pragma once

#include "models/foot_plant.h"
#include "sim/model/pose.h"

/// Contact of a point foot with the ground. Independent of MuJoCo.
///
///   normal force  at the depth p > 0, by one of two laws (models/foot_plant.h):
///     growing     Fn = max(0, K p^pk + C min(1, p / d) p'); never pulls, grows from 0
///     printed     Fn = K p^pk + C p^pd p'; where it pulls there is no friction
///   sticking      a spring along the surface to an anchor, which is dragged along when the force
///                 exceeds f Fn: a constant load below that moves nothing
///   creeping      Ft = -f Fn v / max(|v|, v_lim): a load Ft creeps at v_lim Ft / (f Fn)
///
/// Bombled and Verlinden 2010, eqs. 3 and 4. The growing law is their pd 1 down to the depth d and
/// 0 below it.
namespace ventosa::sim {

/// The plane that touches the ground nearest to a foot.
struct ContactPlane {
  int patch = -1;      ///< index; -1: no ground
  double depth_m = 0;  ///< depth of the foot below it; negative: above
  controller::Vector3d normal_W = controller::Vector3d::UnitZ();  ///< unit vector out of the ground
  double friction = 0;                                            ///< f
};

/// Motion of the foot's point.
struct FootMotion {
  controller::Vector3d p_WF = controller::Vector3d::Zero();  ///< [m]
  controller::Vector3d v_WF = controller::Vector3d::Zero();  ///< [m/s]
};

struct PointFootState {
  int patch = -1;       ///< the patch that the foot touches, or -1
  Bytes3 anchor_W{};    ///< [m] end of the friction spring; the foot itself if friction creeps
  Bytes3 f_F_W{};       ///< [N] force of the ground on the foot
  double normal_N = 0;  ///< its part along the ground's normal
  double slip_m = 0;    ///< total way of the anchor while the foot touched
  bool touches() const { return patch >= 0; }
};

/// One step: the force on the foot, in W, also in the state.
controller::Vector3d step_point_foot(const models::PointFootPlant& foot, const ContactPlane& ground,
                                     const FootMotion& motion, PointFootState& state) noexcept;

}  // namespace ventosa::sim
