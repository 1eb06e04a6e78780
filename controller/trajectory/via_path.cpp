#include "controller/trajectory/via_path.h"

#include <algorithm>
#include <cmath>

namespace ventosa::controller {
namespace {

/// Norm of a group of coordinates; safe for numbers whose squares exceed the range of double.
double norm(const ViaLimit& limit, const ViaVector& x) {
  double largest = 0, sum = 0;
  for (int i = limit.first; i < limit.first + limit.n; ++i)
    largest = std::max(largest, std::abs(x[i]));
  if (largest <= 0) return 0;
  for (int i = limit.first; i < limit.first + limit.n; ++i)
    sum += (x[i] / largest) * (x[i] / largest);
  return largest * std::sqrt(sum);
}

/// Step time with rest at every point; the spline needs less.
double time_between_s(const ViaProblem& problem, const ViaVector& from, const ViaVector& to) {
  double longest_s = 0;
  for (std::size_t g = 0; g < static_cast<std::size_t>(problem.n_limits); ++g) {
    const ViaLimit& limit = problem.limit[g];
    longest_s =
        std::max(longest_s, rest_to_rest(norm(limit, to - from), limit.limits).duration_s());
  }
  return longest_s;
}

bool are_sound(const ViaProblem& problem) {
  const auto* end = problem.limit.begin() + problem.n_limits;
  return problem.n_limits > 0 && std::all_of(problem.limit.begin(), end, [](const ViaLimit& l) {
           return is_sound(l.limits) && l.first >= 0 && l.n > 0 && l.first + l.n <= kMaxViaSize;
         });
}

bool has_points(const ViaProblem& problem) {
  if (problem.n_points < 1 || problem.n_points > static_cast<int>(kMaxViaPoints)) return false;
  return std::all_of(problem.point.begin(), problem.point.begin() + problem.n_points,
                     [](const ViaVector& x) { return x.allFinite(); });
}

}  // namespace

ViaStatus ViaPath::plan(const ViaProblem& problem, ViaPath& path) noexcept {
  if (!are_sound(problem)) return ViaStatus::kBadLimits;
  if (!has_points(problem)) return ViaStatus::kBadPoints;
  ViaPath planned;
  planned.take_points(problem);
  if (planned.n_knots_ > 1) {
    planned.bend();
    double factor = 0;
    for (std::size_t g = 0; g < static_cast<std::size_t>(problem.n_limits); ++g)
      factor = std::max(factor, planned.excess(problem.limit[g]));
    constexpr double kRounding = 1e-12;
    planned.scale_time(factor * (1 + kRounding));
  }
  path = planned;
  return ViaStatus::kOk;
}

void ViaPath::take_points(const ViaProblem& problem) noexcept {
  constexpr double kLeastShare =
      0.1;  // relative to the longest step: no need to stop between near points
  std::array<double, kMaxViaKnots> step_s{};
  std::size_t n = 1;
  x_[0] = problem.point[0];
  double longest_s = 0;
  for (std::size_t k = 1; k < static_cast<std::size_t>(problem.n_points); ++k) {
    const double time_s = time_between_s(problem, x_[n - 1], problem.point[k]);
    if (!(time_s > 0)) continue;
    longest_s = std::max(longest_s, time_s);
    step_s[n] = time_s;
    x_[n++] = problem.point[k];
  }
  if (n == 1) return;

  // knots: first point, free knot, points between, free knot, last point
  n_knots_ = n + 2;
  x_[n + 1] = x_[n] = x_[n - 1];
  for (std::size_t k = n - 1; k >= 1; --k) x_[k + 1] = x_[k];
  x_[n] = x_[n + 1];
  x_[1] = x_[0];
  double now_s = 0;
  for (std::size_t k = 1; k < n; ++k)
    knot_s_[k + 1] = now_s += std::max(step_s[k], kLeastShare * longest_s);
  knot_s_[n + 1] = now_s;
  const bool one_step = n == 2;
  knot_s_[1] = knot_s_[2] / (one_step ? 3 : 2);
  if (one_step) knot_s_[1] = now_s / 3;
  const double last_s = one_step ? 0 : knot_s_[n - 1];
  knot_s_[n] = one_step ? now_s * 2 / 3 : (last_s + now_s) / 2;
}

/// Accelerations a_k at the knots for continuous velocity, with steps h_k:
///   h_k-1 a_k-1 + 2 (h_k-1 + h_k) a_k + h_k a_k+1 = 6 ((x_k+1 - x_k) / h_k - (x_k - x_k-1) /
///                                                       h_k-1)
/// where the free knots lie at  x_1 = x_0 + a_1 h_0²/6,  x_m-1 = x_m + a_m-1 h_m-1²/6.
void ViaPath::bend() noexcept {
  const std::size_t m = n_knots_ - 1;
  std::array<double, kMaxViaKnots> diagonal{}, above{};
  for (std::size_t k = 1; k < m; ++k) {
    const double h = step_s(k - 1), h_next = step_s(k);
    double below = h;
    diagonal[k] = 2 * (h + h_next);
    above[k] = h_next;
    if (k == 1) diagonal[k] += h * h / h_next + h;
    if (k == 2) below -= step_s(0) * step_s(0) / h;
    if (k == m - 1) diagonal[k] += h_next * h_next / h + h_next;
    if (k == m - 2) above[k] -= step_s(m - 1) * step_s(m - 1) / h_next;
    a_[k] = 6 * ((x_[k + 1] - x_[k]) / h_next - (x_[k] - x_[k - 1]) / h);
    if (k == 1) continue;
    const double ratio = below / diagonal[k - 1];
    diagonal[k] -= ratio * above[k - 1];
    a_[k] -= ratio * a_[k - 1];
  }
  for (std::size_t k = m - 1; k >= 1; --k) {
    if (k < m - 1) a_[k] -= above[k] * a_[k + 1];
    a_[k] /= diagonal[k];
  }
  x_[1] += step_s(0) * step_s(0) / 6 * a_[1];
  x_[m - 1] += step_s(m - 1) * step_s(m - 1) / 6 * a_[m - 1];
}

/// Factor by which time must be stretched to respect the limit. The velocity of a piece is a
/// parabola, each quarter of which lies in the hull of three control points. Acceleration is
/// linear, jerk constant.
double ViaPath::excess(const ViaLimit& limit) const noexcept {
  double v = 0, a = 0, j = 0;
  for (std::size_t k = 0; k + 1 < n_knots_; ++k) {
    const double h = step_s(k);
    const ViaVector v_from = start_velocity(k), jerk = (a_[k + 1] - a_[k]) / h;
    for (int quarter = 0; quarter < 4; ++quarter) {
      const double t = quarter * h / 4;
      const ViaVector v_t = v_from + t * (a_[k] + t / 2 * jerk);
      v = std::max({v, norm(limit, v_t), norm(limit, v_t + h / 8 * (a_[k] + t * jerk))});
    }
    a = std::max(a, norm(limit, a_[k]));
    j = std::max(j, norm(limit, jerk));
  }
  return std::max({v / limit.limits.speed, std::sqrt(a / limit.limits.acceleration),
                   std::cbrt(j / limit.limits.jerk)});
}

void ViaPath::scale_time(double factor) noexcept {
  for (double& time_s : knot_s_) time_s *= factor;
  for (ViaVector& a : a_) a /= factor * factor;
}

ViaVector ViaPath::start_velocity(std::size_t k) const noexcept {
  const double h = step_s(k);
  return (x_[k + 1] - x_[k]) / h - h / 6 * (2 * a_[k] + a_[k + 1]);
}

ViaState ViaPath::at(double time_s) const noexcept {
  if (n_knots_ == 1 || !(time_s > 0)) return {.x = x_[0]};
  if (time_s >= duration_s()) return {.x = x_[n_knots_ - 1]};
  std::size_t k = 0;
  while (time_s >= knot_s_[k + 1]) ++k;
  const double h = step_s(k), t = time_s - knot_s_[k];
  const ViaVector v = start_velocity(k), j = (a_[k + 1] - a_[k]) / h;
  return {.x = x_[k] + t * (v + t * (a_[k] / 2 + t / 6 * j)),
          .v = v + t * (a_[k] + t / 2 * j),
          .a = a_[k] + t * j};
}

double ViaPath::passes_s(std::size_t k) const noexcept {
  if (k == 0) return 0;
  return k + 1 < n_points() ? knot_s_[k + 1] : duration_s();
}

}  // namespace ventosa::controller
