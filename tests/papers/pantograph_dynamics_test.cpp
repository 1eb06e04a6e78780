#include "papers/pantograph_dynamics.h"

#include <gtest/gtest.h>

#include <random>

#include "models/robot.h"

/// The dynamics of a pantograph leg against numbers found elsewhere, and against themselves.
namespace ventosa::papers {
namespace {

models::Robot robot() { return models::load(VENTOSA_SOURCE_DIR "/models/data/amru5.yaml"); }

PantographLeg leg() {
  const models::Robot amru5 = robot();
  return pantograph_leg(*amru5.linkage[0], amru5.nominal.leg[0], {0, 0, -9.81});
}

/// A state whose bars reach, moving.
LegState any_state(std::mt19937& random) {
  std::uniform_real_distribution<double> unit(-1, 1);
  LegState at;
  at.q = {0.5 * unit(random), 0.012 * unit(random), 0.02 * unit(random)};
  at.dq = {2 * unit(random), 0.1 * unit(random), 0.1 * unit(random)};
  at.ddq = {5 * unit(random), unit(random), unit(random)};
  return at;
}

/// The state later, with constant accelerations.
LegState later(const LegState& at, double time_s) {
  return {at.q + time_s * at.dq + 0.5 * time_s * time_s * at.ddq, at.dq + time_s * at.ddq, at.ddq};
}

// a prototype of the leg in another language, with the same numbers
TEST(PantographDynamics, HasTheGoldenInertiaAndWeight) {
  const LegEquation terms = leg_equation(leg(), {});
  EXPECT_NEAR(terms.M(0, 0), 0.243, 5e-4);
  EXPECT_NEAR(terms.M(1, 1), 327.4, 0.05);
  EXPECT_NEAR(terms.M(2, 2), 330.1, 0.05);
  EXPECT_NEAR(terms.dV_dq[0], 0, 1e-12);
  EXPECT_NEAR(terms.dV_dq[1], -0.95, 0.005);
  EXPECT_NEAR(terms.dV_dq[2], -15.96, 0.005);
}

// T + V of any motion changes by the work of the forces that the equation asks for
TEST(PantographDynamics, KeepsItsEnergy) {
  const PantographLeg leg = papers::leg();
  std::mt19937 random(1);
  for (int trial = 0; trial < 200; ++trial) {
    const LegState at = any_state(random);
    const LegEquation terms = leg_equation(leg, at);
    const Vector3d force = terms.M * at.ddq + terms.h + terms.dV_dq;
    constexpr double kStep_s = 1e-5;
    const double power_W =
        (energy_J(leg, later(at, kStep_s)) - energy_J(leg, later(at, -kStep_s))) / (2 * kStep_s);
    EXPECT_NEAR(force.dot(at.dq), power_W, 1e-6 * (1 + std::abs(power_W))) << trial;
  }
}

// Lagrange's equation from the kinetic energy alone, by differences:
//   h = M' q' - 1/2 d(q' M q')/dq
TEST(PantographDynamics, HasTheForcesOfItsKineticEnergy) {
  const PantographLeg leg = papers::leg();
  std::mt19937 random(2);
  constexpr double kStep = 1e-6;
  for (int trial = 0; trial < 200; ++trial) {
    LegState at = any_state(random);
    at.ddq.setZero();
    const auto M_at = [&](const Vector3d& q) { return leg_equation(leg, {q}).M; };
    const Matrix3d dM_dt = (M_at(at.q + kStep * at.dq) - M_at(at.q - kStep * at.dq)) / (2 * kStep);
    Vector3d h = dM_dt * at.dq;
    for (int k = 0; k < 3; ++k) {
      const Vector3d d = kStep * Vector3d::Unit(k);
      h[k] -= at.dq.dot((M_at(at.q + d) - M_at(at.q - d)) * at.dq) / (4 * kStep);
    }
    EXPECT_LT((leg_equation(leg, at).h - h).norm(), 1e-6 * (1 + h.norm())) << trial;
  }
}

// constant mean acceleration neither adds nor takes energy of a swing about the sliders' springs
TEST(PantographDynamics, SwingsByNewmarkWithoutLoss) {
  PantographLeg leg = papers::leg();
  leg.gravity_L.setZero();
  const Vector3d stiffness(10, 3e5, 3e5);
  const DrivenLeg driven{
      leg, [&](const LegState& at, double) { return Vector3d(-stiffness.cwiseProduct(at.q)); }};
  LegState at{.q = {0.2, 0.005, -0.01}};
  at.ddq = accelerations(driven, at, 0);
  const auto total_J = [&](const LegState& s) {
    return energy_J(leg, s) + 0.5 * s.q.dot(stiffness.cwiseProduct(s.q));
  };
  const double start_J = total_J(at);
  for (int k = 1; k <= 5000; ++k) {
    at = newmark_step(driven, at, 1e-3 * k, 1e-3);
    ASSERT_NEAR(total_J(at), start_J, 1e-3 * start_J) << k;
  }
}

}  // namespace
}  // namespace ventosa::papers
