#pragma once

#include <limits>

#include "controller/load_sharing/balanced_forces.h"

/// Active rows (held with equality) of a dual active-set method, with the inverse L^-1 of the
/// Cholesky factor of their k x k reduced Hessian
///
///   m_ab = [same foot] a' H^-1 b - (U a) . (U b) + s_a s_b / W + [same row] 1/κ_a,   M = L L'
///
/// which needs only 6-vectors for any number of feet. M squares the condition number of the rows,
/// so where rows are almost dependent its solutions are refined on the forces. L^-1 rather than L:
/// M^-1 x is then two products, without the chain of divisions of a substitution, and a refined
/// direction r is itself the next row, (-r', 1) / pivot.
///
/// The slack t that widens every limit is a variable beside the forces. It is 0 until its cost 1/2
/// W (t + 1)^2 is allowed; with W far above the cost of the forces it is then the least slack. A
/// row with a stiffness κ is no limit: it adds 1/2 κ (a.F - bound)^2 to the objective, and its
/// multiplier has any sign.
namespace ventosa::controller {

/// Largest number of active rows: the freedoms of the forces besides the wrench, one for the slack,
/// and one row with stiffness per cone.
inline constexpr int kMaxActive = 3 * kMaxLegs - 6 + 1 + kMaxConesPerFoot * kMaxLegs;

using Multipliers = std::array<double, kMaxActive>;

/// A row scaled to |a| = 1, so that its excess is in newtons.
struct ScaledRow {
  int foot = -1;
  int row = -1;  ///< index as in ActiveRow
  Limit limit = Limit::kNone;
  double norm = 1;  ///< original |a|
  Vector3d a;
  Vector3d H_inverse_a;
  Vector6d U_a;
  double free = 0;     ///< a' H^-1 a + s^2 / W, the curvature without wrench and other rows
  double bound_N = 0;  ///< offset + scale
  double scale_N = 0;
  double compliance = 0;  ///< 1/κ; 0: the row is a limit

  bool is_limit() const { return compliance == 0; }
};

/// |a|, or 1 for a row that no force can change: torque of a joint whose axis passes the wrist
/// point.
double row_norm(const Vector3d& a);

/// Response of the active multipliers while the multiplier of one more row grows by 1.
struct DualDirection {
  Multipliers r;         ///< M^-1 m: every active multiplier decreases by r
  double curvature = 0;  ///< decrease of the new row's excess per unit of its multiplier
  /// True if the row is independent of the active rows; otherwise the curvature is rounding error.
  bool independent = false;
};

/// Active limit whose multiplier is the first to reach zero, and the step at which it does.
struct Block {
  int k = -1;
  double step = std::numeric_limits<double>::infinity();
};

/// Starts without active rows. Keeps references to the problem and its balanced forces.
class ActiveSet {
 public:
  ActiveSet(const SharingProblem& problem, const BalancedForces& forces)
      : problem_(problem), forces_(forces) {}

  int size() const { return n_; }
  const ScaledRow& row(int k) const { return row_[k]; }
  double multiplier(int k) const { return u_[k]; }  ///< multiplier of the scaled row
  double slack() const { return slack_; }

  void clear() { n_ = n_limits_ = 0; }
  /// Permits slack; the active rows stay active.
  /// @param least_scale_N  limits with a smaller scale are not widened, as rounding would dominate
  void let_slack_grow(double W, double least_scale_N);
  bool has_slack() const { return slack_compliance_ > 0; }

  ScaledRow scaled(const ActiveRow& row) const;
  /// Row of stiffness κ between the forces of a foot and their present value along the unit vector
  /// s.
  ScaledRow stiff(int foot, const Vector3d& s, double bound_N, double stiffness) const;

  /// Adds a row with multiplier 0, unless it depends on the active ones.
  void begin(ScaledRow row);
  DualDirection toward(const ScaledRow& row) const;
  Block first_block(const DualDirection& direction) const;
  void move(const DualDirection& direction, double step);
  void add(const ScaledRow& row, const DualDirection& direction, double multiplier);
  void drop(int k);
  /// Index of the most negative multiplier of a limit; -1: none is negative.
  int most_negative() const;

  /// Computes F, slack and multipliers for which every active row holds within the tolerance.
  void hold(double tolerance_N, PerLeg<Vector3d>& F);

 private:
  void weigh(ScaledRow& row) const;
  double reduced(const ScaledRow& a, const ScaledRow& b) const;
  double terms(const ScaledRow& row, const Multipliers& r) const;
  void refine(const ScaledRow& row, DualDirection& direction) const;
  double excess(const PerLeg<Vector3d>& F, Multipliers& excess_N) const;
  double slack_of(const Multipliers& x) const;
  void spread(const Multipliers& x, Vector6d z, PerLeg<Vector3d>& F) const;
  void mend(const Vector6d& w, PerLeg<Vector3d>& d) const;
  Multipliers times_L_inverse(const Multipliers& x) const;
  Multipliers times_L_inverse_transposed(const Multipliers& y) const;
  Multipliers solve(const Multipliers& x) const;

  const SharingProblem& problem_;
  const BalancedForces& forces_;
  double slack_compliance_ = 0;  ///< 1/W; 0: no slack allowed
  double slack_ = 0, least_scale_N_ = 0;
  int n_ = 0, n_limits_ = 0;
  std::array<ScaledRow, kMaxActive> row_;
  Multipliers u_;
  std::array<Multipliers, kMaxActive> L_inverse_;  ///< lower triangle
};

}  // namespace ventosa::controller
