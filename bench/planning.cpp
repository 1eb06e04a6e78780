#include "bench/planning.h"

#include <string>

#include "planner/planner.h"
#include "scenarios/format/surface_list.h"

namespace ventosa::bench {
namespace {

constexpr int kStarts = 20;
constexpr double kFarthest_m = 0.4;

/// A robot, its surfaces, and where it stands.
struct Start {
  explicit Start(const scenarios::Scenario& scenario)
      : robot(scenario.controller_model),
        config(scenario.controller),
        surfaces(patches_of(scenario.surfaces)),
        X_WB(scenario.twin.X_WB) {}
  planner::Plan plan(int k) const {
    const planner::World world{robot, config, surfaces};
    controller::Isometry3d X_WB_k = X_WB;
    X_WB_k.translation() -= kFarthest_m * k / kStarts * surfaces.patch[0].X_WS.linear().col(0);
    return planner::plan(world, standing_at(world, X_WB_k, config.cup_goal_force_N),
                         {.from = 0, .to = 1, .seed = static_cast<std::uint64_t>(k + 1)});
  }

  controller::RobotModel robot;
  controller::ControllerConfig config;
  controller::PatchList surfaces;
  controller::Isometry3d X_WB;
};

/// The mean time of a part of all plans.
Benchmark per_part(const std::string& name, const Samples& plans, std::int64_t n_parts) {
  Benchmark part{.name = name, .n = n_parts, .allocs = -1};
  if (n_parts > 0) part.p50_ns = part.p99_ns = plans.sum_ns() / n_parts;
  return part;
}

}  // namespace

std::vector<Benchmark> measure_planning(const scenarios::Scenario& scenario) {
  const Start start(scenario);
  Samples samples(kStarts);
  planner::Work all;
  int n_found = 0;
  for (int k = 0; k < kStarts; ++k) {
    planner::Plan plan;
    samples.measure<ThreadTime>([&] { plan = start.plan(k); });
    samples.count_iterations(plan.work.loads);
    n_found += plan.outcome == planner::Outcome::kFound;
    all.holds += plan.work.holds;
    all.loads += plan.work.loads;
  }
  const std::string name = "plan/" + scenario.name;
  return {samples.summary(name + ", " + std::to_string(n_found) + " found"),
          per_part(name + ", a kinematic check", samples, all.holds),
          per_part(name + ", a problem of load sharing", samples, all.loads)};
}

}  // namespace ventosa::bench
