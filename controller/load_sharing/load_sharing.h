#pragma once

#include <cmath>
#include <cstdint>

#include "controller/load_sharing/limit.h"
#include "controller/model/frames.h"
#include "controller/model/robot_model.h"

/// Shares a wrench among attached feet: a strictly convex QP whose Hessian is 3x3 block diagonal,
/// solved by a dual active set (Goldfarb & Idnani 1983) on 6-vectors.
///
///   min  sum_i 1/2 F_i' H_i F_i + c_i' F_i
///   s.t. sum_i [F_i; p_i x F_i] = w,   a_r . F_i <= offset_r + scale_r   for every row r of foot
///   i,
///        |P_k (F_i - d_k)| <= ratio_k n_k . F_i + offset_k + scale_k       for every cone k of it
///
/// A cone is the intersection of its tangent rows. Tangents are added where the forces exceed the
/// cone and then moved along it by Newton steps, each a QP whose Hessian includes the cones'
/// curvature.
///
/// `scale` is the part of a bound that is a limit (a torque, a suction force), `offset` the part
/// that is not (gravity): "limits scaled by (1 - s)" means a_r . F_i <= offset_r + (1 - s) scale_r,
/// and the margin is the largest such s. A row with scale 0 is hard: it is never softened.
///
/// If no force satisfies every limit, the result is the optimum for limits scaled by (1 + t), with
/// the least feasible t: the best effort, and the amount by which it is insufficient.
///
/// No heap, exception or clock: the work is bounded by kMaxSharingIterations.
namespace ventosa::controller {

/// One linear limit. Not initialised, as a problem has room for hundreds and a tick uses few.
struct SharingRow {
  Vector3d a;
  double offset;
  double scale;  ///< >= 0
  Limit limit;
};

/// One conic limit, with P = 1 - n n': |P (F - centre)| <= ratio n . F + offset + scale.
struct SharingCone {
  Vector3d n;         ///< unit vector along its axis
  double ratio;       ///< > 0
  Vector3d centre_N;  ///< d
  double offset;
  double scale;  ///< >= 0
  Limit limit;

  /// Part of `scale` that a force uses, beyond `offset`.
  double used(const Vector3d& F) const noexcept {
    return across(F).norm() - ratio * n.dot(F) - offset;
  }
  Vector3d across(const Vector3d& F) const noexcept {
    const Vector3d v = F - centre_N;
    return v - n.dot(v) * n;
  }
  /// Tangent row in the direction t, a unit vector across n; the rows of all t form the cone.
  SharingRow tangent(const Vector3d& t) const noexcept {
    return {t - ratio * n, t.dot(centre_N) + offset, scale, limit};
  }
  /// Length of the normal of any tangent row.
  double norm() const noexcept { return std::sqrt(1 + ratio * ratio); }
};

/// Pull-off, push and two-sided torque of up to 4 arm joints; two cones for slip and peel.
inline constexpr int kFootRows = 2;  ///< rows of the foot's own limits, before those of torque
inline constexpr int kMaxRowsPerFoot = 10;
inline constexpr int kMaxConesPerFoot = 2;

struct SharingFoot {
  Vector3d p_B = Vector3d::Zero();    ///< [m] point of action of F, in B
  Matrix3d H = Matrix3d::Identity();  ///< symmetric positive definite
  Vector3d c = Vector3d::Zero();
  int n_rows = 0;  ///< above kMaxRowsPerFoot: rows were dropped, which share_load() rejects
  int n_cones = 0;
  std::array<SharingRow, kMaxRowsPerFoot> row;
  std::array<SharingCone, kMaxConesPerFoot> cone;

  void add(const SharingRow& r) noexcept {
    if (n_rows < kMaxRowsPerFoot) row[n_rows] = r;
    ++n_rows;
  }
  void add(const SharingCone& with) noexcept {
    if (n_cones < kMaxConesPerFoot) cone[n_cones] = with;
    ++n_cones;
  }
};

struct SharingProblem {
  int n_feet = 0;
  PerLeg<SharingFoot> foot;
  Vector6d w = Vector6d::Zero();  ///< [N, N m] force then moment about B's origin, in B
};

enum class SharingStatus : std::uint8_t {
  kOptimal,
  kSoftened,        ///< infeasible: every limit is widened by the least common share
  kHardInfeasible,  ///< infeasible even with widened limits: the hard rows contradict w
  kOverBudget,      ///< not solved within kMaxSharingIterations
  kDegenerate,      ///< the feet cannot produce every wrench: fewer than three, or on a line
  kBadInput,        ///< not finite, scale < 0, too many rows or feet, or H not positive definite
};

/// Bound of the iterations, each of which raises one multiplier until a row holds or another row is
/// released. Feasible stances take none to a few; the hardest of 3 000 000 random stances with 4 to
/// 12 feet took 521.
inline constexpr int kMaxSharingIterations = 2000;

/// A row that holds with equality, or a tangent row of a cone.
struct ActiveRow {
  std::int8_t foot = -1;
  std::int8_t row = 0;              ///< index in the foot; cone k is -1 - k
  Vector3d t_B = Vector3d::Zero();  ///< direction of a cone's tangent
};

/// Rows active at the last solution, as a start for the next. Any content is allowed; invalid rows
/// are skipped.
struct SharingWarmStart {
  static constexpr std::size_t kMaxRows = 3 * std::size_t{kMaxLegs};
  int n = 0;
  std::array<ActiveRow, kMaxRows> row{};
};

struct Sharing {
  SharingStatus status = SharingStatus::kBadInput;
  PerLeg<Vector3d> F = zero_vectors();  ///< [N] in B; zero unless kOptimal or kSoftened
  /// Margin of these forces: 1 - max_r (a.F - offset) / scale, a lower bound of the largest one and
  /// never negative when kOptimal; minus the least common slack when kSoftened; otherwise 0.
  double margin = 0;
  /// Foot of the smallest margin; when kSoftened, foot and limit that determine the slack most.
  int limiting_foot = -1;
  Limit limit = Limit::kNone;
  int iterations = 0;
};

/// @param warm  in: rows to try first, out: active rows of this solution (none without a solution)
[[nodiscard]] Sharing share_load(const SharingProblem& problem, SharingWarmStart& warm) noexcept;

/// True if any force satisfies every limit. Faster than share_load(), as it computes no slack.
[[nodiscard]] bool can_share(const SharingProblem& problem, SharingWarmStart& warm) noexcept;

/// Sets margin, foot and limit of the row with the least margin under the answer's forces.
void measure_margin(const SharingProblem& problem, Sharing& answer) noexcept;

}  // namespace ventosa::controller
