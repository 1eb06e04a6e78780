#include <gtest/gtest.h>

#include "scenarios/session/scenario_run.h"
#include "tests/scenarios/session/stand.h"

/// A push on a link, against the balance of forces.
namespace ventosa::scenarios::link_push_test {
namespace {

using controller::PartId;
using controller::Vector3d;

constexpr double kLong_s = 100;

/// Force of the ground on the robot, once it stands still under this push.
Vector3d ground_force_N(const Vector3d& push_N, const PartId& link) {
  Scenario scenario = shipped("hold_push_ground");
  scenario.script =
      Script({}, {{.at_s = 0.5, .duration_s = kLong_s, .f_B0 = push_N, .link = link}});
  ScenarioRun run(scenario, 1);
  while (run.advance()) {
  }
  const controller::Matrix3d R_WS = scenario.twin.patches.patch[0].X_WS.linear();
  Vector3d sum_N = Vector3d::Zero();
  for (std::size_t i = 0; i < run.controller().robot().leg.size(); ++i)
    sum_N += R_WS * run.twin().truth().leg[i].cup.wrench_S.head<3>();
  return sum_N;
}

TEST(LinkPush, IsBornByTheGroundAsAPushOnTheBodyIs) {
  const Vector3d push_N(3, -4, 2);
  const Vector3d without_N = ground_force_N(Vector3d::Zero(), {});
  for (const PartId& link : {PartId{}, PartId{0, 0}, PartId{1, 2}, PartId{3, 5}})
    EXPECT_LT((ground_force_N(push_N, link) - without_N + push_N).norm(), 0.02)
        << link.leg << ", " << link.link;
}

/// A push at the middle of a leg changes its knee torque.
TEST(LinkPush, ActsOnTheLinkThatItNames) {
  const auto torque_of = [](const PartId& link) {
    Scenario scenario = shipped("hold_push_ground");
    scenario.script =
        Script({}, {{.at_s = 0.5, .duration_s = kLong_s, .f_B0 = {0, 0, -30}, .link = link}});
    ScenarioRun run(scenario, 1);
    while (run.advance()) {
    }
    controller::PerLeg<double> knee_Nm{};
    for (std::size_t i = 0; i < 4; ++i) knee_Nm[i] = run.twin().truth().leg[i].tau_Nm[1];
    return knee_Nm;
  };
  const auto front = torque_of({0, 2}), rear = torque_of({3, 2});
  EXPECT_GT(std::abs(front[0] - rear[0]), 0.3);
  EXPECT_GT(std::abs(rear[3] - front[3]), 0.3);
  EXPECT_LT(std::abs(front[1] - rear[1]), 0.3);  // the other knees change less
}

}  // namespace
}  // namespace ventosa::scenarios::link_push_test
