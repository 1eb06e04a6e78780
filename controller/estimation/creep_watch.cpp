#include "controller/estimation/creep_watch.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "controller/model/rotation.h"

namespace ventosa::controller {
namespace {

constexpr double kSmoothed_s = 0.1;       // time constant of the running means
constexpr double kPlacing_s = 0.1;        // the place of a new foot is its mean place in this time
constexpr double kSure_s = 0.1;           // a foot is named after this time
constexpr double kUnsure_s = 0.3;         // if another foot explains nearly as much
constexpr double kSureLead_m2 = 0.09e-6;  // lead of the explanation over the next one
constexpr double kRotationWeight_m2 = 4e-3;  // W; 1 % of what four feet in a circle weigh
constexpr double kLeastSeen = 1e-3;          // motions of which less is seen count as zero
constexpr std::size_t kLeastFeet = 3;        // feet; the distance of two does not show which moved

using Rows = Eigen::Matrix<double, 3, 6>;

/// Best rigid motion of the feet onto their anchors.
struct Fit {
  LegSet feet;
  PerLeg<Rows> G{};
  Matrix6d covariance = Matrix6d::Identity();  ///< (G' G + W)^-1
  Vector6d motion = Vector6d::Zero();          ///< translation, then rotation
};

Vector3d distance_A(const CreepInput& in, const CreepWatch& watch, std::size_t leg) {
  return watch.foot[leg].p_AF - watch.X_AB * in.p_BF[leg];
}

template <class Do>
void for_each(LegSet legs, Do act) {
  for (std::size_t i = 0; i < legs.size(); ++i)
    if (legs[i]) act(i);
}

Fit fit_feet(const CreepInput& in, const CreepWatch& watch, LegSet feet) {
  Fit fit{.feet = feet};
  Matrix6d A = Matrix6d::Zero();
  Vector6d b = Vector6d::Zero();
  A.diagonal().tail<3>().setConstant(kRotationWeight_m2);
  for_each(feet, [&](std::size_t i) {
    fit.G[i] << Matrix3d::Identity(), -skew(watch.X_AB.linear() * in.p_BF[i]);
    A += fit.G[i].transpose() * fit.G[i];
    b += fit.G[i].transpose() * distance_A(in, watch, i);
  });
  fit.covariance = A.llt().solve(Matrix6d::Identity());
  fit.motion = fit.covariance * b;
  return fit;
}

void move_body(const Vector6d& motion, Isometry3d& X_AB) {
  X_AB.linear() = orthonormal(rotation_exp(motion.tail<3>()) * X_AB.linear());
  X_AB.translation() += motion.head<3>();
}

/// Motion of this foot alone that explains its residual.
void explain(const Fit& fit, std::size_t leg, const Vector3d& n_A, CreepFoot& foot) {
  const Matrix3d P = Matrix3d::Identity() - n_A * n_A.transpose();
  const Matrix3d M = Matrix3d::Identity() - fit.G[leg] * fit.covariance * fit.G[leg].transpose();
  const Matrix3d seen = P * M * P + n_A * n_A.transpose() + kLeastSeen * Matrix3d::Identity();
  const Vector3d rest_A = P * foot.rest_A;
  // the anchor minus the foot: it has moved the other way
  foot.moved_A = -(P * seen.llt().solve(rest_A));
  foot.shape_m = std::sqrt(std::max(0.0, -foot.moved_A.dot(rest_A)));
}

void update_residuals(const CreepInput& in, const Fit& fit, CreepWatch& watch) {
  const double share = in.period_s / (kSmoothed_s + in.period_s);
  for_each(fit.feet, [&](std::size_t i) {
    CreepFoot& foot = watch.foot[i];
    const Vector3d rest_A = distance_A(in, watch, i);
    foot.rest_A += share * (rest_A - foot.rest_A);
    explain(fit, i, watch.X_AB.linear() * in.n_B[i], foot);
  });
}

/// The foot that explains most, and by how much more than the next one.
struct Suspect {
  std::size_t leg = 0;
  double lead_m2 = 0;
};

Suspect find_suspect(LegSet feet, const CreepWatch& watch) {
  Suspect suspect;
  double most_m2 = -1, next_m2 = 0;
  for_each(feet, [&](std::size_t i) {
    const double shape_m2 = watch.foot[i].shape_m * watch.foot[i].shape_m;
    next_m2 = std::max(next_m2, std::min(most_m2, shape_m2));
    if (shape_m2 <= most_m2) return;
    most_m2 = shape_m2;
    suspect.leg = i;
  });
  suspect.lead_m2 = most_m2 - next_m2;
  return suspect;
}

/// The motion of a foot is in the residuals of all others, also when it is no longer among them.
void forget_residuals(CreepWatch& watch) {
  for (CreepFoot& foot : watch.foot) foot.rest_A.setZero();
}

/// Names the foot. It counts from its place in the next readings.
void name_foot(double period_s, std::size_t leg, CreepWatch& watch) {
  watch.foot[leg] = {.named_ticks =
                         static_cast<std::int32_t>(std::lround(kCreepNamed_s / period_s))};
  forget_residuals(watch);
}

void judge(const CreepInput& in, LegSet feet, CreepWatch& watch) {
  const Suspect suspect = find_suspect(feet, watch);
  for_each(feet, [&](std::size_t i) {
    CreepFoot& foot = watch.foot[i];
    const bool crept =
        i == suspect.leg && foot.moved_A.norm() > kCrept_m && foot.shape_m > kCreptShape_m;
    foot.ticks = crept ? foot.ticks + 1 : 0;
  });
  const double confirm_s = suspect.lead_m2 > kSureLead_m2 ? kSure_s : kUnsure_s;
  if (watch.foot[suspect.leg].ticks * in.period_s >= confirm_s)
    name_foot(in.period_s, suspect.leg, watch);
}

LegSet anchored_feet(const CreepWatch& watch) {
  LegSet legs;
  for (std::size_t i = 0; i < legs.size(); ++i) legs[i] = watch.foot[i].anchored;
  return legs;
}

/// Follows the body by the estimate, and forgets feet that have left.
void follow_body(const CreepInput& in, CreepWatch& watch) {
  if ((anchored_feet(watch) & ~in.standing).any()) forget_residuals(watch);
  for_each(~in.standing, [&](std::size_t i) { watch.foot[i] = {}; });
  watch.X_AB =
      anchored_feet(watch).none() ? in.X_WB : watch.X_AB * (watch.X_WB_last.inverse() * in.X_WB);
  watch.X_WB_last = in.X_WB;
}

/// The place of a new foot is the mean of some readings, as each has noise.
void anchor_new_feet(const CreepInput& in, CreepWatch& watch) {
  const auto enough = static_cast<std::int32_t>(std::ceil(kPlacing_s / in.period_s));
  for_each(in.standing & in.fresh & ~anchored_feet(watch), [&](std::size_t i) {
    CreepFoot& foot = watch.foot[i];
    ++foot.readings;
    foot.p_AF += (watch.X_AB * in.p_BF[i] - foot.p_AF) / foot.readings;
    foot.anchored = foot.readings >= enough;
  });
}

}  // namespace

void watch_creep(const CreepInput& in, CreepWatch& watch) noexcept {
  for (CreepFoot& foot : watch.foot) foot.named_ticks = std::max(0, foot.named_ticks - 1);
  follow_body(in, watch);
  const LegSet feet = anchored_feet(watch) & in.fresh;
  if (feet.any()) {
    const Fit fit = fit_feet(in, watch, feet);
    move_body(fit.motion, watch.X_AB);
    update_residuals(in, fit, watch);
    if (feet.count() >= kLeastFeet) judge(in, feet, watch);
  }
  anchor_new_feet(in, watch);
}

}  // namespace ventosa::controller
