#include "tests/sim/cup_energy.h"

#include <mujoco/mujoco.h>

#include <algorithm>
#include <memory>

#include "sim/mujoco/world.h"
#include "tests/sim/stands.h"

namespace ventosa::sim {
namespace {

using controller::Command;
using controller::Vector3d;

constexpr double kGrip_N = 100;
constexpr double kLasting_s = 1;

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

TwinConfig config_of(const EnergyTrial& trial, const models::Robot& robot, double step_s) {
  TwinConfig config = standing(robot, trial.tilt_rad);
  config.step_s = step_s;
  config.patches.patch[0].friction = trial.friction;
  config.drive.friction = FrictionModel::kConstant;
  config.X_WB = config.X_WB * Eigen::Translation3d(0, 0, trial.lifted_m);
  for (LegStart& leg : config.leg) leg.attached = trial.lifted_m == 0;
  return config;
}

/// A welded lip touches nothing: its wrench is the weld's.
double excess_of_welds(const World& world) {
  double most = 0;
  for (const CupState& cup : world.state.cup) {
    if (!cup.held()) continue;
    const auto wrench_S = as_vector(cup.wrench_S);
    most = std::max(most, (wrench_S - bearable(wrench_S, cup_grip(world, cup))).norm());
  }
  return most;
}

models::Robot loaded_robot(double payload_kg) {
  models::Robot robot = romerin4();
  robot.nominal.body_mass_kg += payload_kg;
  return robot;
}

}  // namespace

EnergyOutcome try_energy(const EnergyTrial& trial, double step_s) {
  const models::Robot robot = loaded_robot(trial.payload_kg);
  const TwinConfig config = config_of(trial, robot, step_s);
  World world(robot, config);
  EnergyWatch watch(world);
  EnergyOutcome outcome{.vacuum_J = world.n_legs() * kGrip_N * robot.cup->seal_gap_m};
  bool pushed = false;
  const auto time_s = [&] { return 1e-9 * static_cast<double>(world.now_ns()); };
  while (time_s() < kLasting_s && !outcome.unstable) {
    send_command(kept_stance(robot, config, time_s() >= trial.released_after_s), world);
    const bool pushes = trial.push_N > 0 && time_s() > 0.1 && time_s() < 0.2;
    Vector3d::Map(world.data->qfrc_applied) = Vector3d(pushes ? trial.push_N : 0, 0, 0);
    step(world);
    outcome.unstable = is_unstable(world);
    outcome.excess_N = std::max(outcome.excess_N, excess_of_welds(world));
    if (pushed && !pushes) watch.restart();
    pushed = pushes;
    if (!pushes) watch.look();
  }
  outcome.made_J = watch.made_J();
  return outcome;
}

}  // namespace ventosa::sim
