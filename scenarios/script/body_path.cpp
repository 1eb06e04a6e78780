#include "scenarios/script/body_path.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "controller/model/rotation.h"

namespace ventosa::scenarios {
namespace {

using controller::MotionLimits;
using controller::ViaVector;

/// A value over time, with its rate and its integral.
struct Ramp {
  double value = 0;
  double rate = 0;
  double integral = 0;
};

/// Step from 0 to 1 over [0, 1] with velocity and acceleration zero at both ends:
///   s(u) = 10 u³ - 15 u⁴ + 6 u⁵
Ramp smooth_step(double u) {
  if (u <= 0) return {};
  if (u >= 1) return {1, 0, u - 0.5};
  const double u3 = u * u * u;
  return {u3 * (10 + u * (6 * u - 15)), 30 * u * u * (1 - u) * (1 - u),
          u3 * u * (2.5 + u * (u - 3))};
}

double ramp_s(const Circle& circle) { return circle.period_s / 4; }

/// Ratio of current to full radius: rises, stays at 1, falls.
Ramp radius_share(const Circle& circle, double time_s) {
  const double ramp = ramp_s(circle);
  const double turning = circle.turns * circle.period_s;
  const bool going_up = time_s < ramp + turning / 2;
  const Ramp s = smooth_step(going_up ? time_s / ramp : (2 * ramp + turning - time_s) / ramp);
  return {s.value, (going_up ? 1 : -1) * s.rate / ramp};
}

/// Corner k of the path; the first and the last are the centre.
Vector3d corner(const Square& square, int k) {
  const double h = square.side_m / 2;
  const int n_sides = 4 * square.turns;
  if (k <= 0 || k >= n_sides + 3) return Vector3d::Zero();
  if (k == 1 || k == n_sides + 2) return {h, 0, 0};
  static constexpr double kSign[4][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
  const double* sign = kSign[(k - 2) % 4];
  return {sign[0] * h, sign[1] * h, 0};
}

PathPoint translated(const Vector3d& p, const Vector3d& v) {
  PathPoint point;
  point.X.translation() = p;
  point.twist.v_W = v;
  return point;
}

/// Share of the angular limits for the rotation vector. A turn about a changing axis accelerates
/// more than its rotation vector, by less than 1 / kRotationReserve within 1 rad of the start.
constexpr double kRotationReserve = 0.8;

ViaVector coordinates(const Isometry3d& X_from, const Isometry3d& X) {
  ViaVector x = ViaVector::Zero();
  x.head<3>() = X_from.linear().transpose() * (X.translation() - X_from.translation());
  x.segment<3>(3) = controller::rotation_log(X_from.linear().transpose() * X.linear());
  return x;
}

MotionLimits reserved(const MotionLimits& limits) {
  return {limits.speed, kRotationReserve * limits.acceleration, kRotationReserve * limits.jerk};
}

}  // namespace

PathPoint path_point(const Circle& circle, double time_s) {
  const Ramp share = radius_share(circle, time_s);
  const double rho = circle.radius_m * share.value, rho_rate = circle.radius_m * share.rate;
  const double w = 2 * std::numbers::pi / circle.period_s;
  const Vector3d outwards(std::cos(w * time_s), std::sin(w * time_s), 0);
  const Vector3d along(-outwards.y(), outwards.x(), 0);
  return translated(rho * outwards, rho_rate * outwards + rho * w * along);
}

double duration_s(const Circle& circle) {
  return circle.turns * circle.period_s + 2 * ramp_s(circle);
}

PathPoint path_point(const Square& square, double time_s) {
  for (int k = 0; k < 4 * square.turns + 3; ++k) {
    const Vector3d from = corner(square, k), way = corner(square, k + 1) - from;
    const controller::TimeLaw law = rest_to_rest(way.norm(), square.limits);
    if (time_s < law.duration_s()) {
      const controller::Moving s = law.at(time_s);
      return translated(from + s.x * way.normalized(), s.v * way.normalized());
    }
    time_s -= law.duration_s();
  }
  return {};
}

double duration_s(const Square& square) {
  double sum_s = 0;
  for (int k = 0; k < 4 * square.turns + 3; ++k)
    sum_s += rest_to_rest((corner(square, k + 1) - corner(square, k)).norm(), square.limits)
                 .duration_s();
  return sum_s;
}

Via planned(const Via& via, const Isometry3d& X_B0B_start) {
  controller::ViaProblem problem{.n_points = 1 + static_cast<int>(via.X_B0B.size()), .n_limits = 2};
  for (std::size_t k = 0; k < via.X_B0B.size(); ++k)
    problem.point[k + 1] = coordinates(X_B0B_start, via.X_B0B[k]);
  problem.limit[0] = {0, 3, via.limits.linear};
  problem.limit[1] = {3, 3, reserved(via.limits.angular)};
  Via result = via;
  // cannot fail: points and limits were checked when they were read
  static_cast<void>(controller::ViaPath::plan(problem, result.path));
  return result;
}

PathPoint path_point(const Via& via, double time_s) {
  const controller::ViaState s = via.path.at(time_s);
  const Vector3d phi = s.x.segment<3>(3);
  PathPoint point = translated(s.x.head<3>(), s.v.head<3>());
  point.X.linear() = controller::rotation_exp(phi);
  point.twist.w_W = controller::left_jacobian(phi) * s.v.segment<3>(3);
  return point;
}

double duration_s(const Via& via) { return via.path.duration_s(); }

PathClock path_clock(const std::vector<PdWindow>& windows, double time_s) {
  PathClock clock{.time_s = time_s};
  for (const auto& [from_s, to_s] : windows) {
    const double since_s = std::max(0.0, time_s - to_s);
    const Ramp down = smooth_step(1 + std::min(0.0, time_s - from_s) / kSlowing_s);
    const Ramp up = smooth_step(since_s / kSlowing_s);
    clock.rate -= down.value - up.value;
    clock.time_s -= kSlowing_s * down.integral + std::clamp(time_s - from_s, 0.0, to_s - from_s) +
                    since_s - kSlowing_s * up.integral;
  }
  return clock;
}

}  // namespace ventosa::scenarios
