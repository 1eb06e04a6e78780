#pragma once

#include <limits>

#include "controller/load_sharing/balanced_forces.h"

/// The rows that hold with equality in a dual active set, with the Cholesky factor of their k x k
/// reduced Hessian
///
///   m_ab = [same foot] a' H^-1 b - (U a) . (U b),   M = L L'
///
/// which needs 6-vectors only, however many feet there are. M squares the condition of the rows,
/// so its solutions are refined on the forces themselves where rows are almost dependent.
namespace ventosa::controller {

/// More rows than the forces have freedom besides the wrench cannot be independent.
inline constexpr int kMaxActive = 3 * kMaxLegs - 6;

using Multipliers = std::array<double, kMaxActive>;

/// A row scaled to |a| = 1, so that its excess is in newtons.
struct ScaledRow {
  int foot = -1;
  int row = -1;
  Vector3d a;
  Vector3d H_inverse_a;
  Vector6d U_a;
  double free = 0;     ///< a' H^-1 a, the curvature with neither wrench nor other rows
  double bound_N = 0;  ///< offset + scale
  double scale_N = 0;
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

/// The active row whose multiplier reaches zero first, and after which step.
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
  ScaledRow scaled(int foot, int row) const;

  DualDirection toward(const ScaledRow& row) const;
  Block first_block(const DualDirection& direction) const;
  void move(const DualDirection& direction, double step);
  void add(const ScaledRow& row, const DualDirection& direction, double multiplier);
  void drop(int k);
  int most_negative() const;  ///< multiplier; -1 if none is negative

  /// F and the multipliers that hold every active row to within the tolerance.
  void hold(double slack, double tolerance_N, PerLeg<Vector3d>& F);

 private:
  double terms(const ScaledRow& row, const Multipliers& r) const;
  void refine(const ScaledRow& row, DualDirection& direction) const;
  double excess(double slack, const PerLeg<Vector3d>& F, Multipliers& excess_N) const;
  void spread(const Multipliers& x, Vector6d z, PerLeg<Vector3d>& F) const;
  void mend(const Vector6d& w, PerLeg<Vector3d>& d) const;
  void solve(Multipliers& x) const;

  const SharingProblem& problem_;
  const BalancedForces& forces_;
  int n_ = 0;
  std::array<ScaledRow, kMaxActive> row_;
  Multipliers u_;
  std::array<Multipliers, kMaxActive> L_;  ///< lower triangle
  Multipliers pivot_inverse_;              ///< 1 / L_kk
};

}  // namespace ventosa::controller
