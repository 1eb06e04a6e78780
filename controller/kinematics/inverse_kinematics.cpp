#include "controller/kinematics/inverse_kinematics.h"

#include <cmath>
#include <numbers>

#include "controller/kinematics/arm_geometry.h"
#include "controller/kinematics/leg_branches.h"

namespace ventosa::controller {
namespace {

constexpr double kUnitRounding = 1e-6;  // tolerance for unit vectors and rotations

enum class Rule : std::uint8_t { kSolve, kFollow };

/// Keeps the best of the offered candidates.
class Choice {
 public:
  Choice(Rule rule, const Leg& leg, const PerJoint<double>& q_last)
      : rule_(rule), leg_(leg), q_last_(q_last) {}

  void offer(const Candidate& c) {
    const int rank = rank_of(c.status);
    const double distance = distance_to(c.q);
    if (rank > rank_ || (rank == rank_ && distance >= distance_)) return;
    rank_ = rank;
    distance_ = distance;
    best_ = c;
  }

  const Candidate& best() const { return best_; }

  IkStatus take(PerJoint<double>& q_rad) const {
    if (best_.status == IkStatus::kOk && rule_ == Rule::kFollow && has_turned())
      return IkStatus::kJointLimit;
    if (best_.status == IkStatus::kOk) q_rad = best_.q;
    return best_.status;
  }

 private:
  int rank_of(IkStatus status) const {
    if (status == IkStatus::kOutOfReach) return 2;
    return rule_ == Rule::kSolve && status == IkStatus::kJointLimit ? 1 : 0;
  }
  double distance_to(const PerJoint<double>& q) const {
    double sum = 0;
    for (std::size_t j = 0; j < q.size(); ++j) {
      double way = std::abs(q[j] - q_last_[j]);
      if (way > std::numbers::pi && !leg_.joint[j].slides())
        way = std::remainder(way, 2 * std::numbers::pi);
      sum += way * way;
    }
    return sum;
  }
  /// true if a hinge took the long way round because the short one crosses a limit
  bool has_turned() const {
    for (std::size_t j = 0; j < q_last_.size(); ++j)
      if (std::abs(best_.q[j] - q_last_[j]) > std::numbers::pi && !leg_.joint[j].slides())
        return true;
    return false;
  }

  Rule rule_;
  const Leg& leg_;
  const PerJoint<double>& q_last_;
  Candidate best_;
  int rank_ = 3;
  double distance_ = 0;
};

constexpr Hip kHips[] = {Hip::kFront, Hip::kBehind};
constexpr Elbow kElbows[] = {Elbow::kUp, Elbow::kDown};
constexpr Wrist kWrists[] = {Wrist::kPlain, Wrist::kFlipped};

bool is_finite(const PerJoint<double>& q) {
  double sum = 0;
  for (const double angle : q) sum += angle;
  return std::isfinite(sum);
}

bool is_sound(const Vector3d& p_LW, const PerJoint<double>& q) {
  return p_LW.allFinite() && is_finite(q);
}

bool is_unit(const Vector3d& z) { return std::abs(z.norm() - 1) < kUnitRounding; }

bool is_rotation(const Matrix3d& R) { return R.isUnitary(kUnitRounding) && R.determinant() > 0; }

/// The hip branch near the last q1; the other one is half a turn away.
Hip near_hip(const ArmTarget& w, const PerJoint<double>& q_last) {
  return std::cos(w.azimuth_rad - q_last[at(w.leg.n_lead())]) < 0 ? Hip::kBehind : Hip::kFront;
}

Choice nearest_arm(const ArmTarget& w, const PerJoint<double>& q_last) {
  Choice choice(Rule::kFollow, w.leg, q_last);
  const ArmTriangle triangle(w, near_hip(w, q_last));
  for (const Elbow elbow : kElbows) choice.offer(on_arm(triangle, elbow, q_last));
  return choice;
}

template <class Orientation>
void offer_wrists(const Leg& leg, const Orientation& orientation, const Candidate& arm,
                  Choice& choice) {
  if (arm.status == IkStatus::kOutOfReach || !leg.has_wrist()) return choice.offer(arm);
  const Orientation in_forearm = forearm_rotation(leg, arm.q).transpose() * orientation;
  for (const Wrist wrist : kWrists) choice.offer(on_wrist(leg, arm, in_forearm, wrist));
}

template <class Orientation>
IkStatus solve(const Leg& leg, const Vector3d& p_LW, const Orientation& orientation,
               PerJoint<double>& q_rad) {
  const ArmTarget w(leg, p_LW, q_rad);
  Choice choice(Rule::kSolve, leg, q_rad);
  for (const Hip hip : kHips) {
    const ArmTriangle triangle(w, hip);
    for (const Elbow elbow : kElbows)
      offer_wrists(leg, orientation, on_arm(triangle, elbow, q_rad), choice);
  }
  return choice.take(q_rad);
}

template <class Orientation>
IkStatus follow(const Leg& leg, const Vector3d& p_LW, const Orientation& orientation,
                PerJoint<double>& q_rad) {
  Choice choice(Rule::kFollow, leg, q_rad);
  const Choice arm = nearest_arm(ArmTarget(leg, p_LW, q_rad), q_rad);
  offer_wrists(leg, orientation, arm.best(), choice);
  return choice.take(q_rad);
}

template <class Orientation>
IkStatus take_branch(const Leg& leg, const Vector3d& p_LW, const Orientation& orientation,
                     const Branch& branch, PerJoint<double>& q_rad) {
  const Candidate arm = on_arm({{leg, p_LW, q_rad}, branch.hip}, branch.elbow, q_rad);
  if (arm.status == IkStatus::kOutOfReach) return arm.status;
  const Orientation in_forearm = forearm_rotation(leg, arm.q).transpose() * orientation;
  const Candidate c = leg.has_wrist() ? on_wrist(leg, arm, in_forearm, branch.wrist) : arm;
  if (c.status == IkStatus::kOk) q_rad = c.q;
  return c.status;
}

/// Target pose of the last link, split into wrist point and orientation.
struct PoseTarget {
  PoseTarget(const Leg& leg, const Isometry3d& X_LF)
      : R_LJ(X_LF.linear() * leg.X_JF.linear().transpose()),
        p_LW(leg.has_wrist() ? Vector3d(X_LF.translation() - R_LJ * leg.X_JF.translation())
                             : Vector3d(X_LF.translation())) {}
  Matrix3d R_LJ;
  Vector3d p_LW;
};

bool is_sound(const Isometry3d& X_LF, const PerJoint<double>& q) {
  return is_sound(Vector3d(X_LF.translation()), q) && is_rotation(X_LF.linear());
}

}  // namespace

IkStatus solve_arm(const Leg& leg, const Vector3d& p_LW, PerJoint<double>& q_rad) noexcept {
  if (!is_sound(p_LW, q_rad)) return IkStatus::kBadInput;
  const ArmTarget w(leg, p_LW, q_rad);
  Choice choice(Rule::kSolve, leg, q_rad);
  for (const Hip hip : kHips) {
    const ArmTriangle triangle(w, hip);
    for (const Elbow elbow : kElbows) choice.offer(on_arm(triangle, elbow, q_rad));
  }
  return choice.take(q_rad);
}

IkStatus solve_arm(const Leg& leg, const Vector3d& p_LW, Hip hip, Elbow elbow,
                   PerJoint<double>& q_rad) noexcept {
  if (!is_sound(p_LW, q_rad)) return IkStatus::kBadInput;
  const Candidate c = on_arm({{leg, p_LW, q_rad}, hip}, elbow, q_rad);
  if (c.status == IkStatus::kOk) q_rad = c.q;
  return c.status;
}

IkStatus follow_arm(const Leg& leg, const Vector3d& p_LW, PerJoint<double>& q_rad) noexcept {
  if (!is_sound(p_LW, q_rad)) return IkStatus::kBadInput;
  return nearest_arm(ArmTarget(leg, p_LW, q_rad), q_rad).take(q_rad);
}

IkStatus align_cup(const Leg& leg, const Vector3d& z_LF, PerJoint<double>& q_rad) noexcept {
  if (!is_finite(q_rad) || !is_unit(z_LF)) return IkStatus::kBadInput;
  Choice choice(Rule::kSolve, leg, q_rad);
  offer_wrists(leg, z_LF, {IkStatus::kOk, q_rad}, choice);
  return choice.take(q_rad);
}

IkStatus solve_leg(const Leg& leg, const Vector3d& p_LW, const Vector3d& z_LF,
                   PerJoint<double>& q_rad) noexcept {
  if (!is_sound(p_LW, q_rad) || !is_unit(z_LF)) return IkStatus::kBadInput;
  return solve(leg, p_LW, z_LF, q_rad);
}

IkStatus solve_leg(const Leg& leg, const Vector3d& p_LW, const Vector3d& z_LF, const Branch& branch,
                   PerJoint<double>& q_rad) noexcept {
  if (!is_sound(p_LW, q_rad) || !is_unit(z_LF)) return IkStatus::kBadInput;
  return take_branch(leg, p_LW, z_LF, branch, q_rad);
}

IkStatus follow_leg(const Leg& leg, const Vector3d& p_LW, const Vector3d& z_LF,
                    PerJoint<double>& q_rad) noexcept {
  if (!is_sound(p_LW, q_rad) || !is_unit(z_LF)) return IkStatus::kBadInput;
  return follow(leg, p_LW, z_LF, q_rad);
}

IkStatus solve_pose(const Leg& leg, const Isometry3d& X_LF, PerJoint<double>& q_rad) noexcept {
  if (!is_sound(X_LF, q_rad)) return IkStatus::kBadInput;
  const PoseTarget target(leg, X_LF);
  return solve(leg, target.p_LW, target.R_LJ, q_rad);
}

IkStatus solve_pose(const Leg& leg, const Isometry3d& X_LF, const Branch& branch,
                    PerJoint<double>& q_rad) noexcept {
  if (!is_sound(X_LF, q_rad)) return IkStatus::kBadInput;
  const PoseTarget target(leg, X_LF);
  return take_branch(leg, target.p_LW, target.R_LJ, branch, q_rad);
}

IkStatus follow_pose(const Leg& leg, const Isometry3d& X_LF, PerJoint<double>& q_rad) noexcept {
  if (!is_sound(X_LF, q_rad)) return IkStatus::kBadInput;
  const PoseTarget target(leg, X_LF);
  return follow(leg, target.p_LW, target.R_LJ, q_rad);
}

IkStatus solve_standing(const Leg& leg, const Vector3d& p_LW, const Vector3d& n_L,
                        PerJoint<double>& q_rad) noexcept {
  PerJoint<double> q = q_rad;
  constexpr double kUpsideDown = -0.5;  // inclined by more than 120 deg
  const Elbow elbow = n_L.z() < kUpsideDown ? Elbow::kDown : Elbow::kUp;
  IkStatus status = solve_arm(leg, p_LW, Hip::kFront, elbow, q);
  if (status == IkStatus::kOk) status = align_cup(leg, -n_L, q);
  if (status == IkStatus::kOk) q_rad = q;
  return status;
}

Branch branch_of(const Leg& leg, const PerJoint<double>& q_rad) noexcept {
  const ArmGeometry arm = arm_geometry(leg);
  const int a = leg.n_lead();
  if (has_sliders(leg)) {
    const double r = slider_zero(leg).x() + leg.joint[at(a + 1)].slide_m_rad * q_rad[at(a + 1)];
    return {.hip = r < 0 ? Hip::kBehind : Hip::kFront};
  }
  const double Q2 = arm.Q2(q_rad[at(a + 1)]), Q3 = arm.Q3(q_rad[at(a + 2)]);
  const double r = arm.L1 + arm.Lc * std::cos(Q2) + arm.Ld * std::cos(Q2 - Q3);
  return {.hip = r < 0 ? Hip::kBehind : Hip::kFront,
          .elbow = std::sin(Q3) < 0 ? Elbow::kDown : Elbow::kUp,
          .wrist = leg.has_wrist() && std::sin(q_rad[at(leg.n_arm + 1)]) < 0 ? Wrist::kFlipped
                                                                             : Wrist::kPlain};
}

}  // namespace ventosa::controller
