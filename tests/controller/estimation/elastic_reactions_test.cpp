#include "controller/estimation/elastic_reactions.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <limits>

#include "controller/model/rotation.h"
#include "tests/controller/random_stance.h"

namespace ventosa::controller::elastic_reactions_test {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
const Vector3d kFromRest = Vector3d::Zero();

ElasticProblem on_feet(std::initializer_list<Vector3d> p_B, double K_N_m, const Vector3d& f_B) {
  ElasticProblem problem;
  for (const Vector3d& p : p_B)
    problem.foot[static_cast<std::size_t>(problem.n_feet++)] = {p, K_N_m * Matrix3d::Identity()};
  problem.f_B = f_B;
  return problem;
}

ElasticProblem square(double K_N_m, const Vector3d& f_B) {
  return on_feet({{0.3, 0.2, 0}, {0.3, -0.2, 0}, {-0.3, 0.2, 0}, {-0.3, -0.2, 0}}, K_N_m, f_B);
}

/// Feet around a body on cups of any attitude and softness.
ElasticProblem random_problem(std::uint64_t seed, double softest_N_m) {
  Dice dice(seed);
  ElasticProblem problem;
  problem.n_feet = dice.integer(3, kMaxLegs);
  for (int i = 0; i < problem.n_feet; ++i) {
    const double angle = 2 * M_PI * i / problem.n_feet + dice.uniform(-0.3, 0.3);
    const double reach = dice.uniform(0.25, 0.5);
    const double soft = softest_N_m * dice.uniform(1, 10),
                 soft_too = softest_N_m * dice.uniform(1, 10);
    problem.foot[static_cast<std::size_t>(i)] = {
        {reach * std::cos(angle), reach * std::sin(angle), dice.uniform(-0.3, 0.1)},
        cup_stiffness(dice.rotation(), soft, soft_too)};
  }
  problem.p_BG = dice.vector(0.1);
  problem.f_B = dice.uniform(20, 100) * dice.rotation().col(0);
  problem.m_B = dice.vector(1);
  return problem;
}

/// Equations (2)-(5) in all six unknowns, as printed.
struct SixEquations {
  const ElasticProblem& problem;
  using Unknowns = Vector6d;  // t, rotation vector

  Vector3d force(int i, const Unknowns& x) const {
    const ElasticFoot& foot = problem.foot[static_cast<std::size_t>(i)];
    const Vector3d P = foot.p_B - problem.p_BG;
    return foot.K * (P - rotation_exp(x.tail<3>()) * P - x.head<3>());
  }
  Vector6d excess(const Unknowns& x) const {
    Vector6d excess;
    excess << -problem.f_B, -problem.m_B;
    for (int i = 0; i < problem.n_feet; ++i) {
      const Vector3d P = problem.foot[static_cast<std::size_t>(i)].p_B - problem.p_BG;
      excess.head<3>() += force(i, x);
      excess.tail<3>() += (rotation_exp(x.tail<3>()) * P).cross(force(i, x));
    }
    return excess;
  }
  /// Newton with a Jacobian of central differences
  Unknowns solve() const {
    Unknowns x = Unknowns::Zero();
    for (int n = 0; n < 100; ++n) {
      Eigen::Matrix<double, 6, 6> J;
      for (int k = 0; k < 6; ++k) {
        constexpr double h = 1e-6;
        J.col(k) =
            (excess(x + h * Unknowns::Unit(k)) - excess(x - h * Unknowns::Unit(k))) / (2 * h);
      }
      x -= J.fullPivLu().solve(excess(x));
    }
    return x;
  }
};

TEST(ElasticReactions, SharesTheWeightEquallyAmongFeetAroundTheCentreOfMass) {
  const auto answer = elastic_reactions(square(4e4, {0, 0, 80}), kFromRest);
  ASSERT_EQ(answer.status, ElasticStatus::kConverged);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_LT((answer.F[i] - Vector3d(0, 0, 20)).norm(), 1e-9);
  EXPECT_LT((answer.move_B - Vector3d(0, 0, -20 / 4e4)).norm(), 1e-12);
}

TEST(ElasticReactions, LoadsTheNearerFeetMoreByTheLever) {
  // stiff: F = W/4 (1 +- x_G / 0.3)
  ElasticProblem problem = square(1e9, {0, 0, 80});
  problem.p_BG.x() = 0.06;
  const auto answer = elastic_reactions(problem, kFromRest);
  ASSERT_EQ(answer.status, ElasticStatus::kConverged);
  EXPECT_NEAR(answer.F[0].z(), 24, 1e-5);
  EXPECT_NEAR(answer.F[3].z(), 16, 1e-5);
}

TEST(ElasticReactions, GivesTheStifferPairOfFeetMoreInProportion) {
  // the cups of one diagonal are three times as stiff: nothing turns, so the shares are exact
  ElasticProblem problem = square(1e4, {0, 0, 80});
  problem.foot[0].K *= 3;
  problem.foot[3].K *= 3;
  const auto answer = elastic_reactions(problem, kFromRest);
  ASSERT_EQ(answer.status, ElasticStatus::kConverged);
  EXPECT_NEAR(answer.F[0].z(), 30, 1e-9);
  EXPECT_NEAR(answer.F[1].z(), 10, 1e-9);
}

TEST(ElasticReactions, SendsTheLoadToTheCupsThatStandAgainstIt) {
  // one diagonal on the ground, one on walls; cups ten times softer along their surface
  ElasticProblem problem = square(1, {0, 0, 88});
  Matrix3d wall;  // z out of the surface: along -x
  wall << 0, 0, -1, 0, 1, 0, 1, 0, 0;
  for (const std::size_t i : {0u, 3u}) problem.foot[i].K = cup_stiffness(wall, 4e4, 4e3);
  for (const std::size_t i : {1u, 2u})
    problem.foot[i].K = cup_stiffness(Matrix3d::Identity(), 4e4, 4e3);
  const auto answer = elastic_reactions(problem, kFromRest);
  ASSERT_EQ(answer.status, ElasticStatus::kConverged);
  EXPECT_NEAR(answer.F[0].z(), 4, 1e-9);
  EXPECT_NEAR(answer.F[1].z(), 40, 1e-9);
}

TEST(ElasticReactions, IsTheLeastNormOfThePapersOnStiffEqualCups) {
  const auto answer = elastic_reactions(
      on_feet({{.4, .3, -.2}, {-.4, .35, -.18}, {-.38, -.3, -.2}, {.42, -.33, -.22}}, 1e9,
              {70, 0, 0}),
      kFromRest);
  ASSERT_EQ(answer.status, ElasticStatus::kConverged);
  EXPECT_LT((answer.F[0] - Vector3d(17.306705171491, 0.255542315656, -9.300410276928)).norm(),
            1e-5);
  EXPECT_LT((answer.F[2] - Vector3d(17.699847195577, -0.255542315656, 9.324606055488)).norm(),
            1e-5);
}

TEST(ElasticReactions, AgreesWithNewtonsMethodInAllSixUnknowns) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const ElasticProblem problem = random_problem(seed, seed % 2 == 0 ? 1e3 : 1e4);
    const auto answer = elastic_reactions(problem, kFromRest);
    ASSERT_EQ(answer.status, ElasticStatus::kConverged) << seed;
    const SixEquations oracle{problem};
    const Vector6d x = oracle.solve();
    EXPECT_LT((answer.turn_B - x.tail<3>()).norm(), 1e-9) << seed;
    for (int i = 0; i < problem.n_feet; ++i)
      EXPECT_LT((answer.F[static_cast<std::size_t>(i)] - oracle.force(i, x)).norm(), 1e-5) << seed;
  }
}

TEST(ElasticReactions, BalancesForcesAndMomentsInTheDisplacedPose) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const ElasticProblem problem = random_problem(seed, 1e3);
    const auto answer = elastic_reactions(problem, kFromRest);
    ASSERT_EQ(answer.status, ElasticStatus::kConverged) << seed;
    Vector6d x;
    x << answer.move_B, answer.turn_B;
    EXPECT_LT(SixEquations{problem}.excess(x).norm(), 1e-8) << seed;
    Vector3d sum = -problem.f_B;
    for (const Vector3d& F : answer.F) sum += F;
    EXPECT_LT(sum.norm(), 1e-9) << seed;
  }
}

TEST(ElasticReactions, TakesThreeStepsFromRestAndOneFromItsLastAnswer) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const ElasticProblem problem = random_problem(seed, 2e4);
    const auto cold = elastic_reactions(problem, kFromRest);
    EXPECT_LE(cold.iterations, 3) << seed;
    const auto warm = elastic_reactions(problem, cold.turn_B);
    EXPECT_EQ(warm.iterations, 1) << seed;
    for (int i = 0; i < problem.n_feet; ++i) {
      const auto k = static_cast<std::size_t>(i);
      EXPECT_LT((warm.F[k] - cold.F[k]).norm(), 1e-7) << seed;
    }
  }
}

TEST(ElasticReactions, StartsFromRestWhenTheStartIsNoSmallTurn) {
  const ElasticProblem problem = random_problem(3, 1e4);
  const auto cold = elastic_reactions(problem, kFromRest);
  for (const Vector3d& start : {Vector3d(kNaN, 0, 0), Vector3d(0, 9, 0)})
    EXPECT_EQ(elastic_reactions(problem, start).turn_B, cold.turn_B);
}

void expect_refused(const ElasticProblem& problem, ElasticStatus status) {
  const auto answer = elastic_reactions(problem, kFromRest);
  EXPECT_EQ(answer.status, status);
  for (const Vector3d& F : answer.F) EXPECT_EQ(F, Vector3d::Zero());
  EXPECT_EQ(answer.turn_B, Vector3d::Zero());
}

TEST(ElasticReactions, NamesTheFeetThatLeaveATurnOpen) {
  const Vector3d f(0, 0, 80);
  expect_refused(on_feet({}, 1e4, f), ElasticStatus::kNoFoot);
  expect_refused(on_feet({{0.3, 0.2, 0}}, 1e4, f), ElasticStatus::kOneFoot);
  expect_refused(on_feet({{0.3, 0.2, 0}, {-0.3, -0.2, 0.1}}, 1e4, f), ElasticStatus::kFeetOnALine);
  expect_refused(on_feet({{1, 2, 3}, {2, 4, 6}, {-3, -6, -9}, {0.1, 0.2, 0.3}}, 1e4, f),
                 ElasticStatus::kFeetOnALine);
  expect_refused(on_feet({{0.3, 0, 0}, {-0.3, 1e-6, 0}, {0, 0, 0}}, 1e4, f),
                 ElasticStatus::kFeetOnALine);
  expect_refused(on_feet({{0.3, 0, 0}, {0.3, 0, 0}, {0.3, 0, 0}}, 1e4, f),
                 ElasticStatus::kFeetOnALine);
}

TEST(ElasticReactions, RefusesWhatIsNotFiniteOrHasNoStiffness) {
  const ElasticProblem good = square(4e4, {0, 0, 80});
  const auto spoilt = [&](auto spoil) {
    ElasticProblem problem = good;
    spoil(problem);
    expect_refused(problem, ElasticStatus::kBadInput);
  };
  spoilt([](auto& p) { p.foot[1].p_B.y() = kNaN; });
  spoilt([](auto& p) { p.foot[2].K(0, 1) = kNaN; });
  spoilt([](auto& p) { p.foot[2].K(2, 2) = std::numeric_limits<double>::infinity(); });
  spoilt([](auto& p) { p.foot[3].K.setZero(); });
  spoilt([](auto& p) { p.foot[3].K(1, 1) = 0; });
  spoilt([](auto& p) { p.foot[0].K *= -1; });
  spoilt([](auto& p) { p.p_BG.z() = kNaN; });
  spoilt([](auto& p) { p.f_B.x() = -std::numeric_limits<double>::infinity(); });
  spoilt([](auto& p) { p.m_B.x() = kNaN; });
  spoilt([](auto& p) { p.n_feet = -1; });
  spoilt([](auto& p) { p.n_feet = kMaxLegs + 1; });
}

TEST(ElasticReactions, RefusesARobotThatFallsOverItsSoftCups) {
  // the robot stands on top of the cups: K a^2 of each side against W h, h = 1 m above cups of 10
  // N/m
  ElasticProblem problem = square(10, {0, 0, 80});
  problem.p_BG.z() = 1;
  const ElasticStatus status = elastic_reactions(problem, kFromRest).status;
  EXPECT_TRUE(status == ElasticStatus::kUnstable || status == ElasticStatus::kNotConverged);
  problem.p_BG.z() = -1;  // a robot that hangs below the cups is stable
  EXPECT_EQ(elastic_reactions(problem, kFromRest).status, ElasticStatus::kConverged);
}

TEST(ElasticReactions, NeverAnswersWithNaN) {
  Dice dice(11);
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    const double softest = std::pow(10, dice.uniform(-12, 12));
    ElasticProblem problem = random_problem(seed, softest);
    problem.f_B *= std::pow(10, dice.uniform(-9, 9));
    const auto answer = elastic_reactions(problem, dice.vector(0.3));
    for (const Vector3d& F : answer.F) EXPECT_TRUE(F.allFinite()) << seed;
    EXPECT_TRUE(answer.turn_B.allFinite() && answer.move_B.allFinite()) << seed;
    EXPECT_LE(answer.iterations, kMaxElasticIterations) << seed;
  }
}

}  // namespace
}  // namespace ventosa::controller::elastic_reactions_test
