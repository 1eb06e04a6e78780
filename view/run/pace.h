#pragma once

#include <cstdint>
#include <deque>

/// How ticks follow the wall clock.
namespace ventosa::view {

class Pace {
 public:
  static constexpr double kAsFastAsPossible = 0;

  explicit Pace(double period_s) : period_s_(period_s) {}

  /// From this moment and tick on.
  /// @param speed  simulated over wall time, or kAsFastAsPossible
  void start(double wall_s, std::int64_t tick, double speed);

  /// How long until this tick is due; not positive: it is. What was missed by more than a tenth of
  /// a second is not made up for.  [s]
  double wait_s(double wall_s, std::int64_t tick);

  /// Tells of a tick that has passed.
  void passed(double wall_s, std::int64_t tick);

  double speed() const { return speed_; }
  double realtime_factor() const;  ///< over the last second; 0 before there was any

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
