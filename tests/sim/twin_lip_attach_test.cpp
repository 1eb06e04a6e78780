#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "sim/mujoco/world.h"
#include "tests/sim/lip_cups.h"

/// Attaching and detaching of cups with elastic lips and turbines.
namespace ventosa::sim::twin_lip_attach_test {
namespace {

using controller::Command;
using controller::CupMode;

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

TEST(LipCup, PeelsOffUnderALastingMoment) {
  Peeling peeling;
  peeling.turn(0, 1);
  peeling.turn(12, 1);
  EXPECT_EQ(cup(peeling.twin).phase, CupPhase::kFree);
  EXPECT_LT(peeling.force_N(), 2);
}

TEST(LipCup, SealsAgainWhenItIsPutDownAgain) {
  Peeling peeling;
  peeling.turn(0, 1);
  peeling.twin.apply(push_on_body({0, 0, 180}));
  peeling.turn(0, 0.05);
  EXPECT_EQ(cup(peeling.twin).phase, CupPhase::kFree);
  peeling.twin.apply({});
  peeling.turn(0, 3);  // falls back onto its lip with its turbine on
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
    robot.cup->firmware.loop_s = loop_s;
    TwinConfig config = with(stuck(block, 0, 0), kLipAndFan);
    config.leg[0].attached = false;
    Twin twin(robot, config);
    constexpr double kGoal_N = 60;
    const FanConfig fan = fan_config(*robot.cup, config.step_s);
    const double needed = balancing_speed(fan, 0.8 * kGoal_N / robot.nominal.cup()->area_m2,
                                          2 * std::numbers::pi * 0.09 * 5e-5);
    const double expected_s = expected_attach_s(*robot.cup, needed);
    const double found_s = time_until(twin, attach(kGoal_N), CupPhase::kAttached);
    EXPECT_NEAR(found_s, expected_s, loop_s + 0.012);
    std::printf("loop of %g s: attached after %.2f s\n", loop_s, found_s);
  }
}

TEST(LipCup, DetachesInTheTimeThatItsRotorTakesToSpinDown) {
  const Block block;
  for (const double spin_down_s : {0.3, 0.5, 0.77}) {
    models::Robot robot = one_cup(block);
    robot.cup->fan.spin_down_s = spin_down_s;
    Twin twin(robot, with(stuck(block, 0, 110), kLipAndFan));
    run(twin, attach(110), 1);
    const double grip_N = 0.02 * robot.nominal.cup()->max_force_N;  // below, it does not hold
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

TEST(LipCup, LosesItsHoldWithoutPowerAndAttachesAgainWithIt) {
  const Block block;
  const models::Robot robot = one_cup(block);
  World world(robot, with(stuck(block, 0, 110), kLipAndFan));
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

TEST(LipCup, TouchesDownStablyWithAPassiveWristWhateverItsStiffness) {
  for (const double stiffness_N_m : {2e4, 4e4, 6e4}) {
    models::Robot robot = romerin4();
    robot.cup->lip.stiffness_N_m = robot.cup->lip.shear_stiffness_N_m = stiffness_N_m;
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
                twin.world()
                    .data->qvel[twin.world().index.joint[0][static_cast<std::size_t>(j)].dof]));
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
  robot.cup->firmware.loop_s = 0.004;  // short enough to attach and detach within the run
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
}  // namespace ventosa::sim::twin_lip_attach_test
