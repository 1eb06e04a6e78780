#include "controller/inverse_kinematics.h"

#include <cmath>
#include <numbers>

#include "controller/arm_geometry.h"
#include "controller/joint_limits.h"

namespace ventosa::controller {
namespace {

constexpr double kRounding = 1e-13;  // what rounding may add to D
constexpr double kSingular = 1e-13;  // below it an axis has no direction: [m], or sine of an angle
constexpr double kUnitRounding = 1e-6;  // a unit vector or rotation that is one

std::size_t at(int j) { return static_cast<std::size_t>(j); }

struct Candidate {
  IkStatus status = IkStatus::kOutOfReach;
  PerJoint<double> q{};
};

void turn_joint(const Leg& leg, int j, double angle_rad, PerJoint<double>& q) {
  q[at(j)] = nearest_turn(leg.joint[at(j)], angle_rad, q[at(j)]);
}

/// a joint that a singularity leaves free stays, inside its limits
void keep_joint(const Leg& leg, int j, PerJoint<double>& q) {
  q[at(j)] = std::clamp(q[at(j)], leg.joint[at(j)].q_min_rad, leg.joint[at(j)].q_max_rad);
}

/// The wrist point as the arm sees it, in cylinder coordinates of A.
struct ArmTarget {
  ArmTarget(const Leg& of, const Vector3d& p_LW, const PerJoint<double>& q)
      : leg(of), arm(arm_geometry(of)) {
    const Vector3d p_AW = arm_base(leg, q).inverse() * p_LW;
    radius = std::hypot(p_AW.x(), p_AW.y());
    azimuth = std::atan2(p_AW.y(), p_AW.x());
    z = p_AW.z();
  }
  const Leg& leg;
  ArmGeometry arm;
  double radius, azimuth, z;
};

Candidate on_arm(const ArmTarget& w, Hip hip, Elbow elbow, const PerJoint<double>& q_last) {
  const auto& [L1, Lc, Ld, alpha, beta] = w.arm;
  const bool front = hip == Hip::kFront;
  const double rho = (front ? w.radius : -w.radius) - L1;
  const double D = (rho * rho + w.z * w.z - Lc * Lc - Ld * Ld) / (2 * Lc * Ld);
  Candidate c{IkStatus::kOutOfReach, q_last};
  if (!(std::abs(D) <= 1 + kRounding)) return c;

  const double bend = std::acos(std::clamp(D, -1.0, 1.0));
  const double Q3 = elbow == Elbow::kUp ? bend : -bend;
  const double Q2 = std::atan2(w.z, rho) + std::atan2(Ld * std::sin(Q3), Lc + Ld * std::cos(Q3));
  const int first = w.leg.n_lead();
  const double Q1 = front ? w.azimuth : w.azimuth + std::numbers::pi;
  if (w.radius > kSingular)
    turn_joint(w.leg, first, Q1, c.q);
  else
    keep_joint(w.leg, first, c.q);
  turn_joint(w.leg, first + 1, Q2 + alpha, c.q);
  turn_joint(w.leg, first + 2, Q3 + alpha + beta, c.q);
  const bool inside = within_limits(w.leg, c.q, 0, w.leg.n_arm);
  c.status = inside ? IkStatus::kOk : IkStatus::kJointLimit;
  return c;
}

Matrix3d forearm_rotation(const Leg& leg, const PerJoint<double>& q) {
  const int a = leg.n_lead();
  const Eigen::AngleAxisd yaw(q[at(a)], Vector3d::UnitZ());
  const Eigen::AngleAxisd pitch(q[at(a + 2)] - q[at(a + 1)], Vector3d::UnitY());
  return arm_base(leg, q).linear() * (yaw * pitch).toRotationMatrix();
}

/// q4 and q5 that point the last link along a, given in the forearm; q4 stays where a is along it
void point(const Leg& leg, const Vector3d& a, Wrist wrist, PerJoint<double>& q) {
  const double sign = wrist == Wrist::kPlain ? 1 : -1, sine = std::hypot(a.y(), a.z());
  if (sine > kSingular)
    turn_joint(leg, leg.n_arm, std::atan2(sign * a.y(), sign * a.z()), q);
  else
    keep_joint(leg, leg.n_arm, q);
  turn_joint(leg, leg.n_arm + 1, sign * std::atan2(sine, a.x()), q);
}

/// what the differential and its own limits leave to q6 at this q5
double keep_roll(const Leg& leg, double q5, double q6) {
  const Joint& joint = leg.joint[at(leg.n_joints - 1)];
  const auto& [ratio, limit_rad] = leg.differential;
  const double room = std::max(0.0, limit_rad - std::abs(q5));
  if (ratio * std::abs(q6) > room) q6 = std::copysign(room / ratio, q6);
  return std::clamp(q6, joint.q_min_rad, joint.q_max_rad);
}

/// joints that turn the cup to z_LF, its roll free
void orient(const Leg& leg, const Vector3d& z_LF, Wrist wrist, PerJoint<double>& q) {
  point(leg, forearm_rotation(leg, q).transpose() * z_LF, wrist, q);
  double& q6 = q[at(leg.n_joints - 1)];
  q6 = keep_roll(leg, q[at(leg.n_arm + 1)], q6);
}

/// joints that turn the last link to R_LJ
void orient(const Leg& leg, const Matrix3d& R_LJ, Wrist wrist, PerJoint<double>& q) {
  const Matrix3d R = forearm_rotation(leg, q).transpose() * R_LJ;
  point(leg, R.col(0), wrist, q);
  double &q4 = q[at(leg.n_arm)], &q6 = q[at(leg.n_arm + 2)];
  const double q5 = q[at(leg.n_arm + 1)];
  const double s4 = std::sin(q4), c4 = std::cos(q4), s5 = std::sin(q5), c5 = std::cos(q5);
  const Vector3d y = R.col(1);
  const double roll =
      std::atan2(c5 * (s4 * y.y() + c4 * y.z()) - s5 * y.x(), c4 * y.y() - s4 * y.z());
  turn_joint(leg, leg.n_arm + 2, roll, q);
  if (std::hypot(R(1, 0), R(2, 0)) > kSingular) return;
  // q4 gives way where q6 alone would leave its limits
  const double over = q6 - keep_roll(leg, q5, q6);
  q6 -= over;
  turn_joint(leg, leg.n_arm, R(0, 0) > 0 ? q4 - over : q4 + over, q);
}

template <class Orientation>
Candidate on_wrist(const Leg& leg, const Orientation& target, Wrist wrist, const Candidate& arm) {
  Candidate c = arm;
  if (arm.status == IkStatus::kOutOfReach) return c;
  orient(leg, target, wrist, c.q);
  c.status = within_limits(leg, c.q) ? IkStatus::kOk : IkStatus::kJointLimit;
  return c;
}

enum class Rule : std::uint8_t { kSolve, kFollow };

/// The best of the candidates offered to it.
class Choice {
 public:
  Choice(Rule rule, const PerJoint<double>& q_last) : rule_(rule), q_last_(q_last) {}

  void offer(const Candidate& c) {
    const int rank = rank_of(c.status);
    const double distance = distance_to(c.q);
    if (rank > rank_ || (rank == rank_ && distance >= distance_)) return;
    rank_ = rank;
    distance_ = distance;
    best_ = c;
  }

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
      const double way = std::remainder(q[j] - q_last_[j], 2 * std::numbers::pi);
      sum += way * way;
    }
    return sum;
  }
  /// the near way round leads over a limit
  bool has_turned() const {
    for (std::size_t j = 0; j < q_last_.size(); ++j)
      if (std::abs(best_.q[j] - q_last_[j]) > std::numbers::pi) return true;
    return false;
  }

  Rule rule_;
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

IkStatus choose_arm(Rule rule, const Leg& leg, const Vector3d& p_LW, PerJoint<double>& q_rad) {
  if (!is_sound(p_LW, q_rad)) return IkStatus::kBadInput;
  const ArmTarget w(leg, p_LW, q_rad);
  Choice choice(rule, q_rad);
  for (const Hip hip : kHips)
    for (const Elbow elbow : kElbows) choice.offer(on_arm(w, hip, elbow, q_rad));
  return choice.take(q_rad);
}

template <class Orientation>
IkStatus choose(Rule rule, const Leg& leg, const Vector3d& p_LW, const Orientation& orientation,
                PerJoint<double>& q_rad) {
  const ArmTarget w(leg, p_LW, q_rad);
  Choice choice(rule, q_rad);
  for (const Hip hip : kHips)
    for (const Elbow elbow : kElbows) {
      const Candidate arm = on_arm(w, hip, elbow, q_rad);
      for (const Wrist wrist : kWrists) choice.offer(on_wrist(leg, orientation, wrist, arm));
    }
  return choice.take(q_rad);
}

template <class Orientation>
IkStatus take_branch(const Leg& leg, const Vector3d& p_LW, const Orientation& orientation,
                     const Branch& branch, PerJoint<double>& q_rad) {
  const Candidate arm = on_arm(ArmTarget(leg, p_LW, q_rad), branch.hip, branch.elbow, q_rad);
  const Candidate c = on_wrist(leg, orientation, branch.wrist, arm);
  if (c.status == IkStatus::kOk) q_rad = c.q;
  return c.status;
}

/// The lip's pose as the arm and the wrist see it.
struct PoseTarget {
  PoseTarget(const Leg& leg, const Isometry3d& X_LF)
      : R_LJ(X_LF.linear() * leg.X_JF.linear().transpose()),
        p_LW(X_LF.translation() - R_LJ * leg.X_JF.translation()) {}
  Matrix3d R_LJ;
  Vector3d p_LW;
};

bool is_sound(const Isometry3d& X_LF, const PerJoint<double>& q) {
  return is_sound(Vector3d(X_LF.translation()), q) && is_rotation(X_LF.linear());
}

}  // namespace

IkStatus solve_arm(const Leg& leg, const Vector3d& p_LW, PerJoint<double>& q_rad) noexcept {
  return choose_arm(Rule::kSolve, leg, p_LW, q_rad);
}

IkStatus solve_arm(const Leg& leg, const Vector3d& p_LW, Hip hip, Elbow elbow,
                   PerJoint<double>& q_rad) noexcept {
  if (!is_sound(p_LW, q_rad)) return IkStatus::kBadInput;
  const Candidate c = on_arm(ArmTarget(leg, p_LW, q_rad), hip, elbow, q_rad);
  if (c.status == IkStatus::kOk) q_rad = c.q;
  return c.status;
}

IkStatus follow_arm(const Leg& leg, const Vector3d& p_LW, PerJoint<double>& q_rad) noexcept {
  return choose_arm(Rule::kFollow, leg, p_LW, q_rad);
}

IkStatus align_cup(const Leg& leg, const Vector3d& z_LF, PerJoint<double>& q_rad) noexcept {
  if (!is_finite(q_rad) || !is_unit(z_LF)) return IkStatus::kBadInput;
  Choice choice(Rule::kSolve, q_rad);
  for (const Wrist wrist : kWrists)
    choice.offer(on_wrist(leg, z_LF, wrist, {IkStatus::kOk, q_rad}));
  return choice.take(q_rad);
}

IkStatus solve_leg(const Leg& leg, const Vector3d& p_LW, const Vector3d& z_LF,
                   PerJoint<double>& q_rad) noexcept {
  if (!is_sound(p_LW, q_rad) || !is_unit(z_LF)) return IkStatus::kBadInput;
  return choose(Rule::kSolve, leg, p_LW, z_LF, q_rad);
}

IkStatus solve_leg(const Leg& leg, const Vector3d& p_LW, const Vector3d& z_LF, const Branch& branch,
                   PerJoint<double>& q_rad) noexcept {
  if (!is_sound(p_LW, q_rad) || !is_unit(z_LF)) return IkStatus::kBadInput;
  return take_branch(leg, p_LW, z_LF, branch, q_rad);
}

IkStatus follow_leg(const Leg& leg, const Vector3d& p_LW, const Vector3d& z_LF,
                    PerJoint<double>& q_rad) noexcept {
  if (!is_sound(p_LW, q_rad) || !is_unit(z_LF)) return IkStatus::kBadInput;
  return choose(Rule::kFollow, leg, p_LW, z_LF, q_rad);
}

IkStatus solve_pose(const Leg& leg, const Isometry3d& X_LF, PerJoint<double>& q_rad) noexcept {
  if (!is_sound(X_LF, q_rad)) return IkStatus::kBadInput;
  const PoseTarget target(leg, X_LF);
  return choose(Rule::kSolve, leg, target.p_LW, target.R_LJ, q_rad);
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
  return choose(Rule::kFollow, leg, target.p_LW, target.R_LJ, q_rad);
}

Branch branch_of(const Leg& leg, const PerJoint<double>& q_rad) noexcept {
  const ArmGeometry arm = arm_geometry(leg);
  const int a = leg.n_lead();
  const double Q2 = q_rad[at(a + 1)] - arm.alpha, Q3 = q_rad[at(a + 2)] - arm.alpha - arm.beta;
  const double r = arm.L1 + arm.Lc * std::cos(Q2) + arm.Ld * std::cos(Q2 - Q3);
  return {.hip = r < 0 ? Hip::kBehind : Hip::kFront,
          .elbow = std::sin(Q3) < 0 ? Elbow::kDown : Elbow::kUp,
          .wrist = std::sin(q_rad[at(leg.n_arm + 1)]) < 0 ? Wrist::kFlipped : Wrist::kPlain};
}

}  // namespace ventosa::controller
