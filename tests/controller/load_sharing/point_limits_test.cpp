#include "controller/load_sharing/point_limits.h"

#include <gtest/gtest.h>

#include <numbers>
#include <vector>

#include "controller/load_sharing/margins.h"
#include "controller/load_sharing/standing.h"
#include "tests/controller/linear_program.h"
#include "tests/controller/random_stance.h"
#include "tests/controller/weighed_stance.h"

namespace ventosa::controller::point_limits_test {
namespace {

constexpr double kDeg = std::numbers::pi / 180;

PointHold some_foot(Dice& dice) {
  PointHold hold;
  hold.R_BS = dice.rotation();
  hold.friction = dice.uniform(0.2, 1);
  hold.usual_N = dice.uniform(2, 20);
  hold.max_push_N = dice.uniform(30, 100);
  return hold;
}

/// Reduces every limit to the share 1 - s.
bool allows(const PointHold& hold, const Vector3d& F, double margin = 0) {
  constexpr double kRounding_N = 1e-9;
  SharingFoot foot;
  add_foot_limits(hold, foot);
  bool allowed = foot.n_rows == kFootRows && foot.n_cones == 1;
  for (std::size_t r = 0; r < kFootRows; ++r) {
    const SharingRow& row = foot.row[r];
    allowed = allowed && row.a.dot(F) <= row.offset + (1 - margin) * row.scale + kRounding_N;
  }
  return allowed && foot.cone[0].used(F) <= (1 - margin) * foot.cone[0].scale + kRounding_N;
}

double normal_N(const PointHold& hold, const Vector3d& F) { return hold.R_BS.col(2).dot(F); }
double shear_N(const PointHold& hold, const Vector3d& F) {
  return (F - normal_N(hold, F) * hold.R_BS.col(2)).norm();
}

template <class Check>
void for_random_forces(Check check) {
  int allowed = 0, n = 0;
  for (std::uint64_t seed = 0; seed < 20000; ++seed, ++n) {
    SCOPED_TRACE(seed);
    Dice dice(seed);
    PointHold hold = some_foot(dice);
    allowed += check(dice, hold, Vector3d(hold.R_BS * dice.vector(60)));
  }
  EXPECT_GT(allowed, n / 100);
  EXPECT_LT(allowed, n / 2);
}

TEST(PointLimits, AllowAForceThatPushesWithinTheFrictionConeAndTheLargestPush) {
  for_random_forces([](Dice&, const PointHold& hold, const Vector3d& F) {
    const double F_n = normal_N(hold, F);
    const bool holds =
        F_n >= 0 && F_n <= hold.max_push_N && shear_N(hold, F) <= hold.friction * F_n;
    EXPECT_EQ(allows(hold, F), holds);
    return holds;
  });
}

TEST(PointLimits, KeepAShareOfTheUsualLoadAtThatMargin) {
  for_random_forces([](Dice& dice, const PointHold& hold, const Vector3d& F) {
    const double s = dice.uniform(-1, 0.95), F_n = normal_N(hold, F);
    const double spare_N = F_n - s * hold.usual_N;
    const bool holds = spare_N >= 0 && F_n <= (1 - s) * hold.max_push_N &&
                       shear_N(hold, F) <= hold.friction * spare_N;
    EXPECT_EQ(allows(hold, F, s), holds) << s;
    return holds;
  });
}

TEST(PointLimits, AreDividedByTheSafetyFactor) {
  for_random_forces([](Dice& dice, PointHold& hold, const Vector3d& F) {
    hold.safety_factor = dice.uniform(1, 2);
    const double F_n = normal_N(hold, F), k = hold.safety_factor;
    const bool holds = F_n >= (1 - 1 / k) * hold.usual_N && k * F_n <= hold.max_push_N &&
                       k * shear_N(hold, F) <= hold.friction * F_n;
    EXPECT_EQ(allows(hold, F), holds) << k;
    return holds;
  });
}

TEST(PointLimits, ShrinkWithTheAvailabilityTowardsNoForce) {
  for_random_forces([](Dice& dice, PointHold& hold, const Vector3d& F) {
    const double s = dice.uniform(0, 0.95), share = dice.uniform(0.05, 1);
    const bool whole = allows(hold, F, s);
    hold.availability = share;
    EXPECT_EQ(allows(hold, share * F, s), whole);
    hold.availability = 0;
    EXPECT_FALSE(allows(hold, F));
    EXPECT_TRUE(allows(hold, Vector3d::Zero(), s));
    return whole;
  });
}

TEST(PointLimits, LeaveASafetyFactorUntilTheFootSlips) {
  const PointHold hold{.friction = 0.7};
  EXPECT_NEAR(safety_factor(hold, {3, 4, 10}), 0.7 * 10 / 5, 1e-12);
  EXPECT_EQ(safety_factor(hold, {0, 0, 10}), kMaxSafetyFactor);
  EXPECT_EQ(safety_factor(hold, {1e-6, 0, 10}), kMaxSafetyFactor);
  EXPECT_EQ(safety_factor(hold, {0, 0, 0}), 0);
  EXPECT_EQ(safety_factor(hold, {0, 0, -1}), 0);
}

/// The hexapod in its stance, body parallel to a slope whose steepest ascent is at a heading.
struct Slope {
  static constexpr double kFriction = 0.7;
  const RobotModel robot = test::robot("hexapod3");

  Stance stance(double slope_rad, double heading_rad) const {
    const Vector3d down(-std::sin(slope_rad) * std::cos(heading_rad),
                        -std::sin(slope_rad) * std::sin(heading_rad), -std::cos(slope_rad));
    Stance stance = test::weighed_stance(robot, 9.81 * down, 0);
    for (StanceLeg& leg : stance.leg) leg.friction = kFriction;
    return stance;
  }

  Bottleneck margin(double slope_rad, double heading_rad = 0) const {
    StanceProblem problem;
    const SharingConfig config{.safety_factor = 1, .torque_ratio = 1};
    pose_problem(robot, config, stance(slope_rad, heading_rad), zero_vectors(), problem);
    SharingWarmStart warm;
    return largest_margin(problem, warm);
  }
};

/// All feet together bear mg cos a along the normal and mg sin a along the slope. With the margin s
/// every foot keeps s V0, so
///   mg sin a <= mu (mg cos a - s mg)   or   s <= cos a - sin a / mu
/// which feet that share the load alike reach. It is zero at atan mu.
TEST(PointLimits, HoldAHexapodOnASlopeUpToTheAngleOfFriction) {
  const Slope hexapod;
  const double steepest = std::atan(Slope::kFriction);
  for (const double heading : {0.0, 0.4, 1.2, 2.0})
    for (const double slope : {5 * kDeg, 15 * kDeg, 25 * kDeg, 32.9 * kDeg, 34 * kDeg}) {
      const Bottleneck least = hexapod.margin(slope, heading);
      const double closed = std::cos(slope) - std::sin(slope) / Slope::kFriction;
      EXPECT_NEAR(least.margin, closed, 1e-6) << slope / kDeg << " deg, heading " << heading;
    }
  EXPECT_GT(hexapod.margin(steepest - 1e-4).margin, 0);
  EXPECT_LT(hexapod.margin(steepest + 1e-4).margin, 0);
  EXPECT_EQ(hexapod.margin(steepest + 1e-4).limit, Limit::kSlip);
}

TEST(PointLimits, LetAHexapodStandOnASlopeUpToTheAngleOfFriction) {
  const RobotModel robot = test::robot("hexapod3");
  const SharingConfig config{
      .objective = Objective::kPeakTorque, .safety_factor = 1, .torque_ratio = 1};
  const double steepest = std::atan(0.7);
  for (const double off_rad : {-0.01, 0.01}) {
    const StandingAnswer answer =
        stand(robot, config, {.incline_rad = steepest + off_rad, .friction = 0.7});
    EXPECT_EQ(answer.status, off_rad < 0 ? StandingStatus::kStands : StandingStatus::kOverloaded);
    double weight_N = 0;
    for (std::size_t i = 0; i < robot.leg.size(); ++i) weight_N += answer.foot[i].f_S.z();
    EXPECT_NEAR(weight_N, robot.total_mass_kg() * 9.81 * std::cos(steepest + off_rad), 1e-6);
  }
}

/// A table of mass m on four point feet at (+-a, +-b), its centre of mass at c.
struct Table {
  double a, b, mass_kg;
  Vector3d c, g;

  SharingProblem problem() const {
    SharingProblem problem;
    problem.n_feet = 4;
    for (std::size_t k = 0; k < 4; ++k) {
      problem.foot[k].p_B = {k % 2 == 0 ? a : -a, k / 2 == 0 ? b : -b, 0};
      add_foot_limits(PointHold{.friction = 0.7, .usual_N = 5, .max_push_N = 500}, problem.foot[k]);
    }
    const Vector3d weight_N = mass_kg * g;
    problem.w << -weight_N, -c.cross(weight_N);
    return problem;
  }

  struct Edge {
    int axis = 0, side = 0;
    double moment_Nm = 0;  ///< moment of the weight about it
  };
  Edge worst_edge() const {
    Edge worst;
    worst.moment_Nm = std::numeric_limits<double>::infinity();
    for (const int axis : {0, 1})
      for (const int side : {-1, 1}) {
        const double inside_m = (axis == 0 ? a : b) - side * c[axis];
        const double moment_Nm = mass_kg * (-g.z() * inside_m - side * g[axis] * c.z());
        if (moment_Nm < worst.moment_Nm) worst = {axis, side, moment_Nm};
      }
    return worst;
  }
};

TEST(PointLimits, LetATableTumbleOverItsEdgeAsNoFootCanPull) {
  int tips = 0;
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    Dice dice(seed);
    const Table table{.a = dice.uniform(0.1, 0.3),
                      .b = dice.uniform(0.1, 0.3),
                      .mass_kg = dice.uniform(1, 10),
                      .c = {dice.uniform(-0.1, 0.1), dice.uniform(-0.1, 0.1), dice.uniform(0, 0.3)},
                      .g = {dice.uniform(-5, 5), dice.uniform(-5, 5), -8}};
    const SharingProblem problem = table.problem();
    const TumbleMargin margin = tumble_margin(problem, Vector3d::UnitZ());
    const Table::Edge edge = table.worst_edge();
    EXPECT_NEAR(margin.moment_Nm, edge.moment_Nm, 1e-9) << seed;
    for (const int foot : {margin.foot_a, margin.foot_b})
      EXPECT_GT(edge.side * problem.foot[static_cast<std::size_t>(foot)].p_B[edge.axis], 0);
    tips += edge.moment_Nm < 0;
  }
  EXPECT_GT(tips, 30);
  EXPECT_LT(tips, 450);
}

/// A weight on level ground on feet anywhere around it, whose shares add up to the weight and to
/// its moment.
struct Tray {
  explicit Tray(std::uint64_t seed) {
    Dice dice(seed);
    n = dice.integer(3, 6);
    k = dice.uniform(1.05, 2);
    weight_N = dice.uniform(10, 100);
    for (int i = 0; i < n; ++i) {
      const double angle = 2 * std::numbers::pi * i / n + dice.uniform(-0.4, 0.4);
      const double radius_m = dice.uniform(0.1, 0.3);
      p_B.emplace_back(radius_m * std::cos(angle), radius_m * std::sin(angle), 0);
    }
    c = {dice.uniform(-0.1, 0.1), dice.uniform(-0.1, 0.1), dice.uniform(0, 0.2)};
  }

  bool can_stand() const {
    SharingProblem problem;
    problem.n_feet = n;
    for (int i = 0; i < n; ++i) {
      SharingFoot& foot = problem.foot[static_cast<std::size_t>(i)];
      foot.p_B = p_B[static_cast<std::size_t>(i)];
      add_foot_limits(
          PointHold{
              .friction = 0.7, .usual_N = weight_N / n, .max_push_N = 1000, .safety_factor = k},
          foot);
    }
    problem.w << Vector3d(0, 0, weight_N), c.cross(Vector3d(0, 0, weight_N));
    SharingWarmStart warm;
    return can_share(problem, warm);
  }

  /// Largest load that every foot can have at the same time, by a linear program in the loads and
  /// that load.
  double largest_least_N() const {
    Eigen::MatrixXd A = Eigen::MatrixXd::Zero(n + 6, n + 1);
    Eigen::VectorXd b = Eigen::VectorXd::Zero(n + 6);
    for (int i = 0; i < n; ++i) {
      A(i, i) = -1;
      A(i, n) = 1;
      const Vector3d& p = p_B[static_cast<std::size_t>(i)];
      A.block<3, 1>(n, i) = Vector3d(1, p.x(), p.y());
    }
    A.block(n + 3, 0, 3, n) = -A.block(n, 0, 3, n);
    b.segment<3>(n) = weight_N * Vector3d(1, c.x(), c.y());
    b.tail<3>() = -b.segment<3>(n);
    Eigen::VectorXd least = Eigen::VectorXd::Zero(n + 1);
    least[n] = -1;
    return -LinearProgram::minimum(least, A, b);
  }

  int n = 0;
  double k = 1, weight_N = 0;
  std::vector<Vector3d> p_B;
  Vector3d c = Vector3d::Zero();
};

TEST(PointLimits, LetStandWhatCanKeepAShareOfTheUsualLoadOnEveryFoot) {
  int stand = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const Tray tray(seed);
    const double needed_N = (1 - 1 / tray.k) * tray.weight_N / tray.n;
    const double most_N = tray.largest_least_N();
    if (std::abs(most_N - needed_N) < 1e-6) continue;
    EXPECT_EQ(tray.can_stand(), most_N > needed_N) << seed;
    stand += most_N > needed_N;
  }
  EXPECT_GT(stand, 200);
  EXPECT_LT(stand, 800);
}

TEST(PointLimits, LeaveTheStabilityMarginOfTheSupportPolygon) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    Dice dice(seed);
    const Table table{.a = dice.uniform(0.1, 0.3),
                      .b = dice.uniform(0.1, 0.3),
                      .mass_kg = dice.uniform(1, 10),
                      .c = {dice.uniform(-0.2, 0.2), dice.uniform(-0.2, 0.2), dice.uniform(0, 0.3)},
                      .g = {0, 0, -8}};
    const double inside_m =
        std::min(table.a - std::abs(table.c.x()), table.b - std::abs(table.c.y()));
    EXPECT_NEAR(stability_margin_m(table.problem(), Vector3d::UnitZ()), inside_m, 1e-9) << seed;
    // down a slope along x: the edges across it are h away along the horizontal
    Table tilted = table;
    tilted.c = {0, 0, dice.uniform(0, 0.3)};
    tilted.b = 10;
    const double slope = dice.uniform(0, 1.2);
    tilted.g = 8 * Vector3d(std::sin(slope), 0, -std::cos(slope));
    EXPECT_NEAR(stability_margin_m(tilted.problem(), Vector3d::UnitZ()),
                tilted.a * std::cos(slope) - tilted.c.z() * std::sin(slope), 1e-9)
        << seed;
  }
  Table hangs{.a = 0.1, .b = 0.1, .mass_kg = 1, .c = Vector3d::Zero(), .g = {0, 0, 8}};
  EXPECT_EQ(stability_margin_m(hangs.problem(), Vector3d::UnitZ()),
            -std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace ventosa::controller::point_limits_test
