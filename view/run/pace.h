#pragma once

#include <cstdint>
#include <deque>

/// Synchronisation of ticks with wall time.
namespace ventosa::view {

class Pace {
 public:
  static constexpr double kAsFastAsPossible = 0;

  explicit Pace(double period_s) : period_s_(period_s) {}

  /// Restarts at this time and tick.
  /// @param speed  simulated over wall time, or kAsFastAsPossible
  void start(double wall_s, std::int64_t tick, double speed);

  /// Time until the tick is due [s]; not positive: due. Delays beyond a tenth of a second are not
  /// caught up.
  double wait_s(double wall_s, std::int64_t tick);

  /// Records a completed tick.
  void passed(double wall_s, std::int64_t tick);

  double speed() const { return speed_; }
  double realtime_factor() const;  ///< over the last second; 0 without data

 private:
  struct Moment {
    double wall_s;
    std::int64_t tick;
  };

  const double period_s_;
  double speed_ = 1;
  Moment from_{};
  std::deque<Moment> passed_;
};

}  // namespace ventosa::view
