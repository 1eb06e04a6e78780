#pragma once

#include "controller/load_sharing/active_set.h"

/// Dual active-set search. Its forces are always the optimum for its active rows; it adds the row
/// that is exceeded most, until no row is exceeded. If no force is feasible, the slack is permitted
/// (active_set.h).
///
/// A cone is represented by its tangent t where it is exceeded. The tangent leaves out the
/// curvature of the cone, which adds to that of the objective,
///
///   1/2 κ (s . (F - F_now))^2,   κ = u / |v|,   s = n x v / |v|,   v = P (F_now - d)
///
/// with u the multiplier of the tangent. With this row, and the tangent at v, the QP is the Newton
/// step of the conic program (sequential quadratic programming). Steps are made until every force
/// is at its point of tangency; meanwhile a cone with a tangent may be exceeded slightly. If the
/// steps do not converge, tangents are added until no cone is exceeded, and steps restart from
/// there: the forces satisfy every limit in any case.
namespace ventosa::controller {

/// Treatment of infeasible problems: widen the limits, or give up.
enum class Overload : std::uint8_t { kSoften, kGiveUp };

class Search {
 public:
  explicit Search(const SharingProblem& problem, Overload overload = Overload::kSoften);
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;

  /// @pre can_balance_any_wrench(problem)
  void run(const SharingWarmStart& start);
  Sharing answer() const;  ///< kBadInput if H is not positive definite, or a force is not finite
  SharingWarmStart active_rows() const;

 private:
  struct Excess {
    ActiveRow row;
    double excess_N = 0;
  };
  using Touched = std::array<std::array<bool, kMaxConesPerFoot>, kMaxLegs>;

  void begin(const SharingWarmStart& rows);
  void begin(ActiveRow row);
  bool follow_cones();
  void keep_strictly();
  void take_in_rows();
  bool failed() const;
  bool is_finite() const;
  void settle();
  Touched touched_cones() const;
  Excess worst() const;
  Excess worst_cone(Excess most) const;
  void enforce(const ScaledRow& row, double excess_N);
  void soften(const ScaledRow& row);

  bool is_tangent(int k) const;
  const SharingCone& cone_of(const ScaledRow& row) const;
  Vector3d touch_of(const ScaledRow& row) const;
  bool touches_where_it_should() const;
  void bend_along_cones();
  void blame(Sharing& answer) const;

  const SharingProblem& problem_;
  const Overload overload_;
  BalancedForces forces_;
  ActiveSet active_;
  SharingStatus status_ = SharingStatus::kOptimal;
  PerLeg<Vector3d> F_;
  double largest_N_ = 1;  ///< largest force without limits, at least 1 N
  bool strict_ = false;   ///< no cone may be exceeded, with or without a tangent
  int iterations_ = 0;
};

}  // namespace ventosa::controller
