#pragma once

#include "controller/load_sharing/active_set.h"

/// The dual active set at work. Its forces are always the optimum for the rows it holds; it takes
/// in the row exceeded most until none is. Where no force can, the slack is let grow
/// (active_set.h).
///
/// A cone is taken in by the tangent t where it is exceeded. Where the forces then touch the cone
/// is not where they should: along the cone its own curvature counts besides the objective's,
///
///   1/2 κ (s . (F - F_now))^2,   κ = u / |v|,   s = n x v / |v|,   v = P (F_now - d)
///
/// u the multiplier of the tangent. With it, and the tangent at v, the rows are those of Newton's
/// step for the program with cones (sequential quadratic programming). Steps are made until no
/// force is beside its tangent; a cone that has one may be exceeded by a little meanwhile. Should
/// they not end so, tangents are taken in until no cone is exceeded, and steps are made from there:
/// the forces keep every limit in any case.
namespace ventosa::controller {

/// What becomes of a problem that no force solves.
enum class Overload : std::uint8_t { kSoften, kGiveUp };

class Search {
 public:
  explicit Search(const SharingProblem& problem, Overload overload = Overload::kSoften);
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;

  /// @pre can_balance_any_wrench(problem)
  void run(const SharingWarmStart& start);
  Sharing answer() const;  ///< kBadInput if H is not positive definite, or beyond all numbers
  SharingWarmStart active_rows() const;

 private:
  struct Excess {
    ActiveRow row;
    double excess_N = 0;
  };
  using Touched = std::array<std::array<bool, kMaxConesPerFoot>, kMaxLegs>;

  void begin(const SharingWarmStart& rows);
  void begin(ActiveRow row);
  void begin(const ScaledRow& row);
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
  void soften();

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
  double largest_N_ = 1;  ///< force without limits, or 1 N
  bool strict_ = false;   ///< no cone may be exceeded, even if it has a tangent
  int iterations_ = 0;
};

}  // namespace ventosa::controller
