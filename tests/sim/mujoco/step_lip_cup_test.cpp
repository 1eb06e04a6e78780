#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "models/input_error.h"
#include "sim/mujoco/world.h"
#include "tests/sim/lip_cups.h"

/// Loads on cups with elastic lips.
namespace ventosa::sim::step_lip_cup_test {
namespace {

using controller::Command;
using controller::CupMode;
using controller::Vector3d;

TEST(LipCup, CarriesTheRobotOnGroundWallAndCeiling) {
  const models::Robot robot = romerin4();
  for (const double tilt_rad : {0.0, M_PI / 4, M_PI / 2, M_PI}) {
    const TwinConfig config = with(standing(robot, tilt_rad), kFull);
    Twin twin(robot, config);
    run(twin, attach(100), 3);
    Vector3d f_W = Vector3d::Zero();
    for (std::size_t i = 0; i < 4; ++i) {
      const CupTruth& held = twin.truth().leg[i].cup;
      EXPECT_EQ(held.phase, CupPhase::kAttached);
      EXPECT_GT(held.safety_factor, 1);
      f_W += config.patches.patch[0].X_WS.linear() * held.wrench_S.head<3>();
    }
    // reactions are net forces: they carry the weight; vacuum and lips cancel
    EXPECT_LT((f_W - Vector3d(0, 0, 9.81 * robot.nominal.total_mass_kg())).norm(), 0.5) << tilt_rad;
    EXPECT_EQ(twin.truth().penetration_m, 0);
  }
}

TEST(LipCup, FootOnTheGroundCarriesWithoutVacuum) {
  const models::Robot robot = romerin4();
  TwinConfig config = with(standing(robot, 0), kFull);
  for (LegStart& leg : config.leg) leg.attached = false;
  Twin twin(robot, config);
  run(twin, {}, 3);
  double carried_N = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(twin.truth().leg[i].cup.phase, CupPhase::kFree);
    carried_N += twin.truth().leg[i].cup.wrench_S[2];
  }
  EXPECT_NEAR(carried_N, 9.81 * robot.nominal.total_mass_kg(), 0.5);
}

TEST(LipCup, TouchesWithItsHardRimBeyondItsTravel) {
  const Block block;
  const models::Robot robot = one_cup(block);
  Twin twin(robot, with(stuck(block, 0, 0), kLipAlone));
  run(twin, {}, 1);
  const double depth_m = robot.cup->lip.free_height_m + robot.cup->lip.travel_m;
  const double stop_N = robot.cup->lip.stiffness_N_m * depth_m;
  twin.apply(push_on_body({0, 0, -stop_N - 500}));
  run(twin, {}, 2);
  EXPECT_NEAR(twin.truth().X_WB.translation().z(), block.height_m - robot.cup->lip.travel_m, 1e-3);
  EXPECT_NEAR(cup(twin).wrench_S[2], stop_N + 500 + 9.81 * block.mass_kg, 1);
}

TEST(LipCup, DeflectsByItsPullOverItsStiffness) {
  const Block block;
  const models::Robot robot = one_cup(block);
  for (const double pull_N : {20.0, 80.0}) {
    Twin twin(robot, with(stuck(block, 0, 100), kLipAlone));
    run(twin, attach(100), 6);
    const double held_m = twin.truth().X_WB.translation().z();
    twin.apply(push_on_body({0, 0, pull_N}));
    run(twin, attach(100), 6);
    EXPECT_NEAR(twin.truth().X_WB.translation().z() - held_m, pull_N / robot.cup->lip.stiffness_N_m,
                1e-7);
    EXPECT_NEAR(cup(twin).wrench_S[2], 9.81 * block.mass_kg - pull_N, 1e-3);
  }
}

TEST(LipCup, StartsAtRestWhateverItsForce) {
  const Block block{.mass_kg = 3, .p_BC = {0, 0, -0.05}};
  const models::Robot robot = one_cup(block);
  for (const double grip_N : {30.0, 60.0, 110.0}) {
    TwinConfig config = with(stuck(block, 0, grip_N), kLipAndFan);
    config.gravity_W.setZero();
    Twin twin(robot, config);
    const Vector3d at_W = twin.truth().X_WB.translation();
    for (int k = 0; k < 20; ++k) {
      run(twin, attach(grip_N), 0.01);
      EXPECT_LT((twin.truth().X_WB.translation() - at_W).norm(), 5e-5) << grip_N;
    }
  }
}

TEST(LipCup, NeverCreepsWithAMarginOfFour) {
  const Block block{.mass_kg = 1.5};
  const models::Robot robot = one_cup(block);
  Twin twin(robot, with(stuck(block, M_PI / 2, 110), kFull));
  run(twin, attach(110), 2);
  const double shear_N = cup(twin).wrench_S.head<2>().norm();
  ASSERT_GT(0.6 * (cup(twin).vacuum_force_N + cup(twin).wrench_S[2]) / shear_N, 4);
  const Vector3d at_W = twin.truth().X_WB.translation();
  run(twin, attach(110), 60);
  EXPECT_EQ(cup(twin).slip_m, 0);
  EXPECT_LT((twin.truth().X_WB.translation() - at_W).norm(), 5e-6);
}

TEST(LipCup, SlidesAboveItsFrictionAndHoldsOn) {
  const Block block{.mass_kg = 5, .p_BC = {0, 0, -0.05}};
  const models::Robot robot = one_cup(block);
  Twin twin(robot, with(stuck(block, M_PI / 2, 100, 0.45), kLipAndFan));  // 49 N on 45 N
  run(twin, attach(100), 0.3);
  EXPECT_EQ(cup(twin).phase, CupPhase::kAttached);
  EXPECT_GT(cup(twin).slip_m, 0.01);
  // friction takes its limit, whatever the speed
  const double limit_N = 0.45 * (cup(twin).vacuum_force_N + cup(twin).wrench_S[2]);
  EXPECT_NEAR(cup(twin).wrench_S.head<2>().norm(), limit_N, 0.01 * limit_N);
}

TEST(LipCup, HoldsLessOverACrackAndNothingOverAnEdge) {
  const Block block;
  const models::Robot robot = one_cup(block);
  const auto force_N = [&](double crack_m, double half_m) {
    TwinConfig config = with(stuck(block, 0, 0), kLipAndFan);
    config.leg[0].attached = false;
    config.patches.n = 2;
    for (const std::size_t k : {0U, 1U}) {
      controller::Patch& patch = config.patches.patch[k] = plane(0);
      patch.half_extent_m.x() = half_m;
      patch.X_WS.translation().x() = (k == 0 ? -1 : 1) * (half_m + crack_m / 2);
    }
    Twin twin(robot, config);
    Command command;
    command.leg[0].cup = {CupMode::kGrip, 1};
    run(twin, command, 6);
    return cup(twin).vacuum_force_N;
  };
  const auto expected_N = [&](double open_m2) {
    const double leak_m2 = 2 * std::numbers::pi * 0.09 * 5e-5 + open_m2;
    return balanced_vacuum_Pa(fan_config(*robot.cup, 0.002), 1, leak_m2) *
           robot.nominal.cup()->area_m2;
  };
  EXPECT_NEAR(force_N(0, 1), expected_N(0), 0.01);
  // the rim is sampled every 3 mm
  const double open_gap_m = robot.cup->fan.open_gap_m;
  EXPECT_LT(force_N(0.008, 1), expected_N(2 * 0.005 * open_gap_m));
  EXPECT_GT(force_N(0.008, 1), expected_N(2 * 0.011 * open_gap_m));
  EXPECT_LT(force_N(0, 0.03), 2.4);  // two boards, together narrower than the lip
}

// the surface ends 1 mm inside of the lip: an opening of 20 mm along 27 mm of it vents the cavity
// of half a litre in milliseconds
TEST(LipCup, LosesItsVacuumOverAnEdgeWhicheverItsTurbine) {
  const Block block;
  const models::Robot robot = one_cup(block);
  const double radius_m = robot.nominal.cup()->lip_radius_m;
  for (const CupOptions& options : {kLipAlone, kLipAndFan}) {
    TwinConfig config = with(stuck(block, 0, 100), options);
    config.patches.patch[0].half_extent_m.x() = 1.001 * radius_m;
    config.patches.patch[0].friction = 0.1;
    Twin twin(robot, config);
    run(twin, grip(robot, 100), 0.1);
    EXPECT_NEAR(cup(twin).vacuum_force_N, 100, 5);
    twin.apply(push_on_body({60, 0, 0}));
    for (double x_m = 0; x_m < 0.002; x_m = twin.truth().X_WB.translation().x())
      run(twin, grip(robot, 100), config.control_period_s);
    run(twin, grip(robot, 100), 0.03);
    EXPECT_LT(cup(twin).vacuum_force_N, 5);
  }
}

TEST(LipCup, IsRefusedWhereAStepIsTooLongForItsStiffnessOrDamping) {
  const auto refused = [](double normal_N_m, double shear_N_m, double damping_s) {
    models::Robot robot = romerin4();
    robot.cup->lip.stiffness_N_m = normal_N_m;
    robot.cup->lip.shear_stiffness_N_m = shear_N_m;
    robot.cup->lip.damping_s = damping_s;
    try {
      Twin(robot, with(standing(robot, 0), kLipAndFan));
    } catch (const models::InputError& error) {
      return error.key_path() == "step_s";
    }
    return false;
  };
  EXPECT_FALSE(refused(6e4, 6e4, 0.001));
  EXPECT_FALSE(refused(9e4, 4e4, 0.001));
  EXPECT_TRUE(refused(1.4e5, 4e4, 0.001));  // it crept by centimetres before
  EXPECT_TRUE(refused(4e4, 1e5, 0.001));
  EXPECT_TRUE(refused(4e4, 4e4, 0.003));
}

TEST(RigidCup, HoldsWithTheSteadyVacuumOfFanAndLeak) {
  const Block block;
  const models::Robot robot = one_cup(block);
  for (const double roughness_m : {5e-5, 2e-4}) {
    TwinConfig config = with(stuck(block, 0, 0), {.turbine = TurbineModel::kFan});
    config.roughness_m.fill(roughness_m);
    config.leg[0].attached = false;
    config.X_WB.translation().z() -= 1e-3;
    Twin twin(robot, config);
    run(twin, attach(120), 6);
    const double leak_m2 = 2 * std::numbers::pi * 0.09 * roughness_m;
    const double expected_Pa = balanced_vacuum_Pa(fan_config(*robot.cup, 0.002), 1, leak_m2);
    EXPECT_EQ(cup(twin).phase, CupPhase::kAttached);
    EXPECT_NEAR(cup(twin).vacuum_force_N, expected_Pa * robot.nominal.cup()->area_m2, 0.01);
  }
}

}  // namespace
}  // namespace ventosa::sim::step_lip_cup_test
