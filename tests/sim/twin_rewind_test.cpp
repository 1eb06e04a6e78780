#include <gtest/gtest.h>

#include <filesystem>
#include <limits>
#include <random>

#include "models/input_error.h"
#include "tests/sim/stands.h"

/// Repeats runs, from the start and from a snapshot.
namespace ventosa::sim::twin_rewind_test {
namespace {

using controller::Command;
using controller::CupMode;
using controller::JointMode;
using controller::Observation;
using hal::Status;

/// feet in motion: arms pushed in random directions, cups attached and released at random
Command shaken(const models::Robot& robot, const TwinConfig& config, std::mt19937& random) {
  std::uniform_real_distribution<double> push(-0.05, 0.05), turbine(0, 1);
  Command command;
  for (int i = 0; i < robot.nominal.n_legs(); ++i) {
    const auto leg = static_cast<std::size_t>(i);
    for (int j = 0; j < 3; ++j)
      command.leg[leg].joint[static_cast<std::size_t>(j)] = {
          JointMode::kImpedance,
          config.leg[leg].q_rad[static_cast<std::size_t>(j)] + push(random),
          0,
          0,
          60,
          4};
    const bool release_weld = turbine(random) < 0.3;
    command.leg[leg].cup = {release_weld ? CupMode::kRelease : CupMode::kGrip, turbine(random)};
  }
  return command;
}

void add_bad_network(TwinConfig& config) {
  hal::Impairment& command = config.link.command;
  command.duplicate = command.truncate = command.corrupt = 0.1;
  command.reorder = 0.3;
  config.link.telemetry.burst_share = 0.2;
  config.link.telemetry.latency_s = 0.5;
  config.telemetry_gaps = hal::gap_trace(hal::GapKind::kHold, 0, {0.05, 0.3, 0.08});
  config.command_gaps = hal::gap_trace(hal::GapKind::kDrop, 0.01, {0.05, 0.03});
}

TwinConfig noisy(const models::Robot& robot, unsigned seed) {
  TwinConfig config = standing(robot, 0.1 * seed);
  config.seed = seed;
  config.link = {.command = {.latency_s = 0.004, .jitter_s = 0.003, .loss = 0.1},
                 .telemetry = {.latency_s = 0.002, .jitter_s = 0.005, .loss = 0.1},
                 .telemetry_rate_Hz = 30,
                 .module_loop_s = 0.007};
  if (seed % 3 == 0) add_bad_network(config);
  config.drive = {.friction = seed % 2 == 0 ? FrictionModel::kConstant : FrictionModel::kNone,
                  .encoder_noise_rad = 1e-3};
  return config;
}

TEST(Twin, SameSeedSameRunOtherSeedOtherNoise) {
  const models::Robot robot = romerin4();
  const auto run_of = [&](unsigned seed) {
    TwinConfig config = noisy(robot, 3);
    config.seed = seed;
    Twin twin(robot, config);
    run(twin, {}, 0.2);
    return all_values(robot, twin);
  };
  EXPECT_EQ(run_of(1), run_of(1));
  EXPECT_NE(run_of(1), run_of(2));
}

TEST(Twin, RestoredIntoAFreshTwinRunsOnBitForBit) {
  const models::Robot robot = romerin4();
  for (unsigned seed = 0; seed < 20; ++seed) {
    const TwinConfig config = noisy(robot, seed);
    std::mt19937 random(seed);
    std::vector<Command> commands;
    for (int k = 0; k < 6; ++k) commands.push_back(shaken(robot, config, random));

    Twin twin(robot, config);
    twin.apply(push_on_body({1, 2, 3}));
    for (int k = 0; k < 3; ++k) run(twin, commands[static_cast<std::size_t>(k)], 0.15);
    Snapshot snapshot;
    twin.save(snapshot);
    const std::vector<double> at_snapshot = all_values(robot, twin);
    for (int k = 3; k < 6; ++k) run(twin, commands[static_cast<std::size_t>(k)], 0.15);

    Twin fresh(robot, config);
    fresh.restore(snapshot);
    EXPECT_EQ(all_values(robot, fresh), at_snapshot) << seed;
    for (int k = 3; k < 6; ++k) run(fresh, commands[static_cast<std::size_t>(k)], 0.15);
    EXPECT_EQ(all_values(robot, fresh), all_values(robot, twin)) << seed;
  }
}

TEST(Twin, RefusesASnapshotOfAnotherRobotOrConfiguration) {
  const models::Robot robot = romerin4();
  const TwinConfig config = standing(robot, 0);
  Twin twin(robot, config);
  Snapshot snapshot;
  twin.save(snapshot);

  TwinConfig other_seed = config;
  other_seed.seed = 1;
  EXPECT_THROW(Twin(robot, other_seed).restore(snapshot), std::invalid_argument);
  TwinConfig other_imu = config;
  other_imu.imu.gyro_bias_rad_s.y() = 0.01;
  EXPECT_THROW(Twin(robot, other_imu).restore(snapshot), std::invalid_argument);
  models::Robot heavier = robot;
  heavier.nominal.body_mass_kg += 0.1;
  EXPECT_THROW(Twin(heavier, config).restore(snapshot), std::invalid_argument);
  snapshot.bytes.pop_back();
  EXPECT_THROW(twin.restore(snapshot), std::invalid_argument);
  EXPECT_THROW(twin.restore({}), std::invalid_argument);
}

TEST(Twin, EndsWhenThePhysicsFailAndCanBeRestored) {
  const models::Robot robot = romerin4();
  const std::vector<double> blows = {std::numeric_limits<double>::quiet_NaN(), 1e300};
  for (const double blow_N : blows) {
    Twin twin(robot, standing(robot, 0));
    Snapshot snapshot;
    twin.save(snapshot);
    EXPECT_STREQ(twin.failure(), "");
    twin.apply(push_on_body({blow_N, 0, 0}));
    Observation seen;
    EXPECT_EQ(twin.exchange({}, seen), Status::kUnstable);
    EXPECT_STRNE(twin.failure(), "");
    twin.apply({});
    EXPECT_EQ(twin.exchange({}, seen), Status::kUnstable);
    EXPECT_TRUE(twin.truth().X_WB.matrix().allFinite());

    twin.restore(snapshot);
    EXPECT_EQ(twin.exchange({}, seen), Status::kOk);
  }
  EXPECT_FALSE(std::filesystem::exists("MUJOCO_LOG.TXT"));
}

}  // namespace
}  // namespace ventosa::sim::twin_rewind_test
