#include "models/pantograph.h"

#include <gtest/gtest.h>

#include <random>

#include "controller/dynamics/leg_dynamics.h"
#include "controller/dynamics/leg_statics.h"
#include "controller/kinematics/arm_geometry.h"
#include "controller/kinematics/joint_limits.h"
#include "models/mass_properties.h"
#include "models/robot.h"

/// The linkage of the shipped robot with pantograph legs.
namespace ventosa::models::pantograph_test {
namespace {

using controller::Leg;
using controller::Link;
using controller::Matrix3d;
using controller::PerJoint;
using controller::Vector3d;

constexpr double kGravity = 9.81, kStep_m = 1e-6;
constexpr double kScrew_m_rad = 0.005 / (2 * M_PI);

class PantographLinkage : public testing::Test {
 protected:
  const Robot robot = load(VENTOSA_SOURCE_DIR "/models/data/amru5.yaml");
  const Pantograph linkage = *robot.linkage[0];
  const Leg leg = robot.nominal.leg[0];
  std::mt19937_64 rng{61};

  /// Ways of the sliders within their strokes, at which the knee is within its range.
  Vector2d any_ways() {
    std::uniform_real_distribution<double> u(-0.025, 0.025), v(-0.035, 0.035);
    for (;;) {
      const Vector2d way_m(u(rng), v(rng));
      if (controller::knee_permits(*leg.knee, way_m / kScrew_m_rad)) return way_m;
    }
  }
  PantographPose pose(double out_m, double up_m) const {
    return pantograph_pose(linkage, out_m, up_m).value();
  }
  std::array<Link, kPantographParts> parts(double out_m, double up_m) const {
    return parts_in_carriage(linkage, pose(out_m, up_m));
  }
  double potential_J(double out_m, double up_m) const {
    double energy_J = 0;
    for (const Link& part : parts(out_m, up_m)) energy_J += part.mass_kg * kGravity * part.p_JC.z();
    return energy_J;
  }

  /// Inertia of all bodies [kg] along one slider, from bar coordinates: each body's centre of mass
  /// and angle against the slider's way.
  double inertia_kg(const Vector2d& way) const {
    const Vector2d h = kStep_m * way;
    const PantographPose to = pose(h[0], h[1]), from = pose(-h[0], -h[1]);
    const auto ahead = parts_in_carriage(linkage, to), behind = parts_in_carriage(linkage, from);
    const double thigh = (to.thigh_rad - from.thigh_rad) / (2 * kStep_m);
    const double shank = (to.shank_rad - from.shank_rad) / (2 * kStep_m);
    const double turn[kPantographParts] = {0, 0, thigh, shank, 0, shank, thigh};
    double sum_kg = 0;
    for (std::size_t i = 0; i < kPantographParts; ++i) {
      const Vector3d v = (ahead[i].p_JC - behind[i].p_JC) / (2 * kStep_m);
      sum_kg += ahead[i].mass_kg * v.squaredNorm() + turn[i] * turn[i] * ahead[i].I_C(1, 1);
    }
    return sum_kg;
  }
};

TEST_F(PantographLinkage, ClosesWithBarsThatKeepTheirLength) {
  for (int n = 0; n < 20000; ++n) {
    const Vector2d way_m = any_ways();
    const PantographPose at = pose(way_m[0], way_m[1]);
    EXPECT_LT((at.A - Vector2d(0.05, 0.10 + way_m[1])).norm(), 1e-15);
    EXPECT_LT((at.B - Vector2d(0.1225 + way_m[0], 0)).norm(), 1e-15);
    EXPECT_LT((at.P - (4 * at.B - 3 * at.A)).norm(), 1e-14);
    ASSERT_NEAR((at.K - at.A).norm(), 0.27, 1e-12);
    ASSERT_NEAR((at.P - at.K).norm(), 0.38, 1e-12);
    ASSERT_NEAR((at.D - at.A).norm(), 0.0675, 1e-12);
    ASSERT_NEAR((at.E - at.K).norm(), 0.095, 1e-12);
    ASSERT_NEAR((at.D - at.B).norm(), linkage.upper_rod_m(), 1e-12);
    ASSERT_NEAR((at.E - at.B).norm(), linkage.lower_rod_m(), 1e-12);
    ASSERT_LT(((at.D - at.B) - (at.K - at.E)).norm(), 1e-12);  // a parallelogram D-K-E-B
    const Vector2d thigh = at.K - at.A, shank = at.P - at.K;
    ASSERT_NEAR(thigh.x() * shank.y() - thigh.y() * shank.x(),
                -0.27 * 0.38 * std::sin(controller::knee_rad(*leg.knee, way_m / kScrew_m_rad)),
                1e-12);  // the knee is up
  }
  EXPECT_NEAR(linkage.upper_rod_m(), 0.095, 1e-15);
  EXPECT_NEAR(linkage.lower_rod_m(), 0.2025, 1e-15);
}

TEST_F(PantographLinkage, MovesItsFootAsTheSerialJointsSay) {
  std::uniform_real_distribution<double> turn(-0.5, 0.5);
  for (int n = 0; n < 2000; ++n) {
    const Vector2d way_m = any_ways();
    const double theta = turn(rng);
    const PerJoint<double> q{theta, way_m[0] / kScrew_m_rad, way_m[1] / kScrew_m_rad};
    const Vector2d P = pose(way_m[0], way_m[1]).P;
    const Vector3d foot(P.x() * std::cos(theta), P.x() * std::sin(theta), P.y());
    EXPECT_LT((leg_pose(leg, q).p_BW - leg.X_BL * foot).norm(), 1e-14);
  }
}

TEST_F(PantographLinkage, DoesNotReachWhereItsBarsWouldBeStraightOrFolded) {
  EXPECT_FALSE(pantograph_pose(linkage, 0.2, 0));         // |PA| above thigh and shank
  EXPECT_FALSE(pantograph_pose(linkage, -0.0725, -0.1));  // P on A
  EXPECT_FALSE(pantograph_pose(linkage, std::nan(""), 0));
  Pantograph equal = linkage;  // bars of one length, which fold until P is on A
  equal.shank_m = equal.thigh_m;
  equal.p_B0_m = equal.p_A0_m;
  EXPECT_FALSE(pantograph_pose(equal, 0, 0));
}

TEST_F(PantographLinkage, HasItsPartsInPlace) {
  const PantographPose at = pose(0.01, -0.02);
  const auto part = parts(0.01, -0.02);
  const auto place = [&](PantographPart p) {
    const Vector3d c = part[static_cast<std::size_t>(p)].p_JC;
    EXPECT_EQ(c.y(), 0);
    return Vector2d(c.x(), c.z());
  };
  EXPECT_LT((place(PantographPart::kThigh) - 0.5 * (at.A + at.K)).norm(), 1e-15);
  EXPECT_LT((place(PantographPart::kShank) - 0.5 * (at.K + at.P)).norm(), 1e-15);
  EXPECT_LT((place(PantographPart::kUpperRod) - 0.5 * (at.B + at.D)).norm(), 1e-15);
  EXPECT_LT((place(PantographPart::kLowerRod) - 0.5 * (at.B + at.E)).norm(), 1e-15);
  EXPECT_LT((place(PantographPart::kVerticalSlider) - at.A).norm(), 1e-15);
  EXPECT_LT((place(PantographPart::kRadialSlider) - at.B).norm(), 1e-15);
  EXPECT_LT((place(PantographPart::kCarriage) - Vector2d(0.04, 0.05)).norm(), 1e-15);
}

// golden numbers of the linkage in the default stance, in 9.81 m/s2
TEST_F(PantographLinkage, HasTheWeightAndTheInertiaOfItsBars) {
  const double by_out_N = (potential_J(kStep_m, 0) - potential_J(-kStep_m, 0)) / (2 * kStep_m);
  const double by_up_N = (potential_J(0, kStep_m) - potential_J(0, -kStep_m)) / (2 * kStep_m);
  EXPECT_NEAR(by_out_N, -0.95, 0.005);
  EXPECT_NEAR(by_up_N, -15.96, 0.005);
  const double rotor_kg = leg.joint[1].armature_kgm2 / (kScrew_m_rad * kScrew_m_rad);
  EXPECT_NEAR(rotor_kg, 325, 0.1);
  EXPECT_NEAR(rotor_kg + inertia_kg({1, 0}), 327.4, 0.05);
  EXPECT_NEAR(rotor_kg + inertia_kg({0, 1}), 330.1, 0.05);
}

TEST_F(PantographLinkage, KeepsItsMassCentreAndInertiaInTheSerialLinks) {
  for (int n = 0; n < 200; ++n) {
    const Vector2d way_m = any_ways();
    Leg serial = leg;
    const auto links = serial_links(linkage, way_m[0], way_m[1]);
    std::copy(links.begin(), links.end(), serial.link.begin());
    const PerJoint<double> q{0, way_m[0] / kScrew_m_rad, way_m[1] / kScrew_m_rad};
    const controller::LegPose at = leg_pose(serial, q);
    Link of_links, of_parts;
    for (std::size_t j = 0; j < 3; ++j) {
      const Vector3d c = serial.X_BL.inverse() * at.p_BC[j];
      of_links = joined(of_links, {links[j].mass_kg, c, links[j].I_C});
    }
    for (const Link& part : parts(way_m[0], way_m[1])) of_parts = joined(of_parts, part);
    EXPECT_NEAR(of_links.mass_kg, 2.60, 1e-12);
    EXPECT_NEAR(of_parts.mass_kg, 2.60, 1e-12);
    EXPECT_LT((of_links.p_JC - of_parts.p_JC).norm(), 1e-12);
    EXPECT_LT((of_links.I_C - of_parts.I_C).norm(), 1e-12);
    // the weight on the vertical slider is that of the bars
    const Vector3d g(0, 0, -kGravity), none = Vector3d::Zero();
    const auto tau = static_torque(serial, at, 3, g, at.p_BW, none, none);
    const double slope_N =
        (potential_J(way_m[0], way_m[1] + kStep_m) - potential_J(way_m[0], way_m[1] - kStep_m)) /
        (2 * kStep_m);
    EXPECT_NEAR(tau[2] / kScrew_m_rad, slope_N, 1e-6);
    EXPECT_NEAR(tau[0], 0, 1e-12);
  }
}

TEST_F(PantographLinkage, GivesTheLegItsWeightAndTurnInertiaInTheDefaultStance) {
  const controller::LegPose at = leg_pose(leg, {});
  EXPECT_LT((at.p_BW - leg.p_BW_nominal).norm(), 1e-12);
  const Vector3d g(0, 0, -kGravity), none = Vector3d::Zero();
  const auto tau = static_torque(leg, at, 3, g, at.p_BW, none, none);
  EXPECT_NEAR(tau[2] / kScrew_m_rad, -15.96, 0.005);
  EXPECT_NEAR(mass_matrix(leg, at)(0, 0), 0.243, 0.0005);
  EXPECT_NEAR(robot.nominal.total_mass_kg(), 30.0, 1e-9);
}

}  // namespace
}  // namespace ventosa::models::pantograph_test
