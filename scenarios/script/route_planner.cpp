#include "scenarios/script/route_planner.h"

#include <chrono>
#include <utility>

#include "controller/model/surfaces.h"

namespace ventosa::scenarios {

using controller::Diagnostics;

namespace {

bool is_same(const RouteQuestion& a, const RouteQuestion& b) {
  return a.tick == b.tick && a.question.seed == b.question.seed && a.question.to == b.question.to &&
         a.standing.q_rad == b.standing.q_rad &&
         a.standing.body.X_WB.matrix() == b.standing.body.X_WB.matrix();
}

bool is_ready(const std::shared_future<std::shared_ptr<const planner::Plan>>& answer) {
  return answer.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

}  // namespace

planner::Standing standing_of(const planner::World& world, const Diagnostics& report) {
  planner::Standing standing;
  standing.body.X_WB = report.X_WB_reference;
  const controller::PayloadEstimate& payload = report.payload;
  standing.body.stance.payload = {payload.mass_kg, payload.mass_kg * payload.p_B};
  for (std::size_t i = 0; i < world.robot.leg.size(); ++i) {
    const controller::ModuleReport& module = report.report[i];
    standing.q_rad[i] = module.q_rad;
    standing.body.stance.leg[i].grip_force_N = world.config.cup_goal_force_N;
    const controller::Foothold at =
        nearest_foothold(world.robot.leg[i], world.surfaces, report.foothold[i].p_W);
    standing.body.contact[i] = {
        .attached = module.attached && at.patch >= 0, .patch = at.patch, .p_WW = at.p_WW};
  }
  return standing;
}

RoutePlanner::RoutePlanner(controller::RobotModel robot, controller::ControllerConfig config,
                           controller::PatchList surfaces, std::function<bool()> waits)
    : robot_(std::move(robot)),
      config_(std::move(config)),
      surfaces_(surfaces),
      waits_(std::move(waits)) {}

std::shared_ptr<const planner::Plan> RoutePlanner::plan(const RouteQuestion& asked) {
  if (!is_same(asked, asked_)) {
    stop_.request_stop();
    // a search that goes on is waited for here, not where its future ends
    if (answer_.valid() && !waits_() && !is_ready(answer_)) return nullptr;
    asked_ = asked;
    stop_ = {};
    answer_ =
        std::async(std::launch::async, [this, job = asked, stop = stop_.get_token()]() mutable {
          job.question.stop = stop;
          return std::make_shared<const planner::Plan>(
              planner::plan(world(), job.standing, job.question));
        });
  }
  return waits_() || is_ready(answer_) ? answer_.get() : nullptr;
}

}  // namespace ventosa::scenarios
