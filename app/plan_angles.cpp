#include "app/plan_angles.h"

#include <mutex>
#include <numbers>

#include "app/interrupt.h"
#include "app/terminal.h"
#include "app/workers.h"
#include "scenarios/format/sections.h"

namespace ventosa::app {

using controller::Isometry3d;
using controller::Vector3d;

namespace {

constexpr int kTurns_deg[] = {30, -30, 60, -60, 90, -90, 120, -120, 150, -150};
constexpr int kSeeds = 3;
constexpr double kHalf_m = 1.5, kEdgeFriction = 0.6, kBefore_m = 0.6;

Eigen::AngleAxisd turned(double angle_deg, const Vector3d& axis) {
  return Eigen::AngleAxisd(angle_deg * std::numbers::pi / 180, axis);
}

/// Orientation of an edge whose surface before it is the x-y plane of E.
Isometry3d X_WE(Gravity gravity) {
  switch (gravity) {
    case Gravity::kGround:
      break;
    case Gravity::kUp:
      return Isometry3d(turned(-90, Vector3d::UnitY()));
    case Gravity::kAlong:
      return Isometry3d(turned(90, Vector3d::UnitX()));
  }
  return Isometry3d::Identity();
}

controller::Patch patch_at(const Isometry3d& X_WS) {
  return {.X_WS = X_WS, .half_extent_m = {kHalf_m, kHalf_m}, .friction = kEdgeFriction};
}

controller::PatchList surfaces_at(const Isometry3d& X_WE, int turn_deg) {
  const Isometry3d X_EA(turned(-turn_deg, Vector3d::UnitY()));
  controller::PatchList patches{.n = 2};
  patches.patch[0] = patch_at(X_WE * Eigen::Translation3d(-kHalf_m, 0, 0));
  patches.patch[1] = patch_at(X_WE * X_EA * Eigen::Translation3d(kHalf_m, 0, 0));
  return patches;
}

controller::ControllerConfig config_of(const models::Robot& robot, double cup_force_N) {
  controller::ControllerConfig config =
      scenarios::controller_settings(robot, models::Effects{}, cup_force_N);
  config.cup_goal_force_N = cup_force_N;
  return config;
}

/// True if another seed may find a plan.
bool is_open(const planner::Plan& plan) {
  return plan.outcome == planner::Outcome::kExhausted || plan.outcome == planner::Outcome::kSpent;
}

void fill(AngleCell& cell, std::uint64_t first_seed) {
  for (std::uint64_t k = 0; k < kSeeds && !interrupted(); ++k) {
    cell.task.question.seed = first_seed + k;
    cell.plan = make_plan(cell.task);
    if (!is_open(*cell.plan)) return;
  }
}

std::vector<AngleCell> cells_of(const models::Robot& robot, double cup_force_N) {
  std::vector<AngleCell> cells;
  for (const int turn_deg : kTurns_deg)
    for (const Gravity gravity : {Gravity::kGround, Gravity::kUp, Gravity::kAlong})
      cells.push_back(
          {turn_deg, gravity, edge_task(robot, cup_force_N, turn_deg, gravity), std::nullopt});
  return cells;
}

}  // namespace

PlanTask edge_task(const models::Robot& robot, double cup_force_N, int turn_deg, Gravity gravity) {
  const Isometry3d edge = X_WE(gravity);
  return {.robot = robot,
          .config = config_of(robot, cup_force_N),
          .surfaces = surfaces_at(edge, turn_deg),
          .surface_name = {"before", "behind"},
          .X_WB = edge *
                  Eigen::Translation3d(-kBefore_m, 0, scenarios::nominal_height_m(robot.nominal)),
          .question = {.from = 0, .to = 1}};
}

std::vector<AngleCell> plan_angles(const models::Robot& robot, double cup_force_N,
                                   const AngleSearch& search) {
  std::vector<AngleCell> cells = cells_of(robot, cup_force_N);
  Progress progress;
  std::mutex guard;
  int n_done = 0;
  share_out(cells.size(), search.n_threads, [&](std::size_t k) {
    fill(cells[k], search.first_seed);
    const std::lock_guard lock(guard);
    progress.show(std::to_string(++n_done) + " of " + std::to_string(cells.size()) + " edges");
  });
  return cells;
}

}  // namespace ventosa::app
