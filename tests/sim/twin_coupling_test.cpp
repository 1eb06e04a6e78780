#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <string>

#include "models/pantograph.h"
#include "tests/sim/pantograph_legs.h"

/// Whether a step of one slider moves other joints, under loops that close on each joint alone. In
/// the twin with closed linkages, loops with PI and friction by LuGre.
namespace ventosa::sim::twin_coupling_test {
namespace {

using controller::JointMode;
using controller::PerJoint;
using controller::PerLeg;

constexpr double kPeriod_s = 0.01, kStepOfSlider_m = 0.005;
constexpr std::size_t kStepped = 0;  ///< leg

TwinConfig driven(TwinConfig config) {
  config.step_s = 0.001;
  config.control_period_s = kPeriod_s;
  config.drive = {.model = MotorModel::kElectric, .friction = FrictionModel::kLugre};
  return config;
}

TwinConfig hanging(const models::Robot& robot) {
  return driven(held(robot, LinkageModel::kClosed));
}

TwinConfig on_its_feet(const models::Robot& robot) {
  TwinConfig config = hanging(robot);
  config.clamped = false;
  config.X_WB.translation().z() = -robot.nominal.leg[0].p_BW_nominal.z();
  config.leg.assign(robot.nominal.leg.size(), LegStart{.attached = true});
  return config;
}

/// Ways of the sliders [m], and of the foot by the turn [m], per radian of the joints.
PerJoint<double> lever_m(const models::Robot& robot) {
  const controller::Leg& leg = robot.nominal.leg[kStepped];
  const models::Vector2d way_m_rad = models::screw_ways(*robot.linkage[kStepped], leg);
  const double radius_m = (leg.X_BL.inverse() * leg.p_BW_nominal).head<2>().norm();
  return {radius_m, way_m_rad.x(), way_m_rad.y()};
}

/// Ways by which joints leave where they were, and are away from there at the end.
struct Moved {
  double stepped_mm = 0;
  double same_leg_mm = 0, others_mm = 0;  ///< the largest of joints whose references stay
  double end_mm = 0;                      ///< of these, at the end
};

void take(const PerLeg<PerJoint<double>>& way_mm, std::size_t slider, Moved& moved) {
  moved.end_mm = 0;
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      if (i == kStepped && j == slider) continue;
      double& most_mm = i == kStepped ? moved.same_leg_mm : moved.others_mm;
      most_mm = std::max(most_mm, std::abs(way_mm[i][j]));
      moved.end_mm = std::max(moved.end_mm, std::abs(way_mm[i][j]));
    }
  moved.stepped_mm = way_mm[kStepped][slider];
}

void print(const Moved& moved, std::size_t slider) {
  std::printf(
      "slider %zu: %.3f mm; other joints of the leg %.4f mm, of other legs %.4f mm, at the end "
      "%.4f mm\n",
      slider, moved.stepped_mm, moved.same_leg_mm, moved.others_mm, moved.end_mm);
  testing::Test::RecordProperty("same_leg_mm", std::to_string(moved.same_leg_mm));
  testing::Test::RecordProperty("others_mm", std::to_string(moved.others_mm));
}

/// Steps one slider of a robot that has come to rest, and waits.
Moved step_of(const TwinConfig& config, std::size_t slider) {
  constexpr int kPeriods = 400;
  const models::Robot robot = pantograph_robot();
  const PerJoint<double> lever = lever_m(robot);
  Twin twin(robot, config);
  controller::Command command;
  for (std::size_t i = 0; i < config.leg.size(); ++i)
    for (std::size_t j = 0; j < 3; ++j) command.leg[i].joint[j] = {.mode = JointMode::kPosition};
  run(twin, command, 3);
  const std::array<LegTruth, controller::kMaxLegs> before = twin.truth().leg;
  command.leg[kStepped].joint[slider].q_rad = kStepOfSlider_m / lever[slider];
  Moved moved;
  for (int k = 0; k < kPeriods; ++k) {
    run(twin, command, kPeriod_s);
    PerLeg<PerJoint<double>> way_mm{};
    for (std::size_t i = 0; i < config.leg.size(); ++i)
      for (std::size_t j = 0; j < 3; ++j)
        way_mm[i][j] = 1000 * lever[j] * (twin.truth().leg[i].q_rad[j] - before[i].q_rad[j]);
    take(way_mm, slider, moved);
  }
  print(moved, slider);
  return moved;
}

class StepOfASlider : public testing::TestWithParam<std::size_t> {};

TEST_P(StepOfASlider, MovesNoOtherJointOfALegInTheAir) {
  const Moved moved = step_of(hanging(pantograph_robot()), GetParam());
  EXPECT_NEAR(moved.stepped_mm, 5, 0.1);
  EXPECT_LE(moved.same_leg_mm, 0.1);
  EXPECT_LE(moved.others_mm, 0.1);
}

/// The linkage couples nothing, the ground does: the foot goes 20 mm out, or 15 mm down. It drags
/// or tilts the body, and five other feet push back at their drives until the loops' integral parts
/// have taken it up.
TEST_P(StepOfASlider, MovesOtherLegsOfARobotThatStandsByTheGroundAlone) {
  const Moved moved = step_of(on_its_feet(pantograph_robot()), GetParam());
  EXPECT_NEAR(moved.stepped_mm, 5, 0.1);
  EXPECT_LE(moved.same_leg_mm, 0.1);
  EXPECT_GT(moved.others_mm, 0.1) << "the ground's forces are there";
  EXPECT_LE(moved.end_mm, 0.1);
}

INSTANTIATE_TEST_SUITE_P(OutAndUp, StepOfASlider, testing::Values(1, 2));

}  // namespace
}  // namespace ventosa::sim::twin_coupling_test
