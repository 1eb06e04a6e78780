#pragma once

#include <limits>

#include "controller/load_sharing/balanced_forces.h"

/// The rows that hold with equality in a dual active set, with the Cholesky factor of their k x k
/// reduced Hessian
///
///   m_ab = [same foot] a' H^-1 b - (U a) . (U b) + s_a s_b / W + [same row] 1/κ_a,   M = L L'
///
/// which needs 6-vectors only, however many feet there are. M squares the condition of the rows,
/// so its solutions are refined on the forces themselves where rows are almost dependent.
///
/// The slack t that stretches every limit is a variable beside the forces. It is 0 until it costs
/// 1/2 W (t + 1)^2: with a W far above what the forces cost it is the least that there is. A row
/// with a stiffness κ is no limit: it adds 1/2 κ (a.F - bound)^2 to the objective, and its
/// multiplier has any sign.
namespace ventosa::controller {

/// The forces have no more freedom besides the wrench, the slack is one more, and every cone may
/// have a row with a stiffness.
inline constexpr int kMaxActive = 3 * kMaxLegs - 6 + 1 + kMaxConesPerFoot * kMaxLegs;

using Multipliers = std::array<double, kMaxActive>;

/// A row scaled to |a| = 1, so that its excess is in newtons.
struct ScaledRow {
  int foot = -1;
  int row = -1;  ///< as in ActiveRow
  Limit limit = Limit::kNone;
  double norm = 1;  ///< |a| before
  Vector3d a;
  Vector3d H_inverse_a;
  Vector6d U_a;
  double free = 0;     ///< a' H^-1 a + s^2 / W, the curvature with neither wrench nor other rows
  double bound_N = 0;  ///< offset + scale
  double scale_N = 0;
  double compliance = 0;  ///< 1/κ; 0: it is a limit

  bool is_limit() const { return compliance == 0; }
};

/// |a|, or 1 for a row no force can change: a torque row of a joint whose axis meets the wrist.
double row_norm(const Vector3d& a);

/// How the active multipliers answer while the multiplier of one more row grows by 1.
struct DualDirection {
  Multipliers r;             ///< M^-1 m: every active multiplier falls by r
  Multipliers l;             ///< L^-1 m, the next row of L
  double curvature = 0;      ///< the row's excess falls by this
  bool independent = false;  ///< of the active rows; else the curvature is only rounding
};

/// The active limit whose multiplier reaches zero first, and after which step.
struct Block {
  int k = -1;
  double step = std::numeric_limits<double>::infinity();
};

/// Keeps references to the problem and its balanced forces.
class ActiveSet {
 public:
  ActiveSet(const SharingProblem& problem, const BalancedForces& forces)
      : problem_(problem), forces_(forces) {}

  int size() const { return n_; }
  const ScaledRow& row(int k) const { return row_[k]; }
  double multiplier(int k) const { return u_[k]; }  ///< of the scaled row
  double slack() const { return slack_; }

  void clear() { n_ = n_limits_ = 0; }
  /// @param least_scale_N  a limit with less does not give way: it would be all rounding
  void let_slack_grow(double W, double least_scale_N);  ///< @pre no row is active
  bool has_slack() const { return slack_compliance_ > 0; }

  ScaledRow scaled(const ActiveRow& row) const;
  /// κ between the forces of a foot and where they are now, along the unit vector s
  ScaledRow stiff(int foot, const Vector3d& s, double bound_N, double stiffness) const;

  DualDirection toward(const ScaledRow& row) const;
  Block first_block(const DualDirection& direction) const;
  void move(const DualDirection& direction, double step);
  void add(const ScaledRow& row, const DualDirection& direction, double multiplier);
  void drop(int k);
  int most_negative() const;  ///< multiplier of a limit; -1 if none is negative

  /// F, slack and the multipliers that hold every active row to within the tolerance.
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
  void solve(Multipliers& x) const;

  const SharingProblem& problem_;
  const BalancedForces& forces_;
  double slack_compliance_ = 0;  ///< 1/W; 0: none is allowed
  double slack_ = 0, least_scale_N_ = 0;
  int n_ = 0, n_limits_ = 0;
  std::array<ScaledRow, kMaxActive> row_;
  Multipliers u_;
  std::array<Multipliers, kMaxActive> L_;  ///< lower triangle
  Multipliers pivot_inverse_;              ///< 1 / L_kk
};

}  // namespace ventosa::controller
