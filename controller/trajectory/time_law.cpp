#include "controller/trajectory/time_law.h"

#include <algorithm>
#include <cmath>

namespace ventosa::controller {
namespace {

Moving after(const Moving& m, double jerk, double t) {
  return {m.x + t * (m.v + t * (m.a / 2 + t * jerk / 6)), m.v + t * (m.a + t * jerk / 2),
          m.a + t * jerk};
}

Moving mirrored(const Moving& m) { return {-m.x, -m.v, -m.a}; }

bool finite(const Moving& m) { return std::isfinite(m.x + m.v + m.a); }

/// Velocity that remains after the acceleration is reduced to zero.
double levelled_speed(const Moving& m, double jerk) {
  return m.v + m.a * std::abs(m.a) / (2 * jerk);
}

/// Bisects [low, high] down to neighbouring numbers; `is_short(low)` is true.
template <class Predicate>
double last_short(double low, double high, Predicate is_short) {
  for (int i = 0; i < 200; ++i) {
    const double middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) break;
    (is_short(middle) ? low : high) = middle;
  }
  return low;
}

TimeLaw over_peak(const Moving& start, double v_peak, double cruise_s, const MotionLimits& limits) {
  TimeLaw law(start);
  law.add_speed_change(v_peak, limits);
  law.add(cruise_s, 0);
  law.add_speed_change(0, limits);
  return law;
}

/// Braking that starts by reducing its deceleration for `ease_s`.
TimeLaw eased_stop(const Moving& start, double ease_s, const MotionLimits& limits) {
  TimeLaw law(start);
  law.add(ease_s, limits.jerk);
  law.add_speed_change(0, limits);
  return law;
}

/// Law to an x_to not nearer than the end of an immediate stop.
TimeLaw onwards(const Moving& start, double x_to, const MotionLimits& limits) {
  const double v_level = levelled_speed(start, limits.jerk);
  const double v_low = std::max(0.0, v_level), v_high = std::max(v_low, limits.speed);
  const auto is_short = [&](const TimeLaw& law) { return law.end().x <= x_to; };

  // already braking: any peak may overshoot, less braking suffices
  if (start.a < 0 && v_level > 0 && !is_short(over_peak(start, v_low, 0, limits))) {
    const auto eased = [&](double s) { return eased_stop(start, s, limits); };
    return eased(
        last_short(0, -start.a / limits.jerk, [&](double s) { return is_short(eased(s)); }));
  }
  const TimeLaw fastest = over_peak(start, v_high, 0, limits);
  if (is_short(fastest)) return over_peak(start, v_high, (x_to - fastest.end().x) / v_high, limits);
  const auto peak = [&](double v) { return over_peak(start, v, 0, limits); };
  return peak(last_short(v_low, v_high, [&](double v) { return is_short(peak(v)); }));
}

}  // namespace

bool is_sound(const MotionLimits& limits) noexcept {
  return std::isfinite(limits.speed + limits.acceleration + limits.jerk) && limits.speed > 0 &&
         limits.acceleration > 0 && limits.jerk > 0;
}

void TimeLaw::add(double duration_s, double jerk) noexcept {
  if (!(duration_s > 0) || n_pieces_ == kMaxPieces) return;
  piece_[static_cast<std::size_t>(n_pieces_++)] = {end_, jerk, duration_s};
  end_ = after(end_, jerk, duration_s);
  duration_s_ += duration_s;
}

void TimeLaw::add_speed_change(double v_to, const MotionLimits& limits) noexcept {
  // with a upwards:  v_to - v = (2 a_p² - a²) / 2j + a_p t_a
  const double up = v_to >= levelled_speed(end_, limits.jerk) ? 1 : -1;
  const double a = up * end_.a, dv = up * (v_to - end_.v), j = limits.jerk;
  const double a_needed = std::sqrt(std::max(0.0, j * dv + a * a / 2));
  const double a_peak = std::min(a_needed, std::max(a, limits.acceleration));
  const double hold_s =
      a_needed > a_peak ? (dv - (2 * a_peak * a_peak - a * a) / (2 * j)) / a_peak : 0;
  add((a_peak - a) / j, up * j);
  add(hold_s, 0);
  add(a_peak / j, -up * j);
  end_.v = v_to;
  end_.a = 0;
}

void TimeLaw::stretch(double duration_s) noexcept {
  if (!(duration_s > duration_s_)) return;
  const double slower = n_pieces_ > 0 ? duration_s / duration_s_ : 1;
  for (Piece& piece : piece_) {
    piece.duration_s *= slower;
    piece.from.v /= slower;
    piece.from.a /= slower * slower;
    piece.jerk /= slower * slower * slower;
  }
  duration_s_ = duration_s;
}

void TimeLaw::shift(double dx) noexcept {
  start_.x += dx;
  end_.x += dx;
  for (Piece& piece : piece_) piece.from.x += dx;
}

void TimeLaw::mirror() noexcept {
  start_ = mirrored(start_);
  end_ = mirrored(end_);
  for (Piece& piece : piece_) {
    piece.from = mirrored(piece.from);
    piece.jerk = -piece.jerk;
  }
}

Moving TimeLaw::at(double time_s) const noexcept {
  if (!(time_s < duration_s_) || n_pieces_ == 0) return end_;
  if (time_s <= 0) return start_;
  std::size_t k = 0;
  const auto last = static_cast<std::size_t>(n_pieces_ - 1);
  for (; k < last && time_s > piece_[k].duration_s; ++k) time_s -= piece_[k].duration_s;
  return after(piece_[k].from, piece_[k].jerk, std::min(time_s, piece_[k].duration_s));
}

TimeLaw rest_to_rest(double distance, const MotionLimits& limits) noexcept {
  TimeLaw law;
  if (!std::isfinite(distance) || !is_sound(limits) || distance == 0) return law;
  const double d = std::abs(distance), v = limits.speed, a = limits.acceleration, j = limits.jerk;
  const double by_distance = std::cbrt(d / 2 / j), by_speed = std::sqrt(v / j);
  const double t_j = std::min({by_distance, by_speed, a / j});
  double t_a = 0, t_v = 0;
  if (t_j < by_distance && t_j < by_speed) {
    // (t_a + 3/2 t_j)² = t_j²/4 + d/a, unless the speed limit comes first
    const double by_d = std::sqrt(t_j * t_j / 4 + d / a) - 1.5 * t_j, by_v = v / a - t_j;
    t_a = std::max(0.0, std::min(by_d, by_v));
  }
  const double peak = j * t_j * (t_j + t_a);
  if (t_j < by_distance) t_v = std::max(0.0, d / peak - (2 * t_j + t_a));

  law = over_peak({}, peak, t_v, limits);
  if (distance < 0) law.mirror();
  law.end_at(distance);
  return law;
}

TimeLaw to_rest(const Moving& start, double x_to, const MotionLimits& limits) noexcept {
  if (!finite(start) || !std::isfinite(x_to) || !is_sound(limits))
    return TimeLaw({.x = std::isfinite(start.x) ? start.x : 0});
  TimeLaw stop(start);
  stop.add_speed_change(0, limits);
  const bool back = stop.end().x > x_to;
  TimeLaw law = back ? onwards(mirrored(start), -x_to, limits) : onwards(start, x_to, limits);
  if (back) law.mirror();
  law.end_at(x_to);
  return law;
}

}  // namespace ventosa::controller
