#include <gtest/gtest.h>

#include "tests/controller/ideal_modules.h"

namespace ventosa::controller::holding_on_test {
namespace {

/// A robot that walks on the ground; one foot slides away while another is being released.
struct LosingAFoot {
  LosingAFoot() : robot(on_lips()) {
    robot.stand();
    leaving = static_cast<std::size_t>(first_to_step(robot.robot));
    lost = (leaving + 2) % 4;
    while (plan().phase[leaving] != FootPhase::kRelease) (void)robot.tick(walk(0.01));
    row = organizer().gait.row;
  }

  static ControllerConfig on_lips() {
    ControllerConfig config = Standing::config(kDown, 120);
    config.lip.model = LipModel::kElastic;
    return config;
  }

  void lose(double grip_N) {
    for (int n = 1; n <= 5; ++n) {
      robot.modules.seen.leg[lost].joint[1].q_rad += 0.02 * n;
      robot.modules.seen.leg[leaving].cup.vacuum_Pa = grip_N / robot.robot.cup()->area_m2;
      (void)robot.tick(walk(0.01));
    }
  }

  const Diagnostics& plan() const { return robot.controller.diagnostics(); }
  const OrganizerState& organizer() const { return robot.controller.state().decisions.organizer; }

  Standing robot;
  std::size_t leaving = 0, lost = 0;
  int row = 0;
};

TEST(HoldingOn, KeepsAFootThatStillGripsAndRepeatsItsRow) {
  LosingAFoot robot;
  robot.lose(60);
  ASSERT_EQ(robot.plan().alarm[robot.lost], FootAlarm::kDetachment);
  EXPECT_EQ(robot.plan().phase[robot.leaving], FootPhase::kStance);
  EXPECT_TRUE(robot.plan().report[robot.leaving].attached);
  EXPECT_TRUE(stepping_legs(robot.robot.controller).none());
  const auto n_rows = static_cast<int>(robot.robot.robot.gait.front().row.size());
  EXPECT_EQ(robot.organizer().gait.row, (robot.row + n_rows - 1) % n_rows);
}

TEST(HoldingOn, LetsAFootGoThatGripsNoMore) {
  LosingAFoot robot;
  robot.lose(0);
  ASSERT_EQ(robot.plan().alarm[robot.lost], FootAlarm::kDetachment);
  EXPECT_EQ(robot.plan().phase[robot.leaving], FootPhase::kLift);
  EXPECT_EQ(robot.organizer().gait.row, robot.row);
}

}  // namespace
}  // namespace ventosa::controller::holding_on_test
