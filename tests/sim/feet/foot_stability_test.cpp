#include "sim/feet/foot_stability.h"

#include <gtest/gtest.h>

#include <cmath>

#include "controller/dynamics/leg_dynamics.h"
#include "tests/controller/random_robot.h"
#include "tests/controller/three_joint_leg.h"
#include "tests/sim/feet/point_feet.h"

namespace ventosa::sim::foot_stability_test {
namespace {

using controller::PerJoint;
using controller::Vector3d;

constexpr double kStep_s = 0.002;

// default stance of the hexapod: the foot 0.13 m in front of the hip and 0.10 m below it
constexpr PerJoint<double> kStance{0, 0.5014, -1.9362};

double hexapod_mass_kg() { return least_foot_mass_kg(test::three_joint_leg(), kStance); }

/// a third of the weight of 3.14 kg
FootLoad hexapod_load() {
  return {.mass_kg = hexapod_mass_kg(),
          .standing_mass_kg = hexapod_mass_kg(),
          .force_N = 3.14 * 9.81 / 3,
          .friction = 0.7};
}

/// amplitude of a mass on a spring and a damper after 2000 steps, of 1 at the start
double swing(double k_N_m, double d_Ns_m, double mass_kg, double step_s) {
  double x = 1, v = 0, largest = 0;
  for (int n = 0; n < 2000; ++n) {
    v -= step_s / mass_kg * (k_N_m * x + d_Ns_m * v);
    x += step_s * v;
    if (n >= 1900) largest = std::max(largest, std::abs(x));
  }
  return largest;
}

TEST(FootStability, IsLostAtTheBoundOfASpringAndADamper) {
  test::Rng rng(4);
  for (int n = 0; n < 200; ++n) {
    const FootLoad load{
        .standing_mass_kg = test::uniform(0.1, 3, rng), .force_N = 10, .friction = 0.7};
    models::PointFootPlant foot = test::sticking_foot();
    foot.stiffness_N_m = test::uniform(1e3, 1e6, rng);
    foot.damping_Ns_m = test::uniform(1, 1e3, rng);
    const double to_bound = 4 / normal_bound(foot, load, kStep_s).value;
    for (const double share : {0.98, 1.02}) {
      foot.stiffness_N_m *= share * to_bound;
      foot.damping_Ns_m *= share * to_bound;
      const double left =
          swing(foot.stiffness_N_m, foot.damping_Ns_m, load.standing_mass_kg, kStep_s);
      EXPECT_EQ(normal_bound(foot, load, kStep_s).holds(), left < 1) << left;
      const models::Sticking friction{foot.stiffness_N_m, foot.damping_Ns_m};
      EXPECT_EQ(friction_bound(friction, load, kStep_s).holds(), left < 1) << left;
      foot.stiffness_N_m /= share * to_bound;
      foot.damping_Ns_m /= share * to_bound;
    }
  }
}

TEST(FootStability, IsLostAtTheBoundOfADamperAlone) {
  const FootLoad load{.mass_kg = 0.2, .force_N = 10, .friction = 0.7};
  const double least_m_s = 0.7 * 10 * kStep_s / (2 * load.mass_kg);
  for (const double share : {0.98, 1.02}) {
    const models::Creeping law{.v_lim_m_s = share * least_m_s};
    const StepBound bound = friction_bound(law, load, kStep_s);
    double v = 1;
    for (int n = 0; n < 1000; ++n) v -= kStep_s / load.mass_kg * bound.value * v;
    EXPECT_EQ(bound.holds(), std::abs(v) < 1);
    EXPECT_EQ(bound.holds(), share > 1);
  }
}

TEST(FootStability, TakesTheTangentOfAProgressiveSpringUnderTheLoad) {
  models::PointFootPlant foot = test::sticking_foot();
  foot.stiffness_N_m = 1e6;
  foot.stiffness_exponent = 1.5;
  foot.damping_Ns_m = 0;
  const FootLoad load{.standing_mass_kg = 0.2, .force_N = 10, .friction = 0.7};
  const double depth_m = std::pow(10 / 1e6, 1 / 1.5), e = 1e-9;
  const double slope_N_m =
      (1e6 * std::pow(depth_m + e, 1.5) - 1e6 * std::pow(depth_m - e, 1.5)) / (2 * e);
  EXPECT_NEAR(normal_bound(foot, load, kStep_s).value, kStep_s * kStep_s * slope_N_m / 0.2, 1e-6);
}

// the mass is what the leg's own dynamics say: a force F on the foot of a leg at rest accelerates
// it along F by |F| / m
TEST(LeastFootMass, IsThatOfTheLeastInertDirection) {
  test::Rng rng(5);
  for (int n = 0; n < 50; ++n) {
    controller::Leg leg = test::three_joint_leg();
    const PerJoint<double> q{test::uniform(-0.9, 0.9, rng), test::uniform(-1, 1.5, rng),
                             test::uniform(-2.4, -0.3, rng)};
    const controller::LegPose pose = controller::leg_pose(leg, q);
    const double least_kg = least_foot_mass_kg(leg, q);
    double found_kg = 1e9;
    for (int k = 0; k < 2000; ++k) {
      const Vector3d F = test::any_direction(rng);
      PerJoint<double> ddq{};
      ASSERT_EQ(controller::forward_dynamics(leg, pose, {}, {}, {}, F, ddq),
                controller::DynamicsStatus::kOk);
      const Vector3d a = controller::arm_jacobian(leg, pose) * Vector3d::Map(ddq.data());
      found_kg = std::min(found_kg, 1 / F.dot(a));
    }
    EXPECT_GE(found_kg, least_kg * (1 - 1e-9));
    EXPECT_LT(found_kg, least_kg * 1.05);
  }
}

TEST(LeastFootMass, OfTheHexapodIsThatOfItsPage) { EXPECT_NEAR(hexapod_mass_kg(), 0.185, 0.002); }

TEST(FootStability, BearsTheHexapodsFeet) {
  EXPECT_TRUE(unstable_laws(test::sticking_foot(), hexapod_load(), kStep_s).empty());
  EXPECT_TRUE(unstable_laws(test::creeping_foot(), hexapod_load(), kStep_s).empty());
}

TEST(FootStability, NamesTheLeastSpeedOfCreepingFriction) {
  models::PointFootPlant foot = test::creeping_foot();
  foot.friction = models::Creeping{.v_lim_m_s = 0.02};
  const auto mistakes = unstable_laws(foot, hexapod_load(), kStep_s);
  ASSERT_EQ(mistakes.size(), 1u);
  const std::string text = mistakes[0].what();
  EXPECT_EQ(mistakes[0].key_path(), "foot.contact.creeping.v_lim_m_s");
  EXPECT_NE(text.find("friction slope f Fn / v_lim is 359 N s/m, must be below 2 m / h = 18"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("v_lim_m_s must be at least 0.039"), std::string::npos) << text;
}

TEST(FootStability, RefusesAFootTooStiffForTheStepAndNamesAStep) {
  models::PointFootPlant foot = test::sticking_foot();
  foot.stiffness_N_m = 1e6;
  foot.damping_Ns_m = 3e3;
  foot.friction = models::Sticking{.stiffness_N_m = 3e5, .damping_Ns_m = 0};
  const auto mistakes = unstable_laws(foot, hexapod_load(), kStep_s);
  ASSERT_EQ(mistakes.size(), 2u);
  EXPECT_EQ(mistakes[0].key_path(), "foot.contact.stiffness_N_m");
  EXPECT_EQ(mistakes[1].key_path(), "foot.contact.sticking.stiffness_N_m");
  const std::string text = mistakes[0].what();
  EXPECT_NE(text.find("step_s must be at most 0.00012"), std::string::npos) << text;
  EXPECT_EQ(unstable_laws(foot, hexapod_load(), 1.2e-4).size(), 0u);
  EXPECT_EQ(unstable_laws(foot, hexapod_load(), 1.3e-4).size(), 1u);
}

// with 0.7 of critical damping of the foot's mass
TEST(FootStability, BearsASpringOfFiftyKilonewtonPerMetre) {
  const FootLoad load = hexapod_load();
  const auto holds = [&](double k_N_m, double step_s) {
    const double d_Ns_m = 2 * 0.7 * std::sqrt(k_N_m * load.mass_kg);
    return friction_bound(models::Sticking{k_N_m, d_Ns_m}, load, step_s).holds();
  };
  EXPECT_TRUE(holds(4.9e4, 0.002));
  EXPECT_FALSE(holds(5.2e4, 0.002));
  EXPECT_TRUE(holds(1.96e5, 0.001));
  EXPECT_FALSE(holds(2.08e5, 0.001));
}

}  // namespace
}  // namespace ventosa::sim::foot_stability_test
