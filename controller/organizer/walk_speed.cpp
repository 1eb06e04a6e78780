#include "controller/organizer/walk_speed.h"

#include <algorithm>

#include "controller/trajectory/swing.h"

namespace ventosa::controller {
namespace {

/// Duration from rest to rest, at least `least_s`.
double way_s(const GaitConfig& config, double way_m, double least_s) {
  return std::max(least_s, rest_to_rest(way_m, swing_limits(config).linear).duration_s());
}

/// Least durations of a leg's moves.
struct MoveTimes {
  double lift_s = 0, carry_s = 0, lower_s = 0;

  double of(FootMove move) const {
    switch (move) {
      case FootMove::kLift:
        return lift_s;
      case FootMove::kCarry:
        return carry_s;
      case FootMove::kLower:
        return lower_s;
      case FootMove::kStep:
        return lift_s + carry_s + lower_s;
      default:
        return 0;
    }
  }
};

MoveTimes move_times(const GaitConfig& config, double stride_m) {
  return {config.load_s + way_s(config, config.lift_m, config.lift_s),
          way_s(config, stride_m, config.transfer_s),
          way_s(config, config.lift_m - config.touch_m, config.lower_s) +
              way_s(config, config.touch_m, config.touch_s)};
}

double cycle_s(const Gait& gait, const MoveTimes& times) {
  double sum_s = 0;
  for (const GaitRow& row : gait.row) {
    double longest_s = 0;
    for (const FootMove move : row.move) longest_s = std::max(longest_s, times.of(move));
    sum_s += longest_s;
  }
  return sum_s;
}

/// Stretches or shortens durations to their sum.
SwingTimes fill(const SwingTimes& times, double sum_s) {
  const double scale = sum_s / (times.lift_s + times.transfer_s + times.lower_s + times.touch_s);
  return {scale * times.lift_s, scale * times.transfer_s, scale * times.lower_s,
          scale * times.touch_s, times.row_s};
}

constexpr double kSpareTicks = 6;  // of a row, between phases and rows

/// Shortest durations of a swing's phases by the limits of the swing. With approach_m the foot
/// comes down to uneven ground.
SwingTimes shortest_times(const Gait& gait, const Foot& foot, const GaitConfig& config) {
  const Approach approach{config.approach_m, foot.seek_m_s()};
  const bool feels = approach.from_m > 0 && approach.speed_m_s > 0;
  const double touch_m = feels ? approach.from_m : config.touch_m;
  return {way_s(config, config.lift_m, 0), way_s(config, way_of_cycle_m(gait), 0),
          way_s(config, config.lift_m - touch_m, 0),
          feels ? approach_s(approach, config) : way_s(config, touch_m, 0), gait.step_s};
}

/// Least duration of a row for a swing, without the spare ticks.
/// @param airborne  rows that it takes
double least_row_s(const SwingTimes& least, int airborne, double load_s) {
  const double down_s = least.lower_s + least.touch_s + load_s;
  const double up_s = load_s + least.lift_s;
  if (airborne == 1) return up_s + least.transfer_s + down_s;
  if (airborne == 2) return std::max(up_s, least.transfer_s + down_s);
  return std::max({up_s, least.transfer_s / (airborne - 2), down_s});
}

}  // namespace

double least_step_s(const RobotModel& robot, const Gait& gait, const GaitConfig& config,
                    double period_s) noexcept {
  if (gait.reverses()) return period_s;
  double least_s = 0;
  for (int leg = 0; leg < robot.n_legs(); ++leg) {
    const auto i = static_cast<std::size_t>(leg);
    const SwingTimes least = shortest_times(gait, robot.leg[i].foot, config);
    for (int row = 0; row < static_cast<int>(gait.row.size()); ++row)
      if (lifted_in(gait, row)[i])
        least_s = std::max(least_s, least_row_s(least, rows_in_air(gait, row, leg), config.load_s));
  }
  return least_s + kSpareTicks * period_s;
}

SwingTimes swing_times(const Gait& gait, int row, int leg,
                       const ControllerConfig& config) noexcept {
  if (!gait.is_clocked()) return {};
  const GaitConfig& at = config.gait;
  const double reserve_s = kSpareTicks * config.period_s, row_s = gait.step_s - reserve_s;
  const int airborne = rows_in_air(gait, lift_row(gait, row, leg), leg), carries = airborne - 2;
  SwingTimes times{at.lift_s, at.transfer_s, at.lower_s, at.touch_s, gait.step_s};
  if (airborne == 1) return fill(times, row_s - 2 * at.load_s);
  times.lift_s = 0;
  if (carries > 0) times.transfer_s = 0;
  times = fill(times, row_s - at.load_s);
  times.lift_s = row_s - at.load_s;
  if (carries > 0) times.transfer_s = carries * gait.step_s - reserve_s;
  return times;
}

double shortest_cycle_s(const RobotModel& robot, const GaitConfig& config, int gait,
                        double stride_m) noexcept {
  if (gait == kFreeGait) return robot.n_legs() * move_times(config, stride_m).of(FootMove::kStep);
  const Gait* const table = robot.find_gait(gait);
  if (table == nullptr) return 0;
  if (table->is_clocked()) return table->step_s * static_cast<double>(table->row.size());
  return cycle_s(*table, move_times(config, stride_m));
}

double longest_way_m(const Gait& gait, const GaitConfig& config) noexcept {
  return gait.is_clocked() ? way_of_cycle_m(gait) : config.stride_m;
}

double fastest_walk_m_s(const RobotModel& robot, const GaitConfig& config, int gait) noexcept {
  const Gait* const table = robot.find_gait(gait);
  const double way_m = table ? longest_way_m(*table, config) : config.stride_m;
  return way_m / shortest_cycle_s(robot, config, gait, way_m);
}

}  // namespace ventosa::controller
