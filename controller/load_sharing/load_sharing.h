#pragma once

#include <cstdint>

#include "controller/load_sharing/limit.h"
#include "controller/model/frames.h"
#include "controller/model/robot_model.h"

/// Shares a wrench among attached feet: a strictly convex QP whose Hessian is 3x3 block diagonal,
/// solved by a dual active set (Goldfarb & Idnani 1983) on 6-vectors.
///
///   min  sum_i 1/2 F_i' H_i F_i + c_i' F_i
///   s.t. sum_i [F_i; p_i x F_i] = w,   a_r . F_i <= offset_r + scale_r   for every row r of foot i
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

/// 8 slip + 8 peel + pull-off + push + two-sided torque on up to 4 arm joints.
inline constexpr int kMaxRowsPerFoot = 26;

struct SharingFoot {
  Vector3d p_B = Vector3d::Zero();    ///< [m] where F acts, in B
  Matrix3d H = Matrix3d::Identity();  ///< symmetric positive definite
  Vector3d c = Vector3d::Zero();
  int n_rows = 0;  ///< above kMaxRowsPerFoot: rows were lost, which share_load refuses
  std::array<SharingRow, kMaxRowsPerFoot> row;

  void add(const SharingRow& r) noexcept {
    if (n_rows < kMaxRowsPerFoot) row[n_rows] = r;
    ++n_rows;
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

/// Rows active at the last answer; a start for the next. Any content is allowed: what does not fit
/// is left out.
struct SharingWarmStart {
  static constexpr std::size_t kMaxRows = 3 * std::size_t{kMaxLegs};
  int n = 0;
  std::array<std::uint8_t, kMaxRows> foot{};
  std::array<std::uint8_t, kMaxRows> row{};
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

/// Margin, foot and limit of the row that these forces leave the least room, as for kOptimal.
void measure_margin(const SharingProblem& problem, Sharing& answer) noexcept;

}  // namespace ventosa::controller
