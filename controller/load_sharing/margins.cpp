#include "controller/load_sharing/margins.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ventosa::controller {
namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();

/// A row counts as kept when its excess is this small, relative to 1 N.
constexpr double kSlackTolerance = 1e-9;

Vector3d tangential(const Vector3d& v, const Vector3d& n) { return v - n.dot(v) * n; }

// ---- tipping

bool is_cup_row(const SharingRow& row) { return row.limit != Limit::kTorque; }

/// Where three rows meet. False if they do not, in one point.
bool meet(const SharingRow& a, const SharingRow& b, const SharingRow& c, Vector3d& F) {
  const Vector3d bc = b.a.cross(c.a);
  const double det = a.a.dot(bc);
  if (std::abs(det) < 1e-9 * a.a.norm() * b.a.norm() * c.a.norm()) return false;
  F = ((a.offset + a.scale) * bc + (b.offset + b.scale) * c.a.cross(a.a) +
       (c.offset + c.scale) * a.a.cross(b.a)) /
      det;
  return true;
}

bool keeps_cup_rows(const SharingFoot& foot, const Vector3d& F) {
  return std::all_of(foot.row.begin(), foot.row.begin() + foot.n_rows, [&](const SharingRow& row) {
    const double tolerance_N = kSlackTolerance * std::max(1.0, F.norm());
    return !is_cup_row(row) || row.a.dot(F) <= row.offset + row.scale + tolerance_N;
  });
}

/// max c . F over the cup's rows, which bound it: at one of their corners.
double largest(const Vector3d& c, const SharingFoot& foot) {
  double most = -kUnbounded;
  Vector3d F;
  for (int i = 0; i < foot.n_rows; ++i)
    for (int j = 0; j < i; ++j)
      for (int k = 0; k < j; ++k) {
        const SharingRow &a = foot.row[i], &b = foot.row[j], &d = foot.row[k];
        if (!is_cup_row(a) || !is_cup_row(b) || !is_cup_row(d) || !meet(a, b, d, F)) continue;
        if (c.dot(F) > most && keeps_cup_rows(foot, F)) most = c.dot(F);
      }
  return most;
}

/// All feet on the left of the way from a to b, seen against the normal.
bool is_edge(const SharingProblem& problem, int a, int b, const Vector3d& n) {
  const Vector3d left = n.cross(problem.foot[b].p_B - problem.foot[a].p_B);
  if (left.norm() < 1e-9) return false;
  for (int j = 0; j < problem.n_feet; ++j)
    if (left.dot(problem.foot[j].p_B - problem.foot[a].p_B) < -1e-9 * left.norm()) return false;
  return true;
}

double moment_left(const SharingProblem& problem, int a, int b) {
  const Vector3d p_a = problem.foot[a].p_B;
  const Vector3d e = (problem.foot[b].p_B - p_a).normalized();
  // the load is -w
  double moment_Nm = e.dot(problem.w.tail<3>() - p_a.cross(problem.w.head<3>()));
  for (int j = 0; j < problem.n_feet; ++j) {
    const Vector3d arm = e.cross(problem.foot[j].p_B - p_a);
    if (arm.norm() > 1e-9) moment_Nm += largest(-arm, problem.foot[j]);
  }
  return moment_Nm;
}

// ---- growth

/// Every row softened alike, by newtons: the slack is then finite for any wrench.
SharingProblem softened(const SharingProblem& problem) {
  SharingProblem soft = problem;
  for (int i = 0; i < problem.n_feet; ++i)
    for (int r = 0; r < problem.foot[i].n_rows; ++r) {
      SharingRow& row = soft.foot[i].row[r];
      const double unit = std::max(row.a.norm(), kSlackTolerance);
      row.offset += row.scale - unit;
      row.scale = unit;
    }
  return soft;
}

/// [N] The least slack with a wrench; not finite if there is no telling.
double least_slack(SharingProblem& soft, const Vector6d& w) {
  soft.w = w;
  SharingWarmStart cold;
  const Sharing sharing = share_load(soft, cold);
  switch (sharing.status) {
    case SharingStatus::kOptimal:
      return 0;
    case SharingStatus::kSoftened:
      return -sharing.margin;
    default:
      return kUnbounded;
  }
}

/// The zero of the convex slack between `inside`, where it is zero, and two points where it is not:
/// a line through two such points meets zero beyond no other such point.
double zero_of_slack(SharingProblem& soft, const Vector6d& w, const Vector6d& direction,
                     double inside, double x) {
  constexpr int kMaxSteps = 60;
  double slack = least_slack(soft, w + x * direction);
  double x_next = 0.5 * (inside + x);
  for (int step = 0; step < kMaxSteps; ++step) {
    const double slack_next = least_slack(soft, w + x_next * direction);
    if (slack_next <= kSlackTolerance) {
      inside = x_next;
      x_next = 0.5 * (inside + x);
    } else {
      const double falls = (slack - slack_next) / (x - x_next);
      x = x_next;
      slack = slack_next;
      x_next = std::max(inside, x - slack / falls);
    }
    if (x - inside <= kSlackTolerance * x || x - x_next <= kSlackTolerance * x) return x_next;
  }
  return inside;
}

}  // namespace

double cup_safety_factor(const CupHold& hold, const Vector3d& F_B) noexcept {
  const Vector3d n = hold.R_BS.col(2);
  const Vector3d f_c = F_B - hold.weight_B;
  const double V = hold.grip_force_N;
  const double N = V + n.dot(f_c);
  if (!(V > 0) || !(N > 0)) return 0;
  const double pull = -n.dot(f_c) / V;
  const double slip = tangential(f_c, n).norm() / (hold.friction * N);
  const double peel = hold.wrist_to_lip_m * tangential(F_B - hold.peel_weight_B, n).norm() /
                      (hold.lip_radius_m / 2 * N);
  return 1 / std::max({pull, slip, peel, 1 / kMaxSafetyFactor});
}

TumbleMargin tumble_margin(const SharingProblem& problem, const Vector3d& normal_B) noexcept {
  TumbleMargin worst{.moment_Nm = kUnbounded};
  for (int a = 0; a < problem.n_feet; ++a)
    for (int b = 0; b < problem.n_feet; ++b) {
      if (a == b || !is_edge(problem, a, b, normal_B)) continue;
      const double moment_Nm = moment_left(problem, a, b);
      if (moment_Nm < worst.moment_Nm) worst = {a, b, moment_Nm};
    }
  if (worst.foot_a < 0) worst.moment_Nm = -kUnbounded;
  return worst;
}

double wrench_room(const SharingProblem& problem, const Vector6d& direction) noexcept {
  SharingProblem soft = softened(problem);
  const Vector6d w = problem.w;
  if (least_slack(soft, w) > kSlackTolerance) return 0;
  double inside = 0, x = 1;
  while (least_slack(soft, w + x * direction) <= kSlackTolerance) {
    inside = x;
    x *= 2;
    if (x > kMaxGrowth) return kUnbounded;
  }
  return zero_of_slack(soft, w, direction, inside, x);
}

Vector6d inertial_wrench(const RobotModel& robot, const Stance& stance,
                         const Vector3d& a_B) noexcept {
  Stance weighed = stance;
  weighed.g_B = -a_B;
  weighed.inertia_w.setZero();
  return required_wrench(robot, weighed);
}

}  // namespace ventosa::controller
