#include "controller/kinematics/slider_reach.h"

#include <cmath>
#include <limits>
#include <numbers>

#include "controller/kinematics/arm_geometry.h"
#include "controller/kinematics/joint_limits.h"

namespace ventosa::controller {
namespace {

/// Keeps the permitted sliders' angles whose foot is nearest to a point.
class NearestSliders {
 public:
  NearestSliders(const Leg& leg, const Vector2d& p_m)
      : leg_(leg), goal_rad_(slider_angles(leg, p_m)) {
    const auto a = static_cast<std::size_t>(leg.n_lead());
    const Joint &out = leg.joint[a + 1], &up = leg.joint[a + 2];
    low_ = {out.q_min_rad, up.q_min_rad};
    high_ = {out.q_max_rad, up.q_max_rad};
    slope_m_rad_ = {out.slide_m_rad, up.slide_m_rad};
  }

  Vector2d low() const { return low_; }
  Vector2d high() const { return high_; }
  Vector2d goal_in_box() const { return goal_rad_.cwiseMax(low_).cwiseMin(high_); }
  const Vector2d& best() const { return best_; }

  bool permits(const Vector2d& q) const {
    constexpr double kAtLimit_rad = 1e-9;
    const bool in_box =
        ((q - low_).array() >= -kAtLimit_rad).all() && ((high_ - q).array() >= -kAtLimit_rad).all();
    if (!in_box || !leg_.knee) return in_box;
    const double knee = knee_rad(*leg_.knee, q);
    return knee >= leg_.knee->min_rad - kAtLimit_rad && knee <= leg_.knee->max_rad + kAtLimit_rad;
  }
  void offer(const Vector2d& q) {
    const double off_m = (slope_m_rad_.cwiseProduct(q - goal_rad_)).norm();
    if (!(off_m < off_m_) || !permits(q)) return;
    off_m_ = off_m;
    best_ = q;
  }
  /// The nearest point of a curve over [0, 1].
  template <class Curve>
  void offer_curve(const Curve& at) {
    constexpr int kSamples = 256, kZooms = 8;
    double middle = 0.5, width = 1;
    for (int zoom = 0; zoom < kZooms; ++zoom) {
      for (int k = 0; k <= kSamples; ++k) {
        const double t = std::clamp(middle + width * (k - 0.5 * kSamples) / kSamples, 0.0, 1.0);
        const double before_m = off_m_;
        offer(at(t));
        if (off_m_ < before_m) best_t_ = t;
      }
      middle = best_t_;
      width *= 4.0 / kSamples;
    }
  }

 private:
  const Leg& leg_;
  Vector2d goal_rad_, low_, high_, slope_m_rad_;
  Vector2d best_ = Vector2d::Zero();
  double off_m_ = std::numeric_limits<double>::infinity(), best_t_ = 0.5;
};

/// Sliders' angles that hold the knee at an angle, the foot turning about A.
Vector2d at_knee(const Knee& knee, double knee_rad, double turn) {
  const double a = knee.upper_m, b = knee.lower_m, phi = 2 * std::numbers::pi * turn;
  const double r = std::sqrt(a * a + b * b - 2 * a * b * std::cos(knee_rad));
  return (r * Vector2d(std::cos(phi), std::sin(phi)) - knee.p_AP).cwiseQuotient(knee.slope_m_rad);
}

}  // namespace

Vector2d nearest_sliders(const Leg& leg, const Vector2d& p_m) noexcept {
  NearestSliders nearest(leg, p_m);
  const Vector2d inside = nearest.goal_in_box(), low = nearest.low(), high = nearest.high();
  nearest.offer(inside);
  if (!leg.knee || nearest.permits(inside)) return inside;
  for (const double knee : {leg.knee->min_rad, leg.knee->max_rad})
    nearest.offer_curve([&](double t) { return at_knee(*leg.knee, knee, t); });
  for (const Vector2d& end : {low, high}) {
    nearest.offer_curve(
        [&](double t) { return Vector2d(end[0], low[1] + t * (high[1] - low[1])); });
    nearest.offer_curve(
        [&](double t) { return Vector2d(low[0] + t * (high[0] - low[0]), end[1]); });
  }
  return nearest.best();
}

}  // namespace ventosa::controller
