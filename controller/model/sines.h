#pragma once

#include <algorithm>
#include <cmath>

#include "controller/model/robot_model.h"

/// Sines and cosines of all joint angles of a leg, two at a time. One call of the standard library
/// per angle would take half of the time of the forward kinematics.
namespace ventosa::controller {

struct Sines {
  PerJoint<double> sin, cos;
};

/// Error below 2e-16 for |q| <= 1e5 rad; beyond, the standard library's values.
///
///   q = k pi/2 + r,  |r| <= pi/4     (Cody & Waite 1980, chapter 8)
///   sin q = S cos r + C sin r,  cos q = C cos r - S sin r,  S = sin(k pi/2), C = cos(k pi/2)
///
/// and Taylor series in r. Free of branches, calls and integers, so that the compiler vectorises
/// it.
inline Sines sines(const PerJoint<double>& q_rad) noexcept {
  constexpr double kHigh = 0x1.921fb544p0;  // pi/2 to 33 bits: k times it is exact
  constexpr double kLow = 0x1.0b4611a626331p-34;
  constexpr double kTwoOverPi = 0x1.45f306dc9c883p-1;
  constexpr double kWhole = 0x1.8p52;  // x + kWhole - kWhole is the nearest whole number
  constexpr double kFar_rad = 1e5;

  Sines y;
  double far_rad = 0;
  for (std::size_t j = 0; j < kMaxJoints; ++j) {
    const double q = q_rad[j];
    far_rad += std::abs(q);
    const double k = q * kTwoOverPi + kWhole - kWhole;
    const double r = q - k * kHigh - k * kLow, t = r * r;

    double s = 1 / 6227020800.0 - t / 1307674368000.0;
    s = t * s - 1 / 39916800.0;
    s = t * s + 1 / 362880.0;
    s = t * s - 1 / 5040.0;
    s = t * s + 1 / 120.0;
    s = t * s - 1 / 6.0;
    s = r + r * t * s;
    double c = t / 20922789888000.0 - 1 / 87178291200.0;
    c = t * c + 1 / 479001600.0;
    c = t * c - 1 / 3628800.0;
    c = t * c + 1 / 40320.0;
    c = t * c - 1 / 720.0;
    c = t * c + 1 / 24.0;
    c = 1 + t * (t * c - 0.5);

    // k mod 4, in -2..2
    const double u = k - 4 * (k * 0.25 + kWhole - kWhole);
    const double C = 1 - std::abs(u), S = u * (2 - std::abs(u));
    y.sin[j] = S * c + C * s;
    y.cos[j] = C * c - S * s;
  }
  if (far_rad < kFar_rad) return y;
  for (std::size_t j = 0; j < kMaxJoints; ++j) {
    y.sin[j] = std::sin(q_rad[j]);
    y.cos[j] = std::cos(q_rad[j]);
  }
  return y;
}

}  // namespace ventosa::controller
