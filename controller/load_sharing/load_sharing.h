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
/// A cone is the set of its tangent rows, which are taken in where the forces exceed it; they are
/// then led along it by Newton's steps, each a QP whose Hessian has the cones' curvature.
///
/// `scale` is the part of a bound that is a limit (a torque, a grip force), `offset` the part that
/// is not (gravity): "limits scaled by (1 - s)" means a_r . F_i <= offset_r + (1 - s) scale_r, and
/// the margin is the largest such s. A row with scale 0 is hard: nothing softens it.
///
/// When no force keeps every limit, the answer is the optimum under limits scaled by (1 + t), with
/// the least t that allows one: the robot's best effort, and by how much it is too little.
///
/// No heap, no exception, no clock: the work is bounded by kMaxSharingIterations.
namespace ventosa::controller {

/// Not initialised: a problem has room for hundreds, of which a tick fills some.
struct SharingRow {
  Vector3d a;
  double offset;
  double scale;  ///< >= 0
  Limit limit;
};

/// P = 1 - n n': |P (F - centre)| <= ratio n . F + offset + scale.
struct SharingCone {
  Vector3d n;         ///< unit vector along its axis
  double ratio;       ///< > 0
  Vector3d centre_N;  ///< d
  double offset;
  double scale;  ///< >= 0
  Limit limit;

  /// What of `scale` a force takes, beyond `offset`.
  double used(const Vector3d& F) const noexcept {
    return across(F).norm() - ratio * n.dot(F) - offset;
  }
  Vector3d across(const Vector3d& F) const noexcept {
    const Vector3d v = F - centre_N;
    return v - n.dot(v) * n;
  }
  /// What it touches in the direction t, a unit vector across n; the rows of all t are the cone.
  SharingRow tangent(const Vector3d& t) const noexcept {
    return {t - ratio * n, t.dot(centre_N) + offset, scale, limit};
  }
  /// Length of the normal of any tangent.
  double norm() const noexcept { return std::sqrt(1 + ratio * ratio); }
};

/// Pull-off + push + two-sided torque on up to 4 arm joints; slip + peel.
inline constexpr int kMaxRowsPerFoot = 10;
inline constexpr int kMaxConesPerFoot = 2;

struct SharingFoot {
  Vector3d p_B = Vector3d::Zero();    ///< [m] where F acts, in B
  Matrix3d H = Matrix3d::Identity();  ///< symmetric positive definite
  Vector3d c = Vector3d::Zero();
  int n_rows = 0;  ///< above kMaxRowsPerFoot: rows were lost, which share_load refuses
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
  kSoftened,        ///< infeasible: every limit is exceeded by one common, least share
  kHardInfeasible,  ///< no force, whatever the limits with a scale: the hard rows contradict w
  kOverBudget,      ///< not solved within kMaxSharingIterations
  kDegenerate,      ///< the feet cannot produce an arbitrary wrench: fewer than three, or on a line
  kBadInput,        ///< not finite, scale < 0, too many rows or feet, or H not positive definite
};

/// One iteration raises one multiplier until a row holds or another row lets go. A stance that
/// holds takes none to a few; the hardest of 400 000 random stances with 4 to 12 feet took 550.
inline constexpr int kMaxSharingIterations = 2000;

/// A row that holds with equality, or a tangent of a cone that does.
struct ActiveRow {
  std::int8_t foot = -1;
  std::int8_t row = 0;              ///< of the foot; cone k is -1 - k
  Vector3d t_B = Vector3d::Zero();  ///< where the cone is touched
};

/// Rows active at the last answer; a start for the next. Any content is allowed: what does not fit
/// is left out.
struct SharingWarmStart {
  static constexpr std::size_t kMaxRows = 3 * std::size_t{kMaxLegs};
  int n = 0;
  std::array<ActiveRow, kMaxRows> row{};
};

struct Sharing {
  SharingStatus status = SharingStatus::kBadInput;
  PerLeg<Vector3d> F = zero_vectors();  ///< [N] in B; zero unless kOptimal or kSoftened
  /// This answer's own: 1 - max_r (a.F - offset) / scale, a lower bound of the best one and never
  /// negative when kOptimal; minus the least common slack when kSoftened; else 0.
  double margin = 0;
  /// Where the margin is smallest; when kSoftened the foot and limit that hold the slack up most.
  int limiting_foot = -1;
  Limit limit = Limit::kNone;
  int iterations = 0;
};

/// @param warm  in: rows to try first, out: rows active in this answer (none without one)
[[nodiscard]] Sharing share_load(const SharingProblem& problem, SharingWarmStart& warm) noexcept;

/// Whether any force keeps every limit: kOptimal, without saying what is missing if it does not.
[[nodiscard]] bool can_share(const SharingProblem& problem, SharingWarmStart& warm) noexcept;

/// Margin, foot and limit of the row that these forces leave the least room, as for kOptimal.
void measure_margin(const SharingProblem& problem, Sharing& answer) noexcept;

}  // namespace ventosa::controller
