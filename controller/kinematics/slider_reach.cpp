#include "controller/kinematics/slider_reach.h"

#include <cmath>
#include <limits>
#include <numbers>

#include "controller/kinematics/arm_geometry.h"
#include "controller/kinematics/joint_limits.h"

namespace ventosa::controller {
namespace {

/// The sliders of a leg with a knee. The nearest permitted point is the goal itself, or it is on
/// the boundary: at the foot of a perpendicular on a side of the box or on an ellipse of one knee
/// angle, or where two of them meet.
class SliderBox {
 public:
  SliderBox(const Leg& leg, const Vector2d& p_m)
      : knee_(*leg.knee), goal_rad_(slider_angles(leg, p_m)) {
    const auto a = static_cast<std::size_t>(leg.n_lead());
    const Joint &out = leg.joint[a + 1], &up = leg.joint[a + 2];
    low_ = {out.q_min_rad, up.q_min_rad};
    high_ = {out.q_max_rad, up.q_max_rad};
    slope_m_rad_ = {out.slide_m_rad, up.slide_m_rad};
    best_ = goal_rad_.cwiseMax(low_).cwiseMin(high_);
  }

  Vector2d nearest() {
    offer(best_);
    for (const Vector2d& end : {low_, high_})
      for (const int i : {0, 1}) offer_side(i, end[i]);
    for (const double knee : {knee_.min_rad, knee_.max_rad}) offer_ellipse(bars_m(knee));
    return best_;
  }

 private:
  bool permits(const Vector2d& q) const {
    return (q.array() >= low_.array()).all() && (q.array() <= high_.array()).all() &&
           knee_permits(knee_, q);
  }
  void offer(const Vector2d& q) {
    const double off_m = slope_m_rad_.cwiseProduct(q - goal_rad_).norm();
    if (!(off_m < off_m_) || !permits(q)) return;
    off_m_ = off_m;
    best_ = q;
  }

  /// Length from A to P with the knee at an angle.
  double bars_m(double knee_rad) const {
    const double a = knee_.upper_m, b = knee_.lower_m;
    return std::sqrt(a * a + b * b - 2 * a * b * std::cos(knee_rad));
  }

  /// The side of the box with slider i at `end`: its corners, the foot of the perpendicular, and
  /// where the knee is at a limit.
  void offer_side(int i, double end) {
    const int other = 1 - i;
    const auto offer_at = [&](double q) {
      Vector2d on_side;
      on_side[i] = end;
      on_side[other] = q;
      offer(on_side);
    };
    offer_at(low_[other]);
    offer_at(high_[other]);
    offer_at(goal_rad_[other]);
    const double r_i = knee_.p_AP[i] + knee_.slope_m_rad[i] * end;
    for (const double knee : {knee_.min_rad, knee_.max_rad}) {
      const double r_m = std::sqrt(std::pow(bars_m(knee), 2) - r_i * r_i);
      for (const double r : {-r_m, r_m})  // NaN where they do not meet
        offer_at((r - knee_.p_AP[other]) / knee_.slope_m_rad[other]);
    }
  }

  /// Sliders' angles with P at the distance r from A, in the direction phi.
  Vector2d at_knee(double r_m, double phi) const {
    return (r_m * Vector2d(std::cos(phi), std::sin(phi)) - knee_.p_AP)
        .cwiseQuotient(knee_.slope_m_rad);
  }
  /// Increase of half the squared distance from the goal per phi.
  double increase(double r_m, double phi) const {
    const Vector2d off_m = slope_m_rad_.cwiseProduct(at_knee(r_m, phi) - goal_rad_);
    const Vector2d along = r_m * Vector2d(-std::sin(phi), std::cos(phi));
    return off_m.dot(slope_m_rad_.cwiseQuotient(knee_.slope_m_rad).cwiseProduct(along));
  }
  /// The feet of perpendiculars on the ellipse, of which up to two are nearest to the goal.
  void offer_ellipse(double r_m) {
    constexpr int kArcs = 64;
    constexpr double kArc = 2 * std::numbers::pi / kArcs;
    for (int k = 0; k < kArcs; ++k)
      if (increase(r_m, k * kArc) <= 0 && increase(r_m, (k + 1) * kArc) > 0)
        offer(at_knee(r_m, bisected(r_m, k * kArc, (k + 1) * kArc)));
  }
  double bisected(double r_m, double low, double high) const {
    for (int n = 0; n < std::numeric_limits<double>::digits; ++n) {
      const double middle = 0.5 * (low + high);
      (increase(r_m, middle) <= 0 ? low : high) = middle;
    }
    return low;
  }

  const Knee& knee_;
  Vector2d goal_rad_, low_, high_, slope_m_rad_, best_;
  double off_m_ = std::numeric_limits<double>::infinity();
};

}  // namespace

Vector2d nearest_sliders(const Leg& leg, const Vector2d& p_m) noexcept {
  if (leg.knee) return SliderBox(leg, p_m).nearest();
  const auto a = static_cast<std::size_t>(leg.n_lead());
  const Joint &out = leg.joint[a + 1], &up = leg.joint[a + 2];
  return slider_angles(leg, p_m)
      .cwiseMax(Vector2d(out.q_min_rad, up.q_min_rad))
      .cwiseMin(Vector2d(out.q_max_rad, up.q_max_rad));
}

}  // namespace ventosa::controller
