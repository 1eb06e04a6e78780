#include "scenarios/statics/gait_verdict.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "controller/load_sharing/load_check.h"
#include "controller/model/gait.h"

namespace ventosa::scenarios {
namespace {

using controller::ControllerConfig;
using controller::RobotModel;
using controller::Standing;

bool is_level(const Plane& plane) {
  constexpr double kLevel = 1e-9;
  return std::abs(std::sin(plane.incline_rad)) < kLevel;
}

Standing standing_on(const Plane& plane, double cup_force_N, controller::LegSet lifted) {
  Standing standing{.incline_rad = plane.incline_rad,
                    .cup_force_N = cup_force_N,
                    .friction = plane.friction,
                    .gravity_W = plane.gravity_W};
  for (std::size_t i = 0; i < standing.lifted.size(); ++i) standing.lifted[i] = lifted[i];
  return standing;
}

bool is_worse(const RowVerdict& a, const RowVerdict& b) {
  const controller::LiftVerdict &x = a.verdict.controller, &y = b.verdict.controller;
  if (x.lifts() != y.lifts()) return y.lifts();
  return x.least.margin < y.least.margin;
}

/// The row at its worst heading.
RowVerdict judge_row(const RobotModel& robot, const ControllerConfig& config, const Plane& plane,
                     RowVerdict row, double cup_force_N) {
  Standing standing = standing_on(plane, cup_force_N, row.lifted);
  const int n_headings = is_level(plane) ? 1 : kHeadings;
  RowVerdict worst = row;
  for (int k = 0; k < n_headings; ++k) {
    row.heading_rad = standing.heading_rad = 2 * std::numbers::pi * k / n_headings;
    row.verdict = judge_stance(robot, config, controller::physical_limits(), standing);
    if (k == 0 || is_worse(row, worst)) worst = row;
  }
  return worst;
}

GaitVerdict judge_gait(const RobotModel& robot, const ControllerConfig& config, const Plane& plane,
                       const controller::Gait& gait, double cup_force_N) {
  GaitVerdict verdict{.gait = gait.name, .surface = plane.name, .cup_force_N = cup_force_N};
  for (int k = 0; k < static_cast<int>(gait.row.size()); ++k) {
    const RowVerdict row{.row = k, .lifted = controller::airborne_in(gait, k)};
    verdict.row.push_back(judge_row(robot, config, plane, row, cup_force_N));
  }
  return verdict;
}

}  // namespace

int GaitVerdict::n_held() const {
  return static_cast<int>(std::count_if(row.begin(), row.end(), [](const RowVerdict& one) {
    return one.verdict.controller.lifts();
  }));
}

const RowVerdict& GaitVerdict::worst() const {
  return *std::min_element(row.begin(), row.end(), is_worse);
}

std::vector<GaitVerdict> judge_gaits(const RobotModel& robot, const ControllerConfig& config,
                                     const Plane& plane, double cup_force_N) {
  std::vector<GaitVerdict> all;
  for (const controller::Gait& gait : robot.gait)
    all.push_back(judge_gait(robot, config, plane, gait, cup_force_N));
  return all;
}

}  // namespace ventosa::scenarios
