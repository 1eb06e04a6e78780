#include <gtest/gtest.h>
#include <mujoco/mujoco.h>

#include <algorithm>
#include <memory>

#include "sim/mujoco/world.h"
#include "tests/sim/stands.h"

/// Energy of a robot whose rigid cups attach, slip, let go and catch again: the drives bring some,
/// the vacuum at most its force over the gap from which it draws a lip, nothing else.
namespace ventosa::sim::twin_cup_energy_test {
namespace {

using controller::Command;
using controller::Vector3d;

constexpr double kWall = M_PI / 2, kCeiling = M_PI;
constexpr double kGrip_N = 100;

struct DataDeleter {
  void operator()(mjData* data) const { mj_deleteData(data); }
};

/// Watches a robot's energy less the work of its drives.
class EnergyWatch {
 public:
  explicit EnergyWatch(const World& world) : world_(world), copy_(mj_makeData(world.model.get())) {}

  /// Counts from here on, after a push.
  void restart() { least_J_ = balance_J(); }

  void look() {
    const double now_J = balance_J();
    made_J_ = std::max(made_J_, now_J - least_J_);
    least_J_ = std::min(least_J_, now_J);
  }

  double made_J() const { return made_J_; }

 private:
  double balance_J() const {
    mjData* data = copy_.get();
    mj_copyData(data, world_.model.get(), world_.data.get());
    mj_forward(world_.model.get(), data);
    mj_energyPos(world_.model.get(), data);
    mj_energyVel(world_.model.get(), data);
    return data->energy[0] + data->energy[1] - world_.state.power.energy.motor_work_J;
  }

  const World& world_;
  std::unique_ptr<mjData, DataDeleter> copy_;
  double least_J_ = 1e9, made_J_ = 0;
};

/// A quadruped that keeps its stance with `payload_kg` on its back, and what happens to it.
struct Trial {
  double payload_kg = 0;
  double tilt_rad = 0;
  double lifted_m = 0;  ///< above its stance, its cups free
  double released_after_s = 10;
  double push_N = 0;  ///< on the body along x from 0.1 to 0.2 s
  double friction = 0.6;
};

Command kept_stance(const models::Robot& robot, const TwinConfig& config, bool released) {
  Command command = grip(robot, kGrip_N);
  for (std::size_t i = 0; i < config.leg.size(); ++i) {
    for (std::size_t j = 0; j < 3; ++j)
      command.leg[i].joint[j] = {
          controller::JointMode::kImpedance, config.leg[i].q_rad[j], 0, 0, 60, 4};
    if (released) command.leg[i].cup = {.mode = controller::CupMode::kRelease};
  }
  return command;
}

TwinConfig config_of(const Trial& trial, const models::Robot& robot, double step_s) {
  TwinConfig config = standing(robot, trial.tilt_rad);
  config.step_s = step_s;
  config.patches.patch[0].friction = trial.friction;
  config.drive.friction = FrictionModel::kConstant;
  config.X_WB = config.X_WB * Eigen::Translation3d(0, 0, trial.lifted_m);
  for (LegStart& leg : config.leg) leg.attached = trial.lifted_m == 0;
  return config;
}

/// A welded lip touches nothing: its wrench is the weld's.
void expect_welds_within_their_limits(const World& world) {
  for (const CupState& cup : world.state.cup) {
    if (!cup.held()) continue;
    const auto wrench_S = as_vector(cup.wrench_S);
    const controller::Vector6d excess_S = wrench_S - bearable(wrench_S, cup_grip(world, cup));
    ASSERT_LT(excess_S.norm(), 1e-3 * kGrip_N) << wrench_S.transpose();
  }
}

void expect_nothing_made(const Trial& trial, double step_s) {
  models::Robot robot = romerin4();
  robot.nominal.body_mass_kg += trial.payload_kg;
  const TwinConfig config = config_of(trial, robot, step_s);
  World world(robot, config);
  EnergyWatch watch(world);
  bool pushed = false;
  for (const double end_s = 1; 1e-9 * static_cast<double>(world.now_ns()) < end_s;) {
    const double time_s = 1e-9 * static_cast<double>(world.now_ns());
    send_command(kept_stance(robot, config, time_s >= trial.released_after_s), world);
    const bool pushes = trial.push_N > 0 && time_s > 0.1 && time_s < 0.2;
    Vector3d::Map(world.data->qfrc_applied) = Vector3d(pushes ? trial.push_N : 0, 0, 0);
    step(world);
    ASSERT_FALSE(is_unstable(world)) << world.failure;
    expect_welds_within_their_limits(world);
    if (pushed && !pushes) watch.restart();
    pushed = pushes;
    if (!pushes) watch.look();
  }
  // of every cup once, and what the ground gives back of a blow
  const double vacuum_J = world.n_legs() * kGrip_N * robot.cup->seal_gap_m;
  EXPECT_LT(watch.made_J(), vacuum_J) << 1e3 * step_s << " ms";
}

void expect_nothing_made(const Trial& trial) {
  for (const double step_s : {0.0002, 0.0005, 0.001, 0.002, 0.005})
    expect_nothing_made(trial, step_s);
}

TEST(RigidCups, MakeNoEnergyAsARobotCollapsesOnTheGround) {
  expect_nothing_made({.payload_kg = 36});
}

TEST(RigidCups, MakeNoEnergyAsARobotFallsOffAWall) {
  expect_nothing_made({.payload_kg = 36, .tilt_rad = kWall});
}

TEST(RigidCups, MakeNoEnergyAsARobotFallsOffACeiling) {
  expect_nothing_made({.payload_kg = 36, .tilt_rad = kCeiling});
}

TEST(RigidCups, MakeNoEnergyAsTheyAttach) { expect_nothing_made({.lifted_m = 0.004}); }

TEST(RigidCups, MakeNoEnergyAsTheyLetGo) {
  expect_nothing_made({.tilt_rad = kWall, .released_after_s = 0.1});
}

TEST(RigidCups, MakeNoEnergyAsARobotIsPushedAlongASlipperyWall) {
  expect_nothing_made({.tilt_rad = kWall, .push_N = 200, .friction = 0.15});
}

}  // namespace
}  // namespace ventosa::sim::twin_cup_energy_test
