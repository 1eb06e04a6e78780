#pragma once

#include <cstdint>

#include "controller/model/frames.h"
#include "controller/trajectory/time_law.h"

/// Path through via points: a cubic spline with continuous velocity and acceleration, from rest to
/// rest with zero acceleration at both ends, as fast as its limits allow.
///
/// Between two points the acceleration is linear in time. One additional knot near each end, at a
/// free position, satisfies the two end conditions. All times are then stretched by one factor
///   max(v / v_limit, sqrt(a / a_limit), cbrt(j / j_limit)),
/// which brings every velocity, acceleration and jerk within its limit.
namespace ventosa::controller {

inline constexpr std::size_t kMaxViaPoints = 16;
inline constexpr std::size_t kMaxViaKnots = kMaxViaPoints + 2;
inline constexpr int kMaxViaSize = 7;

/// Point, velocity etc. of the path: the first `n` coordinates are used, the others are zero.
using ViaVector = Eigen::Matrix<double, kMaxViaSize, 1>;

template <class Vector, std::size_t n>
std::array<Vector, n> filled() {
  std::array<Vector, n> zeros;  // Eigen leaves vectors uninitialised
  zeros.fill(Vector::Zero());
  return zeros;
}

/// Group of coordinates with a limited norm: one joint, or x, y and z.
struct ViaLimit {
  int first = 0;
  int n = 0;
  MotionLimits limits;
};

struct ViaProblem {
  int n_points = 0;
  std::array<ViaVector, kMaxViaPoints> point = filled<ViaVector, kMaxViaPoints>();
  int n_limits = 0;
  std::array<ViaLimit, kMaxViaSize> limit{};  ///< together they cover every coordinate once
};

enum class ViaStatus : std::uint8_t {
  kOk,
  kBadLimits,  ///< not finite and positive
  kBadPoints,  ///< no point, too many, or not finite
};

/// State of the path at one time.
struct ViaState {
  ViaVector x = ViaVector::Zero();
  ViaVector v = ViaVector::Zero();
  ViaVector a = ViaVector::Zero();
};

class ViaPath {
 public:
  /// Plans a path; points equal to their predecessor are skipped.
  /// @param path  out: unchanged unless kOk
  [[nodiscard]] static ViaStatus plan(const ViaProblem& problem, ViaPath& path) noexcept;

  /// State at a time; at rest at the ends before and after.
  [[nodiscard]] ViaState at(double time_s) const noexcept;
  double duration_s() const noexcept { return knot_s_[n_knots_ - 1]; }
  /// Number of points without repetitions, and the time at which the path passes the k-th of them.
  std::size_t n_points() const noexcept { return n_knots_ == 1 ? 1 : n_knots_ - 2; }
  double passes_s(std::size_t k) const noexcept;

 private:
  void take_points(const ViaProblem& problem) noexcept;
  void bend() noexcept;
  void scale_time(double factor) noexcept;
  double excess(const ViaLimit& limit) const noexcept;
  double step_s(std::size_t k) const noexcept { return knot_s_[k + 1] - knot_s_[k]; }
  ViaVector start_velocity(std::size_t k) const noexcept;

  std::size_t n_knots_ = 1;
  std::array<double, kMaxViaKnots> knot_s_{};
  std::array<ViaVector, kMaxViaKnots> x_ = filled<ViaVector, kMaxViaKnots>();
  std::array<ViaVector, kMaxViaKnots> a_ = filled<ViaVector, kMaxViaKnots>();
};

}  // namespace ventosa::controller
