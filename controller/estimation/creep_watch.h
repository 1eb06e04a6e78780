#pragma once

#include <cstdint>

#include "controller/model/frames.h"
#include "controller/model/per_leg.h"
#include "controller/model/robot_model.h"

/// Detects feet that have crept along their surface since they were set down, however slowly, and
/// also if they stand again. Rigid surfaces keep the shape that the attached feet form. Its change
/// depends on neither the body's pose nor the IMU. The rigid motion that fits best,
///
///   min over R, t  sum_i |a_i - t - R p_i|^2,   a_i where the foot was set down, p_i in B
///
/// leaves the residuals e = M z,  M = I - G (G' G + W)^-1 G',  G_i = [I, -[R p_i]],  with W a small
/// weight of the estimated rotation, for feet on a line. Their running means are compared with a
/// motion v of one foot alone along its surface, P = I - n n':
///
///   v = (P M_ii P + n n')^-1 P e_i,   explained change of the shape  s^2 = e_i' v
///
/// The foot that explains most is named when v and s have been large for a time: a longer one if
/// another foot explains nearly as much, as among three feet of which two have come closer. Then it
/// counts from its new place. All feet creeping together by the same way cannot be seen.
namespace ventosa::controller {

/// Motion from which a foot has crept. Errors of readings, lips and forces show less than 1 mm, in
/// miscalibrated robots up to 1.5 mm.
inline constexpr double kCrept_m = 0.0015;
/// Least explained change of the shape. Of three feet, each explains half of its motion.
inline constexpr double kCreptShape_m = 0.0009;
/// Time for which a foot that has crept is named.
inline constexpr double kCreepNamed_s = 1;

/// An attached foot.
struct CreepFoot {
  bool anchored = false;                ///< its place is known
  std::int32_t readings = 0;            ///< number of readings of its place so far
  Vector3d p_AF = Vector3d::Zero();     ///< [m] place where it was set down, or named last
  Vector3d rest_A = Vector3d::Zero();   ///< [m] running mean of e
  Vector3d moved_A = Vector3d::Zero();  ///< [m] v
  double shape_m = 0;                   ///< s
  std::int32_t ticks = 0;               ///< time for which it has been the one that has crept
  std::int32_t named_ticks = 0;         ///< remaining time for which it is named
};

struct CreepWatch {
  /// Frame A is W as the anchors show it; it drifts from W by the errors of new anchors.
  Isometry3d X_AB = Isometry3d::Identity();
  Isometry3d X_WB_last = Isometry3d::Identity();
  PerLeg<CreepFoot> foot{};
};

struct CreepInput {
  Isometry3d X_WB = Isometry3d::Identity();  ///< estimate
  LegSet standing;  ///< attached feet, less those that are known to slide or to be lost
  LegSet fresh;     ///< feet with readings of now
  PerLeg<Vector3d> p_BF = zero_vectors();  ///< [m] lip centres, less the deflection of the lips
  PerLeg<Vector3d> n_B = zero_vectors();   ///< unit normals of the surfaces
  double period_s = 0;
};

/// One tick.
void watch_creep(const CreepInput& input, CreepWatch& watch) noexcept;

/// True while the foot is named.
inline bool has_crept(const CreepFoot& foot) { return foot.named_ticks > 0; }

}  // namespace ventosa::controller
