#include "scenarios/verdict/late_walks.h"

#include <algorithm>
#include <cmath>

#include "controller/model/goal.h"
#include "models/text.h"
#include "scenarios/assertions/signal_column.h"

namespace ventosa::scenarios {

using controller::Activity;
using controller::FootPhase;
using controller::Vector3d;

namespace {

constexpr double kLate_m = 0.01, kLate = 0.05;  // a walk is late if both are exceeded

std::array<std::size_t, 3> columns_of_vector(const std::string& name,
                                             const std::vector<record::Column>& columns) {
  return {column_of(name + ".x", columns), column_of(name + ".y", columns),
          column_of(name + ".z", columns)};
}

/// Value rounded to millimetres or milliseconds; never -0.
std::string number(double value) {
  return models::decimal(std::round(1000 * value) / 1000 + 0.0, 3);
}

}  // namespace

std::string to_text(const LateWalk& walk) {
  constexpr double kWorthTelling = 0.1;  // relative to the walk's time
  const double least_s = kWorthTelling * (walk.to_s - walk.from_s);
  std::string text = models::decimal(walk.from_s, 5) + " s to " + models::decimal(walk.to_s, 5) +
                     " s: walked " + number(walk.reached_m) + " m of " + number(walk.requested_m) +
                     " m";
  std::string separator = ": ";
  const auto add = [&](const std::string& what) { text += std::exchange(separator, ", ") + what; };
  for (const auto& [phase, time_s] : walk.phase_s)
    if (time_s >= least_s) add(number(time_s) + " s in " + phase);
  if (walk.standing_s >= least_s) add(number(walk.standing_s) + " s with all feet attached");
  for (const auto& [leg, n] : walk.seal_retries)
    add(std::to_string(n) + (n == 1 ? " seal retry of " : " seal retries of ") + leg);
  return text;
}

LateWalks::LateWalks(const Scenario& scenario, const std::vector<record::Column>& columns)
    : period_s_(scenario.twin.control_period_s),
      activity_(column_of("goal.activity", columns)),
      v_W_(columns_of_vector("goal.velocity", columns)),
      w_W_(columns_of_vector("goal.angular_velocity", columns)),
      p_goal_(columns_of_vector("goal.body", columns)),
      p_true_(columns_of_vector("truth.body", columns)) {
  for (std::size_t i = 0; i < scenario.robot.nominal.leg.size(); ++i) {
    const std::string leg = ".leg" + std::to_string(i);
    legs_.push_back({scenario.robot.nominal.leg[i].name,
                     column_of("plan" + leg + ".phase", columns),
                     column_of("report" + leg + ".progress", columns)});
  }
  walks_.reserve(kMost);
}

Vector3d LateWalks::vector(const std::array<std::size_t, 3>& columns,
                           std::span<const double> row) const {
  return {row[columns[0]], row[columns[1]], row[columns[2]]};
}

/// Request of a straight walk, if there is one. (Length and end of a curve are unknown.)
std::optional<LateWalks::Requested> LateWalks::requested(std::span<const double> row) const {
  const auto activity = enumerator<Activity>(row[activity_]);
  const bool walks = activity == Activity::kWalk || activity == Activity::kWalkTo;
  if (!walks || !vector(w_W_, row).isZero(0)) return std::nullopt;
  return Requested{activity == Activity::kWalkTo, vector(v_W_, row), vector(p_goal_, row)};
}

bool LateWalks::take(std::int64_t tick, std::span<const double> row) noexcept {
  for (Leg& leg : legs_)
    leg.seals_anew = leg.attempts.fails(enumerator<FootPhase>(row[leg.phase]), row[leg.progress]);
  const std::optional<Requested> now = requested(row);
  const bool goes_on = now && goes_on_ && walks_.back().requested == *now;
  goes_on_ = goes_on;
  if (now && !goes_on && walks_.size() < kMost) {
    walks_.push_back({.requested = *now, .p_WB_start = vector(p_true_, row), .begin = tick});
    goes_on_ = true;
  }
  if (goes_on_) follow(tick, row, walks_.back());
  return true;
}

/// Adds a row; the times of phases are counted only until the walk arrives.
void LateWalks::follow(std::int64_t tick, std::span<const double> row, Walk& walk) const {
  walk.end = tick;
  walk.reached_m = (vector(p_true_, row) - walk.p_WB_start).dot(walk.requested.v_W.normalized());
  if (!has_arrived(walk)) count_phases(row, walk);
}

void LateWalks::count_phases(std::span<const double> row, Walk& walk) const {
  std::array<bool, kPhases> has{};
  for (std::size_t i = 0; i < legs_.size(); ++i) {
    const auto phase = enumerator<FootPhase>(row[legs_[i].phase]);
    has[static_cast<std::size_t>(phase)] = true;
    walk.seal_retries[i] += legs_[i].seals_anew;
  }
  for (std::size_t k = 0; k < kPhases; ++k) walk.n_in[k] += has[k];
  const bool steps = std::any_of(has.begin() + 1, has.end(), [](bool one) { return one; });
  walk.n_standing += !steps;
}

double LateWalks::way_m(const Walk& walk) const {
  return (walk.requested.p_WB - walk.p_WB_start).dot(walk.requested.v_W.normalized());
}

bool LateWalks::has_arrived(const Walk& walk) const {
  return walk.requested.has_end && way_m(walk) - walk.reached_m < kLate_m;
}

double LateWalks::requested_m(const Walk& walk) const {
  const double by_speed_m =
      walk.requested.v_W.norm() * static_cast<double>(walk.end - walk.begin) * period_s_;
  return walk.requested.has_end ? std::min(way_m(walk), by_speed_m) : by_speed_m;
}

bool LateWalks::is_late(const Walk& walk) const {
  const double requested = requested_m(walk);
  return requested - walk.reached_m > std::max(kLate_m, kLate * requested);
}

LateWalk LateWalks::read(const Walk& walk) const {
  const auto seconds = [this](std::int64_t ticks) {
    return static_cast<double>(ticks) * period_s_;
  };
  LateWalk late{.from_s = seconds(walk.begin),
                .to_s = seconds(walk.end),
                .requested_m = requested_m(walk),
                .reached_m = walk.reached_m,
                .standing_s = seconds(walk.n_standing),
                .phase_s = {},
                .seal_retries = {}};
  constexpr auto kNames = controller::enumerators(FootPhase{});
  for (std::size_t k = 1; k < kPhases; ++k)  // kStance is standing_s
    if (walk.n_in[k] > 0) late.phase_s.emplace_back(kNames[k], seconds(walk.n_in[k]));
  for (std::size_t i = 0; i < legs_.size(); ++i)
    if (walk.seal_retries[i] > 0)
      late.seal_retries.emplace_back(legs_[i].name, walk.seal_retries[i]);
  return late;
}

std::vector<LateWalk> LateWalks::late_walks() const {
  std::vector<LateWalk> late;
  for (const Walk& walk : walks_)
    if (is_late(walk)) late.push_back(read(walk));
  return late;
}

}  // namespace ventosa::scenarios
