#include <gtest/gtest.h>
#include <mujoco/mujoco.h>

#include <cmath>

#include "sim/mujoco/world.h"
#include "tests/sim/swaying.h"

/// Work of the drives of a whole robot against the energy balance of its mechanism.
namespace ventosa::sim::twin_motor_work_test {
namespace {

/// Kinetic and potential energy of the present state.
double mechanical_J(const World& world) {
  mj_forward(world.model.get(), world.data.get());
  mj_energyPos(world.model.get(), world.data.get());
  mj_energyVel(world.model.get(), world.data.get());
  return world.data->energy[0] + world.data->energy[1];
}

using Velocities = Eigen::VectorXd;
Velocities velocities(const World& world) {
  return Velocities::Map(world.data->qvel, world.model->nv);
}

/// Energy dissipated by friction, damping, cups and contacts in the last step. Damping is implicit:
/// it acts at the velocity after the step, all others at the mean.
double taken_J(const World& world, const Velocities& before) {
  const int nv = static_cast<int>(world.model->nv);
  const Velocities after = velocities(world);
  const Velocities constraint = Velocities::Map(world.data->qfrc_constraint, nv);
  const Velocities damping = Velocities::Map(world.model->dof_damping, nv);
  const Velocities mean = (before + after) / 2;
  return world.config.step_s * (after.cwiseProduct(damping).dot(mean) - constraint.dot(mean));
}

/// Work of the drives on the joints in 5 s, and its sinks.
struct Work {
  double done_J = 0;      ///< by the drives
  double gained_J = 0;    ///< by the mechanism
  double taken_J = 0;     ///< by friction, damping, cups and contacts
  double turnover_J = 0;  ///< sum of the absolute values
};

Work work_of(const models::Robot& robot, const TwinConfig& config) {
  World world(robot, config);
  const Energy& energy = world.state.power.energy;
  const double before_J = mechanical_J(world);
  Work work;
  for (int k = 0; k < 2500; ++k) {
    if (k % 5 == 0)
      send_command(swaying(robot, config, 1e-9 * static_cast<double>(world.now_ns())), world);
    const Velocities v = velocities(world);
    const double done_J = energy.motor_work_J;
    step(world);
    work.taken_J += taken_J(world, v);
    work.turnover_J += std::abs(energy.motor_work_J - done_J);
  }
  work.done_J = energy.motor_work_J;
  work.gained_J = mechanical_J(world) - before_J;
  return work;
}

TwinConfig swinging(const models::Robot& robot) {
  TwinConfig config = standing(robot, 0.3);
  config.leg[0] = {.q_rad = stance(robot.nominal.leg[0], 0.05), .attached = false};
  return config;
}

void expect_closed(const Work& work) {
  EXPECT_GT(work.turnover_J, 3);
  EXPECT_NEAR(work.done_J, work.gained_J + work.taken_J, 0.01 * work.turnover_J);
}

// motor work = change of kinetic and potential energy + friction + damping + work on the cups
TEST(Power, WorkOfIdealDrivesIsTheGainOfTheMechanism) {
  const models::Robot robot = romerin4();
  TwinConfig config = swinging(robot);
  config.drive.friction = FrictionModel::kConstant;
  const Work work = work_of(robot, config);
  EXPECT_GT(work.taken_J, 0.5);
  expect_closed(work);
}

TEST(Power, WorkOfElectricDrivesIsTheGainOfTheMechanism) {
  const models::Robot robot = romerin4();
  TwinConfig config = swinging(robot);
  config.drive = electric();
  expect_closed(work_of(robot, config));
}

}  // namespace
}  // namespace ventosa::sim::twin_motor_work_test
