#include <gtest/gtest.h>

#include <functional>
#include <random>

#include "models/input_error.h"
#include "sim/mujoco/world.h"
#include "tests/sim/stands.h"

/// The twin with all effects of its drives.
namespace ventosa::sim::twin_drives_test {
namespace {

using controller::Command;
using controller::JointMode;

models::Robot module_alone() {
  return models::load(VENTOSA_SOURCE_DIR "/models/data/romerin1.yaml");
}

TwinConfig on_the_bench(const DriveOptions& drive) {
  TwinConfig config;
  config.clamped = true;
  config.patches.n = 1;
  config.patches.patch[0] = plane(0);
  config.X_WB.translation().z() = 1;
  config.leg.push_back({.q_rad = {0.2, 0.1, 1.2, 0.3, 0.4, 0.2}, .attached = false});
  config.drive = drive;
  return config;
}

DriveOptions without_noise() {
  DriveOptions drive = drive_options(Fidelity::kFull);
  drive.encoder_noise_rad = 0;
  return drive;
}

bool any_in_its_gap(const Twin& twin) {
  for (int j = 0; j < 6; ++j)
    if (twin.world().state.drive[0][j].backlash.flank == 0) return true;
  return false;
}

struct Minute {
  controller::PerJoint<double> drift_rad{};  ///< drift of the joints
  controller::PerJoint<double> slip_rad{};   ///< slip of their gears
};

/// drift during a minute of hold, after ten seconds to settle
Minute hold_for_a_minute(const DriveOptions& drive) {
  const models::Robot robot = module_alone();
  Twin twin(robot, on_the_bench(drive));
  run(twin, {}, 10);
  const auto before = twin.world().state.drive[0];
  const controller::PerJoint<double> q_rad = twin.truth().leg[0].q_rad;
  run(twin, {}, 60);
  Minute minute;
  for (std::size_t j = 0; j < 6; ++j) {
    minute.drift_rad[j] = std::abs(twin.truth().leg[0].q_rad[j] - q_rad[j]);
    minute.slip_rad[j] = twin.world().state.drive[0][j].gear.anchor_rad - before[j].gear.anchor_rad;
  }
  return minute;
}

// no gear slips; the fixed body, 1e9 kg without support, tilts by some 1e-5 rad under the leg,
// which deflects the gears' friction springs
TEST(FullDrives, HoldALegWithoutCreepForAMinute) {
  DriveOptions tight = without_noise();
  tight.backlash = false;
  const Minute minute = hold_for_a_minute(tight);
  for (std::size_t j = 0; j < 6; ++j) {
    EXPECT_EQ(minute.slip_rad[j], 0) << j;
    EXPECT_LT(minute.drift_rad[j], 1e-7) << j;
  }
}

// joints without load, the wrist's yaw and roll, float in their gaps
TEST(FullDrives, HoldALoadedJointOnItsFlankForAMinute) {
  const controller::PerJoint<double> drift = hold_for_a_minute(without_noise()).drift_rad;
  const models::Robot robot = module_alone();
  for (std::size_t j = 0; j < 6; ++j) {
    const bool loaded = j == 1 || j == 2;
    EXPECT_LT(drift[j], loaded ? 1e-6 : robot.drive[0][j].gear.backlash_rad) << j;
  }
}

// without motor torque only gear friction holds: a stretched arm sinks, a folded one stays
TEST(FullDrives, PassiveALegSinks) {
  const models::Robot robot = module_alone();
  Twin twin(robot, on_the_bench(without_noise()));
  Command off;
  for (controller::JointSetpoint& joint : off.leg[0].joint) joint.mode = JointMode::kPassive;
  run(twin, off, 2);
  EXPECT_GT(std::abs(twin.truth().leg[0].q_rad[1] - 0.1), 0.2);
}

Command shaken(std::mt19937& random) {
  std::uniform_real_distribution<double> any(-1, 1);
  Command command;
  for (controller::JointSetpoint& joint : command.leg[0].joint) {
    const auto mode = static_cast<JointMode>(random() % 8);
    joint = {.mode = mode,
             .q_rad = 0.5 * any(random),
             .dq_rad_s = any(random),
             .tau_ff_Nm = any(random),
             .kp_Nm_rad = 20,
             .kd_Nms_rad = 1,
             .profile = {1, 5},
             .current_A = 0.5 * any(random),
             .pwm = 0.2 * any(random)};
  }
  return command;
}

TEST(FullDrives, RestoredInAGapContinueBitForBit) {
  const models::Robot robot = module_alone();
  int open = 0;
  for (unsigned seed = 0; seed < 20; ++seed) {
    TwinConfig config = on_the_bench(drive_options(Fidelity::kFull));
    config.seed = seed;
    std::mt19937 random(seed);
    Twin twin(robot, config);
    for (int k = 0; k < 6; ++k) run(twin, shaken(random), 0.05);
    Snapshot snapshot;
    twin.save(snapshot);
    open += any_in_its_gap(twin);
    const std::mt19937 later = random;
    for (int k = 0; k < 6; ++k) run(twin, shaken(random), 0.05);

    Twin fresh(robot, config);
    fresh.restore(snapshot);
    std::mt19937 again = later;
    for (int k = 0; k < 6; ++k) run(fresh, shaken(again), 0.05);
    EXPECT_EQ(all_values(robot, fresh), all_values(robot, twin)) << seed;

    twin.restore(snapshot);  // also restores armatures that were changed by the continued run
    again = later;
    for (int k = 0; k < 6; ++k) run(twin, shaken(again), 0.05);
    EXPECT_EQ(all_values(robot, fresh), all_values(robot, twin)) << seed;
  }
  EXPECT_GT(open, 10);  // snapshots with a joint in its gap
}

// more torque than two motors have, on both joints at once
TEST(Drives, ShareTheWristsMotorsOfALeg) {
  const models::Robot robot = module_alone();
  Twin twin(robot, on_the_bench({}));
  Command command;
  for (std::size_t j = 4; j < 6; ++j)
    command.leg[0].joint[j] = {.mode = JointMode::kImpedance, .tau_ff_Nm = 1.9};
  run(twin, command, 0.02);
  const auto& tau_Nm = twin.truth().leg[0].tau_Nm;
  EXPECT_NEAR(tau_Nm[4] + 34.0 / 51 * tau_Nm[5], 1.95, 1e-12);
  EXPECT_NEAR(tau_Nm[4] - 34.0 / 51 * tau_Nm[5], 1.9 * (1 - 34.0 / 51), 1e-12);
}

TEST(FullDrives, AreStableUnderRandomSetpoints) {
  const models::Robot robot = module_alone();
  std::mt19937 random(7);
  Twin twin(robot, on_the_bench(drive_options(Fidelity::kFull)));
  for (int k = 0; k < 200; ++k) {
    run(twin, shaken(random), 0.1);
    for (std::size_t j = 0; j < 6; ++j)
      EXPECT_LT(std::abs(twin.truth().leg[0].dq_rad_s[j]), 60) << j;
  }
}

TEST(FullDrives, ChangeTheFingerprintByEachEffect) {
  const models::Robot robot = module_alone();
  const TwinConfig full = on_the_bench(drive_options(Fidelity::kFull));
  Twin twin(robot, full);
  Snapshot snapshot;
  twin.save(snapshot);
  const auto refuses = [&](const std::function<void(DriveOptions&)>& change) {
    TwinConfig other = full;
    change(other.drive);
    EXPECT_THROW(Twin(robot, other).restore(snapshot), std::invalid_argument);
  };
  refuses([](auto& d) { d.friction = FrictionModel::kNone; });
  refuses([](auto& d) { d.backlash = false; });
  refuses([](auto& d) { d.quantisation = false; });
  refuses([](auto& d) { d.thermal = false; });
  refuses([](auto& d) { d.thermal = false, d.model = MotorModel::kIdeal; });
  refuses([](auto& d) { d.ambient_C = 30; });
  refuses([](auto& d) { d.encoder_noise_rad = 0; });
}

TEST(FullDrives, RefuseImpossibleOptionsByKey) {
  const auto key_of = [](const std::function<void(models::Robot&, TwinConfig&)>& spoil) {
    models::Robot robot = module_alone();
    TwinConfig config = on_the_bench(drive_options(Fidelity::kFull));
    spoil(robot, config);
    try {
      Twin twin(robot, config);
    } catch (const models::InputError& error) {
      return error.key_path();
    }
    return std::string("accepted");
  };
  EXPECT_EQ(key_of([](auto&, auto&) {}), "accepted");
  EXPECT_EQ(key_of([](auto& r, auto&) { r.drive[0][1].motor.resistance_ohm = -2; }),
            "robot.drives.XH540-W270-T.motor.resistance_ohm");
  EXPECT_EQ(key_of([](auto& r, auto&) { r.drive[0][0].motor.torque_constant_Nm_A = 0; }),
            "robot.drives.MX-64T.motor.torque_constant_Nm_A");
  EXPECT_EQ(key_of([](auto& r, auto&) { r.drive[0][0].gear.load_ratio = 1; }),
            "robot.drives.MX-64T.gear.load_ratio");
  EXPECT_EQ(key_of([](auto&, auto& c) { c.drive.model = MotorModel::kIdeal; }), "drive.thermal");
  EXPECT_EQ(key_of([](auto&, auto& c) { c.drive.friction = FrictionModel::kConstant; }),
            "drive.backlash");
}

}  // namespace
}  // namespace ventosa::sim::twin_drives_test
