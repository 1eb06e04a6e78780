#pragma once

#include <array>

/// Motion of one coordinate in least time, with limited velocity, acceleration and jerk:
///
///        a ┤   ┌───┐                     jerk is +j, 0 or -j, so that
///          │  ╱     ╲                    acceleration is continuous and
///        0 ┼─╱───────╲──────╲─────────╱─ each law has a closed form
///          │ t_j  t_a  t_j t_v ╲───╱
///
/// The coordinate is a length, an angle or a path parameter; the limits are in its unit.
namespace ventosa::controller {

/// All finite and positive.
struct MotionLimits {
  double speed = 0;         ///< [unit/s]
  double acceleration = 0;  ///< [unit/s2]
  double jerk = 0;          ///< [unit/s3]
};
bool is_sound(const MotionLimits& limits) noexcept;

/// Position, velocity and acceleration of a coordinate.
struct Moving {
  double x = 0;
  double v = 0;
  double a = 0;
};

/// A motion of piecewise constant jerk. It rests where it starts until it is made longer; outside
/// of [0, duration] it stays at its ends.
class TimeLaw {
 public:
  /// The state from which a constant jerk leads on.
  struct Piece {
    Moving from;
    double jerk = 0;
    double duration_s = 0;
  };
  static constexpr int kMaxPieces = 8;

  TimeLaw() = default;
  explicit TimeLaw(const Moving& start) : start_(start), end_(start) {}

  /// Goes on for `duration_s` with this jerk; a piece without duration is left out.
  void add(double duration_s, double jerk) noexcept;
  /// Goes on to the velocity v_to and acceleration 0 in least time, from any state.
  void add_speed_change(double v_to, const MotionLimits& limits) noexcept;
  /// The end is x, exactly: takes out the rounding of the pieces.
  void end_at(double x) noexcept { end_.x = x, end_.v = end_.a = 0; }
  /// The same way in `duration_s`, if it takes less; of a law from rest to rest.
  void stretch(double duration_s) noexcept;
  /// x + dx in place of x.
  void shift(double dx) noexcept;
  /// -x in place of x.
  void mirror() noexcept;

  [[nodiscard]] Moving at(double time_s) const noexcept;
  const Moving& end() const noexcept { return end_; }
  double duration_s() const noexcept { return duration_s_; }
  int n_pieces() const noexcept { return n_pieces_; }
  const Piece& piece(int k) const noexcept { return piece_[static_cast<std::size_t>(k)]; }

 private:
  Moving start_, end_;
  std::array<Piece, kMaxPieces> piece_{};
  int n_pieces_ = 0;
  double duration_s_ = 0;
};

/// From 0 at rest to `distance` at rest, in least time:
///   t_j = min(cbrt(d / 2j), sqrt(v / j), a / j),  then t_a, then t_v fill what is left.
/// What is not finite, or no sound limit, gives the law that stays at 0.
[[nodiscard]] TimeLaw rest_to_rest(double distance, const MotionLimits& limits) noexcept;

/// From any state within the limits to rest at x_to, in least time: the law speeds up to the peak
/// velocity from which the distance is just enough to stop, and turns back if it is too late to
/// stop. What is not finite, or no sound limit, gives the law that stays at start.x.
[[nodiscard]] TimeLaw to_rest(const Moving& start, double x_to,
                              const MotionLimits& limits) noexcept;

}  // namespace ventosa::controller
