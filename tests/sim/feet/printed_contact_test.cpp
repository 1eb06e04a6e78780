#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "tests/sim/feet/point_feet.h"

/// The law of contact as printed (Bombled and Verlinden 2010, eq. 3), Fn = K p^pk + C p^pd p', and
/// what the law that grows does in its place.
namespace ventosa::sim::printed_contact_test {
namespace {

using controller::Vector3d;
using test::creeping_foot;
using test::Plane;

constexpr double kMass_kg = 2.1, kSpeed_m_s = 0.05;

models::PointFootPlant foot(const models::FootDamping& damping, double damping_Ns_m) {
  models::PointFootPlant foot = creeping_foot();
  foot.stiffness_N_m = 1e5;
  foot.damping_Ns_m = damping_Ns_m;
  foot.damping = damping;
  return foot;
}

double normal_N(const models::PointFootPlant& foot, double depth_m, double rate_m_s) {
  PointFootState state;
  Plane{}.step(foot, {0, 0, -depth_m}, {0, 0, -rate_m_s}, state);
  return state.normal_N;
}

TEST(PrintedContact, IsTheEquationAsPrinted) {
  for (const double pk : {1.0, 1.5, 2.0})
    for (const double pd : {0.0, 0.5, 1.0, 2.0})
      for (const double depth_m : {1e-6, 3e-4, 2e-3})
        for (const double rate_m_s : {-0.2, -1e-3, 0.0, 0.05, 0.6}) {
          models::PointFootPlant printed = foot(models::PrintedDamping{pd}, 1000);
          printed.stiffness_exponent = pk;
          const double F_N = 1e5 * std::pow(depth_m, pk) + 1000 * std::pow(depth_m, pd) * rate_m_s;
          EXPECT_NEAR(normal_N(printed, depth_m, rate_m_s), F_N, 1e-12 * std::abs(F_N) + 1e-12);
        }
  EXPECT_EQ(normal_N(foot(models::PrintedDamping{0}, 1000), 0, 1), 0) << "not in the ground";
}

TEST(PrintedContact, HasNoFrictionWhereItPulls) {
  const models::PointFootPlant printed = foot(models::PrintedDamping{0}, 1000);
  PointFootState state;
  const Vector3d f =
      Plane{}.step(printed, {0, 0, -1e-4}, Vector3d(0.1, 0, 0.05), state);  // 10 - 50 N
  EXPECT_NEAR(f.z(), -40, 1e-9);
  EXPECT_EQ(f.head<2>().norm(), 0);
  EXPECT_TRUE(state.touches());
}

/// A drop without weight on a foot of the printed law, pk 1, pd 0: a spring and a damper,
///   p = v/w e^(-at) sin wt,  a = C / 2m,  w^2 = K/m - a^2,  F = K p + C p'
/// from touch-down at t = 0, with F = C v, to lift-off at wt = pi, with F = -C v e^(-a pi/w).
struct Drop {
  double K_N_m = 1e5, C_Ns_m = 100;
  double a() const { return C_Ns_m / (2 * kMass_kg); }
  double w() const { return std::sqrt(K_N_m / kMass_kg - a() * a()); }
  double end_s() const { return M_PI / w(); }
  double depth_m(double t_s) const {
    return kSpeed_m_s / w() * std::exp(-a() * t_s) * std::sin(w() * t_s);
  }
  double force_N(double t_s) const {
    const double rate_m_s =
        kSpeed_m_s * std::exp(-a() * t_s) * (std::cos(w() * t_s) - a() / w() * std::sin(w() * t_s));
    return K_N_m * depth_m(t_s) + C_Ns_m * rate_m_s;
  }
};

/// Forces of one contact of a foot that falls on the ground without weight.
struct Contact {
  double first_N = 0, last_N = 0, least_N = 0, wrong_N = 0;
};

Contact fall(const models::PointFootPlant& foot, const Drop& drop) {
  constexpr double kStep_s = 1e-7;
  double depth_m = kStep_s * kSpeed_m_s, rate_m_s = kSpeed_m_s;
  Contact contact{.first_N = normal_N(foot, depth_m, rate_m_s)};
  for (int n = 1; depth_m > 0 && n < 1000000; ++n) {
    contact.last_N = normal_N(foot, depth_m, rate_m_s);
    contact.least_N = std::min(contact.least_N, contact.last_N);
    contact.wrong_N =
        std::max(contact.wrong_N, std::abs(contact.last_N - drop.force_N(n * kStep_s)));
    rate_m_s -= kStep_s / kMass_kg * contact.last_N;
    depth_m += kStep_s * rate_m_s;
  }
  return contact;
}

TEST(PrintedContact, JumpsAtTouchDownAndPullsAtLiftOffByTheClosedForm) {
  const Drop drop;
  const Contact printed = fall(foot(models::PrintedDamping{0}, drop.C_Ns_m), drop);
  EXPECT_LT(printed.wrong_N, 2e-3);
  const double jump_N = drop.C_Ns_m * kSpeed_m_s;
  EXPECT_NEAR(printed.first_N, jump_N, 2e-3);                                       // 5 N
  EXPECT_NEAR(printed.last_N, -jump_N * std::exp(-drop.a() * drop.end_s()), 2e-3);  // -3.5 N
  RecordProperty("printed_jump_N", std::to_string(printed.first_N));
  RecordProperty("printed_pull_N", std::to_string(printed.last_N));
}

TEST(PrintedContact, DoesNeitherByTheLawThatGrows) {
  const Drop drop;
  const Contact grown = fall(foot(models::GrowingDamping{1e-4}, drop.C_Ns_m), drop);
  EXPECT_LT(grown.first_N, 2e-3);
  EXPECT_EQ(grown.least_N, 0);
  EXPECT_GT(grown.wrong_N, 1) << "the two laws differ";
}

/// With pd 1, Fn = p (K + C p'): nothing jumps, but a foot that leaves faster than K / C is pulled,
/// and the damping grows without bound.
TEST(PrintedContact, PullsAFasterFootWithAnExponentOfOne) {
  const models::PointFootPlant printed = foot(models::PrintedDamping{1}, 1e6);
  EXPECT_LT(fall(printed, {}).first_N, 2e-3);
  EXPECT_GT(normal_N(printed, 1e-4, -0.09), 0);
  EXPECT_NEAR(normal_N(printed, 1e-4, -0.1), 0, 1e-9);
  EXPECT_NEAR(normal_N(printed, 1e-3, -0.2), -100, 1e-9);
}

}  // namespace
}  // namespace ventosa::sim::printed_contact_test
