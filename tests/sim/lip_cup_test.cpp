#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "models/input_error.h"
#include "sim/world.h"
#include "tests/sim/stands.h"

/// Cups with elastic lips and turbines in the twin.
namespace ventosa::sim {
namespace {

using controller::Command;
using controller::CupMode;
using controller::Vector3d;

constexpr CupOptions kLipAlone{CupModel::kLip, TurbineModel::kIdeal, CupSensing::kIdeal};
constexpr CupOptions kLipAndFan{CupModel::kLip, TurbineModel::kFan, CupSensing::kIdeal};
constexpr CupOptions kFull{CupModel::kLip, TurbineModel::kFan, CupSensing::kReadings};

TwinConfig with(TwinConfig config, const CupOptions& cup) {
  config.cup = cup;
  config.roughness_m.fill(5e-5);
  return config;
}

Command attach(double goal_N) {
  Command command;
  for (controller::LegCommand& leg : command.leg)
    leg.cup = {.mode = CupMode::kAttach, .goal_N = goal_N};
  return command;
}

Command release() {
  Command command;
  for (controller::LegCommand& leg : command.leg) leg.cup = {.mode = CupMode::kRelease};
  return command;
}

const CupTruth& cup(const Twin& twin) { return twin.truth().leg[0].cup; }

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
    // the reactions are net: they carry the weight, vacuum and lips cancel
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

TEST(LipCup, StrikesWithItsHardRimBeyondItsTravel) {
  const Block block;
  const models::Robot robot = one_cup(block);
  Twin twin(robot, with(stuck(block, 0, 0), kLipAlone));
  run(twin, {}, 1);
  const double depth_m = robot.cup.lip.free_height_m + robot.cup.lip.travel_m;
  const double stop_N = robot.cup.lip.stiffness_N_m * depth_m;
  twin.apply({.f_B_W = {0, 0, -stop_N - 500}});
  run(twin, {}, 2);
  EXPECT_NEAR(twin.truth().X_WB.translation().z(), block.height_m - robot.cup.lip.travel_m, 1e-3);
  EXPECT_NEAR(cup(twin).wrench_S[2], stop_N + 500 + 9.81 * block.mass_kg, 1);
}

TEST(LipCup, GivesWayByItsPullOverItsStiffness) {
  const Block block;
  const models::Robot robot = one_cup(block);
  for (const double pull_N : {20.0, 80.0}) {
    Twin twin(robot, with(stuck(block, 0, 100), kLipAlone));
    run(twin, attach(100), 6);
    const double held_m = twin.truth().X_WB.translation().z();
    twin.apply({.f_B_W = {0, 0, pull_N}});
    run(twin, attach(100), 6);
    EXPECT_NEAR(twin.truth().X_WB.translation().z() - held_m, pull_N / robot.cup.lip.stiffness_N_m,
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

/// A block on the ground under a moment about its x axis.
struct Peeling {
  Block block{.mass_kg = 3, .p_BC = {0, 0, -0.05}};
  models::Robot robot = one_cup(block);
  Twin twin{robot, with(stuck(block, 0, 110), kLipAndFan)};

  void turn(double moment_Nm, double span_s) {
    twin.world().data->qfrc_applied[3] = moment_Nm;
    run(twin, attach(110), span_s);
  }
  double force_N() const { return cup(twin).vacuum_force_N; }
};

TEST(LipCup, SealsAgainAfterAShortPeel) {
  Peeling peeling;
  peeling.turn(0, 1);
  const double sealed_N = peeling.force_N();
  peeling.turn(8, 0.03);
  EXPECT_LT(peeling.force_N(), 0.97 * sealed_N);
  EXPECT_EQ(cup(peeling.twin).phase, CupPhase::kAttached);
  peeling.turn(0, 0.5);
  EXPECT_GT(peeling.force_N(), 0.99 * sealed_N);
}

TEST(LipCup, PeelsOffAndRunsAwayUnderALastingMoment) {
  Peeling peeling;
  peeling.turn(0, 1);
  peeling.turn(12, 1);
  EXPECT_EQ(cup(peeling.twin).phase, CupPhase::kFree);
  EXPECT_LT(peeling.force_N(), 2);
}

TEST(LipCup, SealsAgainWhenItIsPutDownAgain) {
  Peeling peeling;
  peeling.turn(0, 1);
  peeling.twin.apply({.f_B_W = {0, 0, 180}});
  peeling.turn(0, 0.05);
  EXPECT_EQ(cup(peeling.twin).phase, CupPhase::kFree);
  peeling.twin.apply({});
  peeling.turn(0, 3);  // falls back on its lip, its turbine still on
  EXPECT_EQ(cup(peeling.twin).phase, CupPhase::kAttached);
}

/// until the cup is in `phase`, with the resolution of a control period
double time_until(Twin& twin, const Command& command, CupPhase phase) {
  const double start_s = twin.time_s();
  while (cup(twin).phase != phase && twin.time_s() < start_s + 20) run(twin, command, 0.01);
  return twin.time_s() - start_s;
}

/// a duty that climbs by slew per loop, a rotor that follows it, in small steps
double expected_attach_s(const models::CupPlant& plant, double speed_needed) {
  constexpr double kStep_s = 1e-5;
  double t = 0, speed = 0;
  for (; speed < speed_needed; t += kStep_s) {
    const double duty = std::min(1.0, t / plant.firmware.loop_s * plant.firmware.slew);
    speed += kStep_s / plant.fan.spin_up_s * (duty - speed);
  }
  return t;
}

TEST(LipCup, AttachesInTheTimeThatItsModuleIsConfiguredFor) {
  const Block block;
  for (const double loop_s : {0.006, 0.02, 0.04, 0.08}) {
    models::Robot robot = one_cup(block);
    robot.cup.firmware.loop_s = loop_s;
    TwinConfig config = with(stuck(block, 0, 0), kLipAndFan);
    config.leg[0].attached = false;
    Twin twin(robot, config);
    constexpr double kGoal_N = 60;
    const FanConfig fan = fan_config(robot.cup, config.step_s);
    const double needed = balancing_speed(fan, 0.8 * kGoal_N / robot.nominal.cup.area_m2,
                                          2 * std::numbers::pi * 0.09 * 5e-5);
    const double expected_s = expected_attach_s(robot.cup, needed);
    const double found_s = time_until(twin, attach(kGoal_N), CupPhase::kAttached);
    EXPECT_NEAR(found_s, expected_s, loop_s + 0.012);
    std::printf("loop of %g s: attached after %.2f s\n", loop_s, found_s);
  }
}

TEST(LipCup, DetachesInTheTimeThatItsRotorTakesToSpinDown) {
  const Block block;
  for (const double spin_down_s : {0.3, 0.5, 0.77}) {
    models::Robot robot = one_cup(block);
    robot.cup.fan.spin_down_s = spin_down_s;
    Twin twin(robot, with(stuck(block, 0, 110), kLipAndFan));
    run(twin, attach(110), 1);
    const double grip_N = 0.02 * robot.nominal.cup.max_force_N;  // below, it does not hold
    const double expected_s = spin_down_s / 2 * std::log(cup(twin).vacuum_force_N / grip_N);
    const double found_s = time_until(twin, release(), CupPhase::kFree);
    EXPECT_NEAR(found_s, expected_s, 0.03);
    std::printf("spin-down of %g s: detached after %.2f s\n", spin_down_s, found_s);
  }
}

TEST(LipCup, StaysBetweenItsGoalAndTheBandAboveIt) {
  const Block block;
  const models::Robot robot = one_cup(block);
  for (const double goal_N : {40.0, 60.0, 90.0}) {
    TwinConfig config = with(stuck(block, 0, 0), kFull);
    config.leg[0].attached = false;
    Twin twin(robot, config);
    run(twin, attach(goal_N), 8);
    for (int k = 0; k < 50; ++k) {
      run(twin, attach(goal_N), 0.1);
      EXPECT_GT(cup(twin).vacuum_force_N, 0.98 * goal_N);
      EXPECT_LT(cup(twin).vacuum_force_N, 1.22 * goal_N);
    }
  }
}

TEST(LipCup, StartsItsTurbineOnlyOverASurface) {
  const Block block;
  const models::Robot robot = one_cup(block);
  for (const double height_m : {0.030, 0.040}) {
    TwinConfig config = with(stuck(block, 0, 0), kFull);
    config.leg[0].attached = false;
    config.X_WB.translation().z() += height_m;
    config.gravity_W.setZero();
    Twin twin(robot, config);
    run(twin, attach(60), 0.5);
    EXPECT_EQ(twin.world().state.cup[0].fan.duty > 0, height_m < 0.035) << height_m;
  }
}

TEST(LipCup, LosesItsHoldWithoutPowerAndAsksForItAgain) {
  const Block block;
  const models::Robot robot = one_cup(block);
  Twin::World world(robot, with(stuck(block, 0, 110), kLipAndFan));
  const auto pass = [&](double span_s) {
    for (int k = 0; k < static_cast<int>(span_s / world.config.step_s); ++k) step(world);
  };
  CupState& state = world.state.cup[0];
  pass(1);
  EXPECT_GT(state.power_W, 25);
  state.powered = false;
  pass(2);
  EXPECT_EQ(state.phase, CupPhase::kFree);
  EXPECT_LT(state.power_W, 0.01);
  state.powered = true;
  pass(6);
  EXPECT_EQ(state.phase, CupPhase::kAttached);
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
    return balanced_vacuum_Pa(fan_config(robot.cup, 0.002), 1, leak_m2) * robot.nominal.cup.area_m2;
  };
  EXPECT_NEAR(force_N(0, 1), expected_N(0), 0.01);
  // the rim is sampled every 3 mm
  const double open_gap_m = robot.cup.fan.open_gap_m;
  EXPECT_LT(force_N(0.008, 1), expected_N(2 * 0.005 * open_gap_m));
  EXPECT_GT(force_N(0.008, 1), expected_N(2 * 0.011 * open_gap_m));
  EXPECT_LT(force_N(0, 0.03), 2.4);  // two boards, together narrower than the lip
}

TEST(RigidCup, HoldsWithTheVacuumThatItsFanAndItsRoughSurfaceLeave) {
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
    const double expected_Pa = balanced_vacuum_Pa(fan_config(robot.cup, 0.002), 1, leak_m2);
    EXPECT_EQ(cup(twin).phase, CupPhase::kAttached);
    EXPECT_NEAR(cup(twin).vacuum_force_N, expected_Pa * robot.nominal.cup.area_m2, 0.01);
  }
}

TEST(LipCup, IsRefusedWhereAStepIsTooLongForItsStiffnessOrDamping) {
  const auto refused = [](double normal_N_m, double shear_N_m, double damping_s) {
    models::Robot robot = romerin4();
    robot.cup.lip.stiffness_N_m = normal_N_m;
    robot.cup.lip.shear_stiffness_N_m = shear_N_m;
    robot.cup.lip.damping_s = damping_s;
    try {
      Twin(robot, with(standing(robot, 0), kLipAndFan));
    } catch (const models::InputError& error) {
      return error.key_path() == "step_s";
    }
    return false;
  };
  EXPECT_FALSE(refused(6e4, 6e4, 0.001));
  EXPECT_FALSE(refused(9e4, 4e4, 0.001));
  EXPECT_TRUE(refused(1.4e5, 4e4, 0.001));  // these crept by centimetres, and nobody said so
  EXPECT_TRUE(refused(4e4, 1e5, 0.001));
  EXPECT_TRUE(refused(4e4, 4e4, 0.003));
}

TEST(LipCup, TouchesDownStablyWithAPassiveWristWhateverItsStiffness) {
  for (const double stiffness_N_m : {2e4, 4e4, 6e4}) {
    models::Robot robot = romerin4();
    robot.cup.lip.stiffness_N_m = robot.cup.lip.shear_stiffness_N_m = stiffness_N_m;
    TwinConfig config = with(standing(robot, 0), kLipAndFan);
    config.leg[0] = {.q_rad = stance(robot.nominal.leg[0], 0.02), .attached = false};
    Twin twin(robot, config);
    Command command = attach(100);
    const controller::PerJoint<double> down = stance(robot.nominal.leg[0]);
    for (std::size_t j = 0; j < 6; ++j)
      command.leg[0].joint[j] = {controller::JointMode::kImpedance, down[j], 0, 0, 40, 2};
    run(twin, command, 5);
    for (std::size_t j = 3; j < 6; ++j)
      command.leg[0].joint[j].mode = controller::JointMode::kPassive;
    run(twin, command, 1);
    EXPECT_EQ(cup(twin).phase, CupPhase::kAttached);
    double fastest_rad_s = 0;
    for (int k = 0; k < 20; ++k) {
      run(twin, command, 0.01);
      for (int j = 0; j < 6; ++j)
        fastest_rad_s = std::max(
            fastest_rad_s,
            std::abs(
                twin.world().data->qvel[twin.world().index.dof[0][static_cast<std::size_t>(j)]]));
    }
    EXPECT_LT(fastest_rad_s, 0.02) << stiffness_N_m;
  }
}

/// arms pushed about, cups attached and released at random
Command shaken(const models::Robot& robot, const TwinConfig& config, std::mt19937& random) {
  std::uniform_real_distribution<double> push(-0.05, 0.05), goal_N(20, 120);
  Command command = attach(goal_N(random));
  for (std::size_t i = 0; i < robot.nominal.leg.size(); ++i) {
    for (std::size_t j = 0; j < 3; ++j)
      command.leg[i].joint[j] = {
          controller::JointMode::kImpedance, config.leg[i].q_rad[j] + push(random), 0, 0, 60, 4};
    if (push(random) < -0.01) command.leg[i].cup = {.mode = CupMode::kRelease};
  }
  return command;
}

TEST(LipCup, RestoredIntoAFreshTwinRunsOnBitForBitAcrossAttachAndDetach) {
  models::Robot robot = romerin4();
  robot.cup.firmware.loop_s = 0.004;  // cups come and go within the run
  int changes = 0;
  for (unsigned seed = 0; seed < 20; ++seed) {
    TwinConfig config = with(standing(robot, 0.05 * seed), kFull);
    config.seed = seed;
    std::mt19937 random(seed);
    std::vector<Command> commands;
    for (int k = 0; k < 6; ++k) commands.push_back(shaken(robot, config, random));

    Twin twin(robot, config);
    for (std::size_t k = 0; k < 3; ++k) run(twin, commands[k], 0.4);
    Snapshot snapshot;
    twin.save(snapshot);
    for (std::size_t k = 3; k < 6; ++k) {
      const auto phase = cup(twin).phase;
      run(twin, commands[k], 0.4);
      changes += cup(twin).phase != phase;
    }
    Twin fresh(robot, config);
    fresh.restore(snapshot);
    for (std::size_t k = 3; k < 6; ++k) run(fresh, commands[k], 0.4);
    EXPECT_EQ(all_values(robot, fresh), all_values(robot, twin)) << seed;
  }
  EXPECT_GT(changes, 10);
}

}  // namespace
}  // namespace ventosa::sim
