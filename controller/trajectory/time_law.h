#pragma once

#include <array>

/// Time-optimal motion of one coordinate with limited velocity, acceleration and jerk:
///
///        a ┤   ┌───┐                     jerk is +j, 0 or -j, so that
///          │  ╱     ╲                    acceleration is continuous and
///        0 ┼─╱───────╲──────╲─────────╱─ each law has a closed form
///          │ t_j  t_a  t_j t_v ╲───╱
///
/// The coordinate is a length, an angle or a path parameter; the limits are in its unit.
namespace ventosa::controller {

/// Limits of a coordinate; all must be finite and positive.
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

/// Motion with piecewise constant jerk. Initially at rest at its start; outside of [0, duration] it
/// is constant.
class TimeLaw {
 public:
  /// Initial state and jerk of one piece.
  struct Piece {
    Moving from;
    double jerk = 0;
    double duration_s = 0;
  };
  static constexpr int kMaxPieces = 8;

  TimeLaw() = default;
  explicit TimeLaw(const Moving& start) : start_(start), end_(start) {}

  /// Appends a piece with constant jerk; a piece without duration is skipped.
  void add(double duration_s, double jerk) noexcept;
  /// Appends the fastest change to the velocity v_to with acceleration 0, from any state.
  void add_speed_change(double v_to, const MotionLimits& limits) noexcept;
  /// Sets the end to exactly x, at rest: removes the pieces' rounding error.
  void end_at(double x) noexcept { end_.x = x, end_.v = end_.a = 0; }
  /// Stretches a law from rest to rest to `duration_s`, if it is shorter.
  void stretch(double duration_s) noexcept;
  /// Replaces x by x + dx.
  void shift(double dx) noexcept;
  /// Replaces x by -x.
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

/// Fastest motion from 0 at rest to `distance` at rest:
///   t_j = min(cbrt(d / 2j), sqrt(v / j), a / j),  then t_a, then t_v for the remaining distance.
/// Non-finite inputs or invalid limits give a law that stays at 0.
[[nodiscard]] TimeLaw rest_to_rest(double distance, const MotionLimits& limits) noexcept;

/// Fastest motion from any state within the limits to rest at x_to: accelerates to the peak
/// velocity from which the distance just suffices to stop, and turns back if it is too late to
/// stop. Non-finite inputs or invalid limits give a law that stays at start.x.
[[nodiscard]] TimeLaw to_rest(const Moving& start, double x_to,
                              const MotionLimits& limits) noexcept;

}  // namespace ventosa::controller
