#include "scenarios/statics/stance_verdict.h"

#include <gtest/gtest.h>

#include <map>
#include <numbers>
#include <set>

#include "controller/load_sharing/load_check.h"
#include "controller/model/rotation.h"
#include "tests/controller/linear_program.h"
#include "tests/scenarios/statics/random_standing.h"

/// The physical answer to a stance and the controller's differ by named options alone.
namespace ventosa::scenarios::stance_verdict_test {
namespace {

using controller::ControllerConfig;
using controller::LiftVerdict;
using controller::Reason;
using controller::StandingStatus;
using test::RandomStanding;

constexpr std::uint64_t kStances = 500;

StanceVerdict judged(const RandomStanding& any) {
  return judge_stance(any.robot, any.config, controller::physical_limits(), any.standing);
}

/// Written here once more, as a user would set the options.
void set_as_physical(const std::string& option, ControllerConfig& config) {
  if (option == "sharing.safety_factor") config.sharing.safety_factor = 1;
  if (option == "sharing.torque_ratio") config.sharing.torque_ratio = 1;
  if (option == "sharing.planned_share") config.sharing.planned_share = 1;
  if (option == "sharing.wrist_moment_Nm") config.sharing.wrist_moment_Nm = 0;
  if (option == "sharing.objective") config.sharing.objective = controller::Objective::kTorque;
  if (option == "gait.lift_m") config.gait.lift_m = 1e-6;
}

bool lifts_with(const RandomStanding& any, const std::vector<std::string>& options) {
  RandomStanding relaxed = any;
  for (const std::string& option : options) set_as_physical(option, relaxed.config);
  return judged(relaxed).controller.lifts();
}

TEST(StanceVerdict, DiffersFromThePhysicalOneByNamedOptionsAlone) {
  std::map<std::string, int> named;
  int agree = 0;
  for (std::uint64_t seed = 0; seed < kStances; ++seed) {
    SCOPED_TRACE(seed);
    const RandomStanding any = test::random_standing(seed);
    const StanceVerdict verdict = judged(any);
    const Difference& difference = verdict.difference;
    if (verdict.is_possible == verdict.controller.lifts()) {
      EXPECT_FALSE(difference.is_named());
      ++agree;
      continue;
    }
    ASSERT_TRUE(difference.is_named());
    for (const std::string& option : difference.options) ++named[option];
    if (difference.options.empty()) ++named[std::string(name(difference.rule))];
    if (difference.together) {
      EXPECT_EQ(lifts_with(any, difference.options), verdict.is_possible);
    } else {
      for (const std::string& option : difference.options)
        EXPECT_EQ(lifts_with(any, {option}), verdict.is_possible) << option;
    }
  }
  // the draws meet every kind of difference, and enough without one
  EXPECT_GT(agree, 100);
  for (const char* option : {"sharing.safety_factor", "sharing.torque_ratio",
                             "sharing.planned_share", "sharing.objective", "gait.lift_m"})
    EXPECT_GT(named[option], 0) << option;
  for (const auto& [option, n] : named) std::cout << option << ' ' << n << '\n';
}

/// Only a rule that no option changes, the reach of a leg and the parts' distance, remains without
/// the controller's options: no refusal by forces.
TEST(StanceVerdict, IsThePhysicalOneWithoutTheControllersOptions) {
  for (std::uint64_t seed = 0; seed < kStances; ++seed) {
    SCOPED_TRACE(seed);
    RandomStanding any = test::random_standing(seed);
    any.config.sharing = controller::physical_limits();
    any.config.gait.lift_m = 1e-6;
    const StanceVerdict verdict = judged(any);
    const Reason reason = verdict.controller.objection.reason;
    if (reason == Reason::kWayBlocked || reason == Reason::kUnreachable) {
      const bool reaches = verdict.physical.status != StandingStatus::kOutOfReach;
      EXPECT_TRUE(reason == Reason::kWayBlocked || !reaches ||
                  verdict.physical.load.margin < 1e-6);  // an arm that cannot carry itself
      continue;
    }
    EXPECT_EQ(verdict.is_possible, verdict.controller.lifts());
    const controller::Bottleneck& least = verdict.physical.load;
    const bool is_arm = least.leg >= 0 && any.standing.lifted[static_cast<std::size_t>(least.leg)];
    if (least.margin <= controller::kNothingHolds || (is_arm && least.margin < 0))
      continue;  // the controller names what refuses first
    EXPECT_NEAR(verdict.physical.load.margin, verdict.controller.least.margin, 1e-4);
  }
}

/// Tangents on each cone of the oracle: its margins are larger, by 1 / cos(pi / n) - 1 at most.
constexpr int kTangents = 48;

/// Largest margin of the problem by the simplex method:  max s  with  a.F <= offset + (1 - s)
/// scale.
double margin_by_simplex(const controller::SharingProblem& problem) {
  const Eigen::Index n = 3 * problem.n_feet + 1;
  std::vector<Eigen::VectorXd> rows;
  std::vector<double> bounds;
  const auto add = [&](const Eigen::VectorXd& row, double bound) {
    rows.push_back(row);
    bounds.push_back(bound);
  };
  Eigen::MatrixXd balance = Eigen::MatrixXd::Zero(6, n);
  for (int i = 0; i < problem.n_feet; ++i) {
    const controller::SharingFoot& foot = problem.foot[static_cast<std::size_t>(i)];
    balance.block<3, 3>(0, 3 * i).setIdentity();
    balance.block<3, 3>(3, 3 * i) = controller::skew(foot.p_B);
    const auto limit = [&](const controller::SharingRow& row) {
      Eigen::VectorXd x = Eigen::VectorXd::Zero(n);
      x.segment<3>(3 * i) = row.a;
      x[n - 1] = row.scale;
      add(x, row.offset + row.scale);
    };
    for (int r = 0; r < foot.n_rows; ++r) limit(foot.row[static_cast<std::size_t>(r)]);
    for (int c = 0; c < foot.n_cones; ++c) {
      const controller::SharingCone& cone = foot.cone[static_cast<std::size_t>(c)];
      const controller::Vector3d e = cone.n.unitOrthogonal(), f = cone.n.cross(e);
      for (int k = 0; k < kTangents; ++k) {
        const double angle = 2 * std::numbers::pi * k / kTangents;
        limit(cone.tangent(std::cos(angle) * e + std::sin(angle) * f));
      }
    }
  }
  for (Eigen::Index k = 0; k < 6; ++k)
    for (const double sign : {1.0, -1.0})
      add(sign * balance.row(k).transpose(), sign * problem.w[k]);
  Eigen::MatrixXd A(static_cast<Eigen::Index>(rows.size()), n);
  Eigen::VectorXd b(A.rows());
  for (Eigen::Index k = 0; k < A.rows(); ++k) {
    A.row(k) = rows[static_cast<std::size_t>(k)];
    b[k] = bounds[static_cast<std::size_t>(k)];
  }
  Eigen::VectorXd c = Eigen::VectorXd::Zero(n);
  c[n - 1] = -1;
  return -controller::LinearProgram::minimum(c, A, b);
}

TEST(StanceVerdict, HasTheLoadMarginOfASimplexMethod) {
  int compared = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    const RandomStanding any = test::random_standing(seed);
    const auto at_rest = controller::rest(any.robot, any.standing);
    if (!at_rest) continue;
    controller::SharingConfig limits = any.config.sharing;
    limits.objective = controller::Objective::kTorque;
    controller::StanceProblem problem;
    pose_problem(any.robot, limits, at_rest->stance, controller::zero_vectors(), problem);
    controller::SharingWarmStart cold;
    const double margin =
        controller::load_margin({any.robot, limits, at_rest->stance}, cold).margin;
    if (margin <= controller::kNothingHolds) continue;
    const double bound = margin_by_simplex(problem.sharing);
    constexpr double kMost = 0.95;  // of load_margin()
    const double tolerance = 0.01 * (1 + std::abs(margin));
    EXPECT_NEAR(std::min(kMost, bound), margin, tolerance);
    EXPECT_GE(std::min(kMost, bound), margin - 1e-5 * (1 + std::abs(margin)));
    ++compared;
  }
  EXPECT_GT(compared, 50);
}

}  // namespace
}  // namespace ventosa::scenarios::stance_verdict_test
