#include "papers/equation_way.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "models/input_error.h"

namespace ventosa::papers {
namespace {

constexpr double kStep_s = 1e-3;  // the largest

/// Number of a leg: 3 of "leg3".
std::size_t number_of(const std::string& leg) {
  return static_cast<std::size_t>(std::stoi(leg.substr(3)));
}

const models::Pantograph& bars_of(const models::Robot& robot, const std::string& leg) {
  const std::optional<models::Pantograph>& bars = robot.linkage[number_of(leg)];
  if (!bars) throw models::InputError("", leg, "must be a leg with bars", "");
  return *bars;
}

}  // namespace

Vector3d EquationWay::Law::operator()(const LegState& at) const {
  return tau_ff + kp.cwiseProduct(q - at.q) + kd.cwiseProduct(dq - at.dq);
}

EquationWay::EquationWay(const std::string& leg, const RowSource& source) {
  const models::Pantograph& bars = bars_of(source.robot, leg);
  const controller::Leg& table = source.robot.nominal.leg[number_of(leg)];
  driven_.leg = pantograph_leg(bars, table, {0, 0, -9.81});
  per_rad_.tail<2>() = screw_ways(bars, table);
  for (int j = 0; j < 3; ++j) {
    const controller::Joint& joint = table.joint[static_cast<std::size_t>(j)];
    half_range_[j] = per_rad_[j] * (joint.q_max_rad - joint.q_min_rad) / 2;
  }
  const auto columns = [&](const std::string& topic, const std::string& number) {
    const auto found = matches_of(topic + "." + leg + ".joint*." + number, source.columns);
    if (found.size() != size()) throw models::InputError("", leg, "must have three joints", "");
    return Columns{found[0], found[1], found[2]};
  };
  q_ = columns("truth", "q"), dq_ = columns("truth", "dq");
  q_d_ = columns("command", "q"), dq_d_ = columns("command", "dq");
  tau_ff_ = columns("command", "tau_ff");
  kp_ = columns("command", "kp"), kd_ = columns("command", "kd");
}

Vector3d EquationWay::at(const Columns& columns, std::span<const double> row) {
  return {row[columns[0]], row[columns[1]], row[columns[2]]};
}

EquationWay::Law EquationWay::law(std::span<const double> row) const {
  const Vector3d squared = per_rad_.cwiseProduct(per_rad_);
  return {.q = at(q_d_, row).cwiseProduct(per_rad_),
          .dq = at(dq_d_, row).cwiseProduct(per_rad_),
          .tau_ff = at(tau_ff_, row).cwiseQuotient(per_rad_),
          .kp = at(kp_, row).cwiseQuotient(squared),
          .kd = at(kd_, row).cwiseQuotient(squared)};
}

void EquationWay::advance(double time_s) {
  driven_.forces = [this](const LegState& at, double) { return law_(at); };
  state_.ddq = accelerations(driven_, state_, time_s_);  // the command has changed
  const int n = std::max(1, static_cast<int>(std::ceil((time_s - time_s_) / kStep_s - 1e-6)));
  const double step_s = (time_s - time_s_) / n;
  for (int k = 1; k <= n; ++k) state_ = newmark_step(driven_, state_, time_s_ + k * step_s, step_s);
}

void EquationWay::follow(double time_s) noexcept {
  try {
    advance(time_s);
  } catch (const std::bad_optional_access&) {
    state_.q.setConstant(std::numeric_limits<double>::quiet_NaN());
  }
}

std::span<const double> EquationWay::read(std::int64_t time_ns,
                                          std::span<const double> row) noexcept {
  const double time_s = 1e-9 * static_cast<double>(time_ns);
  const Vector3d q = at(q_, row).cwiseProduct(per_rad_);
  if (time_s_ < 0) {
    state_ = {.q = q, .dq = at(dq_, row).cwiseProduct(per_rad_)};
  } else {
    follow(time_s);
  }
  Vector3d::Map(values_.data()) = (q - state_.q).cwiseQuotient(half_range_);
  law_ = law(row);
  time_s_ = time_s;
  return values_;
}

}  // namespace ventosa::papers
