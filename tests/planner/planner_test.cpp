#include "planner/planner.h"

#include <gtest/gtest.h>

#include <span>

#include "controller/organizer/judgement.h"
#include "controller/organizer/leg_move.h"
#include "controller/organizer/walk_speed.h"
#include "tests/planner/edges.h"

namespace ventosa::planner::planner_test {
namespace {

using controller::Asked;
using controller::Limiting;
using controller::Reason;
using test::EdgeOptions;
using test::EdgeWorld;
using test::Gravity;

/// Goes through a plan in steps of a millimetre and a milliradian and asks the organizer's own
/// checks everywhere, without the planner's reserves.
class Walkthrough {
 public:
  Walkthrough(const EdgeWorld& at, const Plan& plan)
      : at_(at), plan_(plan), supposed_(at.robot, at.world, at.standing.body), robot_(plan.start) {}

  void go() { go(plan_.steps.size()); }
  void go(std::size_t n) {
    for (const PlannedStep& step : std::span(plan_.steps).first(n)) {
      ASSERT_EQ(step.speed_m_s.size(), step.body.size());
      for (std::size_t k = 0; k < step.body.size(); ++k) move(step.body[k], step.speed_m_s[k]);
      if (step.leg >= 0) take(step);
      if (::testing::Test::HasFailure()) return;
    }
  }
  const PlannedRobot& robot() const { return robot_; }
  double least_margin() const { return least_margin_; }
  double fastest_wrist_rad_s() const { return fastest_wrist_rad_s_; }

 private:
  void move(const Isometry3d& X_WB, double speed_m_s) {
    const Isometry3d X_from = robot_.X_WB;
    const double turn_rad = Eigen::AngleAxisd(X_from.linear().transpose() * X_WB.linear()).angle();
    const double way_m = (X_WB.translation() - X_from.translation()).norm();
    const int n = static_cast<int>(std::ceil(1000 * std::max(turn_rad, way_m)));
    const double part_s = std::max(way_m, controller::kFootReach_m * turn_rad) / speed_m_s / n;
    for (int k = 1; k <= n; ++k) {
      const PerLeg<PerJoint<double>> q_rad = robot_.q_rad;
      ASSERT_EQ(move_body(at_.robot, between(X_from, X_WB, static_cast<double>(k) / n), robot_),
                -1);
      turn_wrists(q_rad, part_s);
      stand(k == n);
    }
  }
  void turn_wrists(const PerLeg<PerJoint<double>>& from_rad, double dt_s) {
    for (std::size_t i = 0; i < at_.robot.leg.size(); ++i)
      for (auto j = static_cast<std::size_t>(at_.robot.leg[i].n_arm); j < from_rad[i].size(); ++j)
        fastest_wrist_rad_s_ =
            std::max(fastest_wrist_rad_s_, std::abs(robot_.q_rad[i][j] - from_rad[i][j]) / dt_s);
  }
  void stand(bool weighs) {
    supposed_.stand(robot_.X_WB, robot_.foot, robot_.q_rad);
    permit(supposed_.posture(), weighs);
  }
  void permit(const Posture& posture, bool weighs) {
    const Objection room = assess(supposed_.scene(0), posture, Asked::kStanding);
    ASSERT_GE(room.room, 0) << controller::name(room.limiting) << " of leg " << room.leg;
    if (!weighs) return;
    const Bottleneck load = controller::weigh({supposed_.scene(0), posture});
    ASSERT_GE(load.margin, 0) << controller::name(load.limit) << " of leg " << load.leg;
    least_margin_ = std::min(least_margin_, load.margin);
  }
  void take(const PlannedStep& step) {
    const auto leg = static_cast<std::size_t>(step.leg);
    lift_off(leg);
    swing(step, leg);
    land(step, leg);
    stand(true);
    lift_off(leg);
  }
  /// Without the foot the others hold the robot, and the foot can leave its place.
  void lift_off(std::size_t leg) {
    supposed_.stand(robot_.X_WB, robot_.foot, robot_.q_rad);
    Posture posture = supposed_.posture();
    ASSERT_TRUE(can_lift_off(supposed_.scene(0), posture, static_cast<int>(leg)));
    posture.attached[leg] = false;
    permit(posture, true);
  }
  void swing(const PlannedStep& step, std::size_t leg) {
    const auto up_rad = lifted(at_.world, leg, robot_.X_WB, robot_.foot[leg], robot_.q_rad[leg]);
    ASSERT_TRUE(up_rad);
    supposed_.stand(robot_.X_WB, robot_.foot, robot_.q_rad);
    supposed_.lift(leg, *up_rad);
    supposed_.weigh();
    controller::SharingWarmStart cold;
    const auto check = check_move(supposed_.scene(0), step.leg, step.move, cold);
    EXPECT_EQ(check.objection, Reason::kNone) << controller::name(check.objection);
  }
  /// Straight down from the end of the move.
  void land(const PlannedStep& step, std::size_t leg) {
    const controller::Leg& of = at_.robot.leg[leg];
    PerJoint<double> q_rad = step.move.q_rad[static_cast<std::size_t>(step.move.n - 1)];
    const Isometry3d X_LW = (robot_.X_WB * of.X_BL).inverse();
    const Foothold& to = step.to.at;
    for (int k = 35; k >= 0; --k)
      ASSERT_EQ(
          follow_leg(of, X_LW * (to.p_WW - 0.001 * k * to.z_WF), X_LW.linear() * to.z_WF, q_rad),
          controller::IkStatus::kOk);
    EXPECT_NEAR(q_rad[static_cast<std::size_t>(of.n_joints - 1)], 0, 1e-9);
    set_down(at_.robot, leg, to, q_rad, robot_);
  }

  const EdgeWorld& at_;
  const Plan& plan_;
  Supposed supposed_;
  PlannedRobot robot_;
  double least_margin_ = 1;
  double fastest_wrist_rad_s_ = 0;
};

/// The default stance on the surface behind the edge.
void expect_arrival(const EdgeWorld& at, const PlannedRobot& robot) {
  const Isometry3d X_SB = at.surfaces.patch[1].X_WS.inverse() * robot.X_WB;
  EXPECT_NEAR(X_SB.linear()(2, 2), 1, 1e-9);
  for (std::size_t i = 0; i < at.robot.leg.size(); ++i) {
    EXPECT_EQ(robot.foot[i].patch, 1);
    EXPECT_LT((robot.X_WB * at.robot.leg[i].p_BW_nominal - robot.foot[i].p_WW).norm(), 1e-6);
  }
}

struct Case {
  EdgeOptions edge;
  int most_steps;
  std::uint64_t seed = 1;  ///< even: forwards first
};

std::ostream& operator<<(std::ostream& out, const Case& of) {
  return out << of.edge.robot << " " << of.edge.turn_deg << " seed " << of.seed;
}

struct Plans : ::testing::TestWithParam<Case> {};
INSTANTIATE_TEST_SUITE_P(Edges, Plans,
                         ::testing::Values(Case{{}, 10}, Case{{.cup_force_N = 90}, 12},
                                           Case{{.gravity = Gravity::kUpWall}, 12},
                                           Case{{.gravity = Gravity::kAlongEdge}, 12},
                                           Case{{.turn_deg = -90}, 20},
                                           Case{{.heading_deg = 180}, 16},
                                           Case{{.robot = "romerin6"}, 20}, Case{{}, 10, 2},
                                           Case{{.turn_deg = -90}, 20, 2}));

TEST_P(Plans, AreRefusedNowhereByTheOrganizer) {
  const EdgeWorld at(GetParam().edge);
  const Plan plan =
      planner::plan(at.world, at.standing, {.from = 0, .to = 1, .seed = GetParam().seed});
  ASSERT_EQ(plan.outcome, Outcome::kFound) << controller::name(plan.outcome);
  EXPECT_LE(plan.n_steps(), GetParam().most_steps);
  Walkthrough walk(at, plan);
  walk.go();
  expect_arrival(at, walk.robot());
  EXPECT_GT(plan.least().margin, 0);
  EXPECT_GT(walk.least_margin(), 0);
  EXPECT_LT(walk.fastest_wrist_rad_s(), 1.05);
}

/// A way on which a wrist passes near its singular posture.
TEST(Plan, IsSlowWhereAWristTurnsFast) {
  const EdgeWorld at({.gravity = Gravity::kUpWall});
  const Plan plan = planner::plan(at.world, at.standing, {.from = 0, .to = 1});
  const double most_m_s = at.config.body.max_speed_m_s;
  double least_m_s = most_m_s;
  for (const PlannedStep& step : plan.steps)
    for (const double speed_m_s : step.speed_m_s) {
      EXPECT_LE(speed_m_s, most_m_s);
      least_m_s = std::min(least_m_s, speed_m_s);
    }
  EXPECT_LT(least_m_s, most_m_s / 2);
  EXPECT_GT(least_m_s, most_m_s / 20);
}

/// The robot in the middle of a plan, its body moved off the plan by a centimetre.
Standing in_midst(const EdgeWorld& at, const PlannedRobot& robot) {
  Standing standing = at.standing;
  PlannedRobot beside = robot;
  EXPECT_EQ(move_body(at.robot, robot.X_WB * Eigen::Translation3d(0.003, 0.004, 0.002), beside),
            -1);
  standing.walks = false;
  standing.body.X_WB = beside.X_WB;
  standing.q_rad = beside.q_rad;
  for (std::size_t i = 0; i < at.robot.leg.size(); ++i)
    standing.body.contact[i] = {
        .attached = true, .patch = robot.foot[i].patch, .p_WW = robot.foot[i].p_WW};
  return standing;
}

TEST(Plan, GoesOnFromWhereverTheRobotStands) {
  const EdgeWorld at({});
  const Plan whole = planner::plan(at.world, at.standing, {.from = 0, .to = 1});
  for (std::size_t done = 1; done < whole.steps.size(); done += 2) {
    Walkthrough first(at, whole);
    first.go(done);
    const Plan rest = planner::plan(at.world, in_midst(at, first.robot()), {.from = 0, .to = 1});
    ASSERT_EQ(rest.outcome, Outcome::kFound) << done << " " << controller::name(rest.outcome);
    EXPECT_LE(rest.n_steps(), whole.n_steps());
    Walkthrough second(at, rest);
    second.go();
    expect_arrival(at, second.robot());
  }
}

void expect_same(const Plan& a, const Plan& b) {
  ASSERT_EQ(a.steps.size(), b.steps.size());
  for (std::size_t k = 0; k < a.steps.size(); ++k) {
    EXPECT_EQ(a.steps[k].leg, b.steps[k].leg);
    EXPECT_EQ(a.steps[k].to.at.p_WW, b.steps[k].to.at.p_WW);
    EXPECT_EQ(a.steps[k].move.q_rad, b.steps[k].move.q_rad);
    EXPECT_EQ(a.steps[k].room.load.margin, b.steps[k].room.load.margin);
  }
}

TEST(Plan, IsAFunctionOfItsInputs) {
  const EdgeWorld at({});
  const Plan a = planner::plan(at.world, at.standing, {.from = 0, .to = 1});
  expect_same(a, planner::plan(at.world, at.standing, {.from = 0, .to = 1}));
  EXPECT_EQ(a.work.holds, planner::plan(at.world, at.standing, {.from = 0, .to = 1}).work.holds);
}

TEST(Plan, NeedsAnEdge) {
  EdgeWorld at({});
  at.surfaces.patch[1].X_WS = at.surfaces.patch[0].X_WS;
  at.surfaces.patch[1].X_WS.translation().z() = 2;
  EXPECT_EQ(planner::plan(at.world, at.standing, {.from = 0, .to = 1}).outcome, Outcome::kNoEdge);
}

/// A wall 15 cm high.
TEST(Plan, NeedsRoomForTheFeetBehindTheEdge) {
  EdgeWorld at({});
  Patch& wall = at.surfaces.patch[1];
  wall.half_extent_m.x() = 0.075;
  wall.X_WS = at.X_WE * Eigen::AngleAxisd(-90 * test::kDegree, Vector3d::UnitY()) *
              Eigen::Translation3d(0.075, 0, 0);
  const Plan plan = planner::plan(at.world, at.standing, {.from = 0, .to = 1});
  EXPECT_EQ(plan.outcome, Outcome::kNoGoal);
  EXPECT_GE(plan.no_room.leg, 0);
  EXPECT_GT(plan.no_room.missing_m, 0.05);
  EXPECT_LT(plan.no_room.missing_m, 0.5);
}

TEST(Plan, NeedsFeetThatHoldBehindTheEdge) {
  const EdgeWorld at({.robot = "hexapod3"});
  const Plan plan = planner::plan(at.world, at.standing, {.from = 0, .to = 1});
  EXPECT_EQ(plan.outcome, Outcome::kNoStand);
  EXPECT_GE(plan.standing.geometry.room, 0);
  EXPECT_LT(plan.standing.load.margin, 0);
  EXPECT_EQ(plan.work.stances, 0);
}

TEST(Plan, NeedsCupsThatHoldBehindTheEdge) {
  const EdgeWorld at({.cup_force_N = 40});
  const Plan plan = planner::plan(at.world, at.standing, {.from = 0, .to = 1});
  EXPECT_EQ(plan.outcome, Outcome::kNoStand);
  EXPECT_GE(plan.standing.geometry.room, 0);
  EXPECT_LT(plan.standing.load.margin, 0);
}

/// A slot between ground and a ceiling, 13 cm high.
TEST(Plan, NeedsRoomForTheBody) {
  EdgeWorld at({});
  Patch& ceiling = at.surfaces.patch[2];
  ceiling.half_extent_m.setConstant(1.5);
  ceiling.X_WS =
      Eigen::Translation3d(-1.5, 0, 0.13) * Eigen::AngleAxisd(std::numbers::pi, Vector3d::UnitX());
  at.surfaces.n = 3;
  const Plan plan = planner::plan(at.world, at.standing, {.from = 0, .to = 1});
  EXPECT_EQ(plan.outcome, Outcome::kNoStart);
  EXPECT_EQ(plan.no_room.leg, -1);
  EXPECT_GT(plan.no_room.missing_m, 0.01);
}

/// Cups of 60 N hold the quadruped on the wall, but it does not come there.
TEST(Plan, SaysWhatIsMissingWhereItFindsNone) {
  const EdgeWorld at({.cup_force_N = 60});
  const Plan plan = planner::plan(at.world, at.standing, {.from = 0, .to = 1});
  EXPECT_EQ(plan.outcome, Outcome::kExhausted);
  EXPECT_TRUE(plan.steps.empty());
  EXPECT_TRUE(plan.furthest.is_tried);
  EXPECT_LT(plan.furthest.missing.least(), 0);
}

}  // namespace
}  // namespace ventosa::planner::planner_test
