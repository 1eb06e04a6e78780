#pragma once

#include <gtest/gtest.h>

#include "controller/kinematics/forward_kinematics.h"
#include "tests/controller/ideal_modules.h"

/// A robot in stance with requests to one leg.
namespace ventosa::controller {

inline Goal request(std::int32_t id, int leg, TaskKind kind, const LegMove& move = {}) {
  return {.activity = Activity::kLeg,
          .request = {.id = id, .leg = leg, .kind = kind, .move = move}};
}

struct LegRequests : testing::Test {
  static constexpr std::size_t kLeg = 2;
  Standing robot{kDown};
  const Leg& leg = robot.robot.leg[kLeg];
  const Diagnostics& d = robot.controller.diagnostics();

  FootPhase phase() const { return d.phase[kLeg]; }
  PerJoint<double> joints() const { return measured_q(robot.modules.seen.leg[kLeg]); }

  /// Ticks until the leg's module has finished the request; the other legs stay.
  void carry_out(const Goal& goal) {
    const Vector3d before = d.X_WB_reference.translation();
    const std::int32_t last = d.report[kLeg].task;
    const auto is_done = [&] {
      return d.report[kLeg].task != last && d.report[kLeg].status == TaskStatus::kDone;
    };
    for (int n = 0; n < 2000 && !is_done(); ++n) {
      const Command command = robot.tick(goal);
      ASSERT_EQ(d.reason, Reason::kNone) << "tick " << n;
      for (std::size_t i = 0; i < 4; ++i)
        if (i != kLeg) {
          ASSERT_EQ(command.leg[i].cup.mode, CupMode::kAttach);
        }
      ASSERT_EQ(d.X_WB_reference.translation(), before);
    }
    ASSERT_TRUE(is_done());
  }

  LegMove joint_move() const {
    LegMove move{.n = 2};
    move.speed_rad_s = 0.3;
    move.acceleration_rad_s2 = 1;
    move.q_rad[0] = move.q_rad[1] = joints();
    move.q_rad[0][1] += 0.2;
    move.q_rad[0][2] -= 0.1;
    move.q_rad[1][0] += 0.3;
    return move;
  }
  LegMove lip_move(const Vector3d& way_B) const {
    LegMove move{.space = MoveSpace::kCartesian, .n = 1};
    move.speed_m_s = 0.05;
    move.shift_B[0].translation() = way_B;
    return move;
  }
};

}  // namespace ventosa::controller
