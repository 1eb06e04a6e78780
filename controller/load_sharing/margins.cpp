#include "controller/load_sharing/margins.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ventosa::controller {
namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();

/// Excess up to which a limit counts as satisfied, relative to 1 N.
constexpr double kSlackTolerance = 1e-9;

Vector3d tangential(const Vector3d& v, const Vector3d& n) { return v - n.dot(v) * n; }

// ---- tipping

/// Cross section of a cone across its axis.
struct Disc {
  Vector3d centre;
  double radius;

  bool holds(const Vector3d& p) const {
    return (p - centre).norm() <= radius + kSlackTolerance * std::max(1.0, radius);
  }
};

Disc cut(const SharingCone& cone, double height_N) {
  return {cone.centre_N - cone.n.dot(cone.centre_N) * cone.n,
          cone.ratio * height_N + cone.offset + cone.scale};
}

/// max c . p over the intersection of two discs across n: at the top of one, or where their rims
/// meet.
double largest(const Vector3d& c, const Vector3d& n, const Disc& a, const Disc& b) {
  const Vector3d up = (c - n.dot(c) * n).stableNormalized();
  const Vector3d top_a = a.centre + a.radius * up, top_b = b.centre + b.radius * up;
  if (b.holds(top_a)) return c.dot(top_a);
  if (a.holds(top_b)) return c.dot(top_b);
  const Vector3d apart = b.centre - a.centre;
  const double d = apart.norm();
  const double x = (d * d + a.radius * a.radius - b.radius * b.radius) / (2 * d);
  const double y = std::sqrt(std::max(0.0, a.radius * a.radius - x * x));
  return c.dot(a.centre) + x * c.dot(apart) / d + y * std::abs(c.dot(n.cross(apart))) / d;
}

/// Range along the axis of a cup's cones: within its rows, and where both cones have a cross
/// section.
struct Span {
  double low, high;
};

Span span_of(const SharingFoot& foot) {
  const Vector3d& n = foot.cone[0].n;
  Span span{-kUnbounded, kUnbounded};
  for (int r = 0; r < foot.n_rows; ++r) {
    const SharingRow& row = foot.row[r];
    if (row.limit == Limit::kTorque) continue;
    const double bound_N = (row.offset + row.scale) / row.a.dot(n);
    if (row.a.dot(n) > 0)
      span.high = std::min(span.high, bound_N);
    else
      span.low = std::max(span.low, bound_N);
  }
  const auto room_from = [&](const Disc& at_zero, double ratio, double needed_N) {
    span.low = std::max(span.low, (needed_N - at_zero.radius) / ratio);
  };
  const SharingCone &a = foot.cone[0], &b = foot.cone[foot.n_cones - 1];
  const Disc disc_a = cut(a, 0), disc_b = cut(b, 0);
  room_from(disc_a, a.ratio, 0);
  room_from(disc_b, b.ratio, 0);
  const Disc both{disc_a.centre, disc_a.radius + disc_b.radius};
  room_from(both, a.ratio + b.ratio, (disc_a.centre - disc_b.centre).norm());
  return span;
}

/// max c . F over a cup's limits, by golden sections along the axis, where it is concave.
double largest(const Vector3d& c, const SharingFoot& foot) {
  constexpr int kSections = 80;
  constexpr double kGolden = 0.61803398874989485;
  if (foot.n_cones == 0) return -kUnbounded;
  auto [low, high] = span_of(foot);
  if (!(low <= high + kSlackTolerance * std::max(1.0, std::abs(low)))) return -kUnbounded;
  const SharingCone &a = foot.cone[0], &b = foot.cone[foot.n_cones - 1];
  const auto at = [&](double height_N) {
    return c.dot(a.n) * height_N + largest(c, a.n, cut(a, height_N), cut(b, height_N));
  };
  for (int k = 0; k < kSections; ++k) {
    const double left = high - kGolden * (high - low), right = low + kGolden * (high - low);
    (at(left) < at(right) ? low : high) = at(left) < at(right) ? left : right;
  }
  return std::max(at(low), at(high));
}

/// True if all feet are on the left of the line from a to b, seen against the normal.
bool is_edge(const SharingProblem& problem, int a, int b, const Vector3d& n) {
  const Vector3d left = n.cross(problem.foot[b].p_B - problem.foot[a].p_B);
  if (left.norm() < 1e-9) return false;
  for (int j = 0; j < problem.n_feet; ++j)
    if (left.dot(problem.foot[j].p_B - problem.foot[a].p_B) < -1e-9 * left.norm()) return false;
  return true;
}

/// Calls `visit(a, b)` for the feet of every edge of the support polygon.
void for_edges(const SharingProblem& problem, const Vector3d& normal_B, auto visit) {
  for (int a = 0; a < problem.n_feet; ++a)
    for (int b = 0; b < problem.n_feet; ++b)
      if (a != b && is_edge(problem, a, b, normal_B)) visit(a, b);
}

/// A line through p_B along the unit vector e_B.
struct Line {
  Vector3d p_B, e_B;
};

Line line_between(const SharingProblem& problem, int a, int b) {
  const Vector3d p_a = problem.foot[a].p_B;
  return {p_a, (problem.foot[b].p_B - p_a).normalized()};
}

/// Moment about the edge by which the load, which is -w, presses on the support.
double moment_of_load_Nm(const SharingProblem& problem, const Line& edge) {
  return edge.e_B.dot(problem.w.tail<3>() - edge.p_B.cross(problem.w.head<3>()));
}

double moment_left(const SharingProblem& problem, int a, int b) {
  const auto [p_a, e] = line_between(problem, a, b);
  double moment_Nm = moment_of_load_Nm(problem, {p_a, e});
  for (int j = 0; j < problem.n_feet; ++j) {
    const Vector3d arm = e.cross(problem.foot[j].p_B - p_a);
    if (arm.norm() > 1e-9) moment_Nm += largest(-arm, problem.foot[j]);
  }
  return moment_Nm;
}

// ---- growth

/// The problem with every limit softened equally in newtons: the slack is then finite for any
/// wrench.
SharingProblem softened(const SharingProblem& problem) {
  SharingProblem soft = problem;
  const auto soften = [](double norm, auto& limit) {
    const double unit = std::max(norm, kSlackTolerance);
    limit.offset += limit.scale - unit;
    limit.scale = unit;
  };
  for (int i = 0; i < problem.n_feet; ++i) {
    SharingFoot& foot = soft.foot[i];
    for (int r = 0; r < foot.n_rows; ++r) soften(foot.row[r].a.norm(), foot.row[r]);
    for (int k = 0; k < foot.n_cones; ++k) soften(foot.cone[k].norm(), foot.cone[k]);
  }
  return soft;
}

/// Least slack [N] for a wrench; not finite if it cannot be computed.
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

/// Zero of the convex slack between `inside`, where it is zero, and `x`, where it is not. By
/// secants, which by convexity never pass the zero.
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

double safety_factor(const CupHold& hold, const Vector3d& F_B) noexcept {
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

double safety_factor(const PointHold& hold, const Vector3d& F_B) noexcept {
  const Vector3d n = hold.R_BS.col(2);
  const double bound_N = hold.friction * n.dot(F_B), shear_N = tangential(F_B, n).norm();
  if (!(bound_N > 0)) return 0;
  return shear_N * kMaxSafetyFactor > bound_N ? bound_N / shear_N : kMaxSafetyFactor;
}

TumbleMargin tumble_margin(const SharingProblem& problem, const Vector3d& normal_B) noexcept {
  TumbleMargin worst{.moment_Nm = kUnbounded};
  for_edges(problem, normal_B, [&](int a, int b) {
    const double moment_Nm = moment_left(problem, a, b);
    if (moment_Nm < worst.moment_Nm) worst = {a, b, moment_Nm};
  });
  if (worst.foot_a < 0) worst.moment_Nm = -kUnbounded;
  return worst;
}

double stability_margin_m(const SharingProblem& problem, const Vector3d& normal_B) noexcept {
  constexpr double kGrazing = 1e-9;  // cosine between the load and the support's normal
  const Vector3d w_N = problem.w.head<3>();
  if (!(w_N.dot(normal_B) > kGrazing * w_N.norm())) return -kUnbounded;
  double least_m = kUnbounded;
  for_edges(problem, normal_B, [&](int a, int b) {
    const Line edge = line_between(problem, a, b);
    least_m = std::min(least_m, moment_of_load_Nm(problem, edge) / edge.e_B.cross(w_N).norm());
  });
  return least_m < kUnbounded ? least_m : -kUnbounded;
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
