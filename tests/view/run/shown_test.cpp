#include "view/run/shown.h"

#include <gtest/gtest.h>

#include <cmath>

#include "hal/blinded_robot.h"
#include "scenarios/session/scenario_run.h"
#include "tests/scenarios/session/stand.h"

namespace ventosa::view::shown_test {
namespace {

using scenarios::Scenario;

/// After some time of a walk, with a foot in the air.
struct Walked {
  explicit Walked(const char* name) : scenario(scenarios::shipped(name)), run(scenario, 1) {
    while (run.time_s() < 12 || !has_foot_in_air()) run.advance();
  }
  bool has_foot_in_air() const {
    const auto& phase = run.controller().diagnostics().phase;
    return std::find(phase.begin(), phase.end(), controller::FootPhase::kTransfer) != phase.end();
  }
  Surroundings at() const { return {scenario.robot, scenario.twin.patches}; }
  Shown as_twin() const { return shown(at(), run.twin().truth()); }
  Shown as_robot() const {
    return shown(at(), run.controller().config(), run.session().seen(),
                 run.controller().diagnostics());
  }

  const Scenario scenario;
  scenarios::ScenarioRun run;
};

TEST(Shown, IsTheTruthOfATwin) {
  const Walked walked("crawl_up_wall");
  const sim::Truth& truth = walked.run.twin().truth();
  const Shown all = walked.as_twin();
  EXPECT_TRUE(all.X_WB.isApprox(truth.X_WB));
  int n_held = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(all.leg[i].q_rad, truth.leg[i].q_rad);
    EXPECT_EQ(all.leg[i].safety_factor, truth.leg[i].cup.safety_factor);
    EXPECT_EQ(all.leg[i].held, truth.leg[i].cup.phase == sim::CupPhase::kAttached);
    if (!all.leg[i].held) continue;
    ++n_held;
    ASSERT_TRUE(all.leg[i].surface.has_value());
    const controller::Isometry3d& X_WS = all.leg[i].surface->X_WS;
    EXPECT_LT(std::abs((X_WS.inverse() * all.leg[i].X_WF.translation()).z()), 0.001);
  }
  EXPECT_EQ(n_held, 3);
}

TEST(Shown, IsEstimatedOfAnyOtherRobot) {
  const Walked walked("crawl_up_wall");
  const Shown truth = walked.as_twin(), all = walked.as_robot();
  EXPECT_LT((all.X_WB.translation() - truth.X_WB.translation()).norm(), 0.002);
  for (std::size_t i = 0; i < 4; ++i) {
    const ShownLeg &leg = all.leg[i], &real = truth.leg[i];
    ASSERT_EQ(leg.held, real.held);
    EXPECT_LT((leg.X_WF.translation() - real.X_WF.translation()).norm(), 0.004);
    EXPECT_NEAR(leg.vacuum_force_N, real.vacuum_force_N, 1);
    EXPECT_FALSE(controller::is_known(leg.slip_m));
    if (!leg.held) continue;
    EXPECT_TRUE(leg.surface.has_value());
    // moments transmitted by the wrist are not included
    EXPECT_NEAR(leg.safety_factor, real.safety_factor, 0.35 * real.safety_factor) << i;
  }
}

TEST(Shown, HasThePointFeetOnTheGround) {
  const Walked walked("hexapod3_tripod_flat");
  const sim::Truth& truth = walked.run.twin().truth();
  const Shown all = walked.as_twin(), robot = walked.as_robot();
  int n_held = 0;
  for (std::size_t i = 0; i < 6; ++i) {
    const ShownLeg& leg = all.leg[i];
    EXPECT_EQ(leg.held, truth.leg[i].point.touches);
    EXPECT_EQ(leg.held, robot.leg[i].held);
    EXPECT_EQ(leg.surface.has_value(), leg.held);
    EXPECT_EQ(leg.safety_factor > 0, leg.held);
    EXPECT_EQ(leg.slip_m, truth.leg[i].point.slip_m);
    EXPECT_EQ(leg.foot, leg.held ? "on the ground" : "in the air");
    n_held += leg.held;
  }
  EXPECT_EQ(n_held, 3);
}

TEST(Shown, IsUnknownWhereARobotDoesNotTell) {
  const Scenario scenario = scenarios::shipped("hold_push_wall");
  hal::BlindedRobot robot(std::make_unique<sim::Twin>(scenario.robot, scenario.twin));
  scenarios::RobotRun run(scenario, robot);
  for (int k = 0; k < 100; ++k) run.advance();
  const Shown all = shown({scenario.robot, scenario.twin.patches}, run.controller().config(),
                          run.session().seen(), run.controller().diagnostics());
  for (std::size_t i = 0; i < 4; ++i) {
    const ShownLeg& leg = all.leg[i];
    EXPECT_TRUE(leg.held);
    EXPECT_GT(leg.safety_factor, 1);
    for (const double reading :
         {leg.tau_Nm[1], leg.stall_ratio[1], leg.turbine, leg.distance_m[0], leg.slip_m})
      EXPECT_FALSE(controller::is_known(reading));
  }
}

}  // namespace
}  // namespace ventosa::view::shown_test
